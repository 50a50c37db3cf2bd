"""Does the common screen need only a slice of an ever-growing list?

The newest or best few stand in the parent, capped, and all of them in a collection of their own:
the common screen is one read, and the list may grow for ever. It is made where it saves at least
SUBSET_RW joins a day for each copy that it writes a day: one for each child that comes, goes, or changes in
what the slice shows.
A screen that shows more than a slice has, such as the drug of each prescription, still needs its join, and
counts for nothing, unless the slice has that by a copy. How large a share of all reads want the slice is a
hint only, and decides where no read is known; the sources go by the share alone.
A summary is counts, totals or the latest value: computed fields of the parent, which no slice of the children gives. It is
a slice only where ``recent`` says which few children it shows in short.
"""

from ...model.conceptual import stated
from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import COPIES, NOT_ATOMIC, Guideline, large, not_large, number, percent


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
        return "readers need counts or totals, which computed fields hold; nothing says which few to show (recent)"
    if no_slice(case):
        return f"reads need {needs}, not a subset"
    saved, written = case.read("joins_saved_per_day"), case.read("copies_written_per_day")
    if saved is None:
        if together < limits.together_min:
            return f"only {percent(together)} of the reads of {case.parent.name} need it"
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
    both = f"it would save {number(saved)} joins a day and write {number(written)} copies"
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
