"""The collections of archives, made by setup: without a validator, and with an index for each path by which results
find documents there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..context import QUERIES, OperationContext, ScriptFunction, remembered
from ..functions.document_versions import versions_held
from ..ir.conditions import filter_of
from ..ir.node import MethodOptions
from ..ir.stages import LookupStage
from ..passes.placement_variants import at_every
from ..results.computed import has_results
from ..results.gathering import Gathered
from ..results.recomputing import Reckoning
from .archived_references import named_in
from .archives import archives, natural_keys

_UNCHECKED = (
    "without a validator, because documents of {} that fail validation or have an earlier schema version "
    "must be archived, too"
)


def archive_collections(world: OperationContext, script: str) -> Iterator[ScriptFunction]:
    """What makes the archive of each collection. It compares strings as the collection does."""
    for collection, into in archives(world).items():
        note = f"Archive of {collection}, {_UNCHECKED.format(collection)}."
        recipe = ScriptFunction(f"collection:{into}", f"{into}.create", "create", script=script, note=note)
        yield recipe.add(
            "createCollection", into, options=_collation(world, collection) or None, only="absent"
        )


def archive_indexes(world: OperationContext, script: str) -> Iterator[ScriptFunction]:
    """What makes the indexes of archives: each has one of ``_id``, by which documents are moved there and read."""
    for into in archives(world).values():
        for paths in found_by(world, into):
            name = "_".join(f"{path}_1" for path in paths)
            note = f"Finds {_wanted(world, into, paths[0])} by {' with '.join(paths)}."
            recipe = ScriptFunction(
                f"collection:{into}", f"{into}.index.{name}", "index", script=script, note=note
            )
            yield recipe.add("createIndex", into, keys=dict.fromkeys(paths, 1), options={"name": name})


def _wanted(world: OperationContext, into: str, path: str) -> str:
    if path in counted_by(world, into):
        return "archived documents (for computed fields)"
    is_delete = path in _asked_by_deletes(world, into)
    return "archived documents (for deletes)" if is_delete else "archived documents"


def without_unasked_indexes(world: OperationContext, functions: list[ScriptFunction]) -> list[ScriptFunction]:
    """Return the functions without what makes an index of an archive by which nothing finds anything there, or with which
    another index begins."""
    asked = {
        (each.collection, frozenset(at.path for at in filter_of(each.filter).on_paths))
        for function in functions
        if function.script == QUERIES
        for each in function.statements
    }
    asked |= {
        (into, frozenset({path})) for into in archives(world).values() for path in counted_by(world, into)
    }
    indexes = {each.name: keys for each in functions if (keys := _archive_index(world, each))}
    kept = {name: (into, paths) for name, (into, paths) in indexes.items() if _is_asked(into, paths, asked)}
    beginnings = {(into, paths[:length]) for into, paths in kept.values() for length in range(1, len(paths))}
    gone = {name for name in indexes if name not in kept or kept[name] in beginnings}
    return [each for each in functions if each.name not in gone]


def _archive_index(world: OperationContext, function: ScriptFunction) -> tuple[str, tuple[str, ...]] | None:
    """Return the archive of which a function makes an index, and its paths; None for any other function."""
    if function.purpose != "index" or len(function.statements) != 1:
        return None
    index = function.statements[0]
    return (index.collection, tuple(index.keys)) if index.collection in archives(world).values() else None


def _is_asked(into: str, paths: tuple[str, ...], asked: Iterable[tuple[str, frozenset[str]]]) -> bool:
    """Whether something finds by all paths of an index at once."""
    return any(name == into and by.issuperset(paths) for name, by in asked)


@remembered
def found_by(world: OperationContext, into: str) -> tuple[tuple[str, ...], ...]:
    """Return the paths, or several together, by which reads, changes, results and deletes find the documents of an archive, but its
    ``_id``, which has an index."""
    own = next(name for name, archive in archives(world).items() if archive == into)
    past, keys = versions_held(world, own), natural_keys(world, own)
    of_versions = (past.key,) if past else ()
    singly = ((path,) for path in (*of_versions, *counted_by(world, into), *_asked_by_deletes(world, into)))
    return tuple(dict.fromkeys((*keys, *singly)))


@remembered
def counted_by(world: OperationContext, into: str) -> tuple[str, ...]:
    """Return the paths by which results find the documents of an archive, but its ``_id``."""
    paths: dict[str, None] = {}
    for gathered in _gathered(world):
        asked = [gathered.stage, *(each for each in gathered.stages if isinstance(each, LookupStage))]
        paths |= {each.foreign: None for each in asked if each.source == into}
    return tuple(path for path in paths if path != "_id")


@remembered
def _gathered(world: OperationContext) -> tuple[Gathered, ...]:
    """Return the look-ups of all results: of those that writes keep, and of those that a job works out."""
    looked_up: list[Gathered] = []
    for entity in world.names.entities:
        for _, place in at_every(world, entity) if has_results(world, entity) else []:
            spot = place.spot(entity)
            if spot is not None and not spot.path:
                looked_up += Reckoning(place, entity).translator.lookups
    return tuple(looked_up)


def _asked_by_deletes(world: OperationContext, into: str) -> Iterator[str]:
    """Yield the references by which a delete looks into an archive, which have an index in the collection itself."""
    for collection, archive in archives(world).items():
        starts = {index.keys[0][0] for index in world.collections[collection].indexes}
        if archive == into:
            yield from (path for path in named_in(world, collection) if path in starts)


def _collation(world: OperationContext, collection: str) -> MethodOptions:
    options = world.collections[collection].options
    return {"collation": options["collation"]} if "collation" in options else {}
