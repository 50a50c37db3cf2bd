"""Children without a limit, or with more than a few thousand per parent, have their own collection and store their
parent's ID, whether or not they're read on their own.

If you state neither a maximum nor an average, Nestlink assumes no limit and asks for the maximum.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import NO_FOREIGN_KEY, Guideline, number, too_many_ids


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why an array of ids is still possible."""
    if too_many_ids(case):
        return ""
    return f"up to {number(case.look('max'))} fit in an array of IDs"


GUIDELINE = Guideline(
    code="B5",
    slug="too-many",
    title="Are there too many children for an array?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("PARENT_REF",),
    reason="an array in the parent would grow too large",
    sources=("S0 guideline 5", "S1", "6R"),
    refuse=refuse,
    caveats=(
        "the reference needs an index",
        NO_FOREIGN_KEY,
        ("reading all children reads one document each"),
    ),
)
