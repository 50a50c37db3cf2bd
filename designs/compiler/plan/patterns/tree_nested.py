"""TREE_NESTED: two numbers a node, counted on a walk around the tree."""

from __future__ import annotations

from ...names.tree_fields import LEFT, RIGHT
from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, cite, put_tree_field, put_tree_parent


def apply(draft: PlanDraft) -> None:
    """Give each node its parent, and the numbers of going in and of coming out: what is below a
    node lies between its two."""
    for tree in draft.chosen("TREE_NESTED"):
        put_tree_parent(draft, tree)
        for role, which in ((LEFT, "left"), (RIGHT, "right")):
            note = f"{which} number: descendants have numbers between the node's two ({cite(draft, tree)})"
            put_tree_field(draft, tree, role, "int", required=True, minimum=1, note=note)


PATTERN = Pattern(
    slug="tree-nested",
    kinds=("TREE_NESTED",),
    title=label_of("TREE_NESTED"),
    help="Two numbers per node make each branch one index range. For trees that rarely change.",
    apply=apply,
)
