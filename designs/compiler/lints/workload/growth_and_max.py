"""A maximum together with unbounded growth.

They contradict each other. Nestlink uses the growth, reads the maximum as the largest so far, and doesn't embed
because of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given, stated
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, number


def check(seen: Inspection) -> Iterator[Finding]:
    """Ends with both a maximum and unbounded growth."""
    for relationship in seen.model.links:
        for side in ("from", "to"):
            count = relationship.end(side).count
            if stated(count.max) and given(count.growth, "bounded") == "unbounded":
                most = number(float(given(count.max, 0) or 0))
                message = f"The maximum {most} isn't a limit, because growth is unbounded."
                hint = "If it's a limit, set growth to bounded. Otherwise clear the maximum."
                yield LINT.finding(seen.place(relationship, side), message, hint, max=given(count.max, 0))


LINT = Lint(
    code="GROWTH_AND_MAX",
    slug="growth-and-max",
    name="GROWTH_AND_MAX",
    severity="info",
    title="Maximum on an unbounded relationship",
    source="design format, counts of an end",
    check=check,
)
