"""A list of IDs in the parent shows which children it has without reading them, and a reference in each child leads
back, as long as links seldom change.

The list pays only if reads of the parent need the IDs alone. If they need the children, or look for them by their
parent, the reference with an index finds them in one query too, sorted and limited, and each child is written in one
place. A parent that keeps its earlier versions has no list, because each child added would store another version.
"""

from ...workload.document_history import history_of
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


def reads_children(case: DecisionInputs) -> bool:
    """Whether readers of the parent want more of its children than their ids: they read these in any case."""
    return bool(case.read("together_needs") != "ids")


def keeps_versions(case: DecisionInputs) -> bool:
    """Whether a list in the parent would make a version of it for each child added."""
    return bool(history_of(case.parent))


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why one direction is enough."""
    limits = case.constants
    if too_many_ids(case):
        return f"up to {number(case.look('max'))} IDs is too many for an array"
    unlisted = listed(case)
    if unlisted:
        return unlisted
    if keeps_versions(case):
        return f"{case.parent.name} keeps its versions, and each {single(case, case.child)} added to a list would store another one"
    forward, backward = shares(case)
    if min(forward, backward) < limits.indep_min:
        return f"only {percent(min(forward, backward))} of reads go the other way"
    looked_for = case.read("found_by_parent")
    if forward * (1 - looked_for) < limits.indep_min:
        return f"{percent(looked_for)} of these reads look for {case.child.name} by its parent: a reference in the child, with an index, is enough"
    if reads_children(case):
        return f"reads of {single(case, case.parent)} documents need more than IDs: a reference in the child, with an index, finds as much in one query"
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
    reason="reads of the parent need its children's IDs, reads also go the other way, and links seldom change",
    sources=("S1",),
    refuse=refuse,
    unfit=(no_way_back, reads_children, keeps_versions),
    caveats=("moving a child updates three documents: the child and both parents", NOT_ATOMIC, TWO_SIDES),
)
