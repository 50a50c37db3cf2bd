"""setup.js, 01, 02 and 03: collections with validators, indexes, shard keys, sample documents."""

from __future__ import annotations

from collections.abc import Iterator

from ...content_cache import once
from ...emit.javascript import CallExpression, CodeNote, Each, Function, Literal, Run, script
from ...plan_model.physical import Collection, Statement
from .calls import call
from .scripts import Part, Samples, Source, fragment, head, quoted


def setup(source: Source) -> Iterator[Part]:
    """Everything that the data needs, collection by collection."""
    shards = any(_shards(source, one) for one in source.compilation.plan.collections)
    yield from head(
        "Collections, validators, indexes and shard keys", source.compilation,
        "Run: mongosh <address> --file setup.js. Safe to run again: what is as it should be is left alone.",
        "Changes: makes what is missing and replaces validators. Drops nothing; lists what differs.",
    )  # fmt: skip
    yield from (fragment("collections"), fragment("indexes"), *([fragment("shards")] if shards else []))
    for one in source.compilation.plan.collections:
        yield from (_title(one), *_creations(source, one), *_indexes(source, one))
        yield from map(_shard, _shards(source, one))
    yield from _leftovers(source)


def collections(source: Source) -> Iterator[Part]:
    """The collections and their validators alone."""
    yield from head(
        "Collections and validators", source.compilation,
        "Run: mongosh <address> --file 01_collections.js. Safe to run again.",
        "Changes: makes missing collections and replaces validators. Drops nothing; lists what differs.",
    )  # fmt: skip
    yield fragment("collections")
    for one in source.compilation.plan.collections:
        yield from (_title(one), *_creations(source, one))
    yield from _leftovers(source)


def indexes(source: Source) -> Iterator[Part]:
    """The indexes alone."""
    yield from head(
        "Indexes", source.compilation, "Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.",
        "Changes: makes missing indexes. Drops nothing; lists what differs.",
    )  # fmt: skip
    yield fragment("indexes")
    for one in source.compilation.plan.collections:
        yield from (_title(one), *_indexes(source, one))


def sample_data(source: Source) -> Iterator[Part]:
    """The sample documents, and a function that takes them away again."""
    yield from head(
        "Sample documents", source.compilation, "Run: mongosh <address> --file 03_sample_data.js. Safe to run again.",
        "Changes: inserts the documents below where their _id is free; a document that is there stays as it is.",
        "removeSampleData() deletes the documents with these ids again.",
    )  # fmt: skip
    yield fragment("samples")
    for one in source.compilation.plan.collections:
        yield _examples(source, one)
    removals = [one for one in source.by_script["03_sample_data"] if one.op == "deleteOne"]
    body = tuple(_removal(each, source.samples) for each in removals)
    note = "Deletes the sample documents by their ids. Nothing calls it but you."
    gone = {one.collection for one in removals}
    stay = [one.name for one in source.compilation.plan.collections if one.name not in gone]
    if stay:
        note += (
            f" Those in {', '.join(stay)} stay: before server 7.0 no measurement can be deleted by itself."
        )
    yield Function("removeSampleData", (), body, note)


def _examples(source: Source, one: Collection) -> str:
    title = _title(one)

    def made() -> str:
        parts = [
            CallExpression("ensureDocument", (Literal(one.name), Literal(each)))
            for each in source.samples[one.name]
        ]
        return script([title, *map(Run, parts)])

    return once("examples", lambda: (title, one.name, source.contents.of(one.name)), made)


def _removal(statement: Statement, samples: Samples) -> Each:
    ids = [document["_id"] for document in samples[statement.collection]]
    return Each("id", Literal(ids), (Run(call(statement)),))


def _title(one: Collection) -> CodeNote:
    title = f"--- collection {quoted(one.name)}: {one.kind} ---"
    return CodeNote("\n".join([title, *([one.description.replace("\n", " ")] if one.description else [])]))


def _creations(source: Source, one: Collection) -> list[Part]:
    known = source.calls("createCollection", one.name)
    return source.once("creations", one.name, known, lambda: map(_creation, known))


def _creation(statement: Statement) -> Run:
    return Run(
        CallExpression("ensureCollection", (Literal(statement.collection), Literal(statement.options or {})))
    )


def _indexes(source: Source, one: Collection) -> list[Part]:
    known = source.calls("createIndex", one.name)
    return source.once("indexes", one.name, known, lambda: _ensured(one, known))


def _ensured(one: Collection, known: list[Statement]) -> Iterator[Part]:
    for each in known:
        if each.comment:
            yield CodeNote(each.comment.replace("\n", " "))
        yield Run(
            CallExpression(
                "ensureIndex", (Literal(each.collection), Literal(each.keys), Literal(each.options))
            )
        )
    yield Run(
        CallExpression(
            "listOtherIndexes", (Literal(one.name), Literal([each.options["name"] for each in known]))
        )
    )


def _shards(source: Source, one: Collection) -> list[Statement]:
    return source.calls("shardCollection", one.name)


def _shard(statement: Statement) -> Run:
    parts = [statement.collection, statement.keys, *([statement.options] if statement.options else [])]
    return Run(CallExpression("ensureShardKey", tuple(map(Literal, parts))))


def _leftovers(source: Source) -> list[Part]:
    names = [one.name for one in source.compilation.plan.collections]
    return [
        CodeNote("--- what the design does not know ---"),
        Run(CallExpression("listOtherCollections", (Literal(names),))),
    ]
