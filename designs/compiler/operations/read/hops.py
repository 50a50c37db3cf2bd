"""One hop from documents that are read to those that their references lead to, or that refer to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...cost.pricing import PAGED
from ...model.conceptual import Relationship, Tree, given
from ...model.constants import PAGE
from ...names.path_steps import Step
from ...names.tree_fields import CHILDREN, role_of
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.number_format import listed
from ...rules.gates import subset_count
from ...workload.list_order import most_stated
from ..context import OperationContext, RelationshipContext, ScriptFunction, loaded, outcome
from ..document_places import Address
from ..functions.split_subtypes import collections_of, looked_up
from ..identifiers import identifier
from ..ir.conditions import filter_of
from ..ir.expressions import (
    REDUCED,
    THIS,
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    concat_arrays,
    cond,
    first_of,
    if_null,
    in_,
    index_of,
    map_array,
    merge_objects,
    reduce_array,
)
from ..ir.predicates import In
from ..ir.stages import (
    LimitStage,
    LookupStage,
    MatchStage,
    ProjectStage,
    SetStage,
    SortStage,
    Stage,
    UnsetStage,
    WalkStage,
)
from .paging import order_of_index, page_size

Way = tuple[tuple[str, str], ...]
AS_ADDED = {"_id": 1}
"""The order of elements that had no room in an array."""


class Wanted(NamedTuple):
    """What a read of what an include leads to asks for. order: None for any; fields: None for all."""

    order: Mapping[str, int] | None
    fields: dict[str, int] | None


class Join:
    """One hop from documents that are read to those of another collection, or to others of their
    own. through: of a link collection, the field with the ids of those that are wanted; "" where
    the hop needs no link documents. hops: more than one for a walk, which an operation asks for by
    including a relationship of an entity with itself so many times. behind: the hop before, from whose
    documents this one goes on. part: the order and number of
    those that readers need, where that is a page or the recent ones; None for all. way: the ends that lead there.
    leads_on: whether another hop goes on from its documents. order: that of all to which it leads, or of the part, empty where
    they are told apart otherwise."""

    name: str
    links: str
    is_page = False
    """Whether the part is a first page, since nobody says how many there are at most."""
    ends_at_links = False
    """Whether it leads to the documents of links alone, which say all that is wanted of what they name."""
    is_overflow = False
    """Whether it leads to those of the elements that had no room in an array, which stands in the documents before it."""

    def __init__(
        self, world: OperationContext, step: Step, collection: str, hops: int = 1, behind: Join | None = None,
        at: DocPath | None = None, place: str = "", *, many: bool = False,
    ) -> None:  # fmt: skip
        relationship = step.relationship
        if relationship is None:
            raise LookupError(step.name)
        self.step, self.far, self.through = step, Address(world, step.target), ""
        self.hops, self.behind, self.place = hops, behind, place
        self.world, self.collection = world, collection
        self.kinds = collections_of(world.placement, step.target)
        self.part: tuple[dict[str, int], int] | None = None
        self.way: Way = ()
        self.leads_on, self.order = False, dict[str, int]()
        self.many = many or step.array or hops > 1
        here = at or next(iter(stored(world, relationship, step.side, collection)), None)
        if here is not None:
            self.own, self.foreign, self.source = here.path, self.far.key, self.far.collection
            self.local_arrays = here.arrays
        else:
            self._backwards(world, relationship, step, collection)
        if behind is not None:
            self.many = self.many or behind.many
            self.part = None if behind.many else self.part
        called = world.names.words(step.target) if self.many else world.names.word(step.target)
        self.wish = identifier(called, "joined")
        self.name = world.free(collection, self.wish)
        self.links = world.free(collection, identifier(self.source, "links")) if self.through else ""

    @property
    def local(self) -> str:
        """Where the documents that are read hold what the hop starts from."""
        return self.own if self.behind is None else f"{self.behind.name}.{self.own}"

    @property
    def needs(self) -> list[str]:
        """The paths in the documents before it that it starts from."""
        return [self.own]

    def end_at_links(self) -> None:
        """Lead no further than to the documents of links."""
        self.wish, self.ends_at_links = identifier(self.source, "links"), True
        self.through, self.links, self.kinds = "", "", ()

    def take_order(self) -> None:
        """Bring what it leads to into the order of its lists: nobody can work with a log that comes in any order."""
        if self.part is not None:
            self.order = self.part[0]
        elif self.hops == 1 and self.step.array and not (self.is_overflow or self._is_listed_in_order):
            self.order = order_of_all(self)

    def read_by(self, recipe: ScriptFunction, document: str, called: str, wanted: Wanted) -> bool:
        """Read what it leads to from one document by statements of its own; return False where it has none. document: the
        step that has read that one; called: what is read."""
        if not self._is_listed_in_order or wanted.order:
            return False
        ids = outcome(document, self.local, many=True)
        shown = [ProjectStage(wanted.fields)] if wanted.fields else []
        stages = [MatchStage(filter_of({"_id": In(ids)})), *self._as_listed(LiteralValue(ids)), *shown]
        recipe.add("aggregate", self.source, pipeline=stages, step=recipe.step(called))
        return True

    @property
    def _is_listed_in_order(self) -> bool:
        """Whether it leads to nodes of a tree whose order matters, from the parent that lists them in it."""
        tree = self.step.relationship
        if tree is None or tree.kind != "tree" or given(given(tree.tree, Tree()).ordered, False) is not True:
            return False
        lists = role_of(self.world.names, self.step) == CHILDREN and self.own in self.local_arrays
        return lists and self.hops == 1 and self.foreign == "_id" and not (self.through or self.kinds)

    def _as_listed(self, ids: Any) -> tuple[Stage, ...]:
        """The stages that put documents in the order of a list of their ids."""
        place = self.world.free(self.source, "place")
        number = SetStage({place: index_of(ids, FieldPath("_id"))})
        return number, SortStage({place: 1}), UnsetStage(place)

    def _backwards(
        self, world: OperationContext, relationship: Relationship, step: Step, collection: str
    ) -> None:
        """The other documents hold the ids of those that are read."""
        there = world.placement.reference(relationship, opposite(step.side))
        entity = relationship.end(step.side).entity
        apart = collection in collections_of(world.placement, entity)
        near = Address(world, entity, DocPath(collection) if apart else None)
        if there is None or near.collection != collection:
            raise LookupError(step.name)
        self.own, self.foreign, self.source = near.key, there.path, there.collection
        self.local_arrays = near.arrays
        if self.hops == 1:
            self.part = part_of(world, relationship) if step.side == "from" else None
            page = page_of_all(world, relationship, step.side, near, there) if self.part is None else None
            self.part, self.is_page = self.part or page, page is not None
        onward = world.placement.reference(relationship, step.side)
        if world.placement.traits(relationship).has_link_documents and onward is not None:
            self.through = onward.path

    @property
    def shown(self) -> dict[str, int] | None:
        """The projection of the documents that it leads to: where what is wanted is a part of them, that part; None
        where they are wanted whole."""
        part = self.far.spot.path
        is_last = not (self.leads_on or self.kinds or self.through) and self.hops == 1
        return {part: 1} if part and is_last and self.source == self.far.collection else None

    @property
    def stages(self) -> list[Stage]:
        """The $lookup, of a link collection two, one document unwrapped."""
        if self.hops > 1 and self.source in self.kinds:
            return self._hop_by_hop()
        stages = [self._first(self.links or self.name)]
        if self.through:
            onward = f"{self.links}.{self.through}"
            stages.append(LookupStage(self.far.collection, onward, self.far.key, self.name))
        first: list[Stage] = [] if self.many else [SetStage({self.name: first_of(FieldPath(self.name))})]
        return [*looked_up(self.world, self.collection, stages, self.kinds), *first]

    def _hop_by_hop(self) -> list[Stage]:
        """A walk through several collections: no $graphLookup does that, so each hop is a stage of its own,
        and of what several hops reach the first counts."""
        levels = [self.world.free(self.collection, f"{self.name}_hop{number}") for number in range(self.hops)]
        ids, local = self.world.free(self.collection, f"{self.name}_ids"), self.local
        stages: list[Stage] = []
        for level in levels:
            hop = LookupStage(self.source, local, self.foreign, level)
            stages += looked_up(self.world, self.collection, [hop], self.kinds)
            local = f"{level}.{self.own}"
            if self.own in self.local_arrays and level != levels[-1]:
                listed = concat_arrays(REDUCED, if_null(THIS, []))
                stages.append(SetStage({ids: reduce_array(FieldPath(local), [], listed)}))
                local = ids
        levels_with_hops = [_with_hops(level, self._counter, number) for number, level in enumerate(levels)]
        is_reached = in_(THIS.down("_id"), REDUCED.down("_id"))
        first = cond(is_reached, REDUCED, concat_arrays(REDUCED, [THIS]))
        reached = reduce_array(concat_arrays(*levels_with_hops), [], first)
        gone = [*levels, *([ids] if self.own in self.local_arrays else [])]
        return [*stages, SetStage({self.name: reached}), UnsetStage(gone)]

    @property
    def _counter(self) -> str:
        """The field that tells how many hops lie before a document: none that it has itself."""
        return self.world.free(self.source, "hops")

    def _first(self, called: str) -> Stage:
        """The stage that finds the documents of one hop, or of a walk of several."""
        if self.hops == 1:
            lookup = LookupStage(self.source, self.local, self.foreign, called)
            if self._is_listed_in_order and self.part is None and self.shown is None:
                in_order, listed = self._as_listed(Variable("listed")), {"listed": FieldPath(self.local)}
                return replace(lookup, variables=listed, stages=in_order, stages_last=True)
            if self.shown is not None:
                ordered = _sorted(lookup, self.order)
                shown = ProjectStage(self.shown)
                return replace(lookup, stages=(*(ordered.stages or ()), shown), stages_last=True)
            if self.is_overflow:
                return replace(lookup, stages=(SortStage(AS_ADDED),), stages_last=True)
            if self.part is not None:
                order, most = self.part
                return replace(lookup, stages=(SortStage(order), LimitStage(most)), stages_last=True)
            return _sorted(lookup, self.order)
        onward, most = self.through or self.local, self.hops - 1
        return WalkStage(
            self.source, FieldPath(self.local), onward, self.foreign, called, self._counter, most
        )


def _sorted(lookup: LookupStage, order: dict[str, int]) -> LookupStage:
    return replace(lookup, stages=(SortStage(order),), stages_last=True) if order else lookup


def _with_hops(level: str, counter: str, number: int) -> OperatorCall:
    """The documents of one hop, each saying how many lie before it, as those of a $graphLookup do."""
    row = merge_objects(Variable("one"), {counter: number})
    return map_array(FieldPath(level), "one", row)


def telling_pages(recipe: ScriptFunction, joins: list[Join]) -> None:
    """Say in the note of a read of which lists it gives the first page, though nobody asked for one, where it gives what
    had no room in an array, and by what they are sorted."""
    for join in joins:
        if join.is_overflow:
            recipe.remark(f"Overflow items are in {join.wish}.")
        if join.is_page and join.part is not None:
            recipe.remark(f"Includes up to {join.part[1]} {join.world.names.spoken(join.step.target)}.")
    telling_orders(recipe, joins)


def telling_orders(recipe: ScriptFunction, joins: list[Join]) -> None:
    """Say in the note of a read by what each list that it includes is sorted."""
    wishes = Counter(join.wish for join in joins)
    sorts = [
        f"{join.wish if wishes[join.wish] == 1 else join.name} by {in_words(join.order)}"
        for join in joins
        if join.order and not join.is_overflow
    ]
    if sorts:
        recipe.remark(f"Sorts {listed(sorts)}.")


def in_words(order: Mapping[str, int]) -> str:
    """Return what a note says of an order."""
    return " and ".join(f"{path}{' descending' if way < 0 else ''}" for path, way in order.items())


def order_of_all(join: Join) -> dict[str, int]:
    """Return the order of all documents to which a hop leads: that of the lists of these children, else that of an index which
    finds them, else their ids', which drivers make one after the other. None for what is linked with many, from a list or
    by documents of the links."""
    world, link = join.world, join.step.relationship
    planned = world.collections.get(join.source)
    if link is None or planned is None or planned.kind not in ("standard", "timeseries") or join.through:
        return {}
    if link.kind not in ("one-to-many", "tree") or join.step.side != "from":
        if join.foreign == join.far.key:
            return {}
        return order_of_index(world, join.source, join.foreign) or {"_id": 1}
    children = loaded("functions.references.Children")(RelationshipContext(world, link))
    if not children.at.is_root or children.collection != join.source or "_id" in children.listed_sort:
        return {"_id": 1}
    order: dict[str, int] = children.listed_sort
    return order


def page_of_all(
    world: OperationContext, relationship: Relationship, side: str, near: Address, there: DocPath
) -> tuple[dict[str, int], int] | None:
    """The first page of the documents that refer to one, where nobody states how many these are at most, nor that readers
    need all of them: in the order in which its function goes on. near: where that one stands; there: the reference."""
    needs_all = given(relationship.together_needs, "") == "all"
    if needs_all or relationship.kind == "one-to-one" or most_stated(relationship, side) is not None:
        return None
    link = RelationshipContext(world, relationship)
    if (
        link.traits.has_link_documents
        or near.arrays
        or world.collections[there.collection].kind != "standard"
    ):
        return None
    if relationship.kind in ("many-to-many", "graph"):
        order = order_of_index(world, there.collection, there.path) or {"_id": 1}
        return order, page_size(relationship, side)
    if relationship.kind != "one-to-many" or side != "from" or not Address(world, link.child).is_root:
        return None
    children = loaded("functions.references.Children")(link)
    return (children.listed_sort, children.page_size) if children.collection == there.collection else None


def overflow_of(world: OperationContext, step: Step, start: DocPath, behind: Join | None) -> list[Join]:
    """Return the hop to the elements that had no room in the array which a step leads to; none where all have. start: where
    the array's own documents stand; behind: the hop that leads to them."""
    link = step.relationship
    there = world.placement.reference(link, "to") if link is not None and step.side == "from" else None
    if link is None or there is None or world.collections[there.collection].kind != "overflow":
        return []
    join = Join(world, step, start.collection, behind=behind)
    join.is_overflow, join.wish, join.many = True, "extras", True
    join.way = (*(behind.way if behind is not None else ()), (link.name, step.side))
    return [join]


def part_of(world: OperationContext, relationship: Relationship) -> tuple[dict[str, int], int] | None:
    """The children that readers of a parent need, where the design says that it is not all."""
    case = world.placement.survey.cases[relationship.name]
    needs = case.look("together_needs")
    if relationship.kind != "one-to-many" or needs not in PAGED:
        return None
    link = RelationshipContext(world, relationship)
    (field, direction), at = link.child_sort, Address(world, link.child)
    places = [spot for spot in world.placement.of_path(link.child, field) if spot.collection == at.collection]
    most = given(relationship.page_size, PAGE) if needs == "page" else subset_count(case)
    if link.traits.is_paged:
        return _pages(world, relationship, direction, most)
    return ({places[0].path if places else "_id": direction}, most) if at.is_root else None


def _pages(
    world: OperationContext, relationship: Relationship, direction: int, most: int
) -> tuple[dict[str, int], int] | None:
    """The whole pages that hold so many children, of which the newest may just have begun; None of windows."""
    decision = world.placement.decision(relationship)
    if decision.traits.is_windowed:
        return None
    return {"page": direction}, ceil(most / (decision.bound or 1)) + (direction < 0)


def part_inside(
    world: OperationContext, relationship: Relationship
) -> tuple[DocPath, dict[str, int], int] | None:
    """The array of children that readers of a parent need the recent ones of, their order in it and how many they are;
    None where they need all of them, or these are in arrays of arrays or in no order of their own."""
    case, content = world.placement.survey.cases[relationship.name], world.placement.content(relationship)
    if not world.placement.traits(relationship).is_plain_embedding or case.look("together_needs") != "recent":
        return None
    if content is None or content.arrays != (content.path,):
        return None
    link = RelationshipContext(world, relationship)
    field, direction = link.child_sort
    for place in world.placement.of_path(link.child, field):
        if place.collection == content.collection and place.arrays == content.arrays:
            return content, {place.path.removeprefix(f"{content.path}."): direction}, subset_count(case)
    return None


def stored(world: OperationContext, relationship: Relationship, side: str, collection: str) -> list[DocPath]:
    """Where documents of the collection hold the ids that lead to the other side: all of them,
    so not those of a subset."""
    if side == "from" and world.placement.traits(relationship).is_slice:
        return []
    if world.placement.traits(relationship).has_link_documents:
        return []
    spots = world.placement.references(relationship, side)
    return [spot for spot in spots if spot.collection == collection]


# --- names ----------------------------------------------------------------------------------------


def called(world: OperationContext, joins: list[Join], collection: str) -> list[Join]:
    """The joins of the same documents under names of their own: what they lead to, and where several
    lead to the same, what this end calls it (owner, host) or where the reference stands."""
    taken = {field.name for field in world.fields(collection)}
    wishes = Counter(join.wish for join in joins)
    for join in (join for join in joins if wishes[join.wish] == 1):
        join.name = _other(join.wish, taken)
    for wish in (name for name, count in wishes.items() if count > 1):
        same = [join for join in joins if join.wish == wish]
        names = next((some for some in _roles(same) if _are_new(some, taken)), None)
        for place, join in enumerate(same):
            join.name = _other(names[place] if names is not None else wish, taken)
    for join in joins:
        join.links = _other(identifier(join.source, "links"), taken) if join.links else ""
    return joins


def _roles(same: list[Join]) -> Iterator[list[str]]:
    """Names for joins to the same, the plainest first: of the ends, of the references, of both, of the
    relationships."""
    ends = [_stem(join.step.name) for join in same]
    paths = [
        _stem(join.own if join.foreign == join.far.key else f"{join.foreign} {join.wish}") for join in same
    ]
    both = [f"{end} {join.wish}" for end, join in zip(ends, same, strict=True)]
    links = [join.step.relationship.name if join.step.relationship else "" for join in same]
    for wishes in (ends, paths, both, links):
        yield [identifier(f"{join.place} {wish}", join.wish) for join, wish in zip(same, wishes, strict=True)]


def _stem(path: str) -> str:
    """What a reference refers to, by its name."""
    return re.sub(r"(_ids?|(?<=[a-z])Ids?)(?= |$)", "", path)


def _are_new(names: list[str], taken: set[str]) -> bool:
    return len(set(names)) == len(names) and not taken & set(names)


def _other(name: str, taken: set[str]) -> str:
    """The name; where a reference has it, that of what it leads to (customerDetails), else with the first number that
    makes it new."""
    details = identifier(f"{name} details", name)
    free, number = name if name not in taken else details, 2
    while free in taken:
        free, number = f"{name}{number}", number + 1
    taken.add(free)
    return free
