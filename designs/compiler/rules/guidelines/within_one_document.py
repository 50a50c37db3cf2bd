"""The reference stays inside the document: an item stores the key of another item, without an index or a second query.
This is decided last, because it depends on where the other decisions store both entities.
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
