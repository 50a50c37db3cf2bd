"""Only the side with few links stores IDs. The other direction is one query with a multikey index."""

from ...workload.inputs import DecisionInputs
from ..choices import array_limit, array_side, balance, unbalanced
from ..gates import Bars
from .base import LINKS, NO_FOREIGN_KEY, NOT_ATOMIC, SIZE, UNORDERED, Guideline


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the two sides are alike enough."""
    case.read("from.max"), case.read("to.max")
    owner = case.read("link_owner")
    if owner is not None and case.look(f"{owner}.max") <= array_limit(case) and array_side(case) != owner:
        return f"the design stores the links on the {'first' if owner == 'from' else 'second'} side, which has room"
    return "" if unbalanced(case) else f"the sides differ only {balance(case)[2]:.3g} times"


GUIDELINE = Guideline(
    code="C4a",
    slug="one-side-explodes",
    title="Would one side's array grow too large?",
    docs=__doc__,
    kinds=LINKS,
    strategies=("ONE_WAY_EMBED",),
    reason="the array would grow too large on the other side",
    sources=("S3", "S0 guideline 4"),
    refuse=refuse,
    caveats=("the reverse direction needs a multikey index", NO_FOREIGN_KEY, NOT_ATOMIC, UNORDERED, SIZE),
)
