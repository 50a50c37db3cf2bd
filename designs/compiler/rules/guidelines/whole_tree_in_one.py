"""A menu or a table of contents is read as a whole, so one document stores all levels. Every change rewrites it, so it
must stay shallow and small. A deeper or larger tree is better stored by path.
"""

from ...plan_model.number_format import grouped
from ...workload.inputs import DecisionInputs
from ..gates import Bars, tree_bytes
from .base import SIZE, Guideline, number, reads_of_tree


def refuse(case: DecisionInputs, bars: Bars) -> str:
    """Why the tree is not one document."""
    limits = case.constants
    if other := reads_of_tree(case, "whole"):
        return other
    depth = case.read("tree.depth")
    if depth is None:
        return "the tree depth isn't set"
    if depth > limits.tree_depth:
        return f"{number(depth)} levels is over the limit of {number(limits.tree_depth)}"
    size = tree_bytes(case, case.read("count"))
    if size >= limits.doc_warn:
        return f"all {number(case.look('count'))} nodes take {grouped(size / 1024, ',.0f')} KiB, too much for one read"
    return bars["EMBED_TREE"].because if "EMBED_TREE" in bars else ""


GUIDELINE = Guideline(
    code="T1",
    slug="whole-tree-in-one",
    title="Is the tree small and read as a whole?",
    docs=__doc__,
    kinds=("tree",),
    strategies=("EMBED_TREE",),
    reason="the tree is small, shallow, and read as a whole",
    sources=("LB", "DOC:embedding-vs-references"),
    refuse=refuse,
    caveats=(SIZE, "each level has a different path in reads and updates"),
)
