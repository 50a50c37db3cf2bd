"""Collections, validators, indexes, shard keys and sample documents: what the first scripts call."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..model.conceptual import given
from ..plan_model.physical import SIMPLE, BuiltValue, Collection, Param, PlannedIndex, Statement
from ..workload.document_history import KIND, VALID_FROM, holds_versions, installed_validator
from .context import QUERIES, OperationContext, ScriptFunction, loaded
from .functions.document_versions import NOW, Past, pasts
from .ir.changes import Inc, Pull, Push, PutNew, Unset, Update, UpdatePath
from .ir.conditions import filter_of, without_guards
from .ir.node import MethodOptions
from .ir.predicates import at_least
from .upkeep.archives import archives

COLLECTIONS, INDEXES, SHARDS, SAMPLES = "01_collections", "02_indexes", "setup", "03_sample_data"


def setup(world: OperationContext) -> Iterator[ScriptFunction]:
    """All of it, collection by collection in each script."""
    collections = world.compilation.plan.collections
    for collection in collections:
        yield _create(collection)
        if collection.validator is not None:
            yield _validate(collection)
    has_archives = any(overlay.kind == "ARCHIVE" for overlay in world.compilation.plan.entity_overlays)
    yield from (
        loaded("upkeep.archive_setup.archive_collections")(world, COLLECTIONS) if has_archives else ()
    )
    for collection in collections:
        yield from _indexes(collection)
    yield from loaded("upkeep.archive_setup.archive_indexes")(world, INDEXES) if has_archives else ()
    if given(world.model.topology, "replica-set") == "sharded":
        for collection in collections:
            if collection.shard_key:
                yield _shard(collection)
    for collection in collections:
        yield _samples(collection)
    kept = lasting(world)
    for collection in collections:
        if collection.name not in kept:
            yield _unsample(world, collection)
        if collection.kind == "link" and collection.relationship:
            yield _unsample_links(world, collection)
    yield from (_unsample_versions(past) for past in pasts(world) if past.is_unique)


def lasting(world: OperationContext) -> frozenset[str]:
    """The collections from which no single document can be deleted: time series before server 7.0."""
    old = given(world.model.server_version, "7.0") in ("5.0", "6.0")
    return frozenset(
        collection.name
        for collection in world.collections.values()
        if old and collection.kind == "timeseries"
    )


def _recipe(collection: Collection, purpose: str, script: str) -> ScriptFunction:
    return ScriptFunction(
        f"collection:{collection.name}",
        f"{collection.name}.{purpose}",
        purpose,
        script=script,
        note=collection.description if script != COLLECTIONS else _about(collection),
    )


def _about(collection: Collection) -> str:
    """What a collection holds, and what the validator of a history lets in: each change first stores what was."""
    kept = ""
    if collection.validator is not None and collection.kind == KIND:
        kept = "The validator only warns, because earlier versions are stored as they were, valid or not"
    elif collection.validator is not None and holds_versions(collection):
        kept = "The validator checks current versions only, because past ones are stored as they were"
    return ". ".join(filter(None, (collection.description.removesuffix("."), kept)))


def validation(collection: Collection) -> MethodOptions:
    """The options that collMod can change later."""
    validator = installed_validator(collection)
    if validator is None:
        return {}
    return {
        "validator": validator,
        "validationLevel": collection.validation_level,
        "validationAction": collection.validation_action,
    }


def _create(collection: Collection) -> ScriptFunction:
    recipe = _recipe(collection, "create", COLLECTIONS)
    return recipe.add(
        "createCollection",
        collection.name,
        options={**collection.options, **validation(collection)} or None,
        only="absent",
    )


def _validate(collection: Collection) -> ScriptFunction:
    recipe = _recipe(collection, "validate", COLLECTIONS)
    return recipe.add(
        "runCommand",
        collection.name,
        documents={"collMod": collection.name, **validation(collection)},
        only="present",
    )


def _indexes(collection: Collection) -> Iterator[ScriptFunction]:
    for index in collection.indexes:
        recipe = ScriptFunction(
            f"collection:{collection.name}",
            f"{collection.name}.index.{index.name}",
            "index",
            script=INDEXES,
            note=index.why,
        )
        options = {"name": index.name, **_simple(collection, index)}
        options |= {key: value for key, value in index.options.items() if key != "name"}
        yield recipe.add("createIndex", collection.name, keys=dict(index.keys), options=options)


def _simple(collection: Collection, index: PlannedIndex) -> MethodOptions:
    """Text and 2d indexes take no collation, so they must not take that of their collection."""
    kinds = {kind for _, kind in index.keys}
    return {"collation": SIMPLE} if "collation" in collection.options and kinds & {"text", "2d"} else {}


def _shard(collection: Collection) -> ScriptFunction:
    recipe = _recipe(collection, "shard", SHARDS)
    # The server refuses to take a collection's own collation over to its shard key.
    options = {"unique": False, "collation": SIMPLE} if collection.is_collated else None
    return recipe.add("shardCollection", collection.name, keys=dict(collection.shard_key), options=options)


def _samples(collection: Collection) -> ScriptFunction:
    """The sample documents by their ids: a document that is there already is left as it is."""
    recipe = _recipe(collection, "samples", SAMPLES)
    which = recipe.param("id", collection.name, "_id")
    present = recipe.step("present")
    recipe.add("findOne", collection.name, filter={"_id": which}, projection={"_id": 1}, step=present)
    return recipe.add(
        "insertOne", collection.name, documents=recipe.param("document", collection.name), unless=present
    )


def _unsample(world: OperationContext, collection: Collection) -> ScriptFunction:
    """Each sample document goes by its id, also out of the archive, and so does what changes have kept of it."""
    recipe = _recipe(collection, "unsample", SAMPLES)
    which = recipe.param("id", collection.name, "_id")
    recipe.add("deleteOne", collection.name, filter={"_id": which})
    if into := archives(world).get(collection.name):
        recipe.add("deleteOne", into, filter={"_id": which})
    for past in pasts(world):
        if past.collection == collection.name and not past.is_unique:
            recipe.add("deleteMany", past.into, filter={past.key: which})
    return recipe


def _unsample_links(world: OperationContext, collection: Collection) -> ScriptFunction:
    """The links of what sample documents link: those that demo() has made again have other ids."""
    end, _ = world.names.link_ids(world.names.relationships[collection.relationship or ""])
    recipe = _again(collection.name, "links")
    which = recipe.param(end, collection.name, end)
    return recipe.add("deleteMany", collection.name, filter={end: which})


def _again(collection: str, what: str) -> ScriptFunction:
    """Return the recipe of more that goes with a collection's sample documents."""
    return ScriptFunction(
        f"collection:{collection}", f"{collection}.unsample.{what}", "unsample", script=SAMPLES
    )


def _unsample_versions(past: Past) -> ScriptFunction:
    """The versions that demo() has begun of sample documents: of a natural key there may be others, which began earlier."""
    recipe = _again(past.collection, "versions")
    which = recipe.param(past.key, past.collection, past.key)
    begun = {past.key: which, VALID_FROM: at_least(NOW.value)}
    return recipe.add("deleteMany", past.collection, filter=begun)


def preparations(world: OperationContext, recipe: ScriptFunction) -> Iterator[ScriptFunction]:
    """Before a demonstrated insert of a sample document or element: it goes, with its earlier revisions, so that it is
    free."""
    if recipe.script != QUERIES:
        return
    ready = ScriptFunction("demo:prepare", f"{recipe.name}.prepare", "prepare")
    for statement in recipe.statements:
        if statement.op == "insertOne" and statement.collection not in lasting(world):
            _free_document(world, ready, statement)
        elif statement.op == "updateOne" and isinstance(statement.update, Update):
            _free_elements(world, ready, statement.collection, statement.update)
            _free_parts(ready, statement, statement.update)
    if ready.statements:
        yield ready


def _free_document(world: OperationContext, ready: ScriptFunction, statement: Statement) -> None:
    document = statement.documents
    if isinstance(document, BuiltValue):
        document = document.parts[0]
    if not isinstance(document, Param) or document.path:
        return
    which = ready.param("id", statement.collection, "_id", document=document.document)
    which = replace(which, among=document.among)
    ready.add("deleteOne", statement.collection, filter={"_id": which})
    for past in pasts(world):
        if past.collection == statement.collection and not past.holds_versions:
            ready.add("deleteMany", past.into, filter={past.key: which})


def _free_parts(ready: ScriptFunction, statement: Statement, update: Update) -> None:
    """Take out the part that stands where another is to come."""
    new = [change for change in update.meant if isinstance(change, PutNew)]
    if new:
        gone = Update.of(*(Unset(change.place) for change in new))
        filter = without_guards(filter_of(statement.filter))
        ready.add("updateOne", statement.collection, filter=filter, update=gone)


def _free_elements(world: OperationContext, ready: ScriptFunction, name: str, update: Update) -> None:
    """Take out, wherever it stands, the element whose equal a unique index refuses."""
    collection = world.collections.get(name)
    indexes = collection.indexes if collection else ()  # an archive is a copy of another's
    unique = [index.keys[0][0] for index in indexes if index.options.get("unique") and len(index.keys) == 1]
    for change in update.meant:
        if not isinstance(change, Push) or not isinstance(change.element, Param):
            continue
        array, added = change.place.path, change.element
        for key in unique:
            field = key.removeprefix(f"{array}.")
            if field == key:
                continue
            which = ready.param(field, added.collection, f"{added.path}.{field}", document=added.document)
            pull = Pull(UpdatePath(array), filter_of({field: which}))
            is_page = collection is not None and collection.kind == "bucket"
            fewer = [Inc(UpdatePath("count"), -1)] if is_page else []
            ready.add("updateMany", name, filter={key: which}, update=Update.of(pull, *fewer))
