"""TREE_PARENT: each node of a tree holds the id of its parent."""

from __future__ import annotations

from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_tree_parent


def apply(draft: PlanDraft) -> None:
    """Give each node the reference to its parent; a root has none."""
    for tree in draft.chosen("TREE_PARENT"):
        put_tree_parent(draft, tree)


PATTERN = Pattern(
    slug="tree-parent",
    kinds=("TREE_PARENT",),
    title=label_of("TREE_PARENT"),
    help="Each node stores its parent: moves are one write, and branches are read with $graphLookup.",
    apply=apply,
)
