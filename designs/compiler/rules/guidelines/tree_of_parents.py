"""Does each node of a tree know its parent?

The parent's id in each node makes a move one write and the children one indexed query;
$graphLookup walks a branch. It is also what a tree gets of which nobody says how it is read.
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
