"""The schema fits the typical parent, and a second collection stores what the few large parents have beyond the limit.

Small arrays don't overflow: an array under 64 KiB at the 95th percentile, with at most 1 MiB and 2,000 items, is
embedded whole (B7). The sources count only items.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars, embeds_whole, has_outliers, whole_array
from .base import Guideline, alone, large, not_large, percent, read_existence, unowned_because, without_parent


def uncounted(case: DecisionInputs) -> bool:
    """Whether nobody knows how many are over the limit."""
    return case.read("share_over") is None


def unowned(case: DecisionInputs) -> bool:
    """Whether nobody owns it."""
    return not case.read("exclusive_owner")


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the overflow pattern does not fit."""
    if not large(case):
        return not_large(case)
    missing = has_outliers(case)
    if missing:
        return missing
    if embeds_whole(case):
        return whole_array(case)
    if unowned(case):
        return unowned_because(case)
    if alone(case):
        return without_parent(case)
    if case.read("accessed_together") < case.constants.together_min:
        return f"only {percent(case.look('accessed_together'))} of reads need it"
    read_existence(case)
    return bars["OUTLIER"].because if "OUTLIER" in bars else ""


GUIDELINE = Guideline(
    code="B4b",
    slug="outliers",
    title="Are most parents small and a few huge?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("OUTLIER",),
    reason="most parents fit in one document; the few large ones overflow",
    sources=("DOC:outlier", "BWP"),
    refuse=refuse,
    unfit=(uncounted, unowned, alone),
    caveats=("every read and write checks has_extras",),
)
