"""setup.js, 01, 02 and 03: collections with validators, indexes, shard keys, sample documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...content_cache import once
from ...emit.javascript import (
    CallExpression,
    CodeNote,
    Each,
    Function,
    Ident,
    If,
    Literal,
    Node,
    Run,
    script,
)
from ...plan_model.physical import Collection, PlannedIndex, Statement, parameters, walk
from ...sampling.answers import at
from ..base import COLLECTION_KINDS
from .functions import call, named_collection
from .scripts import Part, Source, caution, fragment, head, quoted, ttl_of

_REFUSED = Run(CallExpression("failIfIndexesAreMissing", ()))
"""The end of what makes indexes: it exits with an error if one is missing."""


def setup(source: Source) -> Iterator[Part]:
    """Everything that the data needs, collection by collection."""
    shards = any(_shards(source, collection) for collection in source.compilation.plan.collections)
    yield from head(
        "Collections, validators, indexes, and shard keys", source.compilation,
        "Run: mongosh <address> --file setup.js. Safe to run again.",
        ("Creates what is missing and replaces validators, which may only warn at first if a collection "
        "has documents. Drops nothing; lists differences."),
    )  # fmt: skip
    yield from (fragment("collections"), fragment("indexes"), *([fragment("shards")] if shards else []))
    for collection in source.compilation.plan.collections:
        yield from (*_creations(source, collection), *_indexes(source, collection))
        yield from map(_shard, _shards(source, collection))
        yield from _proposed_keys(source, collection)
    for name in _archives(source):
        yield from (*_archive(source, name), *_indexes_of_archive(source, name))
    yield from (*_leftovers(source), _REFUSED)


def collections(source: Source) -> Iterator[Part]:
    """The collections and their validators alone."""
    yield from head(
        "Collections and validators", source.compilation,
        "Run: mongosh <address> --file 01_collections.js. Safe to run again.",
        ("Creates missing collections and replaces validators, which may only warn at first if a "
        "collection has documents. Drops nothing; lists differences."),
        *_where_keys_are(source),
    )  # fmt: skip
    yield fragment("collections")
    for collection in source.compilation.plan.collections:
        yield from _creations(source, collection)
    for name in _archives(source):
        yield from _archive(source, name)
    yield from _leftovers(source)


def indexes(source: Source) -> Iterator[Part]:
    """The indexes alone."""
    yield from head(
        "Indexes", source.compilation, "Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.",
        "Creates missing indexes. Drops nothing; lists differences.",
        *_where_keys_are(source),
    )  # fmt: skip
    yield fragment("indexes")
    for collection in source.compilation.plan.collections:
        yield from (_title(collection), *_indexes(source, collection))
    for name in _archives(source):
        yield from (CodeNote(f"--- archive {quoted(name)} ---"), *_indexes_of_archive(source, name))
    yield _REFUSED


def _archives(source: Source) -> list[str]:
    """The collections that setup makes beside those of the design."""
    planned = {collection.name for collection in source.compilation.plan.collections}
    creates = (each for each in source.by_script["01_collections"] if each.op == "createCollection")
    return [each.collection for each in creates if each.collection not in planned]


def _archive(source: Source, name: str) -> Iterator[Part]:
    statements = source.calls("createCollection", name)
    note = " ".join(each.comment for each in statements)
    yield CodeNote(f"--- archive {quoted(name)} ---\n{note}")
    yield from source.once("creations", name, statements, lambda: map(_creation, statements))


def _indexes_of_archive(source: Source, name: str) -> list[Part]:
    statements = source.calls("createIndex", name)
    ensured = source.once("indexes", name, statements, lambda: _ensured(statements))
    names = Literal([each.options["name"] for each in statements])
    return [*ensured, Run(CallExpression("listOtherIndexes", (Literal(name), names)))]


def _where_keys_are(source: Source) -> tuple[str, ...]:
    """Where collections are sharded, which script does it: setup.js alone."""
    is_sharded = any(_shards(source, collection) for collection in source.compilation.plan.collections)
    return ("Only setup.js sets shard keys: run it before loading data.",) if is_sharded else ()


def sample_data(source: Source) -> Iterator[Part]:
    """The sample documents, and a function that takes them away again."""
    yield from head(
        "Sample documents", source.compilation, "Run: mongosh <address> --file 03_sample_data.js. Safe to run again.",
        "Inserts the documents below. Existing documents with the same _id aren't changed.",
        "removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.",
        *_of_this_week(source),
        *caution(source.samples, ("isn't changed: nestlink_samples has the IDs of those inserted by this "
                                 "file.")),
    )  # fmt: skip
    yield fragment("samples")
    yield fragment("insert_noted" if source.notes else "insert_absent")
    yield from source.moving()
    for collection in source.compilation.plan.collections:
        yield _examples(source, collection)
    recipes = source.recipes("03_sample_data")
    removals = [recipe for recipe in recipes if recipe[0].purpose == "unsample"]
    body: tuple[Node, ...] = tuple(_removal(recipe, source) for recipe in removals)
    note = "Deletes the sample documents with their versions and links. Not called automatically."
    gone = {recipe[0].collection for recipe in removals}
    stay = [
        collection.name for collection in source.compilation.plan.collections if collection.name not in gone
    ]
    if stay:
        note += f" Documents in {', '.join(stay)} stay: MongoDB before 7.0 can't delete single measurements."
    forgotten = Run(CallExpression("forgetSamples", (Literal(sorted(gone)),)))
    yield Function("removeSampleData", (), (*body, forgotten) if source.notes else body, note)


def _of_this_week(source: Source) -> tuple[str, ...]:
    """Say that dates move, where some documents would be gone within a minute."""
    names = [each.name for each in source.compilation.plan.collections if ttl_of(each)]
    if source.clock is None:
        return ()
    return (
        f"Documents in {', '.join(names)} expire, so sample dates are moved by whole weeks to the day "
        "this runs. In a later week, call resetSampleData() before 04_queries.js.",
    )


def _examples(source: Source, collection: Collection) -> str:
    title = _title(collection)

    def written() -> str:
        parts = [
            CallExpression("ensureDocument", (Literal(collection.name), source.literal(each)))
            for each in source.samples[collection.name]
        ]
        return script([title, *map(Run, parts)])

    moves = source.clock.old if source.clock is not None else None
    return once(
        "examples", lambda: (title, moves, collection.name, source.contents.of(collection.name)), written
    )


def _removal(recipe: list[Statement], source: Source) -> Each:
    """Return a loop that runs the calls of a recipe with each value that sample documents have for its parameter."""
    (which,) = parameters(recipe)
    values: list[Any] = []
    for document in source.samples[recipe[0].collection]:
        value = at(document, which.path)
        if value is not None and value not in values:
            values.append(value)
    calls = tuple(Run(call(statement)) for statement in recipe)
    of = _noted_as(recipe[0], source)
    if of is None:
        return Each(which.name, source.literal(values), calls)
    is_sample = CallExpression("isSample", (Literal(of), Ident(which.name)))
    return Each(which.name, source.literal(values), (If(is_sample, calls),))


def _noted_as(statement: Statement, source: Source) -> str | None:
    """Return the collection among whose samples the document is noted that a removal deletes, or whose links it deletes;
    None where nothing is noted, or no document of a user can be meant."""
    (path, *others) = statement.filter
    if not source.notes or others:
        return None
    if path == "_id":
        return statement.collection
    (collection,) = (
        each for each in source.compilation.plan.collections if each.name == statement.collection
    )
    return next((node.field.target for node in walk(collection.fields) if node.path == path), None)


def _title(collection: Collection, about: str = "") -> CodeNote:
    kind = COLLECTION_KINDS.get(collection.kind, "")
    title = f"--- collection {quoted(collection.name)}{kind and f': {kind}'} ---"
    text = (about or collection.description).replace("\n", " ")
    return CodeNote(f"{title}\n{text}" if text else title)


def _creations(source: Source, collection: Collection) -> list[Part]:
    statements = source.calls("createCollection", collection.name)
    about = " ".join(each.comment for each in statements)
    creations = source.once("creations", collection.name, statements, lambda: map(_creation, statements))
    return [_title(collection, about), *creations]


def _creation(statement: Statement) -> Run:
    options = [Literal(statement.options)] if statement.options else []
    return Run(CallExpression("ensureCollection", (Literal(statement.collection), *options)))


def _indexes(source: Source, collection: Collection) -> list[Part]:
    statements = source.calls("createIndex", collection.name)
    ensured = source.once("indexes", collection.name, statements, lambda: _ensured(statements))
    names = [*(each.options["name"] for each in statements), *(index.name for index in collection.suggested)]
    if own := collection.servers_index:
        names.append("_".join(f"{path}_{kind}" for path, kind in own))
    others = CallExpression("listOtherIndexes", (Literal(collection.name), Literal(names)))
    suggestions = (_suggestion(collection, index) for index in collection.suggested)
    return [*ensured, *_searches(source, collection), *suggestions, Run(others)]


def _searches(source: Source, collection: Collection) -> Iterator[CodeNote]:
    """The search index that the design's findings offer beside a text index."""
    for finding in source.proposals("searched", collection.name):
        arguments = (Literal("search"), Literal(finding.params["definition"]))
        making = CallExpression("createSearchIndex", arguments, named_collection("db", collection.name))
        words = f"Also consider Atlas Search ($search). {finding.message.removesuffix('.')}:\n{script([Run(making)]).strip()}"
        yield CodeNote(words.replace("\r", " "))


def _suggestion(collection: Collection, index: PlannedIndex) -> CodeNote:
    """An index that whoever needs it makes."""
    options = {"name": index.name, **{key: value for key, value in index.options.items() if key != "name"}}
    arguments = (Literal(collection.name), Literal(dict(index.keys)), Literal(options))
    call_of_it = script([Run(CallExpression("ensureIndex", arguments))]).strip()
    why = (
        "Suggested, not created: no operation or copy in the design uses it. Without it, functions that "
        f"find documents by {index.keys[0][0]} scan the collection:"
    )
    return CodeNote(f"{why}\n{call_of_it}\n{index.why}".replace("\r", " "))


def _ensured(statements: list[Statement]) -> Iterator[Part]:
    for each in statements:
        if each.comment:
            yield CodeNote(each.comment.replace("\n", " "))
        yield Run(
            CallExpression(
                "ensureIndex", (Literal(each.collection), Literal(each.keys), Literal(each.options))
            )
        )


def _shards(source: Source, collection: Collection) -> list[Statement]:
    return source.calls("shardCollection", collection.name)


def _proposed_keys(source: Source, collection: Collection) -> Iterator[CodeNote]:
    """What the design's findings say of a shard key that is missing."""
    for finding in source.proposals("shards", collection.name):
        yield CodeNote(f"Not sharded: {finding.message} {finding.hint}".replace("\n", " "))


def _shard(statement: Statement) -> Run:
    parts = [statement.collection, statement.keys, *([statement.options] if statement.options else [])]
    return Run(CallExpression("ensureShardKey", tuple(map(Literal, parts))))


def _leftovers(source: Source) -> list[Part]:
    names = [*(collection.name for collection in source.compilation.plan.collections), *_archives(source)]
    return [
        CodeNote("--- not in the design ---"),
        Run(CallExpression("listOtherCollections", (Literal(names),))),
    ]
