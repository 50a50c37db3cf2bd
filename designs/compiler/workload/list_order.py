"""In which order the children of a relationship are listed, and which date tells when something began."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ..model.conceptual import Entity, Field, Relationship, given
from ..names.inflection import snake

_MOMENTS = frozenset({"at", "time", "timestamp"})
"""Last words of the names of moments."""


def list_order(relationship: Relationship, child: Entity) -> tuple[str, int]:
    """What lists of children are sorted by, and the direction: the declared sort of the recent
    ones, else the child's first date that is not sensitive, newest first, else ``_id``. Indexes and scripts agree on
    it."""
    recent = given(relationship.recent, None)
    path = given(recent.sort, "") if recent else ""
    return path or first_date(_open(child.own_fields)) or "_id", given(recent.direction, -1) if recent else -1


def is_moment(path: str) -> bool:
    """Whether a date is called as moments are: hardly two are the same, and lists need no id to tell equal ones apart. One
    that is called otherwise may name a day, which many share."""
    return snake(path).rpartition("_")[2] in _MOMENTS


def _open(fields: Sequence[Field]) -> list[Field]:
    """Return the fields that answers may show."""
    shown = [field for field in fields if given(field.sensitive, False) is False]
    return [
        replace(field, fields=_open(given(field.fields, []))) if given(field.fields, []) else field
        for field in shown
    ]


def first_date(fields: Sequence[Field]) -> str:
    """The path of the first required date, else of the first date, "" if there is none."""
    dates = list(_dates(fields, ""))
    return next((path for path, required in dates if required), dates[0][0] if dates else "")


def _dates(fields: Sequence[Field], prefix: str) -> Iterator[tuple[str, bool]]:
    for field in fields:
        path = f"{prefix}.{field.name}" if prefix else field.name
        if "." in field.name or field.name.startswith("$"):  # such a name can't stand in a path
            continue
        if field.type == "date":
            yield path, field.required is True
        elif field.type == "object":
            yield from _dates(given(field.fields, []), path)
