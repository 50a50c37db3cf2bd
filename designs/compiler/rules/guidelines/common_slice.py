"""Does the common screen need only a slice of an ever-growing list?

The newest or best few stand in the parent, capped, and all of them in a collection of their own:
the common screen is one read, and the list may grow for ever.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import COPIES, NOT_ATOMIC, Guideline, large, not_large, percent


def no_slice(case: DecisionInputs) -> bool:
    """Whether readers need no slice."""
    return case.read("together_needs") not in ("recent", "summary")


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why a slice in the parent does not pay."""
    limits = case.constants
    if not large(case):
        return not_large(case)
    needs, together = case.read("together_needs"), case.read("accessed_together")
    if no_slice(case):
        return f"readers need {needs}, not a slice"
    if together < limits.together_min:
        return f"only {percent(together)} of the reads of {case.parent.name} need it"
    return _too_often_written(case) or (bars["SUBSET"].because if "SUBSET" in bars else "")


def _too_often_written(case: DecisionInputs) -> str:
    """Why each insert's second write does not pay, "" if it does or reads are unknown."""
    ratio, least = case.read("reads_per_insert"), case.constants.subset_rw
    if ratio is None:
        heavy = case.survey.profile == "write-heavy"
        return "a write-heavy design pays for a slice only with known reads" if heavy else ""
    return f"{ratio:.2g} reads for each insert are fewer than {least:g}" if ratio < least else ""


GUIDELINE = Guideline(
    code="B3",
    slug="common-slice",
    title="Does the common screen need only a slice of an ever-growing list?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("SUBSET",),
    reason="the common screen needs only a slice of an ever-growing list",
    sources=("S2", "S1", "DOC:subset"),
    refuse=refuse,
    unfit=(no_slice,),
    caveats=("edits and deletes must touch both places", NOT_ATOMIC, COPIES),
)
