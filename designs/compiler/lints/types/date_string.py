"""Dates stored as strings.

Strings sort alphabetically: 10/2 comes before 9/30. TTL and date functions don't work on them, and date ranges
across time zones are wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.conceptual import Field, given, stated
from ...plan_model.findings import Finding
from ..base import Fix, Inspection, Lint, setting, together

_NAMES = frozenset({"date", "time", "timestamp"})
_ENDINGS = ("_at", "_on", "_date", "_time")
_OF_STRINGS = ("max_length", "pattern", "average_bytes", "minimum", "maximum")
_DATE = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?\Z")

_TIME = re.compile(r"([01]?\d|2[0-4]):[0-5]\d(:[0-5]\d)?( ?[ap]m)?\Z", re.IGNORECASE)
_DIGITS_OF_TIME = re.compile(r"\d{1,2}:\d\d(:\d\d)?( ?[ap]m)?\Z", re.IGNORECASE)
_NAMED_TIME = re.compile(
    r"(^|_)((opens|closes|leaves|departs|arrives)_at|(open|opening|close|closing|check_?in|check_?out|cut_?off)_time|time_of_day)\Z"
)
"""Names that say when something happens on each day, which a timetable has; ``opened_at`` happened once."""
_SAID = re.compile(r"\btimes? of (the )?day\b|\bhh?:mm\b", re.IGNORECASE)
_SHORTEST_DATE = 8  # 20210723

_SAMPLES, _LONGEST = 8, 40  # texts drawn from a pattern, which is never run, and their letters


def check(seen: Inspection) -> Iterator[Finding]:
    """String fields whose name or example looks like a date. Times of day are excluded, because they have no
    date."""
    for entity, path, field in seen.own_fields():
        if field.type != "string" or "date" in field.all_types or _is_time_of_day(field):
            continue
        if _looks_like_date(field):
            message = "Dates stored as strings don't work with TTL or date operators, and sort as text."
            hint = (
                "Change the type to date. If it's a time of day without a date, add an example such as 15:00."
            )
            yield LINT.finding(f"{entity.name}.{path}", message, hint, fix=_fix(field))


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
    """Whether what its examples, its values or its pattern admit is a time such as 15:00, which has no day; without these,
    whether its name or description says so, or it is too short for a date."""
    values = [field.example] if isinstance(field.example, str) else given(field.enum, [])
    if values:
        return all(isinstance(value, str) and _TIME.match(value) is not None for value in values)
    if isinstance(field.pattern, str):
        return _is_pattern_of_times(field.pattern)
    is_said = _SAID.search(given(field.description, "")) is not None
    is_short = given(field.max_length, _SHORTEST_DATE) < _SHORTEST_DATE
    return is_said or is_short or _NAMED_TIME.search(field.name.lower()) is not None


def _is_pattern_of_times(pattern: str) -> bool:
    from ...sampling.values.expressions import matching  # few texts state a pattern

    samples = [matching(pattern, number, longest=_LONGEST) for number in range(_SAMPLES)]
    return all(text is not None and _DIGITS_OF_TIME.match(text) for text in samples)


LINT = Lint(
    code="L46",
    slug="date-string",
    name="DATE_STRING",
    severity="warning",
    title="Date stored as a string",
    source="MongoDB practice: TTL and ranges need dates",
    check=check,
)
