"""A node with its ancestors' IDs shows its breadcrumbs without another query, and one indexed query finds all its
descendants. The parent's ID is stored too, to find children.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import NOT_ATOMIC, RINGS, Guideline, reads_of_tree


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why no list of ancestors."""
    return reads_of_tree(case, "ancestors", "descendants", "subtree")


def explain(case: DecisionInputs, bars: Bars) -> str:
    """Why, by what is read: descendants have an index where they are."""
    if case.look("tree.reads") == "ancestors":
        return "each node stores its ancestors, so they are read without following parents"
    return GUIDELINE.reason


GUIDELINE = Guideline(
    code="T4",
    slug="tree-of-ancestors",
    title="Are ancestors or whole branches read?",
    docs=__doc__,
    kinds=("tree",),
    strategies=("TREE_ANCESTORS",),
    reason="each node stores its ancestors, and one indexed query finds all descendants",
    sources=("DOC:model-tree-structures", "LB"),
    refuse=refuse,
    explain=explain,
    caveats=("moving a branch updates every descendant", NOT_ATOMIC, RINGS),
)
