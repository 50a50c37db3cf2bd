"""What statements return in the examples: each recipe played through on the sample documents.

Reads find sample documents; writes answer as if one document had matched and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ..physical import Outcome, Param, Statement
from .standins import resolve

Samples = Mapping[str, list[dict[str, Any]]]
VALUES = ("filter", "update", "pipeline", "documents", "keys", "projection", "sort", "limit", "options")
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "$gt": lambda one, other: one > other,
    "$gte": lambda one, other: one >= other,
    "$lt": lambda one, other: one < other,
    "$lte": lambda one, other: one <= other,
    "$eq": lambda one, other: one == other,
    "$ne": lambda one, other: one != other,
    "$in": lambda one, other: one in other,
    "$nin": lambda one, other: one not in other,
}


def resolved(statements: Iterable[Statement], samples: Samples) -> tuple[Statement, ...]:
    """The statements with every Param and Outcome inside them replaced by sample values."""
    made: list[Statement] = []
    recipe, outcomes = "", dict[str, Any]()
    for statement in statements:
        if statement.recipe != recipe or not recipe:
            recipe, outcomes = statement.recipe, {}
        outcomes |= {param.name: resolve(param, samples, {}) for param in params(statement)}
        known = outcomes | _one_of(statement.each, outcomes)
        values = {name: resolve(getattr(statement, name), samples, known) for name in VALUES}
        made.append(replace(statement, **values))
        if statement.step:
            outcomes[statement.step] = _answer(made[-1], samples)
    return tuple(made)


def params(statement: Statement) -> list[Param]:
    """The values that a caller gives to a statement, in order, each once."""
    found = (one for name in VALUES for one in _markers(getattr(statement, name)) if isinstance(one, Param))
    return list({param.name: param for param in found}.values())


def _markers(value: Any) -> Iterator[Param | Outcome]:
    if isinstance(value, Param | Outcome):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _markers(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _markers(one)


def _one_of(step: str, outcomes: dict[str, Any]) -> dict[str, Any]:
    """Inside a loop over what a step returned, that step is its first document."""
    found = outcomes.get(step)
    return {step: found[0]} if isinstance(found, list) and found else {}


def _answer(statement: Statement, samples: Samples) -> Any:
    documents = samples.get(statement.collection, [])
    if statement.op in ("find", "aggregate"):
        return [one for one in documents if matches(one, statement.filter or {})]
    if statement.op == "findOne" or statement.op.startswith("findOneAnd"):
        return next((one for one in documents if matches(one, statement.filter or {})), None)
    if statement.op == "insertOne":
        return {"acknowledged": True, "insertedId": (statement.documents or {}).get("_id")}
    if statement.op == "insertMany":
        return {"acknowledged": True, "insertedIds": [one.get("_id") for one in statement.documents or []]}
    return {"acknowledged": True, "matchedCount": 1, "modifiedCount": 1, "deletedCount": 1}


def matches(document: Any, filter: Mapping[str, Any]) -> bool:
    """Whether a document passes a filter of equalities, comparisons, $and and $or; an operator
    that is not one of these passes everything."""
    return all(_passes(document, key, wanted) for key, wanted in filter.items())


def _passes(document: Any, key: str, wanted: Any) -> bool:
    if key == "$and":
        return all(matches(document, one) for one in wanted)
    if key == "$or":
        return any(matches(document, one) for one in wanted)
    if key.startswith("$"):
        return True
    found = list(_values(document, key.split(".")))
    if isinstance(wanted, Mapping) and any(name.startswith("$") for name in wanted):
        return all(_compares(found, name, value) for name, value in wanted.items())
    return wanted in found or (wanted is None and not found)


def _compares(found: list[Any], operator: str, wanted: Any) -> bool:
    if operator == "$exists":
        return bool(found) == bool(wanted)
    compare = _COMPARED.get(operator)
    if compare is None:
        return True
    if operator in ("$ne", "$nin"):
        return all(compare(one, wanted) for one in found)
    return any(_alike(one, wanted, operator) and compare(one, wanted) for one in found)


def _alike(one: Any, wanted: Any, operator: str) -> bool:
    if operator in ("$eq", "$in"):
        return True
    numbers = isinstance(one, int | float) and isinstance(wanted, int | float)
    return numbers or (type(one) is type(wanted) and not isinstance(one, dict | list))


def _values(value: Any, path: list[str]) -> Iterator[Any]:
    """What stands at a path, through arrays as the server does: an array and its elements."""
    if isinstance(value, list):
        for one in value:
            yield from _values(one, path)
        if path and path[0].isdigit() and int(path[0]) < len(value):
            yield from _values(value[int(path[0])], path[1:])
        if not path:
            yield value
    elif not path:
        yield value
    elif isinstance(value, Mapping) and path[0] in value:
        yield from _values(value[path[0]], path[1:])
