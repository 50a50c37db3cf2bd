"""Embedded documents that are often used without their parent.

To read or change one, the server loads the whole parent. To list them in their own order, it unwinds all parents.
Data that is used on its own belongs in its own collection.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint, percent, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Embedded children, also those in buckets, if at least 20% of their operations don't go through the parent or its
    key."""
    for relationship, decision in seen.decided():
        if not decision.traits.is_held:
            continue
        share = float(seen.survey.case(relationship.name).look("independent_access"))
        if share >= seen.limits.indep_min:
            child = relationship.to.entity
            message = (
                f"{percent(share)} of operations on {child} bypass {relationship.from_.entity} "
                f"(limit {percent(seen.limits.indep_min)})."
            )
            fix = to_the_rules(relationship, decision)
            hint = f"Give {child} its own collection."
            yield LINT.finding(seen.place(relationship, "from"), message, hint, fix=fix, share=share)


LINT = Lint(
    code="L09",
    slug="embed-independent",
    name="EMBED_INDEPENDENT",
    severity="warning",
    title="Embedded document used on its own",
    source="schema design guidelines; 6 Rules of Thumb, part 3",
    check=check,
)
