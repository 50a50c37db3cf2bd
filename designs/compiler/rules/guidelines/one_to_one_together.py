"""Otherwise a part is embedded in its whole.

One read returns both, and one write changes both: store together what is used together. A part that
may exist without its whole can't be stored inside one, and would be deleted with it: gate G11 keeps it
apart. That goes further than the sources, which ask only how the two are used.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import SIZE, Guideline


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """The last rule of its block refuses only what a gate bars."""
    case.read("accessed_together")
    return bars["EMBED_ONE"].because if "EMBED_ONE" in bars else ""


GUIDELINE = Guideline(
    code="A3",
    slug="one-to-one-together",
    title="Is the child just part of its parent?",
    docs=__doc__,
    kinds=("one-to-one",),
    strategies=("EMBED_ONE",),
    reason="one read returns both, and updates are atomic",
    sources=("S0 guideline 2", "S3"),
    refuse=refuse,
    caveats=(
        SIZE,
        "every read includes the child, sensitive fields too, unless you use a projection",
    ),
)
