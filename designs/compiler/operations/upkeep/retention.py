"""ARCHIVE and ROLLING: moving what is old, and naming a collection for each period. TTL is an
index and CAPPED an option: both are made by setup."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from ...plan_model.decisions import Overlay
from ..context import OperationContext, ScriptFunction, digits
from ..ir.condition_reading import read_filter
from ..ir.predicates import below
from ..ir.stages import MatchStage, MergeStage
from ..read.old_versions import add_read
from .archives import archives

_CUTOFF = datetime(2020, 1, 1, tzinfo=UTC)


def retention(world: OperationContext) -> Iterator[ScriptFunction]:
    """The recipes of each entity's retention."""
    taken: set[str] = set()
    for overlay in world.compilation.plan.entity_overlays:
        if overlay.kind == "ARCHIVE" and overlay.path:
            into, suffix = archives(world)[overlay.collection], ""
            if overlay.entity in taken:
                suffix = f".{overlay.collection}"
            taken.add(str(overlay.entity))
            yield _archive(overlay, into, suffix)
            yield _archived(world, overlay, into, suffix)


def _archive(overlay: Overlay, into: str, suffix: str) -> ScriptFunction:
    entity, collection, path = str(overlay.entity), overlay.collection, str(overlay.path)
    days, only = overlay.details.get("after_days", 0), overlay.details.get("only", {})
    note = (
        f"Move documents older than {digits(days)} days to {into}: copy, then delete by the same fixed "
        "cut-off, so that what comes in between stays. Safe to run again."
    )
    if only:
        note += " Only the kinds that this is said of."
    recipe = ScriptFunction(f"entity:{entity}", f"{entity}.archive{suffix}", "archive", note=note)
    # Earlier than any sample, so that the demonstration moves nothing of a real collection.
    old = read_filter(only).merged({path: below(recipe.param("cutoff", value=_CUTOFF))})
    merge = MergeStage(into, "replace", "", "_id")
    recipe.add("aggregate", collection, pipeline=[MatchStage(old), merge])
    return recipe.add("deleteMany", collection, filter=old)


def _archived(world: OperationContext, overlay: Overlay, into: str, suffix: str) -> ScriptFunction:
    entity, word = str(overlay.entity), world.word(str(overlay.entity))
    note = f"One {word} that was moved to {into}."
    recipe = ScriptFunction(f"entity:{entity}", f"{entity}.archived{suffix}", "read", note=note)
    which = recipe.param(f"{word}_id", overlay.collection, "_id")
    return add_read(world, recipe, overlay.collection, into, filter={"_id": which})
