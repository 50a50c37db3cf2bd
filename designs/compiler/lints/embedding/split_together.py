"""Data that is almost always read together but stored separately.

Each read needs two queries or a ``$lookup``, and changing both needs a transaction.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ...workload.inputs import MEASURED, DecisionInputs
from ..base import Inspection, Lint, bars_embedding, percent, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Children in their own collection that no limit keeps from being embedded: each belongs to one parent, a
    parent has up to 200, more than 80% of its reads need them, and they're rarely used alone."""
    for relationship, decision in seen.decided():
        case = seen.survey.case(relationship.name)
        if not decision.traits.refers_apart or not _belongs(case, seen) or bars_embedding(seen, decision):
            continue
        share = float(case.look("accessed_together"))
        if min(share, _measured(case, share)) > seen.limits.split_min:
            parent, child = relationship.from_.entity, relationship.to.entity
            message = f"{percent(share)} of {parent} reads also need {child}, stored in another collection."
            fix = to_the_rules(relationship, decision)
            yield LINT.finding(
                seen.place(relationship, "from"), message, f"Embed {child} in {parent}.", fix=fix, share=share
            )


def _measured(case: DecisionInputs, share: float) -> float:
    """Return the share that the operations come to, the given one where they tell none. What they contradict is told
    (L61), and no reason to embed."""
    quantity = case.undeclared().quantity("accessed_together")
    return float(quantity.value) if quantity.origin == MEASURED else share


def _belongs(case: DecisionInputs, seen: Inspection) -> bool:
    """Owned, few, and not often used alone."""
    owned = case.relationship.kind == "one-to-one" or bool(case.look("exclusive_owner"))
    few = float(case.look("max")) <= seen.limits.embed_max
    return owned and few and float(case.look("independent_access")) < seen.limits.indep_min


LINT = Lint(
    code="L11",
    slug="split-together",
    name="SPLIT_TOGETHER",
    severity="warning",
    title="Read together, stored separately",
    source="schema design guidelines; MongoDB manual, reduce $lookup operations",
    check=check,
)
