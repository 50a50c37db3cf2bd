"""What follows from a write: stored results are worked out in the statement that changes what they
are computed from, or right behind it, so that nobody leaves a stale one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from ...model.conceptual import Entity, Relationship
from ...names.inflection import singular
from ...placement.inherited_computed import stored_results
from ...placement.schema_versions import NUMBER
from ...plan_model.number_format import listed
from ...plan_model.physical import Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction, loaded, outcome, remembered
from ..document_places import Address
from ..ir.changes import (
    AddToSet,
    Compute,
    CurrentDate,
    DocumentChange,
    Inc,
    Max,
    Min,
    Mul,
    Pull,
    PullAll,
    Push,
    Put,
    PutOrUnset,
    SetOnInsert,
    Unset,
    Update,
)  # fmt: skip
from ..ir.conditions import At, Filter, filter_of
from ..ir.expressions import (
    NOW,
    REMOVE,
    AggregationExpression,
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    add,
    concat_arrays,
    cond,
    filter_array,
    if_null,
    in_,
    max_of,
    min_of,
    multiply,
    not_,
    or_,
    paths_read,
    unmet,
)
from ..ir.predicates import AllOf, Elem, Eq, In, Predicate
from ..ir.stages import MergeStage, ProjectStage, SetStage, Stage
from ..results.computed import (
    brought_by_version,
    element_results,
    folded_results,
    has_results,
    sources_of,
    translated,
)
from ..results.expressions import Result, sources_first
from ..write.written_paths import places_of, touches
from .placement_variants import at_every, whole

_SEVERAL = 2
_UPDATES = frozenset({"updateOne", "updateMany", "findOneAndUpdate"})
_ALIKE_IN_STAGES = frozenset({"upsert", "returnDocument", "sort", "projection"})
"""Options that mean the same where stages say what an update does."""


def followed(link: RelationshipContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the results that follow from what it writes in the documents themselves."""
    return following(link.world, recipe)


def following(world: OperationContext, recipe: ScriptFunction, *, staged: bool = True) -> ScriptFunction:
    """The same for what belongs to no relationship. staged: whether stages may say what its updates do; a $pull
    by values that may be lists, or missing, has no like."""
    around = whole(world)
    if recipe.purpose != "rename" and _has_value_lists(around):
        recipe = loaded("passes.value_lists.with_lists")(around, recipe)
    statements = [
        each for statement in recipe.statements for each in _with_results(world, recipe, statement, staged)
    ]
    numbered = [
        replace(statement, id=f"{recipe.name}.{number}")
        for number, statement in enumerate(statements, start=1)
    ]
    recipe.statements = [replace(numbered[0], comment=recipe.note), *numbered[1:]] if numbered else []
    return recipe


@remembered
def _has_value_lists(world: OperationContext) -> bool:
    """Whether any relationship of the design is a list of values."""
    return any(row.traits.holds_values for row in world.compilation.decisions)


def with_merged(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the results that follow, in the same documents, from those that it gathers and merges."""
    recipe.statements = [_merging(world, statement) for statement in recipe.statements]
    return recipe


def _merging(world: OperationContext, statement: Statement) -> Statement:
    merged = _merged(statement)
    if not merged:
        return statement
    results = results_of(world, statement.collection, merged)
    if not results and len(merged) < _SEVERAL:
        return statement
    more = [each.path for each in results]
    *before, shown, last = statement.pipeline
    shown = ProjectStage({**shown.fields, **dict.fromkeys(more, 1)})
    gathered = list(takewhile(lambda stage: _works_out(stage, merged), reversed(before)))[::-1]
    results_before = [
        Result(path, tuple(paths_read(expression)), expression)
        for stage in gathered
        for path, expression in stage.fields.items()
    ]
    stages = [
        SetStage({each.place or each.path: each.expression})
        for each in sources_first([*results_before, *results])
    ]
    first = before[: len(before) - len(gathered)]
    return replace(statement, pipeline=[*first, *stages, shown, replace(last, matched=(*merged, *more))])


def _works_out(stage: Stage, merged: list[str]) -> bool:
    """Whether a stage does no more than work out what is merged."""
    return isinstance(stage, SetStage) and all(path in merged for path in stage.fields)


def _merged(statement: Statement) -> list[str]:
    """The paths that a pipeline merges into the documents it comes from as it has made them."""
    last = statement.pipeline[-1] if statement.op == "aggregate" and statement.pipeline else None
    if not isinstance(last, MergeStage) or last.into != statement.collection:
        return []
    shown = statement.pipeline[-2]
    if last.matched == "merge":
        return [*shown.fields] if isinstance(shown, ProjectStage) else []
    paths = last.matched if isinstance(last.matched, tuple) else ()
    return [path for path in paths if isinstance(path, str)]


def _with_results(
    world: OperationContext, recipe: ScriptFunction, statement: Statement, staged: bool
) -> Iterator[Statement]:
    paths = places_of(statement) if statement.op in _UPDATES else None
    results = (
        _moved(_staying(results_of(world, statement.collection, paths), statement), statement.update)
        if paths
        else []
    )
    if not results:
        yield statement
        return
    may_be = in_steps if staged else lambda _: None
    written = statement.update if statement.update.is_computed else may_be(statement)
    is_answer = statement.answers or statement is recipe.statements[-1]
    names = [each.path for each in results]
    recipe.remark(f"{listed(names)} {'are' if len(names) > 1 else 'is'} recomputed.")
    steps = tuple((each.change,) for each in results)
    if written is not None:
        yield replace(statement, update=Update((*written.steps, *steps)))
        return
    if statement.op == "findOneAndUpdate":
        yield from _returned(recipe, statement, Update(steps), is_answer)
        return
    more = {"options": None, "step": "", "must_match": "", "comment": ""}
    same = _same_document(world, statement)
    if same is None:  # once it is done, the filter may find them no more
        changed = recipe.step("changed")
        parts = {"op": "find", "update": None, "projection": {"_id": 1}, "writes": False}
        yield replace(statement, **{**more, **parts, "step": changed})
        same = filter_of({"_id": In(outcome(changed, many=True, each="_id"))})
    yield statement
    yield replace(statement, filter=same, update=Update(steps), **more)


def _returned(
    recipe: ScriptFunction, statement: Statement, results: Update, is_answer: bool
) -> Iterator[Statement]:
    """Yield an update whose document is returned, and the one that works out its results: where the document is asked for
    as it is after the update, the second one returns it."""
    options = statement.options or {}
    shown = {name: value for name, value in options.items() if name not in _OF_ONE_UPDATE}
    step = statement.step or recipe.step(singular(statement.collection))
    is_after = is_answer and options.get("returnDocument") == "after"
    more = {
        "filter": filter_of({"_id": outcome(step, "_id")}),
        "update": results,
        "must_match": "",
        "comment": "",
    }
    yield replace(
        statement,
        step=step,
        answers=is_answer and not is_after,
        ends=statement.ends or not statement.must_match,
    )
    if is_after:
        last = recipe.step(f"{step} after")
        yield replace(statement, **more, step=last, answers=True, ends=False, options=shown)
    else:
        yield replace(statement, **more, op="updateOne", step="", answers=False, ends=False, options=None)


_OF_ONE_UPDATE = frozenset({"arrayFilters", "sort", "upsert"})
"""Options of an update that its results, worked out behind it, don't take."""


def adding_to_null(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with updates that count null as nothing where they add to it."""
    recipe.statements = [_adding_to_null(world, statement) for statement in recipe.statements]
    return recipe


def _adding_to_null(world: OperationContext, statement: Statement) -> Statement:
    """Return an update that counts null as 0, or as an empty list or object, where it adds to what may be null: operators
    are refused there."""
    if statement.op not in _UPDATES or statement.update.is_computed:
        return statement
    changes = statement.update.changes
    there = [at.path for at in filter_of(statement.filter).on_paths if isinstance(at.predicate, Eq | Elem)]
    is_nullable = any(_meets_null(world, statement.collection, change, there) for change in changes)
    written = in_steps(statement) if is_nullable else None
    return statement if written is None else replace(statement, update=written)


def _meets_null(world: OperationContext, collection: str, change: DocumentChange, there: list[str]) -> bool:
    """Whether an operator may meet null: where it stands for what is not there yet, or above the field that it writes.
    there: the paths at which the filter finds a value."""
    *above, own = _steps_to(change.place.path)
    met = [*above, own] if isinstance(change, _REFUSED_BY_NULL) else above
    for path in met:
        field = world.field(collection, path)
        is_found = any(each == path or each.startswith(f"{path}.") for each in there)
        if field is not None and "null" in field.types and not is_found:
            return True
    return False


def _steps_to(path: str) -> list[str]:
    names = path.split(".")
    return [".".join(names[: count + 1]) for count in range(len(names))]


_REFUSED_BY_NULL = (Inc, Mul, Min, Push, AddToSet, Pull, PullAll)


def in_steps(statement: Statement) -> Update | None:
    """What an update writes in steps, what only an insertion writes first; None where no expression says it, or
    its options name elements."""
    if not _ALIKE_IN_STAGES.issuperset(statement.options or {}):
        return None
    changes = sorted(statement.update.changes, key=lambda change: not isinstance(change, SetOnInsert))
    computed = [each for change in changes if (each := _computed(change)) is not None]
    if len(computed) < len(changes):
        return None
    # Each reads no other's: operators write no path twice. Changes of elements may be several of one array.
    are_apart = len({each.place.path for each in computed}) == len(computed)
    together = are_apart and all(isinstance(each, Compute) for each in computed)
    return Update((tuple(computed),) if together else tuple((each,) for each in computed))


def _staying(results: list[Result], statement: Statement) -> list[Result]:
    """Those that do not go with what a write takes away: working them out would bring it back."""
    gone = statement.update.removed
    return [each for each in results if not any(f"{each.path}.".startswith(f"{path}.") for path in gone)]


def results_of(world: OperationContext, collection: str, written: list[str]) -> list[Result]:
    """Return the results in the same documents that what is written moves, and those that these move, sources first."""
    results = _by_collection(world).get(collection, [])
    moved = list(written)
    while more := [result.path for result in results if result.path not in moved and result.reads(moved)]:
        moved += more
    # A statement that sets the result itself knows why.
    return sources_first(
        [result for result in results if result.path in moved and result.path not in written]
    )


def _by_collection(world: OperationContext) -> dict[str, list[Result]]:
    """By collection the results in its documents that each write has to keep, of whatever stands in them."""
    return _of_all_collections(whole(world))


@remembered
def _of_all_collections(world: OperationContext) -> dict[str, list[Result]]:
    by_collection: dict[str, list[Result]] = {}
    for entity in world.names.entities.values():
        for _, placed in at_every(world, entity.name) if has_results(world, entity.name) else []:
            spot = placed.spot(entity.name)
            if spot is not None:
                results = by_collection.setdefault(spot.collection, [])
                results += [each for each in _kept(placed, entity, spot.collection) if each not in results]
    for relationship in world.names.relationships.values():
        if world.placement.traits(relationship).folds_parent:
            for collection, result in _folded(world, relationship):
                by_collection.setdefault(collection, []).append(result)
    for name, holder in world.collections.items():
        in_windows = (
            loaded("results.window_metrics.told_anew")(world, name) if holder.kind == "bucket" else []
        )
        by_collection.setdefault(name, []).extend(in_windows)
    archived = loaded("upkeep.archives.archives")(world)
    return by_collection | {archive: by_collection.get(name, []) for name, archive in archived.items()}


def _folded(world: OperationContext, relationship: Relationship) -> Iterator[tuple[str, Result]]:
    """Yield the results of a folded parent, with the collection of the children that hold them."""
    child = relationship.to.entity
    for _, placed in at_every(world, child):
        spot = placed.spot(child)
        if spot is None:
            continue
        for result in folded_results(RelationshipContext(placed, relationship)):
            expression = _of_its_kind(placed, child, spot.collection, result.path, result.expression)
            yield spot.collection, replace(result, expression=expression)


def _kept(world: OperationContext, entity: Entity, collection: str) -> Iterator[Result]:
    at = Address(world, entity.name)
    if at.arrays:
        yield from element_results(world, entity)
        return
    for path, field, computed in stored_results(world.placement, entity):
        expression = translated(world, entity.name, path, computed)
        if world.placement.upkeep.refresh(entity.name, computed) == "on-write" and expression is not None:
            place, sources = at.path(path), sources_of(world, entity.name, computed, collection)
            counted = {*paths_read(expression)}.difference(paths_read(expression, but_counted=True))
            kept = _of_its_kind(world, entity.name, collection, place, expression)
            if brought_by_version(field):
                sources = (*sources, at.path(NUMBER))
            yield Result(place, sources, kept, counted=frozenset(counted))


def _of_its_kind(world: OperationContext, entity: str, collection: str, path: str, expression: Any) -> Any:
    """A result where the document is of the entity's kind; others in its collection stay without."""
    named, subtypes = world.among(entity).get(collection, ("", ()))
    return cond(in_(FieldPath(named), list(subtypes)), expression, FieldPath(path)) if named else expression


def _computed(change: DocumentChange) -> Compute | Unset | None:
    """A change as the server works it out, None where no expression says it. $literal: a text that begins with a
    dollar sign stays a text."""
    if change.place.elements:
        return None
    if isinstance(change, Unset | Compute):
        return change
    expression = _expression(change, FieldPath(change.place.path))
    return None if expression is None else Compute(change.place, expression, change)


def _expression(change: DocumentChange, old: FieldPath) -> AggregationExpression | None:
    """What a change makes of an old value."""
    elements = if_null(old, [])
    longer = concat_arrays(elements, [LiteralValue(change.added)])
    match change:
        case PutOrUnset(_, value):
            return if_null(LiteralValue(value), REMOVE)
        case Put(_, value):
            return LiteralValue(value)
        case Inc(_, by):
            return add(if_null(old, 0), LiteralValue(by))
        case Mul(_, by):
            return multiply(if_null(old, 0), LiteralValue(by))
        case Min(_, value):  # the operator would take null for the least of all
            return min_of(old, LiteralValue(value))
        case Max(_, value):
            return max_of(old, LiteralValue(value))
        case CurrentDate():
            return NOW
        case SetOnInsert(_, value):  # a document that is there has it
            return if_null(old, LiteralValue(value))
        case Push(cap=None):
            return longer
        case AddToSet(_, element):
            return cond(in_(LiteralValue(element), elements), elements, longer)
        case Pull() | PullAll():
            left = _left(change)
            return filter_array(elements, "one", left) if left else None
    return None


def _left(change: Pull | PullAll) -> OperatorCall | None:
    """What holds for the elements that stay."""
    if isinstance(change, PullAll):
        return not_(in_(Variable("one"), [LiteralValue(each) for each in change.values]))
    condition = change.condition
    if not isinstance(condition, Filter):
        return _unlike(Variable("one"), condition)
    return _unlike(Variable("one", condition.only.path), condition.only.predicate) if condition.only else None


def _unlike(value: Variable, predicate: Predicate) -> OperatorCall | None:
    """What says that a value does not meet a predicate, None where no expression does."""
    if isinstance(predicate, AllOf):
        parts = [part for each in predicate.predicates if (part := _unlike(value, each)) is not None]
        return or_(*parts) if len(parts) == len(predicate.predicates) else None
    return unmet(value, predicate)


def _same_document(world: OperationContext, statement: Statement) -> Filter | None:
    """Return what of an update's filter names its one document, once that has changed: its id, or all keys of a unique index
    of which the update writes none. None where nothing does, or several documents change."""
    if statement.op != "updateOne" or any(isinstance(change, Pull) for change in statement.update.changes):
        return None
    if (by_id := statement.filter.predicate("_id")) is not None:
        return filter_of({"_id": by_id})
    staying = _staying_equalities(statement)
    for index in world.collections[statement.collection].indexes:
        paths = [path for path, _ in index.keys]
        if index.options.get("unique") is True and staying.keys() >= set(paths):
            of_some = [path for path in index.options.get("partialFilterExpression", {}) if path not in paths]
            return Filter(tuple(staying[path] for path in (*paths, *of_some) if path in staying))
    return None


def _staying_equalities(statement: Statement) -> dict[str, At]:
    """Return by path what one value is asked for, in elements of arrays too, that an update doesn't write."""
    asked = list[At]()
    for at in statement.filter.on_paths:
        inner = at.predicate.condition.under(at.path).on_paths if isinstance(at.predicate, Elem) else [at]
        asked += inner
    return {
        at.path: at
        for at in asked
        if Filter((at,)).value(at.path) is not None and not touches(statement, [at.path])
    }


# --- what moves ---------------------------------------------------------------------------------

_PLACES = (3, 17)  # two points: what moves at neither does not move


def _moved(results: Sequence[Result], update: Update) -> list[Result]:
    """Those of the results, sources first, that such an update moves; all of them for any other."""
    steps = {change.place.path: change.by for change in update.changes if isinstance(change, Inc)}
    if len(steps) < len(update.changes) or not all(isinstance(by, int | float) for by in steps.values()):
        return list(results)
    moved_results: list[Result] = []
    for result in results:
        if result.reads([each.path for each in moved_results]) or _differs(result, steps):
            moved_results.append(result)
    return moved_results


def _differs(result: Result, steps: Mapping[str, float]) -> bool:
    try:
        return any(_step(result, steps, place) for place in _PLACES)
    except (LookupError, TypeError):
        return True


def _step(result: Result, steps: Mapping[str, float], place: int) -> float:
    before = {path: place * (number + 2) + number for number, path in enumerate(result.sources)}
    after = {path: value + steps.get(path, 0) for path, value in before.items()}
    return abs(_value(result.expression, after) - _value(result.expression, before))


def _value(expression: Any, at: Mapping[str, float]) -> float:
    """The value of sums, differences and products. Raises LookupError for anything else."""
    if isinstance(expression, FieldPath):
        return at[expression.path]
    if not isinstance(expression, OperatorCall):
        return float(expression)
    values = [_value(part, at) for part in expression.operand]
    return float(_MADE_OF_VALUES[expression.operator](values))


_MADE_OF_VALUES: dict[str, Callable[[list[float]], float]] = {
    "add": sum,
    "multiply": math.prod,
    "ifNull": lambda values: values[0],
    "subtract": lambda values: values[0] - values[1],
}
