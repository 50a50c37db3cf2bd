"""The children are embedded: one read returns everything, and one write changes everything.

If the design doesn't state an owner, a child with exactly one parent is owned, unless another entity or
relationship refers to it. Small arrays may have up to 2,000 items: under 64 KiB at the 95th percentile. The sources
don't go into this detail.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import SIZE, Guideline, alone, not_embedded, unowned


def explain(case: DecisionInputs, _bars: Bars) -> str:
    """Why it is embedded; that it is read with its parent only where more than a few of the reads need it."""
    return _REASON if case.look("accessed_together") >= case.constants.together_low else _UNREAD


_REASON = "small, limited in number, owned, and read with its parent"
_UNREAD = "small, limited in number, and owned; a read of its parent returns it as well"

GUIDELINE = Guideline(
    code="B7",
    slug="few-and-owned",
    title="Is it small, owned, and read with its parent?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("EMBED_ARRAY",),
    reason=_REASON,
    explain=explain,
    sources=("S0 guideline 3", "S2", "S3", "6R"),
    refuse=not_embedded,
    unfit=(unowned, alone),
    caveats=(
        SIZE,
        "the validator enforces the limit with maxItems",
        "$slice can page it, but the server loads the whole document",
    ),
)
