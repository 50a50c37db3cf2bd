"""TWO_WAY_REFS: the parent lists its children and each child names its parent."""

from __future__ import annotations

from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_id_array, put_reference_of_child


def apply(draft: PlanDraft) -> None:
    """Give each parent the array of ids and each child the reference."""
    for relationship in draft.chosen("TWO_WAY_REFS"):
        put_id_array(draft, relationship, "from")
        put_reference_of_child(draft, relationship)


PATTERN = Pattern(
    slug="two-way-references",
    kinds=("TWO_WAY_REFS",),
    title=label_of("TWO_WAY_REFS"),
    help="Parent and children reference each other: fast reads both ways, several writes per change.",
    apply=apply,
)
