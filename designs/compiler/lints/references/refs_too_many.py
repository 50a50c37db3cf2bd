"""Arrays of IDs that may become long.

1,000 IDs are 18 KB, loaded with every read, and a query with 1,000 values. A reference on the other side has no
such limit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import Finding, Severity
from ..base import Fix, Inspection, Lint, held_arrays, number, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Maximums over 1,000 IDs (a warning) or 2,000 IDs (an error) in one array."""
    for held in held_arrays(seen):
        if not held.objects and not math.isinf(held.most):
            fix = to_the_rules(held.relationship, seen.decisions[held.relationship.name])
            over = held.most > seen.limits.ref_array_max  # what is only long the rules may choose themselves
            place = seen.place(held.relationship, held.side)
            yield from _judge(seen, place, held.most, fix if over else None)
    for entity, path, field in seen.own_fields():
        item = given(field.items, None)
        if item is not None and item.type in ("objectId", "uuid"):
            yield from _judge(seen, f"{entity.name}.{path}", given(field.max_items, 0))


def _judge(seen: Inspection, subject: str, most: float, fix: Fix | None = None) -> Iterator[Finding]:
    if most <= seen.limits.ref_array_warn:
        return
    severity: Severity = "error" if most > seen.limits.ref_array_max else "warning"
    limit = seen.limits.ref_array_max if severity == "error" else seen.limits.ref_array_warn
    message = f"Up to {number(most)} IDs in one array. The limit is {number(limit)}."
    hint = "Store the reference on the other side, or use a link collection."
    yield LINT.finding(subject, message, hint, severity, fix=fix, max=most, limit=limit)


LINT = Lint(
    code="L04",
    slug="refs-too-many",
    name="REFS_TOO_MANY",
    severity="warning",
    title="Large array of references",
    source="6 Rules of Thumb, part 3",
    check=check,
)
