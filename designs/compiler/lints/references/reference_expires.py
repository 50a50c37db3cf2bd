"""References to documents that expire before the documents that refer to them.

When MongoDB deletes an expired document, no function runs. The reference stays, and reads that follow it find
nothing. The audit can't tell these references from broken ones, so it skips them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...placement.retention_scope import Leaving
from ...plan_model.decisions import Decision
from ...plan_model.findings import Finding
from ...strategies.table import strategies_with
from ..base import Inspection, Lint, setting

_PLAIN = strategies_with(lambda each: each.cost == "reference" and each.kinds == ("one-to-many",))[0]
"""The reference in the child alone."""
_APART = f"Use {_PLAIN} as the strategy, so that only the children reference their parent. Or "
_REMEDY = (
    "let the referencing documents expire first, keep the referenced ones, or unset the references in a "
    "job of your own. Until then, reads that follow these references find nothing, and the audit skips them."
)


def check(seen: Inspection) -> Iterator[Finding]:
    """References to documents that expire before the documents that store the reference."""
    leaving = Leaving(seen.placement)
    for relationship in seen.model.links:
        for side in ("from", "to"):
            going = [left for left in leaving.left(relationship, side) if left.leads_nowhere]
            for left in going[:1]:
                decision = seen.decisions.get(relationship.name)
                is_list = (
                    decision is not None and decision.traits.lists_ids and relationship.kind == "one-to-many"
                )
                held = _why_listed(decision) if decision is not None and is_list else ""
                yield LINT.finding(
                    relationship.name,
                    (
                        f"{left.gone} documents {left.how}, but {left.at.collection}.{left.at.path}{held} "
                        "still references them."
                    ),
                    (_APART if is_list else "") + _REMEDY,
                    fix=setting(relationship, "strategy", value=_PLAIN) if is_list else None,
                )


def _why_listed(decision: Decision) -> str:
    """Return what stores the list in the parent, which the design need not ask for, and why."""
    why = "your choice" if decision.chosen_by == "designer" else f"{decision.rule}: {decision.reason}"
    beside = " next to the reference in each of them" if decision.traits.is_two_way else ""
    return f", a list that “{decision.traits.label}” stores{beside} ({why}),"


LINT = Lint(
    code="L70",
    slug="reference-expires",
    name="REFERENCE_EXPIRES",
    severity="warning",
    title="Reference to expired documents",
    source="MongoDB manual, TTL indexes",
    about="relationship",
    check=check,
)
