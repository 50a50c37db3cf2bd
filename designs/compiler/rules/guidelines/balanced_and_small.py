"""IDs on both sides make both directions equally fast."""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import LINKS, NOT_ATOMIC, TWO_SIDES, Guideline, percent, shares


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why one copy of each link is enough."""
    if case.read("link_fields"):
        return "link fields would be stored twice"
    least = min(shares(case))
    if least < case.constants.indep_min:
        return f"only {percent(least)} of its reads go the other way"
    return bars["TWO_WAY_EMBED"].because if "TWO_WAY_EMBED" in bars else ""


GUIDELINE = Guideline(
    code="C5",
    slug="balanced-and-small",
    title="Is it small, balanced, and read both ways?",
    docs=__doc__,
    kinds=LINKS,
    strategies=("TWO_WAY_EMBED",),
    reason="both sides are small, similar in size, and read often",
    sources=("S3",),
    refuse=refuse,
    caveats=("each link takes two writes", NOT_ATOMIC, TWO_SIDES),
)
