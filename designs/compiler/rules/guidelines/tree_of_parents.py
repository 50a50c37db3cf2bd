"""With the parent's ID in each node, a move is one write and finding the children is one indexed query. $graphLookup
reads a branch.

This is also the default if the design doesn't say how the tree is read.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import RINGS, Guideline


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Every tree may take this form: the rules before it know when another is better."""
    case.read("tree.reads")
    return ""


GUIDELINE = Guideline(
    code="T6",
    slug="tree-of-parents",
    title="Is storing the parent enough?",
    docs=__doc__,
    kinds=("tree",),
    strategies=("TREE_PARENT",),
    reason="moving a node is one write, and one indexed query finds its children",
    sources=("DOC:model-tree-structures", "LB"),
    refuse=refuse,
    caveats=("moving a branch is one write", RINGS, "reading a whole branch needs $graphLookup"),
)
