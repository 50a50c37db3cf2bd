"""POLY_SPLIT: each special kind has a collection of its own, with the general's fields in it."""

from __future__ import annotations

from ..drafting import Draft
from .base import Pattern


def apply(draft: Draft) -> None:
    """Repeat the general's fields and relationships in each special; also in a special that the
    designer's own choices keep from sharing its general's documents."""
    for relationship in draft.chosen("POLY_SPLIT", "POLY_SINGLE"):
        if draft.placement.kinds.is_joined(relationship):
            continue
        if draft.placement.is_split(relationship):
            special = draft.body(relationship.to.entity)
            special.before += [draft.body(name) for name in _generals(draft, relationship.from_.entity)]
        draft.hold(relationship, *draft.placement.spots(relationship.to.entity))


def _generals(draft: Draft, entity: str) -> list[str]:
    """The general, after those whose documents it shares."""
    return [*reversed(draft.placement.kinds.families.above(entity)), entity]


PATTERN = Pattern(
    slug="one-collection-each",
    kinds=("POLY_SPLIT",),
    title="One collection for each kind",
    help="Each special kind is stored alone, with the fields of the general kind repeated in it.",
    apply=apply,
)
