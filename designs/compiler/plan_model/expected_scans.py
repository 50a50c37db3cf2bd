"""What each declared operation should read on a server: which index it walks, for 07_explain.js and for what a person
pastes back of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from ..model.conceptual import Operation, given
from .compilation import Compilation
from .physical import LAST_LETTER, BuiltValue, Collection, Outcome, Param, Statement, markers

BOUND = 1.2
"""Documents that a read through its index may examine for each that it returns."""
BY_ID = "_id_"
_FINDING = frozenset(
    "find findOne countDocuments updateOne updateMany replaceOne deleteOne deleteMany findOneAndUpdate findOneAndDelete".split()
)
_FIRST_STAGES = ("$match", "$geoNear")
_OF_ANOTHER_KIND = frozenset({"$maxDistance", "$minDistance", "$centerSphere", "$size", "$mod", "$type"})
"""Operators that are given no value of the field: a distance, a number of elements."""

_ENDS = {"$gte": "least", "$gt": "least", "$lte": "most", "$lt": "most"}


class ExpectedScan(NamedTuple):
    """One function of an operation. name: of the function; per_day: None where the design does not say; statement: how it
    finds what it is about; indexes: those that may answer it, none where it reads a whole collection."""

    name: str
    operation: str
    per_day: float | None
    statement: Statement
    indexes: tuple[str, ...]


def expected_scans(compilation: Compilation) -> tuple[ExpectedScan, ...]:
    """Return what operations should read, those first that run most often. What a read looks for in a further collection,
    by what it found before, has an entry of its own."""
    collections = {each.name: each for each in compilation.plan.collections}
    operations = {f"operation:{each.name}": each for each in compilation.model.workload}
    scans: dict[str, ExpectedScan] = {}
    for statement in compilation.plan.statements:
        operation = operations.get(statement.subject)
        collection = collections.get(statement.collection)
        if operation is None or collection is None or collection.kind == "timeseries":
            continue
        if statement.recipe not in scans:
            if _is_scan(statement):
                scans[statement.recipe] = _scan(operation, statement.recipe, statement, collection)
            continue
        further = f"{statement.recipe}: {statement.collection}"
        looking = _looking(statement)
        is_other = statement.collection != scans[statement.recipe].statement.collection
        if is_other and further not in scans and _is_scan(looking):
            scans[further] = _scan(operation, further, looking, collection)
    return tuple(sorted(scans.values(), key=lambda each: -(each.per_day or 0)))


def _scan(operation: Operation, name: str, statement: Statement, collection: Collection) -> ExpectedScan:
    indexes = tuple(_answering(operation, statement, collection))
    return ExpectedScan(name, operation.name, given(operation.per_day, None), statement, indexes)


def _looking(statement: Statement) -> Statement:
    """How a later statement finds its documents. What an earlier one returned is given here as by a caller, and stands
    where it is looked for."""
    if statement.op != "aggregate":
        filter = _as_given(statement, statement.filter)
        return replace(statement, filter=filter, update=None, options=None, only_with=None)
    pipeline = [
        {"$match": _as_given(statement, stage["$match"])} if place == 0 and [*stage] == ["$match"] else stage
        for place, stage in enumerate(statement.pipeline or ())
    ]
    return replace(statement, pipeline=pipeline, only_with=None)


def _as_given(statement: Statement, filter: Any) -> Any:
    """Conditions with a parameter in place of each earlier outcome that a field is compared with."""
    if not isinstance(filter, dict):
        return filter
    return {
        path: _drawn(statement, path, condition) if not path.startswith("$") else condition
        for path, condition in filter.items()
    }


def _drawn(statement: Statement, path: str, condition: Any) -> Any:
    if isinstance(condition, dict) and isinstance(condition.get("$in"), Outcome):
        return {**condition, "$in": _stand_in(statement, path, condition["$in"])}
    return _stand_in(statement, path, condition) if isinstance(condition, Outcome) else condition


def _stand_in(statement: Statement, path: str, outcome: Outcome) -> Param:
    """A parameter called after the field that is compared, with samples of it."""
    sample = Param(name="one", collection=statement.collection, path=path)
    name = "found" + "".join(
        part[:1].upper() + part[1:] for part in re.split(r"\W|_", path.rpartition(".")[2])
    )
    value = [sample] if outcome.many or outcome.each else UNSET
    return Param(name=name, collection=statement.collection, path=path, value=value)


def _is_scan(statement: Statement) -> bool:
    """Whether a statement looks for documents by what its caller gives alone."""
    if statement.script != "04_queries" or statement.purpose == "prepare":
        return False
    asked = statement.op in _FINDING or (
        statement.op == "aggregate"
        and bool(statement.pipeline)
        and next(iter(statement.pipeline[0]), "") in _FIRST_STAGES
    )
    return asked and not any(isinstance(each, Outcome) for each in markers(statement))


def asked_of(statement: Statement) -> Any:
    """Return the conditions that documents are found by."""
    if statement.op != "aggregate":
        return statement.filter or {}
    first = statement.pipeline[0]
    near = first.get("$geoNear")
    return (
        first["$match"] if near is None else {near.get("key", ""): {"$near": None}, **near.get("query", {})}
    )


def _answering(operation: Operation, statement: Statement, collection: Collection) -> Iterator[str]:
    """Yield the indexes that were made for the operation, else those that begin with what it asks for."""
    filter = asked_of(statement)
    paths = set(filter) if isinstance(filter, dict) else set()
    if "_id" in paths:
        yield BY_ID
        return
    served = [each for each in collection.indexes if f"operation:{operation.name}" in each.serves]
    begun = [each for each in collection.indexes if each.keys and _begins(each.keys[0], paths)]
    yield from (each.name for each in served or begun)


def _begins(key: tuple[str, int | str], paths: set[str]) -> bool:
    """Whether an index begins with what is asked for, or with a field of the elements that are."""
    holders = {key[0], key[0].rpartition(".")[0]}
    return bool(holders & paths) or (key[1] == "text" and "$text" in paths)


class ValueSource(NamedTuple):
    """Where the collection has values like one that the caller gives. path: None where none stands there; is_list: whether
    a list of such values is given; is_start: whether the first letters of one are; end: least or most, where it is an
    end of a range."""

    path: str | None
    is_list: bool
    is_start: bool = False
    end: str = ""


def places(statement: Statement) -> dict[str, ValueSource]:
    """Return by name of a parameter where values of its kind stand in the documents that are looked for."""
    by_name: dict[str, ValueSource] = {}
    filter = asked_of(statement)
    for path, condition in _by_field(filter):
        if path.startswith("$") or (isinstance(condition, dict) and "$elemMatch" in condition):
            continue  # a value of another element of the same document would find nothing
        start = _start_of_prefix(condition)
        for operator, param in _given(condition):
            stands = None if operator in _OF_ANOTHER_KIND else path
            is_list = operator in ("$in", "$all", "$nin")
            end = "" if start else _ENDS.get(operator, "")
            source = ValueSource(stands, is_list, param.name == start, end)
            by_name.setdefault(param.name, source)
    return {
        each.name: by_name.get(each.name, ValueSource(None, False))
        for each in markers(statement)
        if isinstance(each, Param)
    }


def _by_field(filter: Any, within: str = "") -> Iterator[tuple[str, Any]]:
    """Conditions with their paths; of an object that is compared as a whole, with those of its fields."""
    for path, condition in filter.items() if isinstance(filter, dict) else ():
        is_whole = (
            isinstance(condition, dict) and condition and not any(name.startswith("$") for name in condition)
        )
        if is_whole and not path.startswith("$"):
            yield from _by_field(condition, f"{within}{path}.")
        else:
            yield (path if path.startswith("$") else f"{within}{path}"), condition


def _start_of_prefix(condition: Any) -> str | None:
    """The name of a prefix from which on all that begins so is asked for, None where a field is asked something else."""
    if not isinstance(condition, dict) or [*condition] != ["$gte", "$lt"]:
        return None
    first, last = condition["$gte"], condition["$lt"]
    is_prefix = isinstance(last, BuiltValue) and last.parts == (first, LAST_LETTER)
    return first.name if is_prefix and isinstance(first, Param) else None


def _given(condition: Any, operator: str = "") -> Iterator[tuple[str, Param]]:
    if isinstance(condition, Param):
        yield operator, condition
    elif isinstance(condition, BuiltValue):
        for part in condition.parts:
            yield from _given(part, operator)
    elif isinstance(condition, dict):
        for name, inner in condition.items():
            yield from _given(inner, name)
    elif isinstance(condition, list | tuple) and operator != "$nin":
        for inner in condition:
            yield from _given(inner, "")


def named(scans: Sequence[ExpectedScan]) -> dict[str, ExpectedScan]:
    """Return the scans by the name of their function."""
    return {each.name: each for each in scans}
