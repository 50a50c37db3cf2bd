"""Two ways to one thing that no function compares.

An invoice names its customer, and its order does so, too: nothing but an audit finds an invoice whose order is another
customer's.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...names.diamonds import diamonds
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, some


def check(seen: Inspection) -> Iterator[Finding]:
    """Find what two ways lead to under one name: only an audit compares where they lead."""
    audited = {each.recipe for each in seen.plan.statements if each.recipe.endswith(".agrees")}
    ways: dict[str, list[str]] = {}
    for diamond in diamonds(seen.model, seen.names):
        here, there = diamond.places(seen.names)
        if f"{there}.agrees" in audited:
            ways.setdefault(here, []).append(there)
    for here, others in ways.items():
        yield LINT.finding(
            here,
            f"No function checks that it agrees with {some(others)}.",
            "If they must agree, check it before each write, or remove it: 06_audit.js finds where they differ. If they may "
            "differ, ignore this.",
        )


LINT = Lint(
    code="MUST_AGREE",
    slug="must-agree",
    name="MUST_AGREE",
    severity="info",
    title="Two ways to one thing",
    source="entity-relationship model: connection traps",
    check=check,
)
