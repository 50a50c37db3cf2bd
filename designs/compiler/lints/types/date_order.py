"""Examples in which something ends before it starts.

People read examples first, and tests use them. An impossible example explains a field wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from ...model.conceptual import Field, given, stated
from ...model.values import operand
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_PAIRS = (
    ("start", "end"), ("starts", "ends"), ("started", "ended"), ("begin", "end"), ("begins", "ends"), ("from", "to"),
    ("valid_from", "valid_to"), ("valid_from", "valid_until"), ("issued", "expires"), ("created", "expires"),
    ("check_in", "check_out"), ("opened", "closed"), ("opens", "closes"), ("born", "died"), ("ordered", "delivered"), ("shipped", "delivered"),
    ("hired", "left"),
)  # fmt: skip
"""Departure and arrival are none: a journey begins with the one, a stay with the other."""
_ENDINGS = ("", "_on", "_at", "_date", "_time", "_day")


def check(seen: Inspection) -> Iterator[Finding]:
    """Two dates of one object, named as a start and an end, whose examples are in the wrong order or
    equal."""
    for entity in seen.model.entities:
        yield from _within(entity.name, entity.own_fields)
    for relationship in seen.model.links:
        yield from _within(relationship.name, given(relationship.link_fields, []))


def _within(place: str, fields: Sequence[Field]) -> Iterator[Finding]:
    with_example = [field for field in fields if field.type == "date" and stated(field.example)]
    dates = {_stem(field.name): field for field in with_example} if len(with_example) > 1 else {}
    for first, last in _PAIRS if dates else ():
        begin, end = (_moment(dates.get(name)) for name in (first, last))
        if begin is not None and end is not None and end <= begin:
            names = (dates[first].name, dates[last].name)
            message = f"In the example, {names[1]} isn't after {names[0]}."
            yield LINT.finding(f"{place}.{names[1]}", message, "Correct one of the examples.")
    for field in [field for field in fields if field.type in ("object", "array")]:
        item = given(field.items, None)
        inner = [*given(field.fields, []), *(given(item.fields, []) if item is not None else ())]
        yield from _within(f"{place}.{field.name}", inner)


def _stem(name: str) -> str:
    """The name without what only says that it is a date."""
    lower = name.lower()
    return next((lower.removesuffix(end) for end in _ENDINGS[1:] if lower.endswith(end)), lower)


def _moment(field: Field | None) -> datetime | None:
    if field is None:
        return None
    value: Any = operand(field.example, ("date",))
    return value if isinstance(value, datetime) else None


LINT = Lint(
    code="L47",
    slug="date-order",
    name="DATE_ORDER",
    severity="warning",
    title="End date before start date",
    source="schema design guidelines: realistic sample data",
    check=check,
)
