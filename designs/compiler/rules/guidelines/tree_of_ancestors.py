"""A node with its ancestors' IDs shows its breadcrumbs without another query, and one indexed query finds all its
descendants. The parent's ID is stored too, to find children.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import NOT_ATOMIC, RINGS, Guideline, reads_of_tree


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why no list of ancestors."""
    return reads_of_tree(case, "ancestors", "descendants", "subtree")


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
    caveats=("moving a branch updates every descendant", NOT_ATOMIC, RINGS),
)
