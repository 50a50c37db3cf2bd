"""References to documents that expire sooner than what refers to them.

No function runs when MongoDB deletes a document, so the reference stays, and a read that follows it finds nothing. The
audit cannot tell such a reference from one that was never right, and leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...placement.retention_scope import Leaving
from ...plan_model.findings import Finding
from ..base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """References whose documents stay, or stay longer, while those that they lead to expire, or are thrown away; once for an end."""
    leaving = Leaving(seen.placement)
    for relationship in seen.model.links:
        for side in ("from", "to"):
            going = [left for left in leaving.left(relationship, side) if left.leads_nowhere]
            for left in going[:1]:
                yield LINT.finding(
                    relationship.name,
                    f"documents of {left.gone} {left.how}, and {left.at.collection}.{left.at.path} goes on leading to them",
                    "let what refers to them expire no later, keep them, or unset the reference in a job of your own; reads find"
                    " nothing there, and the audit leaves these references out",
                )


LINT = Lint(
    code="L70",
    slug="reference-expires",
    name="REFERENCE_EXPIRES",
    severity="warning",
    title="A reference that outlives what it leads to",
    source="MongoDB manual, TTL indexes",
    about="relationship",
    check=check,
)
