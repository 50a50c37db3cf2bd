"""An order's items belong to the order: it embeds them with the product's ID and the product's values at that time.

Links with their own fields are embedded no matter how often they're read with their owner, because the other rules
would store the same array.
"""

from collections.abc import Callable
from typing import Any

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import COPIES, LINKS, SIZE, Guideline, number, percent


def together(case: DecisionInputs, owner: str, ask: Callable[[str], Any]) -> float:
    """Share of the owner's reads that need the link. ask: what gives an input, as one that decides or only as it is."""
    if owner == "from" or case.quantity("accessed_together").origin == "given":
        share: float = ask("accessed_together")
        return share
    reads = case.survey.traffic.read_touches[case.child.name]
    return min(1.0, ask("to_from_per_day") / reads) if reads else 0.5


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the link is not part of an end."""
    limits, owner = case.constants, case.read("link_owner")
    if owner is None:
        return "neither side owns the link"
    most = case.read(f"{owner}.max")
    if most > limits.embed_max:
        return f"up to {number(most)} links is too many to embed"
    if case.read("link_accessed_alone"):
        return "links are read on their own"
    if not case.read("link_fields"):  # with fields they stand in an array of objects there in any case
        share = together(case, owner, case.read)
        if share < limits.together_min:
            return f"only {percent(share)} of reads of the owner need its links"
    return bars["EMBED_LINK"].because if "EMBED_LINK" in bars else ""


def explain(case: DecisionInputs, _bars: Bars) -> str:
    """Why links are part of their owner; that they are read with it only where most of its reads want them."""
    share = together(case, case.look("link_owner"), case.look)
    return _REASON if share >= case.constants.together_min else _APART


_REASON = "the link belongs to its owner and is read with it"
_APART = "the link belongs to its owner and has fields of its own"

GUIDELINE = Guideline(
    code="C2",
    slug="link-of-owner",
    title="Does one side own the link?",
    docs=__doc__,
    kinds=LINKS,
    strategies=("EMBED_LINK",),
    reason=_REASON,
    explain=explain,
    sources=("S2 order items",),
    refuse=refuse,
    caveats=(COPIES + "; a snapshot keeps its value by design", SIZE),
)
