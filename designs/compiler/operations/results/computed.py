"""COMPUTED and APPROXIMATION: stored results, kept on each write, from time to time, or roughly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
from msgspec.structs import replace

from ...attributes.computed_refresh import how_often
from ...model.conceptual import Computed, Entity, Field, given, stated
from ...model.field_walk import computed_fields, parts
from ...model.formulas import parse, paths_of
from ...names.path_steps import Route
from ...placement.inherited_computed import stored_results
from ...placement.schema_versions import NUMBER, newest
from ...placement.stored_averages import aggregate, beside, is_moved_along, is_sure, moved
from ...plan_model.number_format import listed
from ..context import SYNC, OperationContext, RelationshipContext, ScriptFunction, outcome, remembered
from ..document_places import Address
from ..functions.split_subtypes import ask_all, collections_of
from ..ir.changes import Compute, Inc, Update, UpdatePath
from ..ir.conditions import Filter, filter_of
from ..ir.expressions import (
    FieldPath,
    LiteralValue,
    OperatorCall,
    add,
    and_,
    cond,
    divide,
    gt,
    gte,
    if_null,
    lte,
    max_of,
    min_of,
    round_to,
    subtract,
)
from ..ir.predicates import Exists, Ne, Range
from ..number_types import is_made_decimal, is_narrowed, narrowed
from ..passes.placement_variants import at_each, at_every, called_at
from ..read.conditions import of_kind
from .expressions import (
    ElementTranslator,
    FoldedTranslator,
    Result,
    Translator,
    Unsaid,
    UnwoundTranslator,
    in_elements,
    one_if_there,
    sources_first,
)

STEP, SHARE = 100, 0.01  # of an approximation: one hit in a hundred writes a hundred


class Figure(msgspec.Struct, frozen=True):
    """One stored aggregate of another collection's documents. path: where it stands; kind: count, sum, avg,
    max or min; value: the path of the field in those documents, "" for themselves; digits: of rounding;
    sure: whether each of them has the value; sum, counter: of an average, what it is kept with; narrow: writes
    a value as its field's type allows."""

    path: str
    kind: str
    value: str = ""
    digits: int | None = None
    sure: bool = True
    sum: str = ""
    counter: str = ""
    narrow: Callable[[Any], Any] | None = None

    @property
    def parts(self) -> list[Figure]:
        """What moves by itself: of an average its sum and its count."""
        if self.kind != "avg":
            return [self]
        counted = "" if self.sure else self.value
        total = Figure(self.sum, "sum", self.value, sure=self.sure)
        return [total, Figure(self.counter, "count", counted, sure=self.sure)]


class Figures:
    """The counts, sums and averages of a parent that each write of a child moves. extremes: its greatest and least values,
    which a child that comes can move, while one that goes leaves them to be worked out anew."""

    def __init__(self, figures: list[Figure], extremes: list[Figure]) -> None:
        self.figures, self.extremes = figures, extremes

    def __bool__(self) -> bool:
        return bool(self.figures)

    def moved(self, sign: int) -> list[Figure]:
        """Return those that move by themselves where a child comes (1) or goes (-1)."""
        return [*self.figures, *self.extremes] if sign > 0 else self.figures

    def update(self, step: str, sign: int) -> Update:
        """The update that adds (1) or takes off (-1) the child that a step holds."""
        moved: dict[str, OperatorCall] = {}
        for part in (part for figure in self.figures for part in figure.parts):
            before, by = if_null(FieldPath(part.path), 0), by_one(part, step)
            moved.setdefault(part.path, add(before, by) if sign > 0 else subtract(before, by))
        changes = Update.computing(moved).changes
        if sign > 0:
            changes += tuple(_raised(figure, step) for figure in self.extremes)
        averages = {figure.path: _average(figure) for figure in self.figures if figure.kind == "avg"}
        return Update(tuple(some for some in (changes, Update.computing(averages).changes) if some))


_EXTREMES = {"max": max_of, "min": min_of}  # of those that have a value


def _raised(figure: Figure, step: str) -> Compute:
    """Return the change by which a child that comes moves a greatest or least value: a second time leaves it there."""
    value = _EXTREMES[figure.kind](FieldPath(figure.path), LiteralValue(outcome(step, figure.value)))
    return Compute(UpdatePath(figure.path), value, settled=True)


def by_one(part: Figure, step: str) -> Any:
    """By how much a child moves a count or sum: one without the value by nothing."""
    if not part.value:
        return 1
    value: Any = LiteralValue(outcome(step, part.value))
    if part.kind == "count":
        return one_if_there(value)
    return value if part.sure else if_null(value, 0)


def _average(figure: Figure) -> OperatorCall:
    divided = divide(FieldPath(figure.sum), FieldPath(figure.counter))
    value = divided if figure.digits is None else round_to(divided, figure.digits)
    value = value if figure.narrow is None else figure.narrow(value)
    return cond(gt(FieldPath(figure.counter), 0), value, None)


def figures_of(link: RelationshipContext) -> Figures:
    """The parent's figures over the children of a relationship."""
    parent = link.world.names.entities[link.parent]
    figures = [
        figure
        for path, _, computed in computed_fields(parent.own_fields)
        if link.placement.upkeep.refresh(link.parent, computed) == "on-write"
        and (figure := _figure(link, path, computed)) is not None
    ]
    counted = {(figure.value, figure.sure): figure.path for figure in figures if figure.kind == "count"}
    moving = [_with_count(figure, link, counted) for figure in figures if figure.kind not in _EXTREMES]
    extremes = [figure for figure in figures if figure.kind in _EXTREMES]
    return Figures(moving if link.traits.moves_results else [], extremes)


def _with_count(figure: Figure, link: RelationshipContext, counted: dict[tuple[str, bool], str]) -> Figure:
    """An average with the field that counts what it is of: a stored count of the same, else one made for it."""
    if figure.kind != "avg":
        return figure
    count = counted.get(("", True) if figure.sure else (figure.value, False))
    return replace(
        figure, counter=count or (link.names.counter(link.relationship) if figure.sure else figure.counter)
    )


def helpers_of(link: RelationshipContext) -> Iterator[tuple[str, Computed]]:
    """The sums and counts that averages of figures are kept with, as formulas."""
    figures, end = figures_of(link).figures, link.names.end(link.relationship, "from")
    own, parent = {figure.path for figure in figures}, link.world.names.entities[link.parent]
    averages = {figure.path: figure for figure in figures if figure.kind == "avg"}
    for path, _, computed in computed_fields(parent.own_fields):
        function, average = aggregate(parse(computed.formula)), averages.get(path)
        if function is not None and average is not None:
            yield average.sum, Computed(formula=f"sum({function[1]})")
            if average.counter not in own:
                yield average.counter, Computed(formula=f"count({end if average.sure else function[1]})")


def _figure(link: RelationshipContext, path: str, computed: Computed) -> Figure | None:
    expression = parse(computed.formula)
    function = aggregate(expression)
    if expression is None or function is None or function[0] not in ("count", "sum", "avg", *_EXTREMES):
        return None
    kind, source, digits = function
    if kind in _EXTREMES and digits is not None:
        return None
    typed, types = _types_for(link.world, link.parent), _result_types(link.world, link.parent, path, computed)
    if kind in ("sum", *_EXTREMES) and (
        is_narrowed(expression, typed, types) or is_made_decimal(expression, typed, types)
    ):
        return None  # what is rounded at each step is not the sum rounded: it is worked out anew
    route = moved(link.placement, link.parent, source)
    if route is None or route.steps[0].relationship is not link.relationship:
        return None
    sure, value = is_sure(route), _child_field(link, route)
    if value is None or (not value and kind != "count"):
        return None
    if kind != "avg":
        return Figure(path, kind, "" if kind == "count" and sure else value, digits, sure)
    if not is_moved_along(link.placement, route):
        return None  # those without the value count for nothing: it is worked out anew
    names = beside(link.world.names.entities[link.parent].own_fields)[source]
    narrow = partial(narrowed, expression, typed, types)
    return Figure(path, kind, value, digits, sure, names.sum, names.values, narrow)


def _child_field(link: RelationshipContext, route: Route) -> str | None:
    """The path of a value in the child's document, "" for the child itself, None where it is elsewhere."""
    if len(route.steps) == 1:
        return ""
    child = Address(link.world, link.child)
    spots = [
        spot for spot in link.placement.of_route(route, link.parent) if spot.collection == child.collection
    ]
    return spots[0].path if spots and not spots[0].arrays else None


# --- of the same document ------------------------------------------------------------------------


def refreshers(world: OperationContext) -> Iterator[ScriptFunction]:
    """For each place of an entity: what recomputes its fields there, and what counts roughly."""
    for entity in world.names.entities.values():
        for choice, context in at_each(world, entity.name) if has_results(world, entity.name) else []:
            for recipe in (
                _refreshers(context, entity, called_at(choice, entity.name))
                if context.spot(entity.name)
                else []
            ):
                ask_all(world, recipe, collections_of(context.placement, entity.name))
                yield recipe
        yield from _in_children(world, entity) if has_results(world, entity.name) else ()


def _in_children(world: OperationContext, entity: Entity) -> Iterator[ScriptFunction]:
    """Yield for each place of children that repeat their parent whole what recomputes the results that they repeat."""
    for relationship in world.names.relationships.values():
        is_folded = relationship.from_.entity == entity.name and world.placement.folded(relationship)
        for choice, placed in at_every(world, relationship.to.entity) if is_folded else ():
            link = RelationshipContext(placed, relationship)
            results = list(folded_results(link, "periodic"))
            if results:
                name = f"{relationship.name}.{called_at(choice, link.child)}.recompute"
                yield _recomputed(link, results, name)


def _recomputed(link: RelationshipContext, results: list[Result], name: str) -> ScriptFunction:
    at = Address(link.world, link.child)
    children = link.names.words(link.child)
    note = (
        f"Recomputes {_listed(results)}, copied to {children} from their {link.words[0]}. Run it on "
        "the schedule set in the design."
    )
    recipe = ScriptFunction(f"entity:{link.parent}", name, "compute", script=SYNC, note=note)
    names = link.placement.folded(link.relationship)
    needed = [
        each.name for each in link.world.names.entities[link.parent].own_fields if each.required is True
    ]
    told_by = next((path for name, path in names.items() if name in needed), next(iter(names.values())))
    held = of_kind(link.world, link.child, at.collection).merged({at.path(told_by): Exists()})
    due = _due(link.world, link.parent)
    return recipe.add("updateMany", at.collection, filter=held, update=_worked_out(results), due=due)


def _refreshers(world: OperationContext, entity: Entity, name: str) -> Iterator[ScriptFunction]:
    kept, periodic, at = list[Result](), list[Result](), Address(world, entity.name)
    for path, _, computed in stored_results(world.placement, entity):
        refresh = world.placement.upkeep.refresh(entity.name, computed)
        if refresh == "approximate":
            yield from () if _is_counted(world, computed) else _approximate(at, path, name)
            continue
        expression = translated(world, entity.name, path, computed)
        if expression is not None:
            sources = sources_of(world, entity.name, computed, at.collection)
            result = Result(at.path(path), sources, expression)
            (periodic if refresh == "periodic" else kept).append(result)
    kept += element_results(world, entity)
    periodic += element_results(world, entity, "periodic")
    yield from _refresh(at, kept, periodic, name)


def _is_counted(world: OperationContext, computed: Computed) -> bool:
    """Whether an operation adds to a counter at each hit: a hundred for one in a hundred would count them all twice."""
    added = (
        world.paths.resolve(operation.entity, effect.field)
        for operation in world.model.workload
        for effect in given(operation.effects, [])
        if effect.do == "increment"
    )
    return any(
        route is not None and route.field is not None and route.field.computed is computed for route in added
    )


def _due(world: OperationContext, entity: str) -> str:
    """Return how often the results of an entity are worked out by a job, in words."""
    upkeep, fields = world.placement.upkeep, computed_fields(world.names.entities[entity].own_fields)
    times = (how_often(each) for _, _, each in fields if upkeep.refresh(entity, each) == "periodic")
    return listed(dict.fromkeys(times))


def translated(world: OperationContext, entity: str, path: str, computed: Computed) -> Any:
    """The formula over the document that keeps its result at a path, None where it reaches beyond."""
    expression, spot = parse(computed.formula), world.spot(entity)
    if expression is None or spot is None or spot.arrays:
        return None
    try:
        return in_its_shape(world, entity, path, computed, Translator(world, entity, spot).whole(expression))
    except Unsaid:
        return None


def element_results(world: OperationContext, entity: Entity, refresh: str = "on-write") -> Iterator[Result]:
    """Yield the results that the elements of an array work out from what stands in them, which the array is written for
    as a whole. refresh: when."""
    spot = world.spot(entity.name)
    for path, computed, value, sources in of_elements(world, entity, ElementTranslator):
        if spot is not None and world.placement.upkeep.refresh(entity.name, computed) == refresh:
            yield Result(f"{spot.path}.{path}", sources, in_elements(spot, path, value), spot.arrays[0])


def of_elements(
    world: OperationContext, entity: Entity, translators: type[UnwoundTranslator]
) -> Iterator[tuple[str, Computed, Any, tuple[str, ...]]]:
    """Yield of each result in the elements of an array its path there, its formula, what this says there, and where stands
    what it reads. None for kinds, nor for what stands in objects."""
    spot = world.spot(entity.name)
    if spot is None or spot.arrays[-1:] != (spot.path,) or world.among(entity.name):
        return
    translator = translators(world, entity.name, spot)
    is_in_object = any("." in each[len(around) + 1 :] for around, each in pairwise(spot.arrays))
    for path, field, computed in stored_results(world.placement, entity):
        expression = parse(computed.formula)
        if expression is None or "." in path or is_in_object:
            continue
        try:
            value = translator.whole(expression)
        except Unsaid:
            continue
        types = _types_for(world, entity.name), _result_types(world, entity.name, path, computed)
        sources = tuple(translator.place(source).path for source in paths_of(expression))
        if brought_by_version(field):
            sources = (*sources, spot.down(NUMBER).path)
        value = narrowed(expression, *types, value)
        number, here = (translator.at(spot.down(name).path) for name in (NUMBER, path))
        yield path, computed, _of_versions([field], number, here, value), sources


def brought_by_version(field: Field) -> bool:
    """Return whether documents have a field from a later version of their shape on: moving them to it brings the field."""
    return given(field.since_version, 1) > 1


def in_its_shape(world: OperationContext, entity: str, path: str, computed: Computed, value: Any) -> Any:
    """A result as its field's type allows, where the document is of a version of the shape that has it; elsewhere
    what is there stays."""
    expression = parse(computed.formula)
    if expression is not None:
        value = narrowed(
            expression, _types_for(world, entity), _result_types(world, entity, path, computed), value
        )
    at, fields = Address(world, entity), world.names.entities[entity].own_fields
    around = [
        part.field
        for part in parts(fields)
        if (part.path == path and part.field.computed == computed) or path.startswith(f"{part.path}.")
    ]
    return _of_versions(around, FieldPath(at.path(NUMBER)), FieldPath(at.path(path)), value)


def _of_versions(around: list[Field], number: Any, here: Any, value: Any) -> Any:
    """Return a value where the shape's version, which stands at number, has a field and all around it; elsewhere what is here stays."""
    number = if_null(number, 1)
    limits = [gte(number, group.since_version) for group in around if stated(group.since_version)]
    limits += [lte(number, group.until_version) for group in around if stated(group.until_version)]
    return cond(and_(*limits), value, here) if limits else value


def folded_results(link: RelationshipContext, refresh: str = "on-write") -> Iterator[Result]:
    """Yield the results of a parent that are kept in the children which it is folded into. refresh: when."""
    world, spot, names = link.world, link.world.spot(link.child), link.placement.folded(link.relationship)
    if spot is None or spot.arrays or not has_results(world, link.parent):
        return
    translator = FoldedTranslator(world, link.parent, spot, names)
    latest = newest(world.names.entities[link.parent])
    for path, field, computed in stored_results(world.placement, world.names.entities[link.parent]):
        is_meant = world.placement.upkeep.refresh(link.parent, computed) == refresh
        expression = parse(computed.formula)
        is_left_behind = given(field.until_version, latest) < latest  # no child tells the shape of its parent
        if not is_meant or expression is None or is_left_behind:
            continue
        try:
            place, value = translator.place(path).path, translator.whole(expression)
            sources = tuple(translator.place(source).path for source in paths_of(expression))
        except Unsaid:
            continue
        types = _types_for(world, link.parent), _result_types(world, link.parent, path, computed)
        yield Result(place, sources, narrowed(expression, *types, value))


def _result_types(world: OperationContext, entity: str, path: str, computed: Computed) -> tuple[str, ...]:
    """The types that the field of a result has."""
    own = parts(world.names.entities[entity].own_fields)
    types = (
        field.field.all_types for field in own if field.path == path and field.field.computed == computed
    )
    return next(types, ())


def _types_for(world: OperationContext, entity: str) -> Callable[[str], tuple[str, ...]]:
    """What tells the types of the value at a path from an entity."""

    def typed(path: str) -> tuple[str, ...]:
        route = world.paths.resolve(entity, path)
        field = route.field if route is not None else None
        if field is None:
            return ()
        items = given(field.items, None)
        return field.all_types if items is None else (items.type,)

    return typed


@remembered
def has_results(world: OperationContext, entity: str) -> bool:
    """Whether documents of an entity store results at all: most do not."""
    return any(stored_results(world.placement, world.names.entities[entity]))


def sources_of(world: OperationContext, entity: str, computed: Computed, collection: str) -> tuple[str, ...]:
    """Where in documents of a collection stands what a formula reads."""
    expression = parse(computed.formula)
    paths = paths_of(expression) if expression is not None else ()
    spots = (spot for path in paths for spot in world.placement.of_path(entity, path))
    return tuple(spot.path for spot in spots if spot.collection == collection)


def _refresh(at: Address, kept: list[Result], periodic: list[Result], name: str) -> Iterator[ScriptFunction]:
    subject, word = f"entity:{at.entity}", at.world.word(at.entity)
    if kept:
        note = f"Recomputes {_listed(kept)} after a source field changes. Safe to repeat."
        recipe = ScriptFunction(subject, f"{name}.compute", "compute", script=SYNC, note=note)
        yield recipe.add(
            "updateOne", at.collection, filter=at.match(at.id(recipe, word)), update=_worked_out(kept)
        )
    if periodic:
        note = f"Recomputes {_listed(periodic)} in every document. Run it on the schedule set in the design."
        recipe = ScriptFunction(subject, f"{name}.recompute", "compute", script=SYNC, note=note)
        held = of_kind(at.world, at.entity, at.collection).merged(_where_it_stands(at))
        due = _due(at.world, at.entity)
        yield recipe.add("updateMany", at.collection, filter=held, update=_worked_out(periodic), due=due)


def _where_it_stands(at: Address) -> Filter:
    """Return what holds of the documents that have a part, where others have none: a result would make them one."""
    path, top = at.spot.path, at.world.field(at.collection, at.spot.path.partition(".")[0])
    is_everywhere = top is None or (at.world.always(at.collection, path) and not top.kinds)
    return Filter() if not path or at.arrays or is_everywhere else filter_of({path: Ne(None)})


def _worked_out(results: list[Result]) -> Update:
    """One step for each field, because a formula may read an earlier result."""
    return Update(tuple((result.change,) for result in sources_first(results)))


def _listed(results: list[Result]) -> str:
    return ", ".join(result.path for result in results)


def _approximate(at: Address, path: str, name: str) -> Iterator[ScriptFunction]:
    note = f"Approximates {path}: writes {STEP} once per {STEP} hits, for 1% of the writes."
    recipe = ScriptFunction(f"entity:{at.entity}", f"{name}.hit.{path}", "count", note=note)
    which = at.id(recipe, at.world.word(at.entity))
    update = Update.of(Inc(at.update_path(path, which), STEP))
    yield at.write(recipe, which, update, more=_of_its_shapes(at, path), chance=SHARE)


def _of_its_shapes(at: Address, path: str) -> Filter:
    """Return what holds of the documents whose shape has a field: an older or a newer one would get it."""
    field, number = (at.world.field(at.collection, at.path(name)) for name in (path, NUMBER))
    source = field.source if field is not None else None
    if source is None or number is None:
        return Filter()
    first, last = given(source.since_version, 1), given(source.until_version, None)
    bounds = [("gte", first)] if first > 1 else []
    bounds += [("lte", last)] if last is not None and last < (number.maximum or 0) else []
    return filter_of({NUMBER: Range(tuple(bounds))} if bounds else {})
