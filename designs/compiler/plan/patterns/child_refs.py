"""CHILD_REFS: the parent lists the ids of its children."""

from __future__ import annotations

from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_id_array


def apply(draft: PlanDraft) -> None:
    """Give each parent the array of its children's ids."""
    for relationship in draft.chosen("CHILD_REFS"):
        put_id_array(draft, relationship, "from")


PATTERN = Pattern(
    slug="child-references",
    kinds=("CHILD_REFS",),
    title=label_of("CHILD_REFS"),
    help="The parent stores an array of child IDs; children have their own collection.",
    apply=apply,
)
