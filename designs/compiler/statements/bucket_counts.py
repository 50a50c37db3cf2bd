"""How many elements buckets say that they hold, kept by the deletes of the workload."""

from __future__ import annotations

from ..homes import Spot
from .making import Recipe, World


def counts_of(world: World, spot: Spot) -> list[str]:
    """The paths at which a bucket counts the elements of its own array, none for any other array."""
    known = world.collections[spot.collection]
    if known.kind != "bucket" or spot.arrays != (spot.path,):
        return []
    own = [one.name for one in known.fields if one.origin == "bucket" and one.name == "count"]
    metrics = world.fields(spot.collection, "metrics")
    return own + [
        f"metrics.{one.name}" for one in metrics if one.origin == "bucket" and one.name.startswith("total_")
    ]


def recounted(recipe: Recipe, spot: Spot, counts: list[str]) -> Recipe:
    """The counts of the buckets that hold fewer elements than they say."""
    if not counts:
        return recipe
    recipe.remark("The counts of the buckets follow, in a write of its own.")
    size = {"$size": {"$ifNull": [f"${spot.path}", []]}}
    filter = {"$expr": {"$ne": [f"${counts[0]}", size]}}
    return recipe.add(
        "updateMany", spot.collection, filter=filter, update=[{"$set": dict.fromkeys(counts, size)}]
    )
