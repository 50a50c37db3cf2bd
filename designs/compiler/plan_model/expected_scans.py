"""What each declared operation should read on a server: which index it walks, for 07_explain.js and for what a person
pastes back of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..model.conceptual import Operation, given
from .compilation import Compilation
from .physical import BuiltValue, Collection, Outcome, Param, Statement, markers

BOUND = 1.2
"""Documents that a read through its index may examine for each that it returns."""
BY_ID = "_id_"
_FINDING = frozenset(
    "find findOne countDocuments updateOne updateMany replaceOne deleteOne deleteMany findOneAndUpdate findOneAndDelete".split()
)
_FIRST_STAGES = ("$match", "$geoNear")


class ExpectedScan(NamedTuple):
    """One function of an operation. name: of the function; per_day: None where the design does not say; statement: how it
    finds what it is about; indexes: those that may answer it, none where it reads a whole collection."""

    name: str
    operation: str
    per_day: float | None
    statement: Statement
    indexes: tuple[str, ...]


def expected_scans(compilation: Compilation) -> tuple[ExpectedScan, ...]:
    """Return what operations should read, those first that run most often."""
    collections = {each.name: each for each in compilation.plan.collections}
    operations = {f"operation:{each.name}": each for each in compilation.model.workload}
    scans: dict[str, ExpectedScan] = {}
    for statement in compilation.plan.statements:
        operation = operations.get(statement.subject)
        if operation is None or statement.recipe in scans or not _is_scan(statement):
            continue
        collection = collections.get(statement.collection)
        if collection is not None and collection.kind != "timeseries":
            scans[statement.recipe] = _scan(operation, statement, collection)
    return tuple(sorted(scans.values(), key=lambda each: -(each.per_day or 0)))


def _scan(operation: Operation, statement: Statement, collection: Collection) -> ExpectedScan:
    indexes = tuple(_answering(operation, statement, collection))
    return ExpectedScan(statement.recipe, operation.name, given(operation.per_day, None), statement, indexes)


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
    a list of such values is given."""

    path: str | None
    is_list: bool


def places(statement: Statement) -> dict[str, ValueSource]:
    """Return by name of a parameter where values of its kind stand in the documents that are looked for."""
    by_name: dict[str, ValueSource] = {}
    filter = asked_of(statement)
    for path, condition in filter.items() if isinstance(filter, dict) else ():
        if path.startswith("$") or (isinstance(condition, dict) and "$elemMatch" in condition):
            continue  # a value of another element of the same document would find nothing
        for operator, param in _given(condition):
            by_name.setdefault(param.name, ValueSource(path, operator in ("$in", "$all", "$nin")))
    return {
        each.name: by_name.get(each.name, ValueSource(None, False))
        for each in markers(statement)
        if isinstance(each, Param)
    }


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
