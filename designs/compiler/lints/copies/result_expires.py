"""Stored counts or sums of documents that expire.

When a TTL index deletes a document, no function runs, so the result still includes it until it's recomputed. The
audit doesn't report these differences.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.field_walk import computed_fields
from ...plan_model.findings import Finding
from ...workload.expiry import expiring_behind
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Results that are updated on each write, computed from documents that expire or are in a capped collection."""
    for entity in seen.model.entities:
        for path, _, computed in computed_fields(entity.own_fields):
            going = next(expiring_behind(seen.paths, entity, computed), None)
            if going is None:
                continue
            if seen.placement.upkeep.refresh(entity.name, computed) == "on-write":
                yield LINT.finding(
                    f"{entity.name}.{path}",
                    f"Computed from {going.name} documents that expire: it includes deleted ones until "
                    "it's recomputed from the rest.",
                    "To keep expired documents in the result, archive them. To leave them out, refresh it "
                    "periodically.",
                )


LINT = Lint(
    code="L65",
    slug="result-expires",
    name="RESULT_EXPIRES",
    severity="warning",
    title="Computed from documents that expire",
    source="MongoDB manual, TTL indexes",
    check=check,
)
