"""Embedded arrays that nothing bounds: the document grows until the server refuses it.

It works in tests and for the first years. The busiest parent gets there first: its reads slow down,
then its writes fail.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, held_arrays, pushed_arrays, to_the_rules

_REMEDY = "keep a capped subset, use buckets, or store the reference in the other documents"
_IDS = frozenset({"objectId", "uuid"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Arrays of documents (or plain values) whose growth is unbounded and that have no cap."""
    for held in held_arrays(seen):
        if held.objects and math.isinf(held.most):
            message = "the embedded array grows without bound" + _until_full(seen, held.relationship.name)
            remedy, severity = _REMEDY, LINT.severity
            if held.is_unsaid:
                message = "nothing bounds the embedded array: nobody states a maximum"
                remedy, severity = f"state a maximum; without one, {_REMEDY}", "warning"
            fix = to_the_rules(held.relationship, seen.decisions[held.relationship.name])
            yield LINT.finding(seen.place(held.relationship, held.side), message, remedy, severity, fix=fix)
    for entity, path, field in pushed_arrays(seen):
        item = given(field.items, None)
        if item is None or item.type not in _IDS:
            message = "operations add elements to the array, and no max_items bounds it"
            yield LINT.finding(
                f"{entity.name}.{path}", message, "declare max_items, or make it an entity of its own"
            )


def _until_full(seen: Inspection, relationship: str) -> str:
    holders = {holder.collection for holder in seen.decisions[relationship].holders}
    sizes = [
        c.bytes.days_to_16_mib for c in seen.plan.collections if c.name in holders and c.bytes is not None
    ]
    days = [until_full for until_full in sizes if until_full is not None]
    return f"; an average document reaches 16 MiB in {min(days):,.0f} days" if days else ""


LINT = Lint(
    code="L01",
    slug="unbounded-embed",
    name="UNBOUNDED_EMBED",
    severity="error",
    title="An embedded array that nothing bounds",
    source="schema design guidelines; MongoDB manual, unbounded arrays",
    check=check,
)
