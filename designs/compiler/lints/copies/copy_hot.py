"""Copies that cost more writes than they save reads.

A copy saves one look at the source with each read, and costs one write in each document that holds it
with each change. Where the source changes often, the second is more than the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...plan_model.findings import Finding
from ..base import Inspection, Lint, number, with_copy


def check(seen: Inspection) -> Iterator[Finding]:
    """Declared copies that are refused because their source changes too often."""
    for relationship, _ in seen.decided():
        for verdict in seen.placement.verdicts(relationship):
            if verdict.fate != "hot":
                continue
            owner, field = relationship.end(verdict.copy.of).entity, verdict.copy.field
            least = number(seen.limits.denorm_ratio)
            message = (
                f"{owner}.{field} is not copied: it saves {number(verdict.ratio)} reads for each document"
                f" that an update rewrites, less than {least}"
            )
            if not verdict.is_measured:
                message = (
                    f"{owner}.{field} is not copied: how often it is read is unknown, and changes of it rewrite"
                    " each document that would hold it"
                )
            params: dict[str, Any] = {"ratio": round(verdict.ratio, 4)} if verdict.is_measured else {}
            subject = (
                f"{relationship.end(verdict.holder).entity}.{seen.names.copy(relationship, verdict.copy)}"
            )
            yield LINT.finding(
                subject,
                message,
                "read it through the reference; where an older value will do, a computed field that a job refreshes"
                if verdict.is_measured
                else "say it: reads_per_day of the copy, or operations that read it",
                fix=with_copy(relationship, verdict.copy) if verdict.is_measured else None,
                **params,
            )


LINT = Lint(
    code="L19",
    slug="copy-hot",
    name="COPY_HOT",
    severity="warning",
    title="A copied field that changes too often",
    source="6 Rules of Thumb, part 2",
    check=check,
)
