"""The workload: a function for each operation of the design, wherever its data came to stand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..model.conceptual import Field, Match, Operation, Relationship, given
from ..model.constants import PAGE
from ..placement.doc_path import DocPath
from ..placement.schema_versions import of_some_versions
from ..placement.views import Choice
from ..plan_model.number_format import listed
from .context import OperationContext, ScriptFunction, Unsupported, digits, keeps_copies, loaded, remembered
from .document_places import Address
from .functions.links.both_sides import update_both
from .functions.split_subtypes import collections_of, looked_up
from .identifiers import identifier
from .ir.conditions import Filter, filter_of
from .ir.expressions import FieldPath, first_of
from .ir.predicates import Near
from .ir.stages import (
    LimitStage,
    LookupStage,
    MatchStage,
    NearStage,
    ProjectStage,
    SetStage,
    SortStage,
    Stage,
    UnsetStage,
    UnwindStage,
)  # fmt: skip
from .passes.placement_variants import at_each, called_at, named
from .passes.same_document_results import following
from .read.array_reads import (
    Elements,
    asks_for_order,
    buckets_of,
    by_themselves,
    counted,
    elements,
    in_order,
    of_one_document,
    paged,
    recent_parts,
    windowed,
)
from .read.conditions import Conditions, Elsewhere, shown
from .read.hops import Join, telling_pages
from .read.link_collections import by_links
from .read.lookups import joins_of, names_behind, reads_of_one, shown_with, unique_match
from .read.paging import most_of
from .write.folded_updates import with_children
from .write.inserts import insert_of
from .write.link_updates import link_update
from .write.operation_by_relationship import as_linked, leaving_parents
from .write.reference_updates import asking_for_listed

_LINKS = "functions.links.elsewhere.by_function"
_JOINED = "read.behind.lookup_filters.joined"
_OF_FIRST = "read.first_few.of_first"
_SAID = attrgetter("op", "collection", "filter", "update", "documents", "pipeline")
_NEXT = 2  # steps to a field of the next entity


def operations(world: OperationContext) -> Iterator[ScriptFunction]:
    """One recipe for each operation; several places make several."""
    for operation in world.model.workload:
        try:
            _ask_for_one_place(world, operation)
            functions = list(_functions(world, operation))
            refused = None if functions else loaded("notes.out_of_reach.refusal")(world, operation)
            if refused is not None:
                raise refused
        except Unsupported as reason:
            unwritten = ScriptFunction(f"operation:{operation.name}", operation.name, operation.kind)
            unwritten.unsupported = reason
            functions = [unwritten]
        yield from functions
        if of_some_versions(world.names.entities[operation.entity]):
            yield from loaded("read.all_versions.every_shape")(world, operation)


def _functions(world: OperationContext, operation: Operation) -> Iterator[ScriptFunction]:
    build = _stored if world.spot(operation.entity) else _folded
    is_of_first = operation.kind in ("update", "delete") and (operation.sort or operation.limit)
    yield from loaded(_OF_FIRST)(world, operation, build) if is_of_first else build(world, operation)


def _ask_for_one_place(world: OperationContext, operation: Operation) -> None:
    """Raise Unsupported where two of an entity stand in one document, linked to one another."""
    specials = world.placement.survey.families.specials
    if specials and (refused := loaded("effects.kinds_in_kinds.refusal")(world, operation.entity)):
        raise refused


def _stored(world: OperationContext, operation: Operation) -> Iterator[ScriptFunction]:
    """The operation at every place where its documents stand; a function of a relationship means all at once."""
    statements: list[Any] = []
    functions: list[ScriptFunction] = []
    for choice, narrowed in at_each(world, operation.entity):
        at_places = list(_of_places(narrowed, operation, choice))
        if _has_overflow(world):
            at_places = loaded("write.overflow.wherever")(narrowed, operation, at_places)
        for function in at_places:
            said = [_SAID(statement) for statement in function.statements]
            if said not in statements:
                statements.append(said)
                functions.append(with_children(narrowed, operation, function))
    if len(functions) > 1:
        together = loaded("passes.joined_places.in_all_places")
        functions = together(world, operation, functions, _note(operation))
    if _has_overflow(world):
        loaded("write.overflow.tell_places")(world, operation, functions)
    yield from functions


@remembered
def _has_overflow(world: OperationContext) -> bool:
    """Return whether what no longer fits into some documents goes on in others."""
    return any(each.kind == "overflow" for each in world.collections.values())


def _folded(world: OperationContext, operation: Operation) -> Iterator[ScriptFunction]:
    """The operation on what has no documents: a parent that stands in its children."""
    name, note = operation.name, _note(operation)
    recipe = ScriptFunction(f"operation:{name}", name, operation.kind, note=note)
    if operation.kind == "delete":
        yield from loaded("write.folded_documents.folded_delete")(world, operation, recipe, _stored)
        return
    statements = loaded(_FOLDED[operation.kind])(world, operation, recipe)
    if statements is not None:
        yield following(world, statements) if operation.kind == "update" else statements


_FOLDED = {
    "read": "read.folded_reads.folded_read",
    "insert": "write.folded_documents.folded_insert",
    "update": "write.folded_updates.folded_update",
}


def _of_places(world: OperationContext, operation: Operation, choice: Choice) -> Iterator[ScriptFunction]:
    """The recipe of an operation for each place of its entity that has one."""
    spots = world.placement.spots(operation.entity)
    once = operation.kind == "insert" and not collections_of(world.placement, operation.entity)
    meant = spots[:1] if once else spots
    kinds = collections_of(world.placement, operation.entity)
    apart = bool(kinds) and len({spot.collection for spot in meant}) == len(meant) > 1
    for number, spot in enumerate(meant):
        name = called_at(choice, operation.name) + (f".{number + 1}" if number else "")
        note = _note(operation) + (f" In {named(spot)}." if choice or apart else "")
        recipe = ScriptFunction(f"operation:{operation.name}", name, operation.kind, note=note)
        recipe.among = world.among(operation.entity)
        try:
            statements = _of(world, operation, spot, recipe)
        except Unsupported as reason:  # of this place alone
            statements, recipe.unsupported = recipe, reason
        if statements is not None and operation.kind == "read":
            _tell_what_is_read_along(world, operation, spot, statements)
        if statements is not None and (statements.statements or statements.unsupported):
            yield statements


def _tell_what_is_read_along(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> None:
    if keeps_copies(world):
        loaded("notes.reads_along.tell_copies")(world, operation, spot, recipe)
        loaded("notes.reads_along.tell_records")(world, operation, spot, recipe)
    if operation.projection:
        loaded("notes.reads_along.tell_unshown")(world, operation, spot, recipe)
    if operation.includes and any(each.together_needs == "summary" for each in world.model.links):
        loaded("notes.reads_along.tell_summaries")(world, operation, recipe)


def _note(operation: Operation) -> str:
    often = given(operation.per_day, None)
    return f"{operation.entity}, {operation.kind}" + (
        f": {digits(often)} per day." if often is not None else "."
    )


def _of(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    try:
        return (
            as_linked(world, operation, spot, recipe)
            or (
                _relinks(world, operation)
                and loaded("declared_moves.as_move")(world, operation, spot, recipe)
            )
            or link_update(world, operation, spot, _again(recipe))
            or _alone(world, operation, spot, recipe)
        )
    except Elsewhere as missing:
        path = str(missing)
        return (
            (operation.kind == "update" and loaded(_LINKS)(world, operation, spot, _again(recipe)))
            or _by_tree(world, operation, spot, path, _again(recipe))
            or loaded("read.listed_children.by_list")(world, operation, spot, path, _again(recipe))
            or by_links(world, operation, spot, _again(recipe), _alone)
            or loaded("read.behind.found_ahead.by_those_behind")(
                world, operation, spot, _again(recipe), _besides
            )
            or _behind(world, operation, spot, _again(recipe), path)
            or loaded(_JOINED)(world, operation, spot, _again(recipe))
            or _behind(world, operation, spot, _again(recipe), path, partly=True)
        )


def _besides(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """What a read asks besides the documents that it finds first."""
    try:
        return _alone(world, operation, spot, recipe)
    except Elsewhere as missing:
        by_filter = _behind(world, operation, spot, recipe, str(missing))
        function: ScriptFunction | None = by_filter or loaded(_JOINED)(world, operation, spot, recipe)
        return function


def _relinks(world: OperationContext, operation: Operation) -> bool:
    """Whether an update changes whom something is linked to."""
    if operation.kind != "update":
        return False
    steps = [world.paths.step(operation.entity, path) for path in operation.written]
    is_end = any(step is not None and step.kind == "end" for step in steps)
    return is_end or bool(world.paths.tree_steps(operation))


def _alone(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    """The operation by statements of its own. Raises Elsewhere."""
    if operation.kind == "insert":
        return insert_of(world, operation, spot, recipe)
    if operation.kind == "read":
        return _read(world, operation, spot, recipe)
    if operation.kind == "update":
        _tell_window(world, operation, recipe)
        update = update_both(world, operation, spot, recipe)
        if _relinks(world, operation):
            update = loaded("declared_moves.asking_for_parents")(world, operation, spot, update)
            update = leaving_parents(
                world, operation, spot, asking_for_listed(world, operation, spot, update)
            )
        return following(world, update)
    result: ScriptFunction = loaded("write.deletes.delete_of")(world, operation, spot, recipe)
    return result


def _tell_window(world: OperationContext, operation: Operation, recipe: ScriptFunction) -> None:
    """No update moves an element into the window of another time."""
    buckets = buckets_of(world, operation.entity)
    if buckets is not None and buckets.window and buckets.field in operation.written:
        child = world.word(operation.entity)
        recipe.remark(
            f"If {buckets.field} moves to another {buckets.window}, remove the {child} and add it again."
        )


def _by_tree(
    world: OperationContext, operation: Operation, spot: DocPath, path: str, recipe: ScriptFunction
) -> ScriptFunction | None:
    """Return what finds nodes as their tree stores them, None for a design without trees."""
    if all(relationship.kind != "tree" for relationship in world.model.links):
        return None
    by_tree = loaded("functions.trees.reads.by_tree")
    return by_tree(world, operation, spot, path, recipe, _besides)  # type: ignore[no-any-return]


def _again(recipe: ScriptFunction) -> ScriptFunction:
    """The recipe without the values that the way before asked for."""
    fresh = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, note=recipe.note)
    fresh.among = recipe.among
    return fresh


# --- reads --------------------------------------------------------------------------------------


def _read(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    buckets = buckets_of(world, operation.entity, operation)
    window = windowed(world, operation, buckets, recipe)
    asked = operation if window is None else replace(operation, filter=window.rest)
    conditions = Conditions(world, asked, spot)
    filter = filter_of(window.filter if window else None).merged(conditions.filter(recipe))
    joins = joins_of(world, operation, spot)
    alone = all(join.hops == 1 and join.behind is None for join in joins)
    is_one = (
        alone and unique_match(world, operation, spot) and not _picks_elements(world, asked, spot, filter)
    )
    by_order = buckets is None and asks_for_order(operation, spot)
    by_order = by_order and not (is_one and _is_of_elements(filter, spot))  # of which there is one at most
    inside = of_one_document(conditions, spot) if is_one and by_order and not joins else None
    if inside is not None:
        stages = [MatchStage(filter), *inside]
        return recipe.add("aggregate", spot.collection, pipeline=stages, options=conditions.collation())
    parts = recent_parts(conditions, spot, recipe)
    if is_one and not by_order and not parts:
        return reads_of_one(recipe, spot, filter, conditions, joins)
    limit, projection = given(operation.limit, None), shown(world, conditions)
    by_attribute, sort = conditions.sorts_by_attribute, conditions.sort()
    array = elements(world, spot, filter, whole=projection is None, apart=by_attribute or by_order)
    array = by_themselves(array, conditions, spot) if by_order else array
    if buckets is not None:
        pages = None if joins else paged(array, buckets, sort, limit)
        if pages is None:
            array = counted(array, spot, buckets, sort, limit)
        else:
            sort, limit = pages
    if joins or parts or by_attribute or array.stages or _takes_no_near(world, spot, filter):
        return _aggregate(operation, spot, recipe, conditions, array._replace(parts=parts), joins)
    most = most_of(world, operation, recipe) if buckets is None else limit
    return recipe.add(
        "find", spot.collection, filter=array.filter, projection=projection or array.projection, limit=most,
        sort=in_order(buckets, sort) if buckets else sort, options=conditions.collation(),
    )  # fmt: skip


def _is_of_elements(filter: Filter, spot: DocPath) -> bool:
    return bool(spot.arrays and filter.split(spot.arrays[-1])[0])


def _picks_elements(world: OperationContext, operation: Operation, spot: DocPath, filter: Filter) -> bool:
    """Whether a read of elements means some of those of one document, which is named by itself: those that meet
    its other conditions."""
    if not spot.arrays or not elements(world, spot, filter, whole=True).stages:
        return False
    own = Conditions(world, operation, spot)
    around = [match for match in given(operation.filter, []) if not own.place(match.field).arrays]
    return unique_match(world, replace(operation, filter=around), spot)


def _aggregate(
    operation: Operation,
    spot: DocPath,
    recipe: ScriptFunction,
    conditions: Conditions,
    elements: Elements,
    joins: list[Join],
) -> ScriptFunction:
    stages: list[Stage] = [*_first(conditions, spot, elements.filter), *elements.stages]
    (sort, after), limit, fields = (
        conditions.sort_stages(sum(isinstance(stage, UnwindStage) for stage in elements.stages)),
        given(operation.limit, None),
        shown_with(conditions, joins),
    )
    if elements.stages and not fields and not joins:
        fields = elements.projection
    is_single = not elements.stages and unique_match(conditions.world, operation, spot)
    most = limit if is_single else most_of(conditions.world, operation, recipe)
    stages += [*sort, *([LimitStage(most)] if most is not None else [])]
    near = next((stage for stage in stages if isinstance(stage, NearStage)), None)
    if near is not None and _takes_no_near(conditions.world, spot, elements.filter):
        after = [*after, UnsetStage([near.distance])]  # as a find would answer
    stages += after if not fields else []
    stages += [SetStage(elements.parts)] if elements.parts else []
    joined = [stage for join in joins for stage in join.stages]
    telling_pages(recipe, joins)
    if fields:
        joined.append(ProjectStage(fields))
    return recipe.add(
        "aggregate", spot.collection, pipeline=[*stages, *joined], options=conditions.collation()
    )


def _takes_no_near(world: OperationContext, spot: DocPath, filter: Filter) -> bool:
    """Whether a find refuses what the filter asks: of measurements only a pipeline tells the nearest."""
    near = any(isinstance(each.predicate, Near) for each in filter.on_paths)
    return near and world.collections[spot.collection].kind == "timeseries"


def _first(conditions: Conditions, spot: DocPath, filter: Filter) -> list[Stage]:
    """The first stage of a pipeline. Nearness is a stage of its own there: $match refuses $near."""
    near = next((at for at in filter.on_paths if isinstance(at.predicate, Near)), None)
    if near is None or not isinstance(near.predicate, Near):
        return [MatchStage(filter)] if filter else []
    rest = filter.without(near.path)
    distance = conditions.world.free(spot.collection, "distance")
    return [NearStage(near.predicate.geometry, near.path, distance, rest, near.predicate.metres)]


class _Led(NamedTuple):
    """A condition on what a reference leads to. far: the documents there; key: of them, what the reference holds;
    place: of the value that is asked for."""

    reference: DocPath
    far: Address
    key: str
    place: DocPath
    match: Match


def _led(world: OperationContext, operation: Operation, spot: DocPath, path: str) -> _Led | None:
    """The condition of an operation on such a path, None where a join can't ask for it."""
    route = world.paths.resolve(operation.entity, path, given(operation.includes, []))
    step = route.steps[0] if route is not None and len(route.steps) == _NEXT else None
    if operation.kind != "read" or step is None or step.kind != "end" or step.relationship is None:
        return None
    reference = world.placement.reference(step.relationship, step.side)
    if reference is None or reference.collection != spot.collection or world.spot(step.target) is None:
        return None
    if step.side == "from" and world.placement.traits(step.relationship).is_slice:
        return None  # a slice leads to some of them only
    far, last = Address(world, step.target), path.rpartition(".")[2]
    inside = world.placement.of_path(far.entity, last, within=True)
    places = [join for join in inside if join.collection == far.collection]
    match = next((match for match in given(operation.filter, []) if match.field == path), None)
    if not places or match is None or match.how in ("text", "near"):
        return None
    key = _key(world, far, step.relationship, reference)
    return _Led(reference, far, key, places[0], match) if key else None


def _key(world: OperationContext, far: Address, relationship: Relationship, reference: DocPath) -> str:
    """What a reference holds of documents: their id, of an array of values the field that these are of; "" where that
    is not one of their own."""
    if not world.placement.traits(relationship).holds_values:
        return far.key
    array = world.field(reference.collection, reference.path)
    source = array.items.source if array is not None and array.items is not None else None
    return source.name if far.is_root and isinstance(source, Field) else ""


def _behind(
    world: OperationContext,
    operation: Operation,
    spot: DocPath,
    recipe: ScriptFunction,
    path: str,
    *,
    partly: bool = False,
) -> ScriptFunction | None:
    """A filter on what a reference leads to: the server joins first, then filters. None where more of what is
    asked or included stands elsewhere; partly: without that, and the note says what is not asked."""
    led = _led(world, operation, spot, path)
    shown_there = loaded("read.behind.found_ahead.names_shown")(world, operation, spot, path)
    more = given(operation.includes, []) or (names_behind(world, operation, spot) and not shown_there)
    if led is None or (more and not partly):
        return None
    far, matches = led.far, given(operation.filter, [])
    joined = world.free(spot.collection, identifier(world.names.word(far.entity), "joined"))
    value = Conditions(world, operation, led.place).holds(recipe, led.match, led.place)
    lookup = LookupStage(far.collection, led.reference.path, led.key, joined)
    rest = replace(operation, filter=[match for match in matches if match is not led.match])
    conditions = Conditions(world, _asked_here(world, rest, spot, recipe) if partly else rest, spot)
    try:
        own, sort = conditions.filter(recipe), conditions.sort()
    except Elsewhere:
        return None
    names, order = collections_of(world.placement, far.entity), [SortStage(sort)] if sort else []
    stages: list[Stage] = [*_first(conditions, spot, own), *(order if own else ())]
    stages += looked_up(world, spot.collection, [lookup], names)
    stages += [MatchStage(filter_of({f"{joined}.{led.place.path}": value})), *(() if own else order)]
    stages.append(LimitStage(given(operation.limit, None) or recipe.limit(PAGE)))
    is_wanted = bool(given(operation.includes, []))
    if given(operation.projection, []):
        there = {f"{joined}.{name}": 1 for name in shown_there} or ({joined: 1} if is_wanted else {})
        stages += [SetStage({joined: first_of(FieldPath(joined))})] if shown_there else []
        stages.append(ProjectStage((conditions.projection() or {}) | there or {"_id": 1}))
    elif not is_wanted:
        stages.append(UnsetStage([joined]))
    return recipe.add("aggregate", spot.collection, pipeline=stages, options=conditions.collation())


def _asked_here(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> Operation:
    """The operation with the conditions and the order that the documents themselves can answer; the note says what
    is left out."""
    here, missing = Conditions(world, operation, spot), list[str]()
    always = given(operation.always_filter, None) or {}

    def is_here(path: str) -> bool:
        try:
            here.place(path)
        except Elsewhere:
            missing.append(path)
            return False
        return True

    matches = [match for match in given(operation.filter, []) if is_here(match.field)]
    constant = {path: value for path, value in always.items() if path.startswith("$") or is_here(path)}
    order = list(takewhile(lambda key: is_here(key.field), given(operation.sort, [])))
    if missing:
        left = listed(dict.fromkeys(missing))
        recipe.remark(f"{left} isn't filtered: {spot.collection} documents don't contain it.")
    return replace(operation, filter=matches, always_filter=constant, sort=order)
