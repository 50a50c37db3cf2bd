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
    title="Is the tree searched or listed by its paths?",
    docs=__doc__,
    kinds=("tree",),
    strategies=("TREE_PATH",),
    reason="what begins with a path is a branch, and the paths in order are the whole tree",
    sources=("DOC:model-tree-structures", "LB"),
    refuse=refuse,
    caveats=(
        "a move rewrites the path of every descendant",
        NOT_ATOMIC,
        RINGS,
        "an index answers a regular expression only where it begins with the path's beginning",
    ),
)
