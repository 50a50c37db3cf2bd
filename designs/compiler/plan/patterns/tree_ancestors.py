"""TREE_ANCESTORS: each node lists the ids of all nodes above it, and holds that of its parent."""

from __future__ import annotations

from ...model.conceptual import Tree, given
from ...names.tree_fields import ANCESTORS
from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_tree_ids, put_tree_parent


def apply(draft: PlanDraft) -> None:
    """Give each node its parent and its ancestors, the root first; a root's list is empty."""
    for tree in draft.chosen("TREE_ANCESTORS"):
        put_tree_parent(draft, tree)
        depth = given(given(tree.tree, Tree()).depth, 0)
        most = {"max_items": depth - 1} if depth > 1 else {}
        put_tree_ids(draft, tree, ANCESTORS, "ancestor IDs, root first", **most)


PATTERN = Pattern(
    slug="tree-ancestors",
    kinds=("TREE_ANCESTORS",),
    title=label_of("TREE_ANCESTORS"),
    help=(
        "Each node stores its ancestors: breadcrumbs need no extra query, and a branch is one indexed query."
    ),
    apply=apply,
)
