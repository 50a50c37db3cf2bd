"""A child has its own collection, with a unique reference to its parent, if it is read or written without its parent,
can exist without one, outlives it, or would make it too large.

This also applies if operations insert or delete the child separately and none reads it with its parent, unless the
design states that both are created and deleted together.
"""

from ...model.conceptual import given, stated
from ...workload.inputs import DEFAULT, MEASURED, DecisionInputs
from ..gates import Bars, single
from .base import NO_FOREIGN_KEY, NOT_ATOMIC, Guideline, alone, read_existence, without_parent


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the part does not need to stand alone."""
    together, apart = case.read("same_lifecycle"), alone(case)
    read_existence(case)
    if "EMBED_ONE" in bars or not together or apart or _comes_alone(case):
        return ""
    return without_parent(case)


def _comes_alone(case: DecisionInputs) -> bool:
    """Whether the operations contradict that both live and are read together, which nobody states: none reads the part
    with its whole, and one inserts or deletes the part by itself. What is weak is said to be its whole's."""
    traffic, part = case.survey.traffic, case.child.name
    is_said = case.quantity("same_lifecycle").origin != DEFAULT or case.child.kind_or_default == "weak"
    if is_said or case.quantity("accessed_together").origin != MEASURED:
        return False
    if not (traffic.inserts.get(part, 0.0) or traffic.deletes[part]):
        return False
    return not case.read("accessed_together")


def explain(case: DecisionInputs, bars: Bars) -> str:
    """Which of them it is, by the input that says so, and why the child stores the reference, where its parent might."""
    return f"{_why_apart(case, bars)}{_why_here(case)}"


def _why_here(case: DecisionInputs) -> str:
    link, child = case.relationship, single(case, case.child)
    if any(given(end.count.min, 0) >= 1 for end in (link.from_, link.to)):
        return ""
    if stated(link.link_owner):
        return f"; the {child} stores the reference, as link_owner says"
    changes = case.survey.traffic.reassigns[link.name]
    return f"; the {child} stores the reference, because its operations change it" if changes else ""


def _why_apart(case: DecisionInputs, bars: Bars) -> str:
    if "EMBED_ONE" in bars:
        return bars["EMBED_ONE"].because
    if not case.look("same_lifecycle"):
        return "same_lifecycle is false: the child isn't created and deleted with its parent"
    if alone(case):
        return without_parent(case)
    return "operations insert or delete the child on its own, and none reads it with its parent"


GUIDELINE = Guideline(
    code="A1",
    slug="one-to-one-apart",
    title="Is the child used on its own?",
    docs=__doc__,
    kinds=("one-to-one",),
    strategies=("LINK_ONE",),
    reason="the child is used on its own, or can exist without its parent",
    sources=("6R", "U11", "DOC:embedding-vs-references", "S3"),
    refuse=refuse,
    explain=explain,
    caveats=(
        NO_FOREIGN_KEY,
        "a unique index on the reference enforces one-to-one",
        "reading both takes two reads",
        NOT_ATOMIC,
    ),
)
