"""EXT_REF: the copies that stand beside references, each with its policy."""

from __future__ import annotations

from ...model.conceptual import Relationship
from ...plan_model.decisions import Overlay
from ..plan_builder import PlanDraft
from .base import Pattern


def apply(draft: PlanDraft) -> None:
    """Name every kept copy as an overlay of its decision. The strategies have put them into the
    documents, since a copy shares the place of its reference; refused ones are lints."""
    for relationship in draft.names.relationships.values():
        for side in ("from", "to"):
            _overlays(draft, relationship, side)


def _overlays(draft: PlanDraft, relationship: Relationship, side: str) -> None:
    for copy in draft.placement.copies(relationship, side):
        for spot in copy.spots:
            overlay = Overlay(
                kind="EXT_REF",
                collection=spot.collection,
                path=spot.path,
                field=copy.copy.field,
                fields=(copy.copy.field,),
                policy=copy.policy,
            )
            draft.overlays[relationship.name].append(overlay)


PATTERN = Pattern(
    slug="extended-reference",
    kinds=("EXT_REF",),
    title="Extended reference",
    help="Copies a few fields next to the reference, so common reads don't need $lookup.",
    why="a read that shows only a name of the other side doesn't have to look up its document",
    apply=apply,
    caveats=(
        "not for fields that change often: fields written more than read aren't copied",
        "copies are stale until they're synced",
        "copy the few fields that a screen shows, not the whole document",
    ),
    sources=("S2", "BWP"),
)
