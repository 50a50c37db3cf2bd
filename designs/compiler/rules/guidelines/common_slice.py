"""The parent embeds the newest or best few children, and a collection stores all of them. The most common read is one
document, and the list can grow without limit.

The rule applies if it saves at least SUBSET_RW joins per day for each copy written per day. Each child that is
added, deleted, or changed in a copied field writes one copy. A read that needs more than the subset, such as the
drug of each prescription, still needs its join and doesn't count, unless the subset copies that field. The share of
reads decides only if no read is known; the sources use the share alone.

A summary is a count, total, or latest value, which computed fields in the parent store. It uses a subset only if
``recent`` states which children to show.
"""

from ...model.conceptual import stated
from ...workload.inputs import DecisionInputs
from ..gates import Bars, single
from .base import COPIES, NOT_ATOMIC, Guideline, large, not_large, number, percent

_IN_WORDS = {"page": "a page", "ids": "the ids"}


def no_slice(case: DecisionInputs) -> bool:
    """Whether readers need no slice."""
    needs = case.read("together_needs")
    return needs != "recent" and not (needs == "summary" and stated(case.relationship.recent))


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why a slice in the parent does not pay."""
    limits = case.constants
    if not large(case):
        return not_large(case)
    needs, together = case.read("together_needs"), case.read("accessed_together")
    if no_slice(case) and needs == "summary":
        return "readers need counts or totals, which computed fields store; the design doesn't say which few items to show (recent)"
    if no_slice(case):
        return f"reads need {_IN_WORDS.get(needs, needs)}, not a subset"
    saved, written = case.read("joins_saved_per_day"), case.read("copies_written_per_day")
    if saved is None:
        if together < limits.together_min:
            return f"only {percent(together)} of {single(case, case.parent)} reads need it"
        if written and case.survey.profile == "write-heavy":
            return "in a write-heavy design, a subset needs known reads"
    elif refused := _without_benefit(case, saved, written):
        return refused
    return bars["SUBSET"].because if "SUBSET" in bars else ""


def _without_benefit(case: DecisionInputs, saved: float, written: float) -> str:
    """Why the joins that a slice saves are too few for the copies that it writes, both a day; "" where they pay."""
    least = case.constants.subset_rw
    if saved and saved >= least * written:
        return ""
    both = f"it would save {number(saved)} joins per day and write {number(written)} copies"
    return (
        f"{both}, fewer than {least:g} joins per copy" if saved else f"{both}: no read needs only the subset"
    )


GUIDELINE = Guideline(
    code="B3",
    slug="common-slice",
    title="Do most reads need only part of a growing list?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("SUBSET",),
    reason="most reads need only the top or most recent items of a growing list",
    sources=("S2", "S1", "DOC:subset"),
    refuse=refuse,
    unfit=(no_slice,),
    caveats=("updates and deletes write in two places", NOT_ATOMIC, COPIES),
)
