"""LINK_ONE: two collections; the dependent holds the reference, which is unique."""

from __future__ import annotations

from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_reference_of_child


def apply(draft: PlanDraft) -> None:
    """Give each dependent the reference to its principal."""
    for relationship in draft.chosen("LINK_ONE"):
        put_reference_of_child(draft, relationship)


PATTERN = Pattern(
    slug="link-one",
    kinds=("LINK_ONE",),
    title=label_of("LINK_ONE"),
    help="Two collections; the child stores a unique reference to its parent.",
    apply=apply,
)
