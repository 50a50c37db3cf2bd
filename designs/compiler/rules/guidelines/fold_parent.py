"""Is there so little parent data that its collection is overhead?

A parent of a few small fields that never change can be written into each of its many children, and its
collection dropped: where the designer says that it is a lookup, or where operations come to it by its
children only, at least one of them. A parent with a unique key keeps its collection, since nothing would
hold the key in the children; so does one of more than four fields. Folded fields carry the parent's name,
as `department_name`. The sources ask for less: there, a parent of which nothing is said is folded too.
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
    return folds(case) if too_many_ids(case) else "too few children to be worth it"


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
