"""PARENT_REF: each child holds the id of its parent."""

from __future__ import annotations

from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_reference_of_child


def apply(draft: PlanDraft) -> None:
    """Give each child the reference to its parent."""
    for relationship in draft.chosen("PARENT_REF"):
        put_reference_of_child(draft, relationship)


PATTERN = Pattern(
    slug="parent-reference",
    kinds=("PARENT_REF",),
    title=label_of("PARENT_REF"),
    help="Each child stores its parent's ID: no limit on children, and moving one is a single write.",
    apply=apply,
)
