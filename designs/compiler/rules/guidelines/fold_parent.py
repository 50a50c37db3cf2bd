"""A parent with a few small fields that never change is copied into each child, and has no collection. This applies to
lookups, and to parents that operations reach only through their children.

A parent with a unique key or more than four fields keeps its collection, because the children couldn't enforce the
key. So does a parent with a value computed from other entities, such as `sum(orders.total)`: each child would store a
total that changes with the others. So does a parent with more than 2,000 documents, which is no small list of values, and a parent that exists
without children, unless it is a lookup: one that is inserted on its own (`inserts_per_day`), or that children can have
later. Merged fields start with the parent's name, such as `department_name`. The sources are less strict: they also
merge a parent without any stated numbers.
"""

from ...workload.inputs import DecisionInputs, has_no_maximum
from ..gates import Bars, folds, never_folds, too_much_to_fold
from .base import Guideline, read_alone, too_many_ids


def _looked_up(case: DecisionInputs) -> bool:
    return case.parent.kind_or_default == "lookup"


def unfoldable(case: DecisionInputs) -> bool:
    """Whether the parent's fields keep it from being repeated, whatever is done with it."""
    return bool(never_folds(case) if _looked_up(case) else too_much_to_fold(case))


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the parent keeps its collection."""
    if "FOLD_ONE" in bars:
        return bars["FOLD_ONE"].because
    if case.parent.name == case.child.name:
        return "an entity can't be merged into itself"
    if _looked_up(case) and not read_alone(case, case.parent.name):
        return never_folds(case)
    if has_no_maximum(case):
        return f"the design doesn't say how many {case.child.name} a {case.parent.name} has"
    return folds(case) if too_many_ids(case) else "merging pays off only with more children"


GUIDELINE = Guideline(
    code="B2",
    slug="fold-parent",
    title="Is the parent too small for its own collection?",
    docs=__doc__,
    kinds=("one-to-many",),
    strategies=("FOLD_ONE",),
    reason="the parent has too little data to need its own collection",
    sources=("S1",),
    refuse=refuse,
    unfit=(unfoldable,),
    caveats=("changing the parent data needs updateMany",),
)
