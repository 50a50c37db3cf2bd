"""Two paths to the same document that no function compares.

An invoice references its customer, and so does its order. Only the audit finds an invoice whose order belongs to another
customer.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...names.diamonds import diamonds
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, some


def check(seen: Inspection) -> Iterator[Finding]:
    """Two paths with the same name that lead to the same entity. Only the audit checks that they lead to the
    same document."""
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
            "If they must agree, check that before each write, or remove one path: 06_audit.js finds differences. If they "
            "may differ, ignore this finding.",
        )


LINT = Lint(
    code="MUST_AGREE",
    slug="must-agree",
    name="MUST_AGREE",
    severity="info",
    title="Related documents can disagree",
    source="entity-relationship model: connection traps",
    check=check,
)
