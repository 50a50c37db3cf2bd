"""ARCHIVE and ROLLING: moving what is old, and naming a collection for each period. TTL is an
index and CAPPED an option: both are made by setup."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from ..decisions import Overlay
from .archives import archives
from .making import Recipe, World, digits

_CUTOFF = datetime(2020, 1, 1, tzinfo=UTC)


def retention(world: World) -> Iterator[Recipe]:
    """The recipes of each entity's retention."""
    taken: set[str] = set()
    for overlay in world.compilation.plan.entity_overlays:
        if overlay.kind == "ARCHIVE" and overlay.path:
            yield _archive(overlay, archives(world)[overlay.collection], taken)


def _archive(overlay: Overlay, into: str, taken: set[str]) -> Recipe:
    entity, collection, path = str(overlay.entity), overlay.collection, str(overlay.path)
    days, only = overlay.details.get("after_days", 0), overlay.details.get("only", {})
    note = (
        f"Move documents older than {digits(days)} days to {into}: copy, then delete by the same fixed "
        "cut-off, so that what comes in between stays. Safe to run again."
    )
    if only:
        note += " Only the kinds that this is said of."
    name = f"{entity}.archive" if f"{entity}.archive" not in taken else f"{entity}.archive.{collection}"
    taken.add(name)
    recipe = Recipe(f"entity:{entity}", name, "archive", note=note)
    # Earlier than any sample, so that the demonstration moves nothing of a real collection.
    old = {**only, path: {"$lt": recipe.param("cutoff", value=_CUTOFF)}}
    merge = {"into": into, "on": "_id", "whenMatched": "replace"}
    recipe.add("aggregate", collection, pipeline=[{"$match": old}, {"$merge": merge}])
    return recipe.add("deleteMany", collection, filter=old)
