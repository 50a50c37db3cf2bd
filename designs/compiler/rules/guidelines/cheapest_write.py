"""Each child stores its parent's ID: the cheapest write, without an array that many writers update.

The decision says what keeps the children out of their parent's documents.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import NO_FOREIGN_KEY, Guideline, all_that_prevents


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """The last rule of its block never refuses."""
    return ""


GUIDELINE = Guideline(
    code="B10",
    slug="cheapest-write",
    title="Does no other pattern fit?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("PARENT_REF",),
    reason="lowest write cost: writers don't compete for a shared array",
    sources=("S0 note", "S2", "S3"),
    refuse=refuse,
    explain=all_that_prevents,
    caveats=("the reference needs an index", NO_FOREIGN_KEY, "reading all children reads one document each"),
)
