"""Decisions against which most of the eleven questions of MongoDB University speak.

The rules look at the same numbers more closely and may be right. So many answers the other way are a
reason to look again, above all where the designer chose.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan_model.findings import Finding
from ...rules.questions import answers, contradicting
from ..base import Inspection, Lint, bars_embedding, number, to_the_rules

_FACTS = ("G7:", "G11:")


def check(seen: Inspection) -> Iterator[Finding]:
    """One-to-one and one-to-many relationships that are embedded, or referred to, against at least
    U11_MIN of the eleven answers. Slices, buckets and folds are neither. Where a gate bars embedding,
    the hint says which: only other numbers can change it. Lifetimes are no such number, nor that a part
    may exist alone: where only documents of their own can do so, there is nothing to look at again."""
    for relationship, decision in seen.decided():
        traits = decision.traits
        base = "embed" if traits.inside_holder else "refer"
        if traits.within_document or traits.replaces_documents or traits.is_slice or traits.is_bucketed:
            continue
        all_answers = answers(seen.survey.case(relationship.name))
        against = contradicting(all_answers, base) if all_answers else 0
        if against >= seen.limits.u11_min:
            gate = bars_embedding(seen, decision) if base == "refer" else ""
            if gate.startswith(_FACTS):
                continue
            listed = "; ".join(
                f"{answer.question} {'yes' if answer.yes else 'no'}"
                for answer in all_answers
                if answer.speaks_for != base
            )
            message = f"{against} of the eleven questions speak against {decision.strategy}, {number(seen.limits.u11_min)} are enough to look again: {listed}"
            gain = traits.gain
            hint = (
                f"embedding is barred ({gate}): see whether those numbers are right"
                if gate
                else f"see what it gains: {gain}"
            )
            fix = None if gate else to_the_rules(relationship, decision)  # the rules can't embed it either
            yield LINT.finding(relationship.name, message, hint, fix=fix, against=against)


LINT = Lint(
    code="W-U11",
    slug="eleven-questions",
    name="ELEVEN_QUESTIONS",
    severity="warning",
    title="Most of the eleven questions speak against it",
    source="MongoDB University: embedding or referencing",
    about="relationship",
    check=check,
)
