"""Two numbers per node make each branch one index range. Adding or moving a node renumbers about half of all nodes, so
this is for trees that rarely change.

One numbering spans all trees of a collection: a node added to the first tree renumbers the others. Nested sets aren't
chosen if renumbering would update more nodes per day than the tree has reads.

Their advantage is order: a branch is read in tree order. If the order of descendants doesn't matter, ancestor IDs find
them as fast, and adding a node updates no other node.
"""

from ...workload.inputs import DecisionInputs
from ..gates import Bars
from .base import NOT_ATOMIC, RINGS, Guideline, inserts, number, reads_of_tree


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why no numbers."""
    if other := reads_of_tree(case, "subtree", "descendants"):
        return other
    if case.read("tree.reads") == "descendants" and not case.read("tree.ordered"):
        return "descendants aren't read in tree order"
    if not case.read("tree.static"):
        return "the tree changes, and each change renumbers about half of it"
    return renumbered(case)


def renumbered(case: DecisionInputs) -> str:
    """Why the nodes that a tree gains or moves are too many, "" if they aren't, or nobody says how many there are."""
    changes = inserts(case) + case.read("reassigned_per_day")
    half = case.read("count") / 2 if changes else 0.0
    if changes * half <= (case.read("from_to_per_day") if changes else 0.0):
        return ""
    return f"{number(changes)} changes per day renumber about {number(round(half))} nodes each"


GUIDELINE = Guideline(
    code="T2",
    slug="tree-that-stands-still",
    title="Are branches read in order from a tree that rarely changes?",
    docs=__doc__,
    kinds=("tree",),
    strategies=("TREE_NESTED",),
    reason="the tree rarely changes, and a branch is one index range, in order",
    sources=("DOC:model-tree-structures",),
    refuse=refuse,
    caveats=("adding or moving a node renumbers about half of all nodes, of every tree", NOT_ATOMIC, RINGS),
)
