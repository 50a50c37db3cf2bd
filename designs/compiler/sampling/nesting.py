"""Nested values of the sample world: going down a path, and marking what a formula has yet to give."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ..model.conceptual import Field, given, stated
from ..model.values import comparable
from ..placement.schema_versions import fields_of

PENDING = object()
NAMES_OF_PERSONS = frozenset({"name", "first_name", "last_name"})  # what ``person_in`` looks at


class Shape(msgspec.Struct, frozen=True, gc=False):
    """The fields of a record; computed: those that a formula gives, by path."""

    fields: tuple[Field, ...]
    computed: dict[tuple[str, ...], Field]


def shape_of(fields: Iterable[Field], version: int | None = None) -> Shape:
    """The shape of a record with these fields, in one version of them or in all."""
    kept = tuple(fields if version is None else fields_of(fields, version))
    return Shape(kept, dict(computed_in(kept, ())))


def computed_in(fields: Iterable[Field], above: tuple[str, ...]) -> list[tuple[tuple[str, ...], Field]]:
    """The computed fields of a record and their paths; those inside arrays are plain values."""
    found: list[tuple[tuple[str, ...], Field]] = []
    for field in fields:
        path = (*above, field.name)
        if has_formula(field):
            found.append((path, field))
        elif field.type == "object":
            found += computed_in(given(field.fields, []), path)
    return found


def with_pending(made: Any, field: Field) -> Any:
    """The value with its computed parts marked as pending."""
    if field.type == "object" and isinstance(made, dict):
        for inner in given(field.fields, []):
            pending = PENDING if has_formula(inner) else with_pending(made.get(inner.name), inner)
            if inner.name in made:
                made[inner.name] = pending
    return made


def holds_pending(found: Any) -> bool:
    """Whether anything inside is pending."""
    inner = found.values() if isinstance(found, dict) else found
    return any(one is PENDING or (isinstance(one, dict | list) and holds_pending(one)) for one in inner)


def down(value: Any, path: Sequence[str]) -> Any:
    """The value at a path, a list of values through arrays, None where there is none."""
    for at, name in enumerate(path):
        if isinstance(value, list):
            return flat([down(item, path[at:]) for item in value])
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    return value


def flat(values: Iterable[Any]) -> list[Any]:
    """Lists inside a list as one list: an array inside an array has one row for each element."""
    return [inner for one in values for inner in (one if isinstance(one, list) else [one])]


def person_in(record: Mapping[str, Any]) -> tuple[str, str] | None:
    """The given and family name that a record tells, where it looks like a person's."""
    first, last = record.get("first_name"), record.get("last_name")
    whole = record.get("name")
    if isinstance(whole, dict):
        first, last = whole.get("first"), whole.get("last")
    if isinstance(first, str) and isinstance(last, str):
        return first, last
    if isinstance(whole, str) and whole.count(" ") == 1 and whole.istitle():
        head, _, tail = whole.partition(" ")
        return head, tail
    return None


def has_formula(field: Field) -> bool:
    """Whether a formula gives the field's value."""
    return stated(field.computed)


def without_repeats(values: list[Any]) -> list[Any]:
    """The values, each once, where it comes first."""
    first: dict[Hashable, Any] = {}
    for one in values:
        first.setdefault(comparable(one), one)
    return [*first.values()]
