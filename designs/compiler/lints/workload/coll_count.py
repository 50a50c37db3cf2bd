"""Very many collections.

Each collection and each index is a file that the server keeps open; thousands of them slow starts,
backups and failovers down, and small clusters of Atlas refuse them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import Finding, Severity
from ..base import Inspection, Lint, number

_A_YEAR = {"day": 365, "week": 52, "month": 12, "year": 1}


def check(seen: Inspection) -> Iterator[Finding]:
    """More than a tenth of COLL_WARN collections (a warning), or more than COLL_WARN (an error); a
    rolling one counts once for each period of the years ahead."""
    rolling = {entity.name: _periods(seen, entity.name) for entity in seen.model.entities}
    total = sum(rolling.get(collection.entity or "", 1) for collection in seen.plan.collections)
    limit = seen.limits.coll_warn
    if total > limit / 10:
        severity: Severity = "error" if total > limit else "warning"
        most = limit if severity == "error" else limit / 10
        periods = [f"{name} {number(count)}" for name, count in rolling.items() if count > 1]
        listed = f" ({', '.join(periods)} in {number(seen.limits.horizon)} years)" if periods else ""
        message = f"{number(total)} collections{listed}, more than {number(most)}"
        hint = "keep alike documents in one collection with a field that tells them apart; let TTL do what rolling does"
        yield LINT.finding(seen.model.database, message, hint, severity, count=total)


def _periods(seen: Inspection, entity: str) -> int:
    retention = given(seen.names.entities[entity].retention, None)
    if retention is None or retention.policy != "rolling":
        return 1
    return max(1, int(_A_YEAR[given(retention.period, "month")] * seen.limits.horizon))


LINT = Lint(
    code="L38",
    slug="coll-count",
    name="COLL_COUNT",
    severity="warning",
    title="Very many collections",
    source="MongoDB manual, limits and reduce the number of collections",
    check=check,
)
