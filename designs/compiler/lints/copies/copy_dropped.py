"""Copied fields that aren't needed because the document already has the originals.

An embedded document is inside its parent, next to the parent's fields. A copy would need syncing without any
benefit.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint, with_copy


def check(seen: Inspection) -> Iterator[Finding]:
    """Declared copies between a document and the data embedded in it."""
    for relationship, decision in seen.decided():
        for verdict in seen.placement.verdicts(relationship):
            if verdict.fate == "dropped":
                owner, holder = (
                    relationship.end(verdict.copy.of).entity,
                    relationship.end(verdict.holder).entity,
                )
                message = (
                    f"{owner}.{verdict.copy.field} isn't copied: “{decision.traits.label}” stores both in "
                    f"one {holder} document."
                )
                subject = seen.copy_place(relationship, verdict)
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
