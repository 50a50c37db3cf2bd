"""A stored count or sum of documents that are deleted when they are old.

When a TTL index deletes a document, no function runs: the result still includes it until it is computed again. The audit
lists no such result for what has gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.field_walk import computed_fields
from ...plan_model.findings import Finding
from ...workload.expiry import expiring_behind
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Results that are updated on each write, of documents that expire, or are in a capped collection."""
    for entity in seen.model.entities:
        for path, _, computed in computed_fields(entity.own_fields):
            going = next(expiring_behind(seen.paths, entity, computed), None)
            if going is None:
                continue
            if seen.placement.upkeep.refresh(entity.name, computed) == "on-write":
                yield LINT.finding(
                    f"{entity.name}.{path}",
                    f"is computed from {going.name} documents, which MongoDB deletes by itself: it still includes them, until it is "
                    "worked out anew and is of what is left",
                    "archive them instead, which results go on counting, or keep them; refresh it periodically if it is to be "
                    "of what is left",
                )


LINT = Lint(
    code="L65",
    slug="result-expires",
    name="RESULT_EXPIRES",
    severity="warning",
    title="A stored result of documents that expire",
    source="MongoDB manual, TTL indexes",
    check=check,
)
