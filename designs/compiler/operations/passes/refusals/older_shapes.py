"""A document is changed in the shape that it has: what only some shapes have is written into documents of these alone, and
others are moved first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import NamedTuple

from msgspec.structs import replace

from ....model.conceptual import given
from ....placement.schema_versions import NUMBER
from ....plan_model.physical import Located, Outcome, Statement, walk
from ...context import QUERIES, OperationContext, ScriptFunction, Unsupported, remembered
from ...ir.changes import FirstElement, SetOnInsert, Unset, Update, UpdatePath
from ...ir.conditions import Filter, filter_of
from ...ir.predicates import Elem, Eq, Predicate, Range, at_least, at_most
from .changes import OTHER_SHAPE

_MOVING = frozenset({"upgrade", "prepare"})
_UPDATES = frozenset({"updateOne", "updateMany", "findOneAndUpdate"})
_CHANGED = frozenset({"standard", "capped"})
"""Kinds of collections whose documents change."""
_MANY = "Documents with another schema version don't change: migrate them first."


class _Shapes(NamedTuple):
    """The shapes in which documents, or the elements of an array, have what stands at a path. number: the path of the
    number that says their shape; last: None where the newest has it; array: "" where it stands in none."""

    path: str
    number: str
    first: int
    last: int | None
    array: str = ""


def asking_for_the_shape(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, whose updates find documents of the shapes that have what they write. Raises Unsupported where
    no shape has all of it."""
    if recipe.script != QUERIES or recipe.purpose in _MOVING:
        return recipe
    asked = [_asking(world, each) for each in recipe.statements]
    if all(new is old for new, old in zip(asked, recipe.statements, strict=True)):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [_reading_these(each, recipe.statements, asked) for each in asked]
    if any(each.op == "updateMany" for each in asked if each not in recipe.statements):
        changed.remark(_MANY)
    return changed


def _asking(world: OperationContext, statement: Statement) -> Statement:
    if statement.op not in _UPDATES or not isinstance(statement.update, Update):
        return statement
    wanted = _wanted(world, statement)
    filter = filter_of(statement.filter)
    missing = {path: predicate for path, predicate in wanted.items() if path not in filter}
    if not missing:
        return statement
    must = f"{statement.must_match}; or {OTHER_SHAPE}" if statement.must_match else ""
    arrays = {array for change in statement.update.changes if (array := _array_of(change.place))}
    return replace(statement, filter=_with(filter, missing, arrays), must_match=must)


def _with(filter: Filter, missing: Mapping[str, Predicate], arrays: Iterable[str]) -> Filter:
    """Return a filter that asks for the shape too: of the element that an update means, with what tells that."""
    for array in arrays:
        own, missing = _in_element(array, missing)
        element = filter.predicate(array)
        if isinstance(element, Elem):
            filter = filter.merged({array: Elem(element.condition.merged(own))})
        elif own:
            shape = filter_of({f"{array}.{path}": predicate for path, predicate in own.items()})
            filter = filter.merged(shape).of_same_elements((array,))
    return filter.merged(missing)


def _in_element(
    array: str, asked: Mapping[str, Predicate]
) -> tuple[dict[str, Predicate], dict[str, Predicate]]:
    """Return, of predicates by path, those on an array's elements by paths in these, and the others."""
    own = {path[len(array) + 1 :]: each for path, each in asked.items() if path.startswith(f"{array}.")}
    return own, {path: each for path, each in asked.items() if not path.startswith(f"{array}.")}


def _array_of(place: UpdatePath) -> str | None:
    """Return the array whose first matching element an update means, "" outside of arrays, None of other elements."""
    first = place.outermost
    if first is None:
        return ""
    return first.array if isinstance(first, FirstElement) and len(place.elements) == 1 else None


def _reading_these(read: Statement, old: list[Statement], new: list[Statement]) -> Statement:
    """Return a read that finds which documents an update changes, asking for their shape as the update does."""
    if read.op not in ("find", "findOne"):
        return read
    for before, after in zip(old, new, strict=True):
        own, id = filter_of(before.filter), filter_of(before.filter).value("_id")
        is_same = own == filter_of(read.filter) or (isinstance(id, Outcome) and id.step == read.step)
        if before is not after and before.collection == read.collection and is_same:
            asked = (each for each in filter_of(after.filter).conditions if each not in own.conditions)
            return replace(read, filter=filter_of(read.filter).filled(Filter(tuple(asked))))
    return read


def _wanted(world: OperationContext, statement: Statement) -> dict[str, Predicate]:
    """Return, by path of a number of a shape, what it must be."""
    bounds: dict[str, tuple[int, int | None]] = {}
    for change in statement.update.changes:
        array = _array_of(change.place)
        if isinstance(change, SetOnInsert | Unset) or array is None:
            continue
        for each in _of_path(world, statement.collection, change.place.path, array):
            first, last = bounds.get(each.number, (1, None))
            lasts = [shape for shape in (last, each.last) if shape is not None]
            bounds[each.number] = max(first, each.first), min(lasts, default=None)
    for first, last in bounds.values():
        if last is not None and first > last:
            raise Unsupported(
                (
                    "It updates fields that no document has together: some exist only in older schema "
                    "versions, others only in newer ones."
                ),
                "update them in separate operations",
            )
    return {number: _between(first, last) for number, (first, last) in bounds.items()}


def _between(first: int, last: int | None) -> Predicate:
    if last is None:
        return at_least(first)
    if first == 1:
        return at_most(last)
    return Eq(first) if first == last else Range((("gte", first), ("lte", last)))


def _of_path(world: OperationContext, collection: str, path: str, array: str) -> Iterator[_Shapes]:
    """Yield the shapes that have what an update writes at a path: what stands there, what it stands in, and what is in it,
    which is given as the newest shape has it. array: in whose elements it is."""
    shapes = [each for each in _shapes(world.whole).get(collection, ()) if each.array == array]
    around = {each.path: each for each in shapes if f"{path}.".startswith(f"{each.path}.")}
    yield from around.values()
    for each in shapes:
        if each.path.startswith(f"{path}.") and not each.number.startswith(
            f"{path}."
        ):  # a whole part says its own
            yield each._replace(first=each.first if each.last is None else each.last + 1, last=None)


@remembered
def _shapes(world: OperationContext) -> dict[str, list[_Shapes]]:
    """Return, by collection, what only some shapes of its documents have; of several at one path the newest comes last."""
    shapes: dict[str, list[_Shapes]] = {}
    for collection in world.compilation.plan.collections:
        if collection.kind not in _CHANGED:
            continue
        located = list(walk(collection.fields))
        numbers = {each.path: each.field.maximum for each in located if each.field.name == NUMBER}
        some = [shape for each in located if (shape := _of(each, numbers)) is not None]
        if some:
            shapes[collection.name] = sorted(some, key=lambda each: each.first)
    return shapes


def _of(located: Located, numbers: Mapping[str, float | None]) -> _Shapes | None:
    """Return the shapes that have a field, None where all have it, or it stands in an array."""
    source = located.field.source
    arrays = [array for array in located.arrays if array != located.path]
    if source is None or not source.has_versions or located.field.origin != "own" or len(arrays) > 1:
        return None
    above = located.path.split(".")[:-1]
    beside = (".".join((*above[:end], NUMBER)) for end in range(len(above), -1, -1))
    number = next((path for path in beside if path in numbers), "")
    first, last = given(source.since_version, 1), given(source.until_version, None)
    if last is not None and last >= (numbers.get(number) or last):
        last = None
    some = bool(number) and (first > 1 or last is not None)
    return _Shapes(located.path, number, first, last, *arrays) if some else None
