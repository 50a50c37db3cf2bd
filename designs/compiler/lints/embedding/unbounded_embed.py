"""Embedded arrays without a limit: the document grows until writes fail.

This works in tests and for the first years. The busiest parent reaches the limit first: its reads slow down, and
then its writes fail.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, held_arrays, pushed_arrays, to_the_rules

_REMEDY = "Use a subset or buckets, or store the reference in the child documents."
_IDS = frozenset({"objectId", "uuid"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Arrays of documents or plain values that grow without limit and have no maximum."""
    for held in held_arrays(seen):
        if held.objects and math.isinf(held.most):
            message = "This embedded array can grow without limit." + _until_full(
                seen, held.relationship.name
            )
            remedy, severity = _REMEDY, LINT.severity
            if held.is_unsaid:
                message = "No maximum is set, so this embedded array can grow without limit."
                remedy, severity = f"Set a maximum. Without one: {_REMEDY}", "warning"
            fix = to_the_rules(held.relationship, seen.decisions[held.relationship.name])
            yield LINT.finding(seen.place(held.relationship, held.side), message, remedy, severity, fix=fix)
    for entity, path, field in pushed_arrays(seen):
        item = given(field.items, None)
        if item is None or item.type not in _IDS:
            message = "Operations add items to this array, but it has no max_items."
            yield LINT.finding(
                f"{entity.name}.{path}", message, "Set max_items, or make it a separate entity."
            )


def _until_full(seen: Inspection, relationship: str) -> str:
    holders = {holder.collection for holder in seen.decisions[relationship].holders}
    sizes = [
        c.bytes.days_to_16_mib for c in seen.plan.collections if c.name in holders and c.bytes is not None
    ]
    days = [until_full for until_full in sizes if until_full is not None]
    return f" An average document reaches 16 MiB in {min(days):,.0f} days." if days else ""


LINT = Lint(
    code="L01",
    slug="unbounded-embed",
    name="UNBOUNDED_EMBED",
    severity="error",
    title="Unbounded embedded array",
    source="schema design guidelines; MongoDB manual, unbounded arrays",
    check=check,
)
