"""Reads of what stands in arrays: each element that matches by itself; and windows of time."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

from bson import MaxKey, MinKey
from msgspec import UNSET

from ...model.conceptual import Match, Operation, given, stated
from ...placement.doc_path import DocPath
from ...plan_model.number_format import listed
from ...plan_model.physical import BuiltValue, Param
from ...workload.list_order import list_order
from ..context import OperationContext, ScriptFunction
from ..functions.links.arrays import put
from ..ir.conditions import Filter, all_of, filter_of
from ..ir.expressions import FieldPath, OperatorCall, if_null, slice_of, sort_array
from ..ir.node import Document, SortOrder
from ..ir.predicates import Exists, Near, between
from ..ir.stages import LimitStage, MatchStage, ProjectStage, SetStage, SortStage, Stage, UnwindStage
from ..write.array_filters import is_key
from .conditions import Conditions
from .hops import part_inside

KEY = "_id."
"""Where the parts of a window's key stand in its document."""


class Buckets(NamedTuple):
    """The pages or windows that hold what an operation reads. time: the document path of what their
    elements are listed by. bound: the most elements of one. holder: where the id of the document stands that
    holds the parent, where that is an element. parent: the condition that names the one parent whose they are; None
    where those of several are read, which come in no order of their elements."""

    reference: DocPath
    field: str
    time: str
    window: str
    bound: int
    holder: DocPath | None = None
    parent: Match | None = None

    @property
    def order(self) -> str:
        """The field by which one parent's documents follow one another."""
        return "_id" if self.window else "page"


class Window(NamedTuple):
    """What the key of time buckets answers of a filter. rest: the matches that it leaves over."""

    filter: Filter
    rest: list[Match]


def buckets_of(world: OperationContext, entity: str, operation: Operation | None = None) -> Buckets | None:
    """The pages or windows of an entity, None where it has none. operation: what reads or changes them."""
    home = next(iter(world.placement.homes(entity)), None)
    relationship = world.names.relationships.get(home.relationship or "") if home is not None else None
    if relationship is None or not world.placement.traits(relationship).is_paged:
        return None
    reference, decision = (
        world.placement.reference(relationship, "to"),
        world.placement.decision(relationship),
    )
    field = list_order(relationship, world.names.entities[entity])[0]
    time = next((spot.path for spot in world.placement.of_path(entity, field)), "")
    if reference is None:
        return None
    window = (decision.window or "day") if decision.traits.is_windowed else ""
    holder, matches = (
        world.placement.pair(relationship, "to"),
        given(operation.filter, []) if operation else [],
    )
    named = (m for m in matches if m.how == "eq" and reference in world.placement.of_path(entity, m.field))
    parent = next(named, None)
    return Buckets(reference, field, time, window, decision.bound or 1, holder, parent)


def windowed(
    world: OperationContext, operation: Operation, buckets: Buckets | None, recipe: ScriptFunction
) -> Window | None:
    """The time buckets of one parent, all or those of a range of time, as a range of whole keys:
    a part of a compound ``_id`` has no index."""
    if buckets is None or not buckets.window or buckets.parent is None:
        return None
    reference, matches, owner = buckets.reference, given(operation.filter, []), buckets.parent
    key = _owner_key(buckets, recipe, owner.field)
    rest = [match for match in matches if match is not owner]
    ends: tuple[Any, Any] = MinKey(), MaxKey()
    if any(match.field == buckets.field and _is_open(match) for match in rest):  # the range's own parameters
        least, most = (
            recipe.param(f"{end} {buckets.field}", reference.collection, buckets.time)
            for end in ("least", "most")
        )
        ends = window_of(buckets, least, MinKey()), window_of(buckets, most, MaxKey())
    first, last = ({**key, "date": end} for end in ends)
    return Window(filter_of({"_id": between(first, last)}), rest)


def window_of(buckets: Buckets, moment: Param, otherwise: Any) -> BuiltValue:
    """The start of the window in which a moment lies. otherwise: what stands for a moment that is left out."""
    return BuiltValue("start_of", (buckets.window, moment, otherwise))


def _owner_key(buckets: Buckets, recipe: ScriptFunction, name: str) -> Document:
    """The fields of a window's key that say whose it is, in their order."""
    own: Document = {}
    for spot, called in ((buckets.holder, ""), (buckets.reference, name)):
        if spot is not None:
            word = called or spot.path.rpartition(".")[2]
            put(own, spot.path.removeprefix(KEY), recipe.param(word, spot.collection, spot.path))
    return own


def _is_open(match: Match) -> bool:
    return match.how == "range" and match.at_least is UNSET and match.at_most is UNSET


# --- elements -----------------------------------------------------------------------------------


class Elements(NamedTuple):
    """How elements are read. filter: of their documents; stages: that leave those that match, each
    by itself; projection: of the one that matches, where there is one at most, or of each by itself; parts: what is
    shown of other arrays, by their paths."""

    filter: Filter
    stages: list[Stage]
    projection: dict[str, int] | None = None
    parts: Mapping[str, OperatorCall | FieldPath] = {}


def elements(
    world: OperationContext, spot: DocPath, filter: Filter, *, whole: bool, apart: bool = False
) -> Elements:
    """What a filter says of the elements. The conditions on one element hold together ($elemMatch),
    and every element that meets them is given, not the first of each document alone. whole: no
    projection is wanted. apart: each is given by itself even where all are meant."""
    array = spot.arrays[-1] if spot.arrays else ""
    own = filter.split(array)[0] if array else Filter()
    either = filter.mixed(array) if array else []
    near = any(isinstance(at.predicate, Near) for at in filter.on_paths)
    unwound: list[Stage] = [UnwindStage(array) for array in spot.arrays]
    if near or not (own or either):  # nearness is of documents
        return Elements(filter, unwound if apart else [])
    single = len(spot.arrays) == 1 and not either and is_key(world, spot.collection, array, own, deep=True)
    secret = any(path.startswith(f"{array}.") for path in world.sensitive_paths(spot.collection))
    if single and whole and not apart and not secret:
        return Elements(filter, [], {f"{array}.$": 1})
    outer = spot.arrays[0]
    met = [each for each in (filter.split(outer)[0].under(outer), *filter.mixed(outer)) if each]
    return Elements(filter.of_same_elements(spot.arrays), [*unwound, MatchStage(all_of(met))])


def asks_for_order(operation: Operation, spot: DocPath) -> bool:
    """Whether a read means so many elements of arrays, or these in an order: the documents around them come in none of
    theirs. What is found by words or by nearness is told by documents."""
    by_document = any(match.how in ("text", "near") for match in given(operation.filter, []))
    return bool(spot.arrays) and not by_document and (stated(operation.sort) or stated(operation.limit))


def first_in_order(
    world: OperationContext, array: DocPath, order: SortOrder | None, limit: int | None
) -> OperatorCall | FieldPath:
    """Return the elements of one document in an order, by their own fields, so many at most."""
    elements: OperatorCall | FieldPath = FieldPath(array.path)
    if not world.always(array.collection, array.path):
        elements = if_null(elements, [])
    elements = sort_array(elements, order) if order else elements
    return elements if limit is None else slice_of(elements, limit)


def of_one_document(conditions: Conditions, spot: DocPath) -> list[Stage] | None:
    """The stages that give the elements of one document in the order of an operation, as many as it asks for, and of
    these what it shows; None where their order is not of their own fields, or the server can't sort an array."""
    world, operation, order = conditions.world, conditions.operation, dict[str, int]()
    keys = given(operation.sort, [])
    if spot.arrays != (spot.path,) or (keys and not sorts_arrays(world)):
        return None
    for key in keys:
        place = conditions.place(key.field)
        if place.arrays != spot.arrays or conditions.attribute(key.field) is not None:
            return None
        order[place.path.removeprefix(f"{spot.path}.")] = given(key.direction, 1)
    shown = conditions.projection()
    elements = {spot.path: first_in_order(world, spot, order, given(operation.limit, None))}
    return [SetStage(elements), ProjectStage(shown)] if shown else [ProjectStage(elements)]


def recent_parts(
    conditions: Conditions, spot: DocPath, recipe: ScriptFunction
) -> dict[str, OperatorCall | FieldPath]:
    """What a read shows of arrays of children of which it includes the recent ones: these, by the paths of the arrays."""
    world, operation = conditions.world, conditions.operation
    if not sorts_arrays(world):
        return {}
    routes, _ = world.paths.reach(operation.entity, given(operation.includes, []))
    parts = dict[str, OperatorCall | FieldPath]()
    for step in (steps[-1] for steps in routes.values()):
        part = part_inside(world, step.relationship) if step.relationship and step.side == "from" else None
        if part is not None and part[0].collection == spot.collection and spot.holds(part[0]):
            array, order, most = part
            parts[array.path] = first_in_order(world, array, order, most)
            recipe.remark(f"Shows the {most} latest items of {array.path}, by {listed(order)}.")
    return parts


def sorts_arrays(world: OperationContext) -> bool:
    """Whether the server sorts an array in a document: $sortArray came with 5.2."""
    return given(world.model.server_version, "7.0") != "5.0"


def by_themselves(elements: Elements, conditions: Conditions, spot: DocPath) -> Elements:
    """The elements in an order of their own: without the document around them, unless the operation includes it."""
    operation = conditions.operation
    if not given(operation.includes, []):
        elements = elements._replace(projection={spot.path: 1})
    if conditions.sorts_by_attribute:
        return elements
    return _ahead(elements, spot, conditions.sort(), given(operation.limit, None))


def _ahead(elements: Elements, spot: DocPath, sort: SortOrder | None, limit: int | None) -> Elements:
    """The first elements in an order stand in as many documents as they are: those that hold the first of all, by which
    an index sorts them. Where conditions choose among the elements of a document, its first may be none of them."""
    keys, array = list(sort or {}), spot.arrays[-1]
    inside = [key for key in keys if key.startswith(f"{spot.arrays[0]}.")]
    chosen = any(not isinstance(stage, UnwindStage) for stage in elements.stages)
    if limit is None or chosen or not keys or len(inside) > 1 or len(spot.arrays) > 1:
        return elements
    filled = elements.filter.merged({f"{array}.0": Exists()})
    return elements._replace(filter=filled, stages=[SortStage(sort), LimitStage(limit), *elements.stages])


def counted(
    elements: Elements, spot: DocPath, buckets: Buckets, sort: SortOrder | None, limit: int | None
) -> Elements:
    """A limit counts elements, and they stand in windows or pages: of one parent as many of those hold enough, since each
    that matches has one; those of several parents follow one another in no order of what they hold."""
    if limit is None and (not sort or _by_time(buckets, sort)):
        return elements
    stages = elements.stages or [UnwindStage(array) for array in spot.arrays]
    if limit is not None and _by_time(buckets, sort):  # else by a field, or by how well the words fit
        stages = [SortStage({buckets.order: _direction(sort)}), LimitStage(limit), *stages]
    return Elements(elements.filter, [*stages])


def paged(
    elements: Elements, buckets: Buckets, sort: SortOrder | None, limit: int | None
) -> tuple[SortOrder, int] | None:
    """The order and number of whole pages that hold so many elements, None where pages are not what
    is asked for. The newest page may just have begun."""
    if limit is None or buckets.window or elements.stages or not _by_time(buckets, sort):
        return None
    pages = ceil(limit / buckets.bound) + (_direction(sort) < 0)
    return {"page": _direction(sort)}, pages


def in_order(buckets: Buckets, sort: SortOrder | None) -> SortOrder | None:
    """The sort of whole windows: their own order where elements are wanted by time."""
    return {"_id": _direction(sort)} if buckets.window and sort and _by_time(buckets, sort) else sort


def _by_time(buckets: Buckets, sort: SortOrder | None) -> bool:
    """Whether elements are wanted in the order in which their pages or windows follow one another."""
    return buckets.parent is not None and list(sort or {buckets.time: 1}) == [buckets.time]


def _direction(sort: SortOrder | None) -> int:
    return int(next(iter((sort or {"": 1}).values())))
