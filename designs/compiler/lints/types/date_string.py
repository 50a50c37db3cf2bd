"""Dates as strings.

Text sorts by its letters: 10/2 comes before 9/30. Nothing expires by it, no range means what it says
across time zones, and no date function takes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.conceptual import Field, stated
from ...plan_model.findings import Finding
from ..base import Fix, Inspection, Lint, setting, together

_NAMES = frozenset({"date", "time", "timestamp"})
_ENDINGS = ("_at", "_on", "_date", "_time")
_OF_STRINGS = ("max_length", "pattern", "average_bytes", "minimum", "maximum")
_DATE = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?\Z")

_TIME = re.compile(r"([01]?\d|2[0-4]):[0-5]\d(:[0-5]\d)?( ?[ap]m)?\Z", re.IGNORECASE)
_DIGITS_OF_TIME = re.compile(r"\d{1,2}:\d\d(:\d\d)?( ?[ap]m)?\Z", re.IGNORECASE)
_SAMPLES, _LONGEST = 8, 40  # texts drawn from a pattern, which is never run, and their letters


def check(seen: Inspection) -> Iterator[Finding]:
    """String fields that are named like a date or whose example is one; but no times of a day, which no date says."""
    for entity, path, field in seen.own_fields():
        if field.type != "string" or "date" in field.all_types or _is_time_of_day(field):
            continue
        if _looks_like_date(field):
            message = "a date as a string sorts and expires wrongly, and compares only as text"
            yield LINT.finding(f"{entity.name}.{path}", message, "make it a date", fix=_fix(field))


def _fix(field: Field) -> Fix | None:
    """The field as a date, where its example is one, without what only strings have."""
    string_properties = [name for name in _OF_STRINGS if stated(getattr(field, name))]
    example = field.example if stated(field.example) else None
    plain = example is None or (isinstance(example, str) and _DATE.match(example) is not None)
    if stated(field.enum) or stated(field.types) or not plain:
        return None
    return together(
        *(setting(field, name) for name in string_properties), setting(field, "type", value="date")
    )


def _looks_like_date(field: Field) -> bool:
    name = field.name.lower()
    if name in _NAMES or name.endswith(_ENDINGS):
        return True
    return isinstance(field.example, str) and _DATE.match(field.example) is not None


def _is_time_of_day(field: Field) -> bool:
    """Whether what its examples or its pattern admit is a time such as 15:00, which has no day."""
    if isinstance(field.example, str):
        return _TIME.match(field.example) is not None
    if not isinstance(field.pattern, str):
        return False
    from ...sampling.values.expressions import matching  # few texts state a pattern

    samples = [matching(field.pattern, number, longest=_LONGEST) for number in range(_SAMPLES)]
    return all(text is not None and _DIGITS_OF_TIME.match(text) for text in samples)


LINT = Lint(
    code="L46",
    slug="date-string",
    name="DATE_STRING",
    severity="warning",
    title="A date stored as a string",
    source="MongoDB practice: TTL and ranges need dates",
    check=check,
)
