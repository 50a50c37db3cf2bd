"""Faults of example values and enums: Extended JSON that is broken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.conceptual import Field, Item, Model, given, stated
from ..model.values import natural
from ..plan_model.findings import Finding, fault
from .json_text import Place, shown


def example_faults(model: Model) -> Iterator[Finding]:
    """Values that nothing can read. One that is merely of another type than its field is no
    fault: the document examples show it, and its validator says so."""
    for index, entity in enumerate(model.entities):
        yield from _fields(entity.own_fields, ("entities", index, "fields"))
    for index, link in enumerate(model.links):
        yield from _fields(given(link.link_fields, []), ("relationships", index, "link_fields"))


def _fields(fields: list[Field], place: Place) -> Iterator[Finding]:
    for index, field in enumerate(fields):
        yield from _part(field, (*place, index))


def _part(part: Field | Item, place: Place) -> Iterator[Finding]:
    if stated(part.example):
        yield from _value(part.example, (*place, "example"))
    for index, value in enumerate(given(part.enum, [])):
        yield from _value(value, (*place, "enum", index))
    yield from _fields(given(part.fields, []), (*place, "fields"))
    items = given(part.items, None)
    if items is not None:
        yield from _part(items, (*place, "items"))


def _value(value: Any, place: Place) -> Iterator[Finding]:
    if not isinstance(value, dict | list):
        return
    try:
        natural(value)
    except ValueError as error:
        yield fault(shown(place), str(error), "Write it as the Extended JSON specification defines.")
