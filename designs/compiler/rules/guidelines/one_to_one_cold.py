"""A large child that few reads need slows down every read of its parent, so it has its own collection."""

from ...plan_model.number_format import grouped
from ...workload.inputs import DecisionInputs, plain
from ..gates import Bars
from .base import NO_FOREIGN_KEY, NOT_ATOMIC, Guideline, percent


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the part is neither large nor cold."""
    limits = case.constants
    size, together = case.read("child_bytes"), case.read("accessed_together")
    if size <= limits.cold_bytes:
        return f"{grouped(plain(round(size)), '')} bytes is small"
    if together >= limits.together_low:
        return f"{percent(together)} of reads need it"
    return ""


GUIDELINE = Guideline(
    code="A2",
    slug="one-to-one-cold",
    title="Would rarely read data bloat a busy document?",
    docs=__doc__,
    kinds=("one-to-one",),
    strategies=("LINK_ONE",),
    reason="large, rarely read data would slow down a busy document",
    sources=("DOC:bloated-documents", "S0 note"),
    refuse=refuse,
    caveats=("reading the details needs $lookup or a second read", NO_FOREIGN_KEY, NOT_ATOMIC),
)
