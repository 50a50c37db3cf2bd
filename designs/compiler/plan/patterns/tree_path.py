"""TREE_PATH: each node holds the names of the nodes above it as one text."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...names.tree_fields import PATH, SEPARATOR, segment
from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, cite, put_tree_field


def apply(draft: PlanDraft) -> None:
    """Give each node its path: what is above it, the root first, a comma before and behind each."""
    for tree in draft.chosen("TREE_PATH"):
        put_tree_field(draft, tree, PATH, "string", required=True, note=_note(draft, tree))


def _note(draft: PlanDraft, tree: Relationship) -> str:
    made_of = segment(draft.names, tree)
    return f"the {made_of} of each node above, root first; {SEPARATOR} at a root ({cite(draft, tree)})"


PATTERN = Pattern(
    slug="tree-path",
    kinds=("TREE_PATH",),
    title=label_of("TREE_PATH"),
    help="Each node stores its full path as a string; a prefix finds a branch.",
    apply=apply,
)
