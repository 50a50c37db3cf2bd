"""Each link is stored once, on the side that reads it most.

If operations link and unlink the documents of one side, or one side shows copies of the other, the links are stored
there, however often each side reads them.
"""

from ...workload.inputs import DecisionInputs
from ..choices import balance, unbalanced, written_side
from ..gates import Bars
from .base import LINKS, NO_FOREIGN_KEY, NOT_ATOMIC, SIZE, UNORDERED, Guideline, number


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why both sides are short."""
    own, other, _ = balance(case)
    if max(own, other) > case.constants.two_way_max:
        return ""
    return f"both sides are short: at most {number(max(own, other))}"


def explain(case: DecisionInputs, bars: Bars) -> str:
    """Why on this side."""
    if unbalanced(case) or case.look("link_owner") is not None or not written_side(case):
        return GUIDELINE.reason
    return "each link is stored once, on the side that writes it or shows copies of the other"


GUIDELINE = Guideline(
    code="C4b",
    slug="one-copy-of-links",
    title="Are the arrays too long to store twice?",
    docs=__doc__,
    kinds=LINKS,
    strategies=("ONE_WAY_EMBED",),
    reason="each link is stored once, on the side that reads it most",
    sources=("D", "S1 product.parts"),
    refuse=refuse,
    explain=explain,
    caveats=("the reverse direction needs a multikey index", NO_FOREIGN_KEY, NOT_ATOMIC, UNORDERED, SIZE),
)
