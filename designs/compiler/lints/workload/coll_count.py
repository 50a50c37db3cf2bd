"""Too many collections.

Each collection and each index is a file that the server keeps open. Thousands of them slow down starts, backups,
and failovers, and small Atlas clusters reject them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding, Severity
from ..base import Inspection, Lint, number


def check(seen: Inspection) -> Iterator[Finding]:
    """More than 1,000 collections (a warning) or 10,000 (an error)."""
    total, limit = len(seen.plan.collections), seen.limits.coll_warn
    if total > limit / 10:
        severity: Severity = "error" if total > limit else "warning"
        most = limit if severity == "error" else limit / 10
        message = f"{number(total)} collections. The limit is {number(most)}."
        hint = "Store similar documents in one collection with a type field."
        yield LINT.finding(seen.model.database, message, hint, severity, count=total)


LINT = Lint(
    code="L38",
    slug="coll-count",
    name="COLL_COUNT",
    severity="warning",
    title="Too many collections",
    source="MongoDB manual, limits; reduce the number of collections",
    check=check,
)
