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


def check(seen: Inspection) -> Iterator[Finding]:
    """String fields that are named like a date or whose example is one."""
    for entity, path, field in seen.own_fields():
        if field.type == "string" and "date" not in field.all_types and _looks_like_date(field):
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


LINT = Lint(
    code="L46",
    slug="date-string",
    name="DATE_STRING",
    severity="warning",
    title="A date stored as a string",
    source="MongoDB practice: TTL and ranges need dates",
    check=check,
)
