"""Copies that are not needed, because the documents hold the whole already.

A part inside a document has its parent's fields around it. A copy beside it would have to be kept true
for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint, with_copy


def check(seen: Inspection) -> Iterator[Finding]:
    """Declared copies between a holder and what is embedded in it (rulebook, Composing 5)."""
    for relationship, decision in seen.decided():
        for verdict in seen.placement.verdicts(relationship):
            if verdict.fate == "dropped":
                owner, holder = (
                    relationship.end(verdict.copy.of).entity,
                    relationship.end(verdict.holder).entity,
                )
                message = (
                    f"{owner}.{verdict.copy.field} isn't copied: {decision.strategy} stores both in "
                    f"one {holder} document."
                )
                subject = f"{holder}.{seen.names.copy(relationship, verdict.copy)}"
                fix = with_copy(relationship, verdict.copy)
                yield LINT.finding(subject, message, "Remove the copy.", fix=fix)


LINT = Lint(
    code="COPY_DROPPED",
    slug="copy-dropped",
    name="COPY_DROPPED",
    severity="info",
    title="Copy made redundant by embedding",
    source="rulebook, Composing 5",
    check=check,
)
