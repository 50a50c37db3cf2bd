"""The archives of a design: collections beside those that it shows, with documents that were moved there."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from msgspec.structs import replace

from ...model.conceptual import Operation, given
from ...placement.doc_path import DocPath
from ...plan_model.decisions import Overlay
from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Param, Statement
from ..context import QUERIES, OperationContext, ScriptFunction, remembered
from ..functions.split_subtypes import looked_up
from ..ir.conditions import filter_of
from ..ir.predicates import Eq
from ..ir.stages import LookupStage, Stage, WalkStage

_SUFFIX = "_archive"
_READS = frozenset({"find", "findOne", "aggregate"})


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
def keys_read_by(world: OperationContext, collection: str) -> tuple[tuple[str, ...], ...]:
    """Return the natural keys, each by its paths, by which operations read one document of a collection: those who read
    it so look for it in the archive by that, too."""
    looked_for = [
        _looked_for(world, each, collection) for each in world.model.workload if each.kind == "read"
    ]
    unique = natural_keys(world, collection)
    return tuple(paths for paths in unique if any(asked.issuperset(paths) for asked in looked_for))


@remembered
def natural_keys(world: OperationContext, collection: str) -> tuple[tuple[str, ...], ...]:
    """Return the natural keys, each by its paths, of the documents of a collection."""
    keys = (
        tuple(path for path, _ in index.keys)
        for index in world.collections[collection].indexes
        if index.options.get("unique")
    )
    return tuple(paths for paths in dict.fromkeys(keys) if paths != ("_id",))


def stated_keys(world: OperationContext, collection: str) -> tuple[str, ...]:
    """Return the fields of whose values the design says that no two documents of a collection have the same, though a shard
    key may keep the server from seeing to it."""
    own = (field for field in world.fields(collection) if field.origin == "own" and field.items is None)
    return tuple(
        field.name for field in own if field.source is not None and given(field.source.unique, False)
    )


def _looked_for(world: OperationContext, operation: Operation, collection: str) -> set[str]:
    """Return where in documents of a collection stands what an operation looks for one value of."""
    return {
        spot.path
        for match in given(operation.filter, [])
        if match.how == "eq"
        for spot in world.placement.of_path(operation.entity, match.field, compared=True)
        if spot.collection == collection
    }


def looking_in_archives(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function of an operation, or the read of links, which looks in the archive for a document that it reads by its
    ``_id`` and does not find: for those who ask for it, it is the same document wherever it stands. By a natural key it
    does not look there, since another document may have it by now."""
    is_asked = recipe.subject.startswith(("operation:", "relationship:"))
    if not is_asked or any(each.writes for each in recipe.statements):
        return recipe
    moved = archives(world)
    into = [moved[each.collection] if _is_of_one(world, each) else "" for each in recipe.statements]
    if not any(into):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [
        replace(each, falls_back=archive) for each, archive in zip(recipe.statements, into, strict=True)
    ]
    changed.remark(f"Also finds documents by _id in {listed(dict.fromkeys(filter(None, into)))}.")
    return changed


def _is_of_one(world: OperationContext, statement: Statement) -> bool:
    """Whether a statement reads one document of a collection that has an archive, by its ``_id``."""
    if statement.op != "findOne" or statement.collection not in archives(world) or statement.must_miss:
        return False
    asked = [each.predicate for each in filter_of(statement.filter).on_paths if each.path == "_id"]
    return any(isinstance(each, Eq) and isinstance(each.value, Param | Outcome) for each in asked)


def telling_archives(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function of an operation, a read of links, or the change of a merged parent, with a word about what it does not see, or leaves as it is:
    what was moved to an archive."""
    asked = [
        each
        for each in recipe.statements
        if (each.filter or each.pipeline or each.op in _READS) and not each.falls_back
    ]
    moved = dict.fromkeys(each.collection for each in asked if each.collection in archives(world))
    moved |= dict.fromkeys(name for each in asked if not each.writes for name in _joined_alone(world, each))
    written = {each.collection for each in recipe.statements if each.writes}
    does_read = written.isdisjoint(moved)
    looked_into = {each.collection for each in recipe.statements} | {
        each.falls_back for each in recipe.statements
    }
    included = looked_into if does_read else written
    moved = {name: None for name in moved if archives(world)[name] not in included}
    is_of_links = recipe.subject.startswith("relationship:") and not any(
        each.writes for each in recipe.statements
    )
    is_rename = recipe.purpose == "rename"
    if not moved or not (is_of_links or is_rename or recipe.subject.startswith("operation:")):
        return recipe
    into = listed(archives(world)[name] for name in moved)
    recipe.remark(
        f"{'Excludes' if does_read else 'Leaves'} documents archived in "
        f"{into}{'' if does_read else ' unchanged'}."
    )
    return recipe


def telling_archived_copies(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, whose note says which copies of the personal data that it changes are archived: who erases a
    person has to know."""
    changed = [
        id(field.source)
        for each in (recipe.statements if recipe.script == QUERIES else ())
        for path in (each.update.paths if each.update and each.collection in world.collections else ())
        if (field := world.field(each.collection, path)) is not None and field.source is not None
    ]
    written = {each.collection for each in recipe.statements}
    kept = [
        f"{into}.{path}"
        for name, into in (archives(world) if changed else {}).items()
        for path in world.sensitive_paths(name)
        if into not in written and (field := world.field(name, path)) is not None
        if field.origin == "copy" and id(field.source) in changed
    ]
    if kept:
        recipe.remark(
            f"Archived copies keep the earlier value: to erase personal data, change {listed(kept)}, too."
        )
    return recipe


def _joined_alone(world: OperationContext, statement: Statement) -> list[str]:
    """Return the collections that a read joins without their archives."""
    stages = statement.pipeline or () if statement.op == "aggregate" else ()
    sources = [stage.source for stage in stages if isinstance(stage, LookupStage | WalkStage)]
    moved = archives(world)
    return [name for name in sources if name in moved and moved[name] not in sources]


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
