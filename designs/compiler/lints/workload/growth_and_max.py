"""A maximum beside growth without bound.

The two say different things. Growth wins: the maximum is read as the largest seen so far, and nothing
is embedded on the strength of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given, stated
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, number


def check(seen: Inspection) -> Iterator[Finding]:
    """Ends that state a max and unbounded growth."""
    for relationship in seen.model.links:
        for side in ("from", "to"):
            count = relationship.end(side).count
            if stated(count.max) and given(count.growth, "bounded") == "unbounded":
                most = number(float(given(count.max, 0) or 0))
                message = f"at most {most}, and growing without bound: the {most} count as the largest seen today, not as a limit"
                hint = "if it is a limit, say that growth is bounded; else leave the max out"
                yield LINT.finding(seen.place(relationship, side), message, hint, max=given(count.max, 0))


LINT = Lint(
    code="GROWTH_AND_MAX",
    slug="growth-and-max",
    name="GROWTH_AND_MAX",
    severity="info",
    title="A maximum beside growth without bound",
    source="design format, counts of an end",
    check=check,
)
