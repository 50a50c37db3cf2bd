"""The child is embedded: one read returns both, and one write changes both. Data that is used together is stored
together.

A child that can exist without a parent isn't embedded, because it would be deleted with its parent (G11). The
sources ask only how both are used.
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
