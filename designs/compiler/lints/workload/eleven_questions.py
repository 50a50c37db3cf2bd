"""Decisions that most of MongoDB University's eleven questions contradict.

The rules use the same numbers in more detail and may be right. With so many answers against it, check the decision
again, especially if you chose the strategy yourself.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ...rules.questions import answers, contradicting
from ..base import Inspection, Lint, bars_embedding, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """One-to-one and one-to-many relationships whose strategy at least seven of the eleven answers
    contradict. Subsets, buckets, and merged parents aren't checked. Neither are relationships that a limit
    keeps from being embedded: if the limit's inputs are only assumed, an open question asks for them."""
    for relationship, decision in seen.decided():
        traits = decision.traits
        base = "embed" if traits.inside_holder else "refer"
        if traits.within_document or traits.replaces_documents or traits.is_slice or traits.is_bucketed:
            continue
        all_answers = answers(seen.survey.case(relationship.name))
        against = contradicting(all_answers, base) if all_answers else 0
        if against >= seen.limits.u11_min:
            if base == "refer" and bars_embedding(seen, decision):
                continue
            other = "embedding" if base == "refer" else "a separate collection"
            reasons = dict.fromkeys(answer.because for answer in all_answers if answer.speaks_for != base)
            listed = ", ".join(reasons)  # two checks may rest on one number
            decisive = f". Against it: {decision.reason}" if decision.chosen_by == "rulebook" else ""
            message = f"{against} of 11 checks favour {other}: {listed}{decisive}"
            hint = (
                f"If that matters more than what “{traits.label}” gives you ({traits.gain}), choose "
                "the other strategy."
            )
            yield LINT.finding(
                relationship.name, message, hint, fix=to_the_rules(relationship, decision), against=against
            )


LINT = Lint(
    code="W-U11",
    slug="eleven-questions",
    name="ELEVEN_QUESTIONS",
    severity="info",
    title="Another model may fit better",
    source="MongoDB University: embedding or referencing",
    about="relationship",
    is_risk=False,
    check=check,
)
