"""Arrays of IDs without a limit.

IDs are small, so it takes longer than with embedded documents but ends the same way: reads slow down, and then
writes fail.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.decisions import opposite
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, held_arrays, pushed_arrays, to_the_rules

_IDS = frozenset({"objectId", "uuid"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Arrays of IDs that grow without limit, including those that operations push to."""
    for held in held_arrays(seen):
        if not held.objects and math.isinf(held.most):
            other = held.relationship.end(opposite(held.side)).entity
            hint = f"Store the reference in {other} instead."
            fix = to_the_rules(held.relationship, seen.decisions[held.relationship.name])
            message, severity = "This array of IDs can grow without limit.", LINT.severity
            if held.is_unsaid:
                message = "No maximum is set, so this array of IDs can grow without limit."
                hint, severity = f"Set a maximum. Otherwise: {hint}", "warning"
            yield LINT.finding(seen.place(held.relationship, held.side), message, hint, severity, fix=fix)
    for entity, path, field in pushed_arrays(seen):
        item = given(field.items, None)
        if item is not None and item.type in _IDS:
            message = "Operations add IDs to this array, but it has no max_items."
            yield LINT.finding(
                f"{entity.name}.{path}", message, "Store the reference on the other side instead."
            )


LINT = Lint(
    code="L02",
    slug="unbounded-refs",
    name="UNBOUNDED_REFS",
    severity="error",
    title="Unbounded array of references",
    source="schema design guidelines",
    check=check,
)
