"""ARCHIVE and ROLLING: moving what is old, and naming a collection for each period. TTL is an
index and CAPPED an option: both are made by setup."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from .making import Recipe, World, digits

ARCHIVE_SUFFIX = "_archive"
_CUTOFF = datetime(2020, 1, 1, tzinfo=UTC)


def retention(world: World) -> Iterator[Recipe]:
    """The recipes of each entity's retention."""
    for overlay in world.compilation.plan.entity_overlays:
        if overlay.kind == "ARCHIVE" and overlay.path:
            yield _archive(str(overlay.entity), overlay.collection, overlay.path, overlay.details)


def _archive(entity: str, collection: str, path: str, details: dict[str, Any]) -> Recipe:
    days = details.get("after_days", 0)
    note = (
        f"Move documents older than {digits(days)} days to {collection}{ARCHIVE_SUFFIX}: copy, then delete by the same fixed "
        "cut-off, so that what comes in between stays. Safe to run again."
    )
    recipe = Recipe(f"entity:{entity}", f"{entity}.archive", "archive", note=note)
    # Earlier than any sample, so that the demonstration moves nothing of a real collection.
    old = {path: {"$lt": recipe.param("cutoff", value=_CUTOFF)}}
    into = {"into": f"{collection}{ARCHIVE_SUFFIX}", "on": "_id", "whenMatched": "replace"}
    recipe.add("aggregate", collection, pipeline=[{"$match": old}, {"$merge": into}])
    return recipe.add("deleteMany", collection, filter=old)
