"""Which paths of documents a statement writes, what it puts there, and which documents these are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from ...placement.doc_path import DocPath
from ...plan_model.physical import BuiltValue, Outcome, Param, Statement
from ..context import OperationContext, ScriptFunction, outcome
from ..ir.changes import DocumentChange, FirstElement, Pull, PullAll, Push, Put, Unset, Update
from ..ir.conditions import At, Condition, Filter, PathPredicates, filter_of
from ..ir.predicates import AllOf, Elem, Eq, In, Ne, Not, NotIn, Predicate
from ..ir.rendering import markers_of
from ..ir.stages import MergeStage, ProjectStage, SetStage

_WHOLE = ("insert", "delete", "replace", "findOneAndDelete", "findOneAndReplace")


def places_of(statement: Statement) -> list[str] | None:
    """The paths that a statement writes, none where it is about whole documents; None where it only reads."""
    if statement.op.startswith(_WHOLE):
        return []
    if statement.op == "aggregate":
        return _merged(statement)
    return None if statement.update is None else statement.update.paths


def _merged(statement: Statement) -> list[str] | None:
    """What a pipeline merges into its own collection."""
    last = statement.pipeline[-1] if statement.pipeline else None
    if not isinstance(last, MergeStage) or last.into != statement.collection:
        return None
    matched = last.matched if isinstance(last.matched, tuple) else ()
    set_there = [path for stage in matched if isinstance(stage, SetStage) for path in stage.fields]
    return [
        path for stage in statement.pipeline if isinstance(stage, ProjectStage) for path in stage.fields
    ] + set_there


def touches(statement: Statement, read: Iterable[str]) -> bool:
    """Whether a statement writes what is read at some paths, or the documents themselves."""
    written = places_of(statement)
    if written is None or statement.op == "aggregate":
        return False
    if not written:
        return True
    paths = list(read)
    return any(path == each or path.startswith(f"{each}.") for each in written for path in paths)


def takes_whole(statement: Statement, reference: str, within: tuple[str, ...] = ()) -> bool:
    """Whether all that a write moves is in what it puts: nothing was there before."""
    if statement.op.startswith("insert"):
        return True
    if statement.update is None:
        return False
    around = (
        change for change in statement.update.meant if f"{reference}.".startswith(f"{change.place.path}.")
    )
    return all(isinstance(change, Push) for change in around) and bool(
        [*values_put(statement, reference, within)]
    )


def values_put(statement: Statement, reference: str, within: tuple[str, ...] = ()) -> Iterator[Any]:
    """The references that a write puts: of a new document, of new elements, and new ones of what is there.
    within: the arrays that the reference stands in."""
    if statement.op.startswith("insert"):
        yield from _ids_inserted(statement.documents, reference, within)
    for change in statement.update.meant if statement.update is not None else ():
        written = change.place.path
        if isinstance(change, Put) and written == reference:
            yield change.value
        elif reference.startswith(f"{written}."):
            yield from _ids_in(change, reference, within)


def _ids_inserted(document: Any, reference: str, within: tuple[str, ...]) -> Iterator[Any]:
    """The references in a new document: what the function puts into it by itself goes before what its caller gives."""
    for part in reversed(document.parts if isinstance(document, BuiltValue) else (document,)):
        if isinstance(part, dict) and reference in part and not within:
            yield part[reference]
            return
        if isinstance(part, Param):
            yield from ids_given(part.name, reference, within)
            return


def _ids_in(change: DocumentChange, reference: str, within: tuple[str, ...]) -> Iterator[Any]:
    """The references in a whole object, element or array that a change puts."""
    place = change.place
    part, rest = (change.value if isinstance(change, Put) else change.added), reference[len(place.path) + 1 :]
    if not isinstance(part, Param | Outcome):
        return
    inner = tuple(array[len(place.path) + 1 :] for array in within if array.startswith(f"{place.path}."))
    is_element = change.added is not None or any(each.array == place.path for each in place.elements)
    if place.path not in within or is_element:
        yield from ids_within(part, rest, inner)
    elif isinstance(part, Param):
        yield In(outcome(part.name, many=True, each=rest))


def ids_given(name: str, reference: str, within: tuple[str, ...]) -> Iterator[Any]:
    """The references in what a caller gives whole."""
    yield from ids_within(outcome(name), reference, within)


def ids_within(whole: Param | Outcome, reference: str, within: tuple[str, ...]) -> Iterator[Any]:
    """The references in what a caller gives whole, or what was read."""
    if not within:
        yield part_of(whole, reference)
    else:
        key = reference[len(within[0]) + 1 :]
        yield In(replace(part_of(whole, within[0]), many=True, each=key))


def part_of(whole: Param | Outcome, path: str) -> Outcome:
    """What stands at a path of what a caller gives whole, or of what was read."""
    if isinstance(whole, Param):
        return outcome(whole.name, path)
    return outcome(whole.step, f"{whole.path}.{path}" if whole.path else path)


def is_gone(
    recipe: ScriptFunction, statement: Statement, reference: str, home: DocPath | None, own: str
) -> bool:
    """Whether those that would follow are deleted by the recipe too, as parents with their children are, or with
    children that let go of them."""
    asked = filter_of(statement.filter)
    wanted = asked.predicate(reference) or _of_element(asked, reference)
    unlinks = (
        statement.update is not None
        and not statement.update.is_computed
        and not [*values_put(statement, reference)]
    )
    if wanted is None or home is None or not (statement.op.startswith("delete") or unlinks):
        return False
    return any(
        each.op.startswith(("delete", "findOneAndDelete"))
        and each.collection == home.collection
        and each.filter.predicate(own) == wanted
        for each in recipe.statements
    )


def _of_element(asked: Filter, reference: str) -> Predicate | None:
    """Return what holds of a reference in the element that a filter asks for by it alone."""
    for each in asked.on_paths:
        only = each.predicate.condition.only if isinstance(each.predicate, Elem) else None
        if only is not None and f"{each.path}.{only.path}" == reference:
            return only.predicate
    return None


def is_unlinked(recipe: ScriptFunction, statement: Statement, key: str, links: str, through: str) -> bool:
    """Whether the recipe deletes all links to what a statement deletes, too. key: by which both name it;
    links, through: the collection of the links, and where these hold it."""
    wanted = filter_of(statement.filter).predicate(key)
    if wanted is None or not statement.op.startswith("delete"):
        return False
    return any(
        each.op == "deleteMany" and each.collection == links and each.filter == filter_of({through: wanted})
        for each in recipe.statements
    )


# --- which documents ------------------------------------------------------------------------


def is_found_first(write: Statement) -> bool:
    """Return whether a statement deletes the one document that a read before it has found."""
    predicate = filter_of(write.filter).predicate("_id")
    return write.op == "deleteOne" and isinstance(predicate, In) and isinstance(predicate.values, Outcome)


def is_of_one(world: OperationContext, write: Statement) -> bool:
    """Return whether a filter finds one document at most."""
    asked = filter_of(write.filter)
    unique = [
        index.keys for index in world.collections[write.collection].indexes if index.options.get("unique")
    ]
    keys = [("_id",), *(tuple(path for path, _ in key) for key in unique)]
    return is_found_first(write) or any(all(_equals(asked, path) for path in key) for key in keys)


def _equals(asked: Filter, path: str) -> bool:
    """Return whether a filter says what a value is, as it may beside what that is not."""
    predicate = asked.predicate(path)
    parts = predicate.predicates if isinstance(predicate, AllOf) else (predicate,)
    return any(type(each) is Eq for each in parts)


def staying(function: ScriptFunction, deletes: Iterable[Statement]) -> list[Condition] | None:
    """Return what holds of the documents that none of these statements deletes, None where nothing that is known before
    the function's first write says it."""
    first = next(place for place, each in enumerate(function.statements) if each.writes)
    read = {each.step for each in function.statements[:first]}
    conditions: list[Condition] = []
    for delete in deletes:
        only = filter_of(delete.filter).only
        later = any(isinstance(each, Outcome) and each.step not in read for each in markers_of(delete))
        if only is None or later:
            return None
        conditions.append(At(only.path, _negated(only.predicate)))
    return conditions


def _negated(predicate: Predicate) -> Predicate:
    if type(predicate) is Eq:
        return Ne(predicate.value)
    return NotIn(predicate.values) if isinstance(predicate, In) else Not(predicate)


# --- what must be there ---------------------------------------------------------------------


def held_before(statement: Statement) -> PathPredicates:
    """Return what holds of documents that have the element which an update takes out of a list of theirs, nothing where
    it takes out none, or something says already what to do then."""
    is_told = (
        statement.must_match or statement.unless or statement.each or statement.only_with or statement.retry
    )
    if statement.op != "updateOne" or is_told or not isinstance(statement.update, Update):
        return {}
    for change in statement.update.meant:
        if isinstance(change, Unset):
            return _asked_of_part(change, filter_of(statement.filter))
        if isinstance(change, Pull | PullAll) and _is_of_first(change, filter_of(statement.filter)):
            held = _element(change)
            return {} if any(path in filter_of(statement.filter) for path in held) else held
    return {}


def _asked_of_part(change: Unset, filter: Filter) -> PathPredicates:
    """Return the condition by which a filter asks for the part that a change takes away, nothing where it doesn't."""
    path = change.place.path
    for each in filter.on_paths:
        below, inner = path[len(each.path) + 1 :], each.predicate
        asked = (
            inner.condition.predicate(below)
            if isinstance(inner, Elem)
            else inner
            if each.path == path
            else None
        )
        if asked == Ne(None):
            return {each.path: inner}
    return {}


def _is_of_first(change: Pull | PullAll, filter: Filter) -> bool:
    """Whether a change takes something out of a list of a document, or of the element there that a filter finds by its id."""
    elements = change.place.elements
    if len(elements) != 1 or not isinstance(elements[0], FirstElement):
        return not elements
    return isinstance(filter.predicate(f"{elements[0].array}._id"), Eq)


def _element(change: Pull | PullAll) -> PathPredicates:
    """Return what a document has at least that holds the one element which a change takes out."""
    array = change.place.path
    if isinstance(change, PullAll):
        return (
            {array: Eq(change.values[0])}
            if isinstance(change.values, list) and len(change.values) == 1
            else {}
        )
    if not isinstance(change.condition, Filter):
        return {array: change.condition} if isinstance(change.condition, Eq) else {}
    only = change.condition.only
    is_one = only is not None and isinstance(only.predicate, Eq)
    return {f"{array}.{only.path}": only.predicate} if only is not None and is_one else {}
