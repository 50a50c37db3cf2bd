"""What statements return in the examples: each recipe played through on the sample documents.

Reads find sample documents; writes answer as if one document had matched and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from bson import Decimal128, Regex

from ..content_cache import key_of
from ..plan_model.physical import Param, Statement, content_of, markers
from .marker_values import resolve

Samples = Mapping[str, list[dict[str, Any]]]
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


class Played(NamedTuple):
    """A statement, the values that a caller gives to it, in order and each once, and what is
    known by name when it runs: those values and what the steps before it returned."""

    statement: Statement
    params: list[Param]
    known: dict[str, Any]


class Contents:
    """What tells the sample documents of collections from others, looked for once."""

    def __init__(self, samples: Samples) -> None:
        self._samples = samples
        self._known: dict[str, Any] = {}

    def of(self, collection: str) -> Any:
        """The content of a collection's documents."""
        if collection not in self._known:
            found = self._samples.get(collection)
            self._known[collection] = key_of(found) or found
        return self._known[collection]

    def around(self, statements: Iterable[Statement]) -> Any:
        """The content of statements, and of all that their examples are made of."""
        told = [*statements]
        asked = {name: None for one in told for name in collections_of(one)}
        return [content_of(one) for one in told], [self.of(name) for name in asked]


def collections_of(statement: Statement) -> tuple[str, ...]:
    """The collections whose sample documents a statement's example is made of; looked for once."""
    known = statement.__dict__
    if "collections" not in known:
        named = {one.collection for one in _params_in(markers(statement))}
        known["collections"] = (statement.collection, *sorted(named - {statement.collection}))
    made: tuple[str, ...] = known["collections"]
    return made


def _params_in(found: Iterable[Any]) -> Iterator[Param]:
    """The parameters among markers and, at any depth, in the values that stand for them."""
    for one in found:
        if type(one) is Param:
            yield one
            yield from _params_in([one.value])
        elif type(one) is dict:
            yield from _params_in(one.values())
        elif type(one) is list or type(one) is tuple:
            yield from _params_in(one)


def played(statements: Iterable[Statement], samples: Samples) -> Iterator[Played]:
    """The statements one after the other, each with what its markers stand for."""
    recipe, outcomes = "", dict[str, Any]()
    for statement in statements:
        if statement.recipe != recipe or not recipe:
            recipe, outcomes = statement.recipe, {}
        params = _params(statement)
        outcomes |= {param.name: resolve(param, samples, {}) for param in params}
        known = outcomes | _one_of(statement.each, outcomes)
        yield Played(statement, params, known)
        if statement.step:
            outcomes[statement.step] = _answer(statement, samples, known)


def _params(statement: Statement) -> list[Param]:
    found = {one.name: one for one in markers(statement) if type(one) is Param}
    return list(found.values())


def _one_of(step: str, outcomes: dict[str, Any]) -> dict[str, Any]:
    """Inside a loop over what a step returned, that step is its first document."""
    found = outcomes.get(step)
    return {step: found[0]} if isinstance(found, list) and found else {}


def _answer(statement: Statement, samples: Samples, known: Mapping[str, Any]) -> Any:
    documents = samples.get(statement.collection, [])
    if statement.op in ("find", "aggregate", "findOne") or statement.op.startswith("findOneAnd"):
        filter = resolve(statement.filter or {}, samples, known)
        found = (one for one in documents if matches(one, filter))
        return list(found) if statement.op in ("find", "aggregate") else next(found, None)
    if statement.op == "insertOne":
        return {
            "acknowledged": True,
            "insertedId": (resolve(statement.documents, samples, known) or {}).get("_id"),
        }
    if statement.op == "insertMany":
        ids = [one.get("_id") for one in resolve(statement.documents, samples, known) or []]
        return {"acknowledged": True, "insertedIds": ids}
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
    if isinstance(wanted, dict) and any(name.startswith("$") for name in wanted):
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
    if operator in ("$eq", "$in"):
        return any(compare(one, wanted) for one in found)
    limit = _number(wanted)
    return any(_alike(one, limit) and compare(one, limit) for one in map(_number, found))


def _number(value: Any) -> Any:
    """A decimal as Python compares it, any other value as it is."""
    return value.to_decimal() if isinstance(value, Decimal128) else value


def _alike(one: Any, wanted: Any) -> bool:
    """Whether one of two values comes before the other: of two numbers, or of two of one type that has an order."""
    numbers = isinstance(one, int | float | Decimal) and isinstance(wanted, int | float | Decimal)
    return numbers or (type(one) is type(wanted) and not isinstance(one, dict | list | Regex | None))


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
    elif isinstance(value, dict) and path[0] in value:
        yield from _values(value[path[0]], path[1:])
