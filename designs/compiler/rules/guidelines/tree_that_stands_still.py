"""Two numbers per node make each branch one index range. Adding or moving a node renumbers about half of the tree, so
this is for trees that rarely change.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import NOT_ATOMIC, RINGS, Guideline, reads_of_tree


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why no numbers."""
    if other := reads_of_tree(case, "subtree", "descendants"):
        return other
    return (
        "" if case.read("tree.static") else ("the tree changes, and each change renumbers about half of it")
    )


GUIDELINE = Guideline(
    code="T2",
    slug="tree-that-stands-still",
    title="Are branches read from a tree that rarely changes?",
    docs=__doc__,
    kinds=("tree",),
    strategies=("TREE_NESTED",),
    reason="the tree rarely changes, and a branch is one index range",
    sources=("DOC:model-tree-structures",),
    refuse=refuse,
    caveats=("adding or moving a node renumbers about half of the tree", NOT_ATOMIC, RINGS),
)
