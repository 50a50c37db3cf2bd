"""Copies that cost more writes than they save reads.

A copy saves one look at the source with each read, and costs one write in each document that holds it
with each change. Where the source changes often, or nobody reads the copy, the second is more than the
first, and the copy is not made. A snapshot and what never changes cost nothing to keep.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Relationship
from ...plan_model.findings import Finding
from ...rules.copies import Verdict
from ..base import Inspection, Lint, number, with_copy


def check(seen: Inspection) -> Iterator[Finding]:
    """Declared copies that are refused because their source changes too often, or because they do not pay."""
    for relationship, _ in seen.decided():
        for verdict in seen.placement.verdicts(relationship):
            if verdict.fate in ("hot", "unpaid"):
                yield _finding(seen, relationship, verdict)


def _finding(seen: Inspection, relationship: Relationship, verdict: Verdict) -> Finding:
    subject = f"{relationship.end(verdict.holder).entity}.{seen.names.copy(relationship, verdict.copy)}"
    refused = f"{relationship.end(verdict.copy.of).entity}.{verdict.copy.field} is not copied"
    fix = with_copy(relationship, verdict.copy)
    if not verdict.is_measured:
        message = (
            "how often it is read is unknown, and changes of it rewrite each document that would hold it"
        )
        hint = "say it: reads_per_day of the copy, or operations that read it"
        return LINT.finding(subject, f"{refused}: {message}", hint)
    if verdict.fate == "unpaid":
        message = "it does not pay: the joins that it saves count for less than keeping it true"
        hint = "where a screen shows it, say so: reads_per_day of the copy; a denorm_ratio of 0 insists on every copy"
        return LINT.finding(subject, f"{refused}: {message}", hint, fix=fix)
    if not verdict.ratio:
        message = "nothing reads it there, and each change would rewrite every document that holds it"
        hint = "state the operation whose screen shows it, or reads_per_day of the copy"
        return LINT.finding(subject, f"{refused}: {message}", hint, fix=fix, ratio=0.0)
    least = number(seen.limits.denorm_ratio)
    message = (
        f"it saves {number(verdict.ratio)} reads for each document that an update rewrites, less than {least}"
    )
    hint = (
        "read it through the reference; where an older value will do, a computed field that a job refreshes"
    )
    return LINT.finding(subject, f"{refused}: {message}", hint, fix=fix, ratio=round(verdict.ratio, 4))


LINT = Lint(
    code="L19",
    slug="copy-hot",
    name="COPY_HOT",
    severity="warning",
    title="A copied field that changes too often",
    source="6 Rules of Thumb, part 2",
    is_risk=False,
    check=check,
)
