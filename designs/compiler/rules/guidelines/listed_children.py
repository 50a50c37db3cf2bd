"""The parent's array of IDs states which children to read, and each child is edited in one place.

A child also keeps a reference if the design names its parent, or if a read asks a child for its parent; otherwise,
that read would need a multikey index on the array. It also keeps one if reads look for children by their parent,
because an index then also filters by date or state and sorts.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars, single
from .base import (
    NO_FOREIGN_KEY,
    NOT_ATOMIC,
    SIZE,
    UNORDERED,
    Guideline,
    alone,
    inserts,
    number,
    percent,
    shares,
    too_many_ids,
)


def with_parent(case: DecisionInputs) -> bool:
    """Whether the children are hardly used by themselves."""
    return not alone(case)


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why a list of ids in the parent does not pay."""
    limits = case.constants
    if too_many_ids(case):
        return f"{number(case.look('max'))} IDs are too many for an array"
    together = case.read("accessed_together")
    if together < limits.together_low or case.read("together_needs") == "nothing":
        return f"only {percent(together)} of {single(case, case.parent)} reads list it"
    if with_parent(case):
        return f"{case.child.name} is rarely read, updated, or deleted on its own"
    if pointer := case.read("names_parent"):
        return f"{case.child.name}.{pointer} already references its {case.parent.name}: the reference stays in the child"
    if case.read("to_from_per_day") > 0:
        return (
            f"{percent(shares(case)[1])} of its reads go from a {case.child.name} to its {case.parent.name}"
        )
    looked_for = case.read("found_by_parent")
    if looked_for >= limits.indep_min:
        return f"{percent(looked_for)} of these reads look for {case.child.name} by its parent: a reference in the child, with an index, is enough"
    if _churn(case) > case.look("from_to_per_day"):
        return "the array would be written more than read"
    return bars["CHILD_REFS"].because if "CHILD_REFS" in bars else ""


def _churn(case: DecisionInputs) -> float:
    churn: float = inserts(case) + case.read("reassigned_per_day")
    return churn


GUIDELINE = Guideline(
    code="B9",
    slug="listed-children",
    title="Are children independent but listed by the parent?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("CHILD_REFS",),
    reason="children are used on their own, but the parent needs the list",
    sources=("S0 guideline 4", "6R"),
    refuse=refuse,
    unfit=(with_parent,),
    caveats=(NO_FOREIGN_KEY, NOT_ATOMIC, UNORDERED, SIZE),
)
