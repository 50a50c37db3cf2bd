"""Every constraint of a validator, and documents that break exactly one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from typing import Any

import msgspec
from bson import Decimal128, Int64, ObjectId

from tests.compiler.bson_schema import bson_type, complaints, exact

Schema = dict[str, Any]
Path = tuple[str | int, ...]
_SILENT = frozenset({"title", "description", "properties", "items", "oneOf"})  # constrain nothing themselves
_OTHERS: tuple[Any, ...] = (True, "text", 7, [1, [2]], {"some": "thing"}, 1.5)
_STRANGE = ("", "~", "\u0001\u0001", "0", "a b", "-" * 70, "A", "é€")


class Constraint(msgspec.Struct, frozen=True):
    """One keyword at one place of a validator; place: names, ``[]`` for elements, ``<n>`` for a branch."""

    place: tuple[str, ...]
    keyword: str
    detail: str = ""


class Mutation(msgspec.Struct, frozen=True):
    """A document that breaks a constraint."""

    constraint: Constraint
    document: Any


def constraints(schema: Schema, place: tuple[str, ...] = ()) -> Iterator[Constraint]:
    """All that a schema demands, at any depth."""
    for keyword, demand in schema.items():
        if keyword == "required":
            yield from (Constraint(place, keyword, name) for name in demand)
        elif keyword not in _SILENT:
            yield Constraint(place, keyword)
    for name, inner in schema.get("properties", {}).items():
        yield from constraints(inner, (*place, name))
    if "items" in schema:
        yield from constraints(schema["items"], (*place, "[]"))
    for number, (_, branch) in enumerate(_branches(schema)):
        yield from constraints(branch, (*place, f"<{number}>"))


def _branches(schema: Schema) -> list[tuple[Schema, Schema]]:
    """The alternatives, each with what of it a value can break. Where one is open to any other name of an
    attribute, no name is wrong: what remains are the rules for the value of a name that is known."""
    branches = schema.get("oneOf", [])
    free = [name for one in branches for name, inner in one["properties"].items() if inner.get("not")]
    if not free:
        return [(one, one) for one in branches]
    known = [one for one in branches if not one["properties"][free[0]].get("not")]
    return [
        (one, {**one, "properties": {k: v for k, v in one["properties"].items() if k != free[0]}})
        for one in known
    ]


def mutations(schema: Schema, document: Any) -> Iterator[Mutation]:
    """For each constraint that a place of the document meets, the document with that place broken."""
    for constraint, path, value in _broken(schema, document, (), ()):
        yield Mutation(constraint, _with(document, path, value))


_GONE = object()


def _broken(
    schema: Schema, value: Any, place: tuple[str, ...], path: Path
) -> Iterator[tuple[Constraint, Path, Any]]:
    for keyword, demand in schema.items():
        breaker = _BREAKERS.get(keyword)
        if keyword == "required":
            yield from (
                (Constraint(place, keyword, name), (*path, name), _GONE) for name in demand if name in value
            )
        elif breaker is not None:
            yield from ((Constraint(place, keyword), path, other) for other in breaker(demand, value))
    if isinstance(value, dict):
        for name, inner in schema.get("properties", {}).items():
            if inner == {"not": {}} and name not in value:
                yield Constraint((*place, name), "not"), (*path, name), "of another kind"
            if name in value:
                yield from _broken(inner, value[name], (*place, name), (*path, name))
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from _broken(schema["items"], item, (*place, "[]"), (*path, number))
    for number, (whole, branch) in enumerate(_branches(schema)):
        if not complaints(whole, value):
            yield from _broken(branch, value, (*place, f"<{number}>"), path)


def _other_type(demand: Any, value: Any) -> Iterator[Any]:
    options = {demand} if isinstance(demand, str) else set(demand)
    if "number" in options:
        options |= {"int", "long", "double", "decimal"}
    yield from [other for other in (*_OTHERS, None, ObjectId("0" * 24)) if bson_type(other) not in options]


def _outside(demand: list[Any], value: Any) -> Iterator[Any]:
    if isinstance(value, str):
        yield value + "?"
    elif isinstance(value, int) and not isinstance(value, bool):
        yield max(one for one in demand if isinstance(one, int)) + 1


def _moved(value: Any, target: Any) -> Any:
    """A number of the value's own type."""
    if isinstance(value, Decimal128):
        return Decimal128(str(target))
    return Int64(target) if isinstance(value, Int64) else type(value)(target)


def _lower(demand: Any, value: Any) -> Iterator[Any]:
    if value is not None:  # a result that may be null has no least
        yield _moved(value, exact(demand) - 1)


def _higher(demand: Any, value: Any) -> Iterator[Any]:
    if value is not None:
        yield _moved(value, exact(demand) + 1)


def _unmatched(demand: str, value: Any) -> Iterator[Any]:
    if isinstance(value, str):
        yield from [other for other in _STRANGE if not re.search(demand, other)][:1]


def _longer(demand: int, value: Any) -> Iterator[Any]:
    if isinstance(value, str):
        yield "x" * (demand + 1)


def _more(demand: int, value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        yield [*value, *[value[0] if value else 0] * (demand + 1 - len(value))]


def _fewer(demand: int, value: Any) -> Iterator[Any]:
    if isinstance(value, list) and demand > 0:
        yield value[: demand - 1]


def _repeated(demand: bool, value: Any) -> Iterator[Any]:
    if isinstance(value, list) and value and demand:
        yield [*value, value[0]]


_BREAKERS: dict[str, Any] = {
    "bsonType": _other_type, "enum": _outside, "minimum": _lower, "maximum": _higher, "pattern": _unmatched,
    "maxLength": _longer, "maxItems": _more, "minItems": _fewer, "uniqueItems": _repeated,
}  # fmt: skip


def _with(document: Any, path: Path, value: Any) -> Any:
    """The document with another value at a path; what is not on the way there is shared."""
    if not path:
        return value
    step, *further = path
    changed = copy(document)
    if further:
        changed[step] = _with(document[step], tuple(further), value)
    elif value is _GONE:
        del changed[step]
    else:
        changed[step] = value
    return changed
