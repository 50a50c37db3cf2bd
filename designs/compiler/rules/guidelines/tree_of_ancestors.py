"""Are ancestors or whole branches read?

A node that lists all nodes above it shows its breadcrumbs without a walk, and everything below a
node is one indexed query. The parent stands beside the list, for the children alone.
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
    reason="the ancestors stand in the node, and all descendants are one indexed query",
    sources=("DOC:model-tree-structures", "LB"),
    refuse=refuse,
    caveats=("a move rewrites the ancestors of every descendant", NOT_ATOMIC, RINGS),
)
