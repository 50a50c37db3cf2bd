"""TWO_WAY_EMBED: both sides of a many-to-many list one another."""

from __future__ import annotations

from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_id_array


def apply(draft: PlanDraft) -> None:
    """Give both sides an array of the other's ids."""
    for relationship in draft.chosen("TWO_WAY_EMBED"):
        put_id_array(draft, relationship, "from")
        put_id_array(draft, relationship, "to")


PATTERN = Pattern(
    slug="two-way-embedding",
    kinds=("TWO_WAY_EMBED",),
    title=label_of("TWO_WAY_EMBED"),
    help="Both sides store each other's IDs. For small, balanced sets read in both directions.",
    apply=apply,
)
