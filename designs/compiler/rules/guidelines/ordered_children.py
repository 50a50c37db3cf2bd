"""Chapters and menu entries have a position among their siblings. The parent's array of child IDs keeps this order,
and moving a child is one update. To find a parent, query for the node that lists the child.

If there are too many children for an array, each child stores its parent's ID instead.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import NOT_ATOMIC, Guideline, number, reads_of_tree


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the parent does not list its children."""
    if other := reads_of_tree(case, "children"):
        return other
    if not case.read("tree.ordered"):
        return "the children have no order of their own"
    most = case.read("max")
    if most > case.constants.embed_max:
        return f"{number(most)} children are too many for one list"
    return ""


GUIDELINE = Guideline(
    code="T5",
    slug="ordered-children",
    title="Do children have a custom order?",
    docs=__doc__,
    kinds=("tree",),
    strategies=("TREE_CHILD",),
    reason="the parent's list keeps its children in order",
    sources=("DOC:model-tree-structures",),
    refuse=refuse,
    caveats=(
        "adding or moving a node updates two documents",
        NOT_ATOMIC,
        "nothing prevents cycles or a node with two parents",
        "ancestors need $graphLookup",
    ),
)
