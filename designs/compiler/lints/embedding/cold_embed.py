"""Embedded data that is large and rarely read.

It's loaded with its parent on every read, and takes up memory that other documents could use.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ..base import Inspection, Lint, number, percent, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Embedded content of more than COLD_BYTES on average that less than TOGETHER_LOW of the
    parent's reads need."""
    for relationship, decision in seen.decided():
        if not decision.traits.inside_holder:
            continue
        case = seen.survey.case(relationship.name)
        share = float(case.look("accessed_together"))
        single = decision.traits.is_object
        size = float(case.look("child_bytes") if single else case.look("average") * case.element)
        if share < seen.limits.together_low and size > seen.limits.cold_bytes:
            message = (
                f"Each {relationship.from_.entity} carries {number(round(size))} bytes of "
                f"{relationship.to.entity}; {percent(share)} of reads need them."
            )
            fix = to_the_rules(relationship, decision)
            hint = f"Store {relationship.to.entity} separately and read it on demand."
            yield LINT.finding(
                seen.place(relationship, "from"), message, hint, fix=fix, bytes=round(size), share=share
            )


LINT = Lint(
    code="L10",
    slug="cold-embed",
    name="COLD_EMBED",
    severity="warning",
    title="Large embedded data, rarely read",
    source="schema design guidelines; MongoDB manual, bloated documents",
    check=check,
)
