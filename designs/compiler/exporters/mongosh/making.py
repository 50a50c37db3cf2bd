"""setup.js, 01, 02 and 03: collections with validators, indexes, shard keys, sample documents."""

from __future__ import annotations

from collections.abc import Iterable

from ...emit.javascript import Call, Each, Function, Literal, Note, Run
from ...physical import Collection, Compilation, Statement
from .calls import call
from .scripts import Part, Samples, fragment, head, quoted


def setup(compilation: Compilation, samples: Samples) -> list[Part]:
    """Everything that the data needs, collection by collection."""
    shards = _of(compilation, "shardCollection")
    parts = head(
        "Collections, validators, indexes and shard keys", compilation,
        "Run: mongosh <address> --file setup.js. Safe to run again: what is as it should be is left alone.",
        "Changes: makes what is missing and replaces validators. Drops nothing; lists what differs.",
    )  # fmt: skip
    parts += [fragment("collections"), fragment("indexes"), *([fragment("shards")] if shards else [])]
    for one in compilation.plan.collections:
        parts += [_title(one), *_creations(compilation, one), *_indexes(compilation, one)]
        parts += [_shard(each) for each in shards if each.collection == one.name]
    return [*parts, *_leftovers(compilation)]


def collections(compilation: Compilation, samples: Samples) -> list[Part]:
    """The collections and their validators alone."""
    parts = head(
        "Collections and validators", compilation, "Run: mongosh <address> --file 01_collections.js. Safe to run again.",
        "Changes: makes missing collections and replaces validators. Drops nothing; lists what differs.",
    )  # fmt: skip
    parts += [fragment("collections")]
    for one in compilation.plan.collections:
        parts += [_title(one), *_creations(compilation, one)]
    return [*parts, *_leftovers(compilation)]


def indexes(compilation: Compilation, samples: Samples) -> list[Part]:
    """The indexes alone."""
    parts = head(
        "Indexes", compilation, "Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.",
        "Changes: makes missing indexes. Drops nothing; lists what differs.",
    )  # fmt: skip
    parts += [fragment("indexes")]
    for one in compilation.plan.collections:
        parts += [_title(one), *_indexes(compilation, one)]
    return parts


def sample_data(compilation: Compilation, samples: Samples) -> list[Part]:
    """The sample documents, and a function that takes them away again."""
    parts = head(
        "Sample documents", compilation, "Run: mongosh <address> --file 03_sample_data.js. Safe to run again.",
        "Changes: inserts the documents below where their _id is free; a document that is there stays as it is.",
        "removeSampleData() deletes the documents with these ids again.",
    )  # fmt: skip
    parts += [fragment("samples")]
    for one in compilation.plan.collections:
        parts.append(_title(one))
        parts += [
            Run(Call("ensureDocument", (Literal(one.name), Literal(document))))
            for document in samples[one.name]
        ]
    removals = _of(compilation, "deleteOne", script="03_sample_data")
    body = [_removal(each, samples) for each in removals]
    return [
        *parts,
        Function(
            "removeSampleData",
            (),
            tuple(body),
            "Deletes the sample documents by their ids. Nothing calls it but you.",
        ),
    ]


def _removal(statement: Statement, samples: Samples) -> Each:
    ids = [document["_id"] for document in samples[statement.collection]]
    return Each("id", Literal(ids), (Run(call(statement)),))


def _of(compilation: Compilation, op: str, collection: str = "", script: str = "") -> list[Statement]:
    found = [
        one for one in compilation.plan.statements if one.op == op and collection in ("", one.collection)
    ]
    return [one for one in found if script in ("", one.script)]


def _title(one: Collection) -> Note:
    title = f"--- collection {quoted(one.name)}: {one.kind} ---"
    return Note("\n".join([title, *([one.description.replace("\n", " ")] if one.description else [])]))


def _creations(compilation: Compilation, one: Collection) -> Iterable[Part]:
    for each in _of(compilation, "createCollection", one.name):
        yield Run(Call("ensureCollection", (Literal(each.collection), Literal(each.options or {}))))


def _indexes(compilation: Compilation, one: Collection) -> Iterable[Part]:
    known = _of(compilation, "createIndex", one.name)
    for each in known:
        if each.comment:
            yield Note(each.comment.replace("\n", " "))
        yield Run(Call("ensureIndex", (Literal(each.collection), Literal(each.keys), Literal(each.options))))
    yield Run(
        Call("listOtherIndexes", (Literal(one.name), Literal([each.options["name"] for each in known])))
    )


def _shard(statement: Statement) -> Run:
    return Run(Call("ensureShardKey", (Literal(statement.collection), Literal(statement.keys))))


def _leftovers(compilation: Compilation) -> list[Part]:
    names = [one.name for one in compilation.plan.collections]
    return [
        Note("--- what the design does not know ---"),
        Run(Call("listOtherCollections", (Literal(names),))),
    ]
