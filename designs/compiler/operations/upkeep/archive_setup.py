"""The collections of archives, made by setup: without a validator, and with an index for each path by which results
find documents there."""

from __future__ import annotations

from collections.abc import Iterator

from ..context import OperationContext, ScriptFunction, remembered
from ..ir.node import MethodOptions
from ..ir.stages import LookupStage
from ..results.computed import has_results
from ..results.dependents import by_source
from .archives import archives

_UNCHECKED = (
    "without a validator: what was let in while that of {} only warned, or has an earlier shape, must come in too, or "
    "moving it would end on its way"
)


def archive_collections(world: OperationContext, script: str) -> Iterator[ScriptFunction]:
    """What makes the archive of each collection. It compares strings as the collection does."""
    for collection, into in archives(world).items():
        note = f"The archive of {collection}, {_UNCHECKED.format(collection)}."
        recipe = ScriptFunction(f"collection:{into}", f"{into}.create", "create", script=script, note=note)
        yield recipe.add(
            "createCollection", into, options=_collation(world, collection) or None, only="absent"
        )


def archive_indexes(world: OperationContext, script: str) -> Iterator[ScriptFunction]:
    """What makes the indexes of archives: each has one of ``_id``, by which documents are moved there and read."""
    for into in archives(world).values():
        for path in found_by(world, into):
            name = f"{path}_1"
            note = f"finds by {path} what results count in the archive."
            recipe = ScriptFunction(
                f"collection:{into}", f"{into}.index.{name}", "index", script=script, note=note
            )
            yield recipe.add("createIndex", into, keys={path: 1}, options={"name": name})


@remembered
def found_by(world: OperationContext, into: str) -> tuple[str, ...]:
    """Return the paths by which results find the documents of an archive, but its ``_id``, which has an index."""
    if not any(has_results(world, entity) for entity in world.names.entities):
        return ()
    paths: dict[str, None] = {}
    for dependents in by_source(world).values():
        for gathered in (each.gathered for each in dependents if each.gathered is not None):
            asked = [gathered.stage, *(each for each in gathered.stages if isinstance(each, LookupStage))]
            paths |= {each.foreign: None for each in asked if each.source == into}
    return tuple(path for path in paths if path != "_id")


def _collation(world: OperationContext, collection: str) -> MethodOptions:
    options = world.collections[collection].options
    return {"collation": options["collation"]} if "collation" in options else {}
