"""POLY_SPLIT: each special kind has a collection of its own, with the general's fields in it."""

from __future__ import annotations

from ..drafting import Draft
from .base import Pattern


def apply(draft: Draft) -> None:
    """Repeat the general's fields and relationships in each special."""
    for relationship in draft.chosen("POLY_SPLIT"):
        if draft.placement.is_split(relationship):
            special = draft.body(relationship.to.entity)
            special.before.append(draft.body(relationship.from_.entity))
        draft.hold(relationship, *draft.placement.spots(relationship.to.entity))


PATTERN = Pattern(
    slug="one-collection-each",
    kinds=("POLY_SPLIT",),
    title="One collection for each kind",
    help="Each special kind is stored alone, with the fields of the general kind repeated in it.",
    apply=apply,
)
