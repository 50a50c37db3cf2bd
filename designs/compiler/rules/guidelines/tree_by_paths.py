"""Is the tree searched or listed by its paths?

Each node holds the names of the nodes above it as one text. What begins with a path is a branch,
found by an index; sorted by path the whole tree is one list. The search must begin where the path
does: one for a piece from the middle reads the whole index.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import NOT_ATOMIC, RINGS, Guideline, reads_of_tree


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why no paths."""
    return reads_of_tree(case, "path", "whole")


GUIDELINE = Guideline(
    code="T3",
    slug="tree-by-paths",
    title="Is the tree searched or listed by path?",
    docs=__doc__,
    kinds=("tree",),
    strategies=("TREE_PATH",),
    reason="a path prefix finds a branch, and sorting by path lists the tree in order",
    sources=("DOC:model-tree-structures", "LB"),
    refuse=refuse,
    caveats=(
        "moving a branch updates the path of every descendant",
        NOT_ATOMIC,
        RINGS,
        "regex searches use the index only when anchored to the start of the path",
    ),
)
