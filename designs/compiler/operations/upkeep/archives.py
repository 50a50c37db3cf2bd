"""The archives of a design: collections beside those that it shows, with documents that were moved there."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...model.conceptual import given
from ...placement.doc_path import DocPath
from ...plan_model.decisions import Overlay
from ..context import OperationContext, remembered
from ..functions.split_subtypes import looked_up
from ..ir.stages import Stage

_SUFFIX = "_archive"


@remembered
def archives(world: OperationContext) -> dict[str, str]:
    """By collection, the archive of its old documents, under a name that no other collection has."""
    overlays = world.compilation.plan.entity_overlays
    names = dict.fromkeys(overlay.collection for overlay in overlays if _is_archive(overlay))
    extras = (extra for name in names for extra, _ in overflows(world, name))
    return {name: _free(world, name) for name in (*names, *extras)}


def overflows(world: OperationContext, collection: str) -> list[tuple[str, str]]:
    """The collections of what did not fit into arrays of a collection's documents, and where each names its document."""
    places: list[tuple[str, str]] = []
    for link in world.names.relationships.values():
        if not world.placement.traits(link).overflows:
            continue
        array, back = world.placement.content(link), world.placement.reference(link, "to")
        is_own = array is not None and array.collection == collection and array.arrays == (array.path,)
        if is_own and back is not None:
            places.append((back.collection, back.path))
    return places


@remembered
def keys_read_by(world: OperationContext, collection: str) -> tuple[str, ...]:
    """Return the natural keys by which operations read one document of a collection: those who read it so look for it in
    the archive by that, too."""
    paths: dict[str, None] = {}
    for operation in world.model.workload:
        asked = given(operation.filter, [])
        entity = world.names.entities.get(operation.entity)
        if operation.kind != "read" or len(asked) != 1 or asked[0].how != "eq" or entity is None:
            continue
        unique = {field.name for field in entity.own_fields if given(field.unique, False)}
        for spot in world.placement.of_path(entity.name, asked[0].field):
            if spot.path in unique and spot.collection == collection:
                paths[spot.path] = None
    return tuple(path for path in paths if path != "_id")


def _is_archive(overlay: Overlay) -> bool:
    return overlay.kind == "ARCHIVE" and bool(overlay.path)


def _free(world: OperationContext, collection: str) -> str:
    wish = f"{collection}{_SUFFIX}"
    name, number = wish, 2
    while name in world.collections:
        name, number = f"{wish}_{number}", number + 1
    return name


def in_archives(world: OperationContext, spots: Iterable[DocPath]) -> list[DocPath]:
    """Return where those of what stands at places stand that were moved to an archive."""
    moved = archives(world)
    return [replace(spot, collection=moved[spot.collection]) for spot in spots if spot.collection in moved]


def with_archives(world: OperationContext, names: tuple[str, ...]) -> tuple[str, ...]:
    """Collections, and the archives of them."""
    return (*names, *(archives(world)[name] for name in names if name in archives(world)))


def in_archive_too(world: OperationContext, collection: str, stages: list[Stage]) -> list[Stage]:
    """The stages with what they look up in a collection looked up in its archive as well."""
    return looked_up(world, collection, stages, with_archives(world, (collection,)))
