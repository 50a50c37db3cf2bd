"""Embedded data that is large and rarely read.

It's loaded with its parent on every read, and takes up memory that other documents could use. Every update of the
parent rewrites it, because the storage engine stores whole documents.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...cost.model import KIB, OWN
from ...cost.pricing import frequencies, holder_of, sizes_of
from ...model.conceptual import given
from ...model.constants import weights_of
from ...plan_model.decisions import Decision
from ...plan_model.findings import Finding
from ...plan_model.number_format import byte_size
from ...workload.inputs import DecisionInputs
from ..base import Inspection, Lint, number, percent, to_the_rules


def check(seen: Inspection) -> Iterator[Finding]:
    """Embedded data of more than 4 KiB on average that less than 20% of the parent's reads need. Also embedded data of
    that size that the parent's updates rewrite at a higher cost than a second read would have for the reads that
    need it."""
    for relationship, decision in seen.decided():
        if not (decision.traits.inside_holder or decision.traits.embeds_links):
            continue
        case = seen.survey.case(relationship.name)
        size = _size(case, decision)
        if size <= seen.limits.cold_bytes:
            continue
        side = holder_of(case, decision.strategy)
        owner, part = (
            case.parent.name,
            case.relationship.name if decision.traits.embeds_links else case.child.name,
        )
        if side == "to":
            owner = case.child.name
        share = float(case.look("accessed_together"))
        place, fix = seen.place(relationship, side), to_the_rules(relationship, decision)
        hint = f"Store {part} separately and read it on demand."
        if decision.traits.embeds_links:
            hint = "Store the links in their own collection (strategy “Link collection”)."
        if _is_costly_to_carry(seen, case, side, size):
            often = frequencies(case, side)
            message = (
                f"Updates of {owner} ({number(often[OWN])} per day) rewrite {byte_size(size)} of {part} each time; "
                f"reads that need it: {number(often['PA'] + often['PN'])} per day."
            )
            yield LINT.finding(place, message, hint, fix=fix, bytes=round(size), share=share)
        elif share < seen.limits.together_low and decision.traits.inside_holder:
            message = f"Each {owner} has {number(round(size))} bytes of {part}; {percent(share)} of reads need them."
            yield LINT.finding(place, message, hint, fix=fix, bytes=round(size), share=share)


def _size(case: DecisionInputs, decision: Decision) -> float:
    """Bytes of what a document carries on average."""
    if decision.traits.is_object:
        return float(case.look("child_bytes"))
    if decision.traits.embeds_links:
        sizes = sizes_of(case, decision.strategy, holder_of(case, decision.strategy))
        return sizes.children * sizes.reference
    return float(case.look("average") * case.element)


def _is_costly_to_carry(seen: Inspection, case: DecisionInputs, side: str, size: float) -> bool:
    """Whether what updates of the owner rewrite weighs more than a read of its own for each read that needs it."""
    often = frequencies(case, side)
    if ("beside", f"{case.relationship.name} {side}") in case.survey.traffic.guessed:
        return False
    weights = weights_of(given(seen.model.weights, {}), seen.survey.profile)
    apart = (often["PA"] + often["PN"]) * (weights["R"] + weights["I"])
    return often[OWN] * size / KIB * weights["WB"] > apart


LINT = Lint(
    code="L10",
    slug="cold-embed",
    name="COLD_EMBED",
    severity="warning",
    title="Large embedded data, rarely read",
    source="schema design guidelines; MongoDB manual, bloated documents",
    check=check,
)
