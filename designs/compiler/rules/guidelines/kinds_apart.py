"""Subtypes that are read separately and share few fields have their own collections. Each repeats the supertype's
fields and relationships.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import Guideline


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Kinds that nothing brings together are kept apart."""
    return ""


GUIDELINE = Guideline(
    code="P2",
    slug="kinds-apart",
    title="Should each subtype have its own collection?",
    docs=__doc__,
    kinds=("is-a",),
    strategies=("POLY_SPLIT",),
    reason="subtypes are read separately, so each has its own collection and validator",
    sources=("DOC:inheritance", "BWP"),
    refuse=refuse,
    caveats=("reading all subtypes queries each collection",),
)
