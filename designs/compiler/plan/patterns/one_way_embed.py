"""ONE_WAY_EMBED: the side with the small number lists the ids of the other."""

from __future__ import annotations

from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_id_array


def apply(draft: PlanDraft) -> None:
    """Give the chosen side an array of ids, or of objects where the link has fields or copies."""
    for relationship in draft.chosen("ONE_WAY_EMBED"):
        put_id_array(draft, relationship, draft.decision(relationship).side)


PATTERN = Pattern(
    slug="one-way-embedding",
    kinds=("ONE_WAY_EMBED",),
    title=label_of("ONE_WAY_EMBED"),
    help="Only the side with fewer links stores them; the other direction is an indexed query.",
    apply=apply,
)
