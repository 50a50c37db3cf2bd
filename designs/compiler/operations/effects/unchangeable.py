"""What stays as it is: the owner of a window, which is in its ``_id``, and the measurements of a time series, of which
the server changes the metaField alone. A function that would change either is not written."""

from __future__ import annotations

from ...placement.doc_path import DocPath
from ...plan_model.physical import Collection, Statement
from ..context import QUERIES, SYNC, OperationContext, ScriptFunction, Unsupported, remembered
from ..ir.changes import SetOnInsert, Update
from ..ir.stages import MergeStage
from ..read.array_reads import KEY


def refuse_changes(world: OperationContext, recipe: ScriptFunction) -> None:
    """Raise Unsupported where a function changes a measurement, or a window's ``_id``."""
    for statement in recipe.statements if recipe.script in (QUERIES, SYNC) else ():
        for stage in statement.pipeline or ():
            into = world.collections.get(stage.into) if isinstance(stage, MergeStage) else None
            if into is not None and into.kind == "timeseries":
                _refuse_measurements(into, [""])
        if not isinstance(statement.update, Update):
            continue
        collection, changed = world.collections.get(statement.collection), _changed(statement)
        if collection is not None and collection.kind == "timeseries":
            _refuse_measurements(collection, changed)
        parent = _parents_of_windows(world.whole).get(statement.collection)
        if parent is not None and recipe.script == QUERIES:
            _refuse_keys(parent, changed)
    _refuse_half_of_the_links(world, recipe)
    for statement in recipe.statements if recipe.script == QUERIES else ():
        for place, entity in _held_twice(world.whole):
            if _writes(statement, place):
                raise Unsupported(
                    f"A {entity} with both parents is stored twice, as a measurement and as a document: "
                    "this function would update only one.",
                    f"let only one relationship contain {entity}",
                )


def _refuse_measurements(collection: Collection, changed: list[str]) -> None:
    meta = f"{collection.options.get('timeseries', {}).get('metaField', '')}."
    if not all(f"{path}.".startswith(meta) for path in changed):
        raise Unsupported(
            f"{collection.name} is a time series collection: MongoDB can only update its metaField.",
            f"store {collection.entity or collection.name} in a regular collection, or remove this change",
        )


def _refuse_keys(parent: str, changed: list[str]) -> None:
    if any(path.startswith(KEY) for path in changed):
        raise Unsupported(
            f"The _id of these documents contains their {parent}'s page, and an _id can't be changed.",
            f"store each {parent} or its children as separate documents",
        )


def _changed(statement: Statement) -> list[str]:
    """Return the paths that an update changes in documents that are there."""
    changes = statement.update.changes
    return [change.place.path for change in changes if not isinstance(change, SetOnInsert)]


def _refuse_half_of_the_links(world: OperationContext, recipe: ScriptFunction) -> None:
    """Raise Unsupported where a function follows links among what is held twice: it looks in one of the two places."""
    relationship = world.names.relationships.get(recipe.subject.removeprefix("relationship:"))
    twice = dict.fromkeys(entity for _, entity in _held_twice(world.whole))
    if relationship is None or not twice:
        return
    bases = {world.placement.kinds.base(end.entity) for end in (relationship.from_, relationship.to)}
    if len(bases) == 1 and bases <= twice.keys() and recipe.script == QUERIES:
        raise Unsupported(
            f"{relationship.name} links one {relationship.from_.entity} to others stored as measurements, "
            "as documents, or both: this function would search only one place.",
            f"let only one relationship contain {relationship.from_.entity}",
        )


def _writes(statement: Statement, place: DocPath) -> bool:
    """Return whether a statement writes what stands at a place, or brings or takes documents there."""
    if not statement.writes or statement.collection != place.collection:
        return False
    if not isinstance(statement.update, Update):
        return not place.path or statement.op.startswith("delete")
    changes = statement.update.changes
    return any(f"{change.place.path}.".startswith(f"{place.path}.") for change in changes)


@remembered
def _held_twice(world: OperationContext) -> list[tuple[DocPath, str]]:
    """Return the places of what measurements hold and documents or pages too, each with its entity: two relationships
    of the designer's hold it, and one thing may be linked by both."""
    placement = world.placement
    bases = dict.fromkeys(placement.kinds.base(name) for name in world.names.entities)
    homes = {base: [home for home in placement.homes(base) if home.kind != "nowhere"] for base in bases}
    return [
        (spot, base)
        for base, own in homes.items()
        if len(own) > 1 and any(home.kind == "timeseries" for home in own)
        for spot in placement.spots(base)
    ]


@remembered
def _parents_of_windows(world: OperationContext) -> dict[str, str]:
    """Return, by collection of windows, whose they are."""
    placement = world.placement
    return {
        content.collection: relationship.from_.entity
        for relationship in world.names.relationships.values()
        for content in placement.contents(relationship)
        if placement.traits(relationship).is_windowed
    }
