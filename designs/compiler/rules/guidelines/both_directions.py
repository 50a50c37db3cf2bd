"""IDs in the parent and a reference in each child make both directions one query, as long as links seldom change.

If reads look for the children by their parent, the array isn't needed: the reference with an index finds them,
sorted and limited.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars, single
from .base import NOT_ATOMIC, TWO_SIDES, Guideline, number, percent, shares, too_many_ids


def listed(case: DecisionInputs) -> str:
    """Why the parent has no use for a list of its children, "" if it has."""
    together = case.read("accessed_together")
    if together < case.constants.together_low:
        return f"only {percent(together)} of {single(case, case.parent)} reads need it"
    return "reads of the parent don't need it" if case.read("together_needs") == "nothing" else ""


def no_way_back(case: DecisionInputs) -> bool:
    """Whether nobody asks a child for its parent."""
    return not case.read("to_from_per_day") and case.constants.indep_min > 0


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why one direction is enough."""
    limits = case.constants
    if too_many_ids(case):
        return f"up to {number(case.look('max'))} IDs is too many for an array"
    unlisted = listed(case)
    if unlisted:
        return unlisted
    forward, backward = shares(case)
    if min(forward, backward) < limits.indep_min:
        return f"only {percent(min(forward, backward))} of reads go the other way"
    looked_for = case.read("found_by_parent")
    if forward * (1 - looked_for) < limits.indep_min:
        return f"{percent(looked_for)} of these reads look for {case.child.name} by its parent: a reference in the child, with an index, is enough"
    reads = case.look("from_to_per_day") + case.look("to_from_per_day")
    if case.read("reassigned_per_day") > limits.reassign_share * reads:
        return "links change too often to store them twice"
    return bars["TWO_WAY_REFS"].because if "TWO_WAY_REFS" in bars else ""


GUIDELINE = Guideline(
    code="B8",
    slug="both-directions",
    title="Is it read in both directions?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("TWO_WAY_REFS",),
    reason="it's read in both directions, and links seldom change",
    sources=("S1",),
    refuse=refuse,
    unfit=(no_way_back,),
    caveats=("moving a child updates three documents: the child and both parents", NOT_ATOMIC, TWO_SIDES),
)
