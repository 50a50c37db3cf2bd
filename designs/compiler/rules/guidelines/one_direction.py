"""One side stores the IDs, so there is no second copy of each link to maintain.

It is the side whose documents the operations link and unlink, or which shows copies of the other side.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import LINKS, NO_FOREIGN_KEY, NOT_ATOMIC, SIZE, UNORDERED, Guideline


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """The last rule of its block refuses only what composing has barred."""
    return bars["ONE_WAY_EMBED"].because if "ONE_WAY_EMBED" in bars else ""


GUIDELINE = Guideline(
    code="C6",
    slug="one-direction",
    title="Is one direction enough?",
    docs=__doc__,
    kinds=LINKS,
    strategies=("ONE_WAY_EMBED",),
    reason="each link is stored once, so nothing can get out of sync",
    sources=("D",),
    refuse=refuse,
    caveats=("the reverse direction needs a multikey index", NO_FOREIGN_KEY, NOT_ATOMIC, UNORDERED, SIZE),
)
