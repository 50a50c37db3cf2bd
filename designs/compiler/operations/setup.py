"""Collections, validators, indexes, shard keys and sample documents: what the first scripts call."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..model.conceptual import given
from ..plan_model.physical import SIMPLE, Collection, Made, Param, PlannedIndex
from .context import QUERIES, OperationContext, ScriptFunction
from .ir.node import MethodOptions

COLLECTIONS, INDEXES, SHARDS, SAMPLES = "01_collections", "02_indexes", "setup", "03_sample_data"


def setup(world: OperationContext) -> Iterator[ScriptFunction]:
    """All of it, collection by collection in each script."""
    known = world.compilation.plan.collections
    for one in known:
        yield _create(one)
        if one.validator is not None:
            yield _validate(one)
    for one in known:
        yield from _indexes(one)
    if given(world.model.topology, "replica-set") == "sharded":
        for one in known:
            if one.shard_key:
                yield _shard(one)
    for one in known:
        yield _samples(one)
    kept = lasting(world)
    for one in known:
        if one.name not in kept:
            yield _unsample(one)


def lasting(world: OperationContext) -> frozenset[str]:
    """The collections from which no single document can be deleted: time series before server 7.0."""
    old = given(world.model.server_version, "7.0") in ("5.0", "6.0")
    return frozenset(
        collection.name
        for collection in world.collections.values()
        if old and collection.kind == "timeseries"
    )


def _recipe(one: Collection, purpose: str, script: str) -> ScriptFunction:
    return ScriptFunction(
        f"collection:{one.name}", f"{one.name}.{purpose}", purpose, script=script, note=one.description
    )


def validation(one: Collection) -> MethodOptions:
    """The options that collMod can change later."""
    if one.validator is None:
        return {}
    return {
        "validator": one.validator,
        "validationLevel": one.validation_level,
        "validationAction": one.validation_action,
    }


def _create(one: Collection) -> ScriptFunction:
    recipe = _recipe(one, "create", COLLECTIONS)
    return recipe.add(
        "createCollection", one.name, options={**one.options, **validation(one)} or None, only="absent"
    )


def _validate(one: Collection) -> ScriptFunction:
    recipe = _recipe(one, "validate", COLLECTIONS)
    return recipe.add(
        "runCommand", one.name, documents={"collMod": one.name, **validation(one)}, only="present"
    )


def _indexes(one: Collection) -> Iterator[ScriptFunction]:
    for index in one.indexes:
        recipe = ScriptFunction(
            f"collection:{one.name}",
            f"{one.name}.index.{index.name}",
            "index",
            script=INDEXES,
            note=index.reason,
        )
        options = {"name": index.name, **_simple(one, index)}
        options |= {key: value for key, value in index.options.items() if key != "name"}
        yield recipe.add("createIndex", one.name, keys=dict(index.keys), options=options)


def _simple(one: Collection, index: PlannedIndex) -> MethodOptions:
    """Text and 2d indexes take no collation, so they must not take that of their collection."""
    kinds = {kind for _, kind in index.keys}
    return {"collation": SIMPLE} if "collation" in one.options and kinds & {"text", "2d"} else {}


def _shard(one: Collection) -> ScriptFunction:
    recipe = _recipe(one, "shard", SHARDS)
    # The server refuses to take a collection's own collation over to its shard key.
    options = {"unique": False, "collation": SIMPLE} if one.is_collated else None
    return recipe.add("shardCollection", one.name, keys=dict(one.shard_key), options=options)


def _samples(one: Collection) -> ScriptFunction:
    """The sample documents by their ids: a document that is there already is left as it is."""
    recipe = _recipe(one, "samples", SAMPLES)
    which = recipe.param("id", one.name, "_id")
    present = recipe.step("present")
    recipe.add("findOne", one.name, filter={"_id": which}, projection={"_id": 1}, step=present)
    return recipe.add("insertOne", one.name, documents=recipe.param("document", one.name), unless=present)


def _unsample(one: Collection) -> ScriptFunction:
    """Each sample document goes by its id."""
    recipe = _recipe(one, "unsample", SAMPLES)
    return recipe.add("deleteOne", one.name, filter={"_id": recipe.param("id", one.name, "_id")})


def preparations(world: OperationContext, recipe: ScriptFunction) -> Iterator[ScriptFunction]:
    """Before a demonstrated insert of a sample document: that document goes, so that it is free."""
    for statement in recipe.statements:
        document = statement.documents
        if isinstance(document, Made):
            document = document.parts[0]
        if (
            recipe.script == QUERIES
            and statement.op == "insertOne"
            and isinstance(document, Param)
            and not document.path
            and statement.collection not in lasting(world)
        ):
            ready = ScriptFunction("demo:prepare", f"{recipe.name}.prepare", "prepare")
            which = ready.param("id", statement.collection, "_id", document=document.document)
            which = replace(which, among=document.among)
            yield ready.add("deleteOne", statement.collection, filter={"_id": which})
