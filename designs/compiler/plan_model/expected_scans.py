"""What each declared operation should read on a server: which index it walks, for 07_explain.js and for what a person
pastes back of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from ..model.conceptual import Operation, given
from .compilation import Compilation
from .physical import LAST_LETTER, BuiltValue, Collection, Outcome, Param, PlannedIndex, Statement, markers

BOUND = 1.2
"""Documents that a read through its index may examine for each that it returns."""
BY_ID = "_id_"
_FINDING = frozenset(
    "find findOne countDocuments updateOne updateMany replaceOne deleteOne deleteMany findOneAndUpdate findOneAndDelete".split()
)
_FIRST_STAGES = ("$match", "$geoNear")
_OF_ANOTHER_KIND = frozenset({"$maxDistance", "$minDistance", "$centerSphere", "$size", "$mod", "$type"})
"""Operators that are given no value of the field: a distance, a number of elements."""

_PLAIN_VALUES = frozenset({str, int, float, bool})
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
    """Return what operations should read, those first that run most often. What one looks for in a further collection, by
    what it found before, or by other fields of one, has an entry of its own: the clean-up of a delete scans, too."""
    collections = {each.name: each for each in compilation.plan.collections}
    operations = {f"operation:{each.name}": each for each in compilation.model.workload}
    scans: dict[str, ExpectedScan] = {}
    asked: dict[str, list[_SearchedBy]] = {}
    for statement in compilation.plan.statements:
        operation = operations.get(statement.subject)
        collection = collections.get(statement.collection)
        if operation is None or collection is None or collection.kind == "timeseries":
            continue
        before = asked.setdefault(statement.recipe, [])
        looking, name = statement, statement.recipe
        if before:
            looking = _looking(statement)
            places = [each.collection for each in before]
            name += f": {statement.collection}"
            if statement.collection in places:
                name += f" by {', '.join(_fields(looking))}"
        if _is_scan(looking) and _is_further(_SearchedBy(statement.collection, _fields(looking)), before):
            before.append(_SearchedBy(statement.collection, _fields(looking)))
            scans[name] = _scan(operation, name, looking, collection)
    return tuple(sorted(scans.values(), key=lambda each: -(each.per_day or 0)))


class _SearchedBy(NamedTuple):
    """Where a statement looks for documents, and by which fields."""

    collection: str
    fields: tuple[str, ...]


def _is_further(search: _SearchedBy, before: list[_SearchedBy]) -> bool:
    """Whether a search is another one than those before it: in another collection, or there by other fields."""
    there = [set(each.fields) for each in before if each.collection == search.collection]
    return not there or (
        "_id" not in search.fields and not any(fields.issuperset(search.fields) for fields in there)
    )


def _fields(statement: Statement) -> tuple[str, ...]:
    """The fields by which a statement finds documents."""
    filter = asked_of(statement) if statement.op != "aggregate" or _is_asking(statement) else {}
    return tuple(dict.fromkeys(path for path, _, _ in _by_field(filter) if not path.startswith("$")))


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
    asked = statement.op in _FINDING or (statement.op == "aggregate" and _is_asking(statement))
    return asked and not any(isinstance(each, Outcome) for each in markers(statement))


def _is_asking(statement: Statement) -> bool:
    """Whether a pipeline begins with what it asks for."""
    return bool(statement.pipeline) and next(iter(statement.pipeline[0]), "") in _FIRST_STAGES


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
    """Yield the indexes that were made for the operation and begin with what this statement asks for, which a further one
    asks of its own; else those that begin with it; else, where it asks by no field alone, those of the operation."""
    filter = asked_of(statement)
    paths = {*filter, *_fields(statement)} if isinstance(filter, dict) else set()
    if "_id" in paths:
        yield BY_ID
        return
    served = [each for each in collection.indexes if f"operation:{operation.name}" in each.serves]
    whole = [each for each in collection.indexes if each.keys and not is_by_type(each)]
    begun = [each for each in whole if _begins(each.keys[0], paths)]
    own = [each for each in served if each in begun or not paths.isdisjoint(_conditions(each))]
    yield from (each.name for each in own or begun or served)


def _conditions(index: PlannedIndex) -> dict[str, Any]:
    """The conditions of the documents that an index holds, by path; none where it holds all."""
    conditions: dict[str, Any] = index.options.get("partialFilterExpression", {})
    return conditions


def is_by_type(index: PlannedIndex) -> bool:
    """Return whether an index holds only documents with a value of some type: no filter implies that for the server, so
    that no query is answered by it."""
    return any(isinstance(rule, dict) and "$type" in rule for rule in _conditions(index).values())


def _begins(key: tuple[str, int | str], paths: set[str]) -> bool:
    """Whether an index begins with what is asked for, or with a field of the elements that are."""
    holders = {key[0], key[0].rpartition(".")[0]}
    return bool(holders & paths) or (key[1] == "text" and "$text" in paths)


class ValueSource(NamedTuple):
    """Where the collection has values like one that the caller gives. path: None where none stands there; is_list: whether
    a list of such values is given; is_start: whether the first letters of one are; end: least or most, where it is an
    end of a range; within: the arrays of one element of which it is a value, as are the others of it, outermost first;
    beside: what else the design asks of that element, by path."""

    path: str | None
    is_list: bool
    is_start: bool = False
    end: str = ""
    within: tuple[str, ...] = ()
    beside: tuple[tuple[str, Any], ...] = ()


def places(statement: Statement) -> dict[str, ValueSource]:
    """Return by name of a parameter where values of its kind stand in the documents that are looked for."""
    by_name: dict[str, ValueSource] = {}
    asked = [each for each in _by_field(asked_of(statement)) if not each[0].startswith("$")]
    fixed = [
        (path, value, within) for path, value, within in asked if within and type(value) in _PLAIN_VALUES
    ]
    for path, condition, within in asked:
        start = _start_of_prefix(condition)
        for operator, param in _given(condition):
            stands = None if operator in _OF_ANOTHER_KIND else path
            is_list = operator in ("$in", "$all", "$nin")
            end = "" if start else _ENDS.get(operator, "")
            beside = (
                tuple((other, value) for other, value, arrays in fixed if arrays == within) if stands else ()
            )
            source = ValueSource(stands, is_list, param.name == start, end, within if stands else (), beside)
            by_name.setdefault(param.name, source)
    return {
        each.name: by_name.get(each.name, ValueSource(None, False))
        for each in markers(statement)
        if isinstance(each, Param)
    }


def _by_field(
    filter: Any, within: str = "", arrays: tuple[str, ...] = ()
) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """Conditions with their paths, and the arrays of whose elements they ask; of an object that is compared as a whole,
    with those of its fields."""
    for name, condition in filter.items() if isinstance(filter, dict) else ():
        path = name if name.startswith("$") else f"{within}{name}"
        is_object = isinstance(condition, dict) and bool(condition) and not _is_operator(name)
        element = condition.get("$elemMatch") if is_object else None
        if is_object and _is_whole(condition):
            yield from _by_field(condition, f"{path}.", arrays)
        elif isinstance(element, dict) and _is_whole(element):
            yield from _by_field(element, f"{path}.", (*arrays, path))
        elif isinstance(element, dict):
            yield path, element, (*arrays, path)
        elif objects := [each for each in condition.values() if _is_whole(each)] if is_object else []:
            for each in objects:
                yield from _by_field(each, f"{path}.", arrays)
        else:
            yield path, condition, arrays


def _is_whole(condition: Any) -> bool:
    """Whether a value is compared with an object as a whole."""
    return isinstance(condition, dict) and bool(condition) and not any(map(_is_operator, condition))


def _is_operator(name: str) -> bool:
    return name.startswith("$")


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
        for part in condition.parts if condition.kind != "start_of" else ():
            yield from _given(part, operator)
    elif isinstance(condition, dict):
        for name, inner in condition.items():
            yield from _given(inner, name)
    elif isinstance(condition, list | tuple) and operator != "$nin":
        for inner in condition:
            yield from _given(inner, "")


def is_moment(param: Param) -> bool:
    """Return whether a value is the moment of a change: no two changes of a document may have the same."""
    return param.name == "now" and isinstance(param.value, datetime)


def named(scans: Sequence[ExpectedScan]) -> dict[str, ExpectedScan]:
    """Return the scans by the name of their function."""
    return {each.name: each for each in scans}
