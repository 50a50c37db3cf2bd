"""EMBED_LINK: the links are elements of their owner, with the other side's id and copies."""

from __future__ import annotations

from ...strategies.table import label_of
from ..plan_builder import PlanDraft
from .base import Pattern, put_id_array


def apply(draft: PlanDraft) -> None:
    """Give the owner an array of links."""
    for relationship in draft.chosen("EMBED_LINK"):
        put_id_array(draft, relationship, draft.decision(relationship).side)


PATTERN = Pattern(
    slug="embedded-link",
    kinds=("EMBED_LINK",),
    title=label_of("EMBED_LINK"),
    help=(
        "Links are embedded in their owner, like items in an order: the other ID, copied fields, and "
        "the link's own fields."
    ),
    apply=apply,
)
