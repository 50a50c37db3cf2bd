"""Deeply nested documents.

Each level makes paths longer, and indexes and updates harder to write. MongoDB's limit is 100 levels, but documents
become impractical far earlier.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...plan_model.findings import Finding, Severity
from ...plan_model.physical import DocField, Element
from ..base import Inspection, Lint, number


def check(seen: Inspection) -> Iterator[Finding]:
    """Documents that nest more than 8 levels deep (a warning) or more than 100 (an error). Each object and each array
    adds a level."""
    for collection in seen.plan.collections:
        depth = _depth(collection.fields)
        if depth > min(seen.limits.nest_warn, seen.limits.nest_max):
            severity: Severity = "error" if depth > seen.limits.nest_max else "warning"
            limit = seen.limits.nest_max if severity == "error" else seen.limits.nest_warn
            message = f"Documents nest {depth} levels deep. The recommended limit is {number(limit)}."
            yield LINT.finding(
                collection.name, message, "Move the innermost objects up or out.", severity, depth=depth
            )


def _depth(fields: Sequence[DocField]) -> int:
    """Levels below the document itself."""
    return max((_of_field(field) for field in fields), default=0)


def _of_field(field: DocField) -> int:
    if field.items is not None:
        return 1 + _of_element(field.items)
    return 1 + _depth(field.fields) if field.fields or "object" in field.types else 0


def _of_element(element: Element) -> int:
    if element.items is not None:
        return 1 + _of_element(element.items)
    return 1 + _depth(element.fields) if element.fields or "object" in element.types else 0


LINT = Lint(
    code="L07",
    slug="nesting",
    name="NESTING",
    severity="warning",
    title="Deep nesting",
    source="MongoDB manual, limits",
    about="collection",
    check=check,
)
