"""Copied fields whose policy nobody stated, or that have nowhere to stand.

A price in an order must stay what it was; a name beside a comment should follow its owner. Both are
copies, and only the designer knows which is meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from .base import Inspection, Lint, with_copy


def check(seen: Inspection) -> Iterator[Finding]:
    """Kept copies without a declared policy, and copies refused because the other side holds
    nothing beside which they could stand."""
    for relationship, _ in seen.decided():
        for verdict in seen.placement.verdicts(relationship):
            owner = relationship.end(verdict.copy.of).entity
            subject = (
                f"{relationship.end(verdict.holder).entity}.{seen.names.copy(relationship, verdict.copy)}"
            )
            if verdict.fate == "kept" and verdict.assumed:
                message = (
                    f"a copy of {owner}.{verdict.copy.field} without a policy; {verdict.policy} is assumed"
                )
                hint = "say whether it is immutable, a snapshot, or kept in sync (strong, eventual, batch)"
                fix = with_copy(relationship, verdict.copy, policy=verdict.policy)
                yield LINT.finding(subject, message, hint, fix=fix, policy=verdict.policy)
            elif verdict.fate == "homeless":
                holder = relationship.end(verdict.holder).entity
                message = f"the copy of {owner}.{verdict.copy.field} is refused: a {holder} document holds nothing of {owner}"
                yield LINT.finding(
                    subject, message, "copy in the other direction, or choose another strategy"
                )


LINT = Lint(
    code="L18",
    slug="copy-no-policy",
    name="COPY_NO_POLICY",
    severity="warning",
    title="A copied field without a policy",
    source="MongoDB manual, handle duplicate data",
    check=check,
)
