"""Each node stores the names of its ancestors as one string. An index finds a branch by its prefix, and sorting by
path lists the whole tree.

A search must start at the beginning of the path: searching for a part in the middle scans the whole index.
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
