"""SHARD: by which key a collection is spread."""

from __future__ import annotations

from ...plan_model.decisions import Overlay
from ..plan_builder import PlanDraft
from .base import Pattern


def apply(draft: PlanDraft) -> None:
    """Name each declared shard key as an overlay, by its document paths."""
    for entity in draft.names.entities.values():
        spots = draft.placement.spots(entity.name)
        if not entity.shard_pairs or not spots:
            continue
        places = [draft.placement.of_path(entity.name, path) for path, _ in entity.shard_pairs]
        fields = tuple(paths[0].path for paths in places if paths)
        overlay = Overlay(
            kind="SHARD", collection=spots[0].collection, path="", fields=fields, entity=entity.name
        )
        draft.entity_overlays.append(overlay)


PATTERN = Pattern(
    slug="sharding",
    kinds=("SHARD",),
    title="Shard key",
    help="The key that decides which shard holds a document.",
    why="queries with the key go to one shard, and writes are distributed across all shards",
    apply=apply,
    caveats=(
        "only when one server isn't enough: queries without the key go to every shard",
        "an ever-increasing key sends every insert to one shard; with a hashed key, range queries go to all shards",
    ),
    sources=("DOC:shard-keys",),
)
