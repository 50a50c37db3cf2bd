"""Copied fields that cost more writes than they save reads.

A copy saves a lookup in each read that needs nothing else from its source, and costs a write per copy for each
change. If the source changes often or the copy is rarely read, Nestlink doesn't store it. Snapshots and
immutable fields don't need syncing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship
from ...plan_model.findings import Finding
from ...rules.copies import Verdict
from ..base import Inspection, Lint, number, with_copy


def check(seen: Inspection) -> Iterator[Finding]:
    """Declared copies that aren't stored, because their source changes too often or because they save too few
    lookups."""
    for relationship, _ in seen.decided():
        for verdict in seen.placement.verdicts(relationship):
            if verdict.fate in ("hot", "unpaid"):
                yield _finding(seen, relationship, verdict)


def _finding(seen: Inspection, relationship: Relationship, verdict: Verdict) -> Finding:
    subject = seen.copy_place(relationship, verdict)
    refused = f"{relationship.end(verdict.copy.of).entity}.{verdict.copy.field} isn't copied"
    fix = with_copy(relationship, verdict.copy)
    if not verdict.is_measured:
        message = "its reads are unknown, and every change would rewrite each document that has the copy."
        hint = "Set reads_per_day on the copy, or add the operations that read it."
        return LINT.finding(subject, f"{refused}: {message}", hint)
    if not verdict.saves:
        owner = relationship.end(verdict.copy.of).entity
        message = f"no operation returns it without reading the whole {owner}, so it saves no lookup."
        hint = (
            f"Name the copy in the projection of the operation that shows it, instead of the whole {owner}."
        )
        return LINT.finding(subject, f"{refused}: {message}", hint, fix=fix)
    if verdict.fate == "unpaid":
        message = "the lookups it saves cost less than keeping it in sync."
        hint = "If a page shows it, set reads_per_day on the copy. With a denorm_ratio of 0, every copy is stored."
        return LINT.finding(subject, f"{refused}: {message}", hint, fix=fix)
    least = number(seen.limits.denorm_ratio)
    message = f"{number(verdict.ratio)} reads saved per document rewritten (minimum {least})."
    hint = "Read it through the reference. If a stale value is fine, use a computed field refreshed by a job."
    return LINT.finding(subject, f"{refused}: {message}", hint, fix=fix, ratio=round(verdict.ratio, 4))


LINT = Lint(
    code="L19",
    slug="copy-hot",
    name="COPY_HOT",
    severity="warning",
    title="Copied field isn't stored",
    source="6 Rules of Thumb, part 2",
    is_risk=False,
    check=check,
)
