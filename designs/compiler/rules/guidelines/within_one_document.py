"""Do both ends already live in one document?

Then the reference stays inside it: the element's own key at the other element, no index and no
second query. Asked while decisions are composed, since it depends on where others put the ends.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import Guideline


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Composing finds the ends that live in one document; by itself no relationship does."""
    return "its ends are in different documents"


GUIDELINE = Guideline(
    code="B0",
    slug="within-one-document",
    title="Are both ends in the same document?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("ELEMENT_REF",),
    reason="both ends are already in the same document",
    sources=("D",),
    refuse=refuse,
    caveats=("the reference works only inside its document: run the audit to find broken ones",),
)
