"""TREE_CHILD: each node of a tree lists the ids of its children, in their order."""

from __future__ import annotations

from ...names.tree_fields import CHILDREN
from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, array_bound, put_tree_ids


def apply(draft: PlanDraft) -> None:
    """Give each node the list of its children; a leaf's is empty."""
    for tree in draft.chosen("TREE_CHILD"):
        bound = array_bound(draft, tree, "from")
        put_tree_ids(draft, tree, CHILDREN, "child IDs, in order", max_items=bound)


PATTERN = Pattern(
    slug="tree-child",
    kinds=("TREE_CHILD",),
    title=label_of("TREE_CHILD"),
    help="Each node stores its children in order; finding the parent is a query.",
    apply=apply,
)
