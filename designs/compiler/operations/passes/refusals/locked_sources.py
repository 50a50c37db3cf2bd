"""Sources of strong copies, which a function reads to repeat them in what it writes: they must not change before it has."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from ....plan_model.number_format import listed
from ....plan_model.physical import Collection, Outcome, Statement
from ...atomic import has_transactions
from ...context import QUERIES, OperationContext, ScriptFunction, outcome, remembered
from ...functions.document_versions import pasts
from ...ir.changes import Inc, Unset, Update, UpdatePath
from ...ir.conditions import Filter, filter_of
from ...ir.rendering import markers_of
from ..shard_routing import needs_key

_KINDS = frozenset({"standard"})


def locking_sources(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which changes each source of strong copies that it reads, so that a transaction that changes the
    copied value at the same time conflicts with its own and is run again; what it changes it takes back. Without it, the old
    value would be written behind the update of all copies. Where no transaction is to be had, it says so."""
    reads = dict(_reads(world, recipe)) if recipe.script == QUERIES else {}
    if not reads:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    sources = listed(dict.fromkeys(world.word(_entity(world, each)) for each in reads.values()))
    written = [each.collection for each in recipe.statements if each.writes]
    lockable = [place for place, each in reads.items() if _is_lockable(world, each)]
    if len(lockable) < len(reads) or not has_transactions(
        world, [*written, *(each.collection for each in reads.values())]
    ):
        changed.remark(
            f"If the {sources} changes at the same time, the copy can be outdated; the audit finds it."
        )
        return changed
    changed.statements = [replace(each, transaction=True) for each in recipe.statements]
    if not any(each.answers for each in recipe.statements):
        last = max(place for place, each in enumerate(recipe.statements) if each.writes)
        answer = changed.statements[last]
        changed.statements[last] = replace(answer, answers=True, step=answer.step or changed.step("stored"))
    changed.statements = [
        each
        for place, statement in enumerate(changed.statements)
        for each in (_locking(world, changed, statement) if place in lockable else (statement,))
    ]
    changed.statements += [freed for place in lockable for freed in _freeing(world, recipe.statements[place])]
    changed.transaction = True
    changed.remark(f"The {sources} is locked until the transaction ends, so that the copy can't be outdated.")
    return changed.numbered()


def _reads(world: OperationContext, recipe: ScriptFunction) -> Iterator[tuple[int, Statement]]:
    """Yield the reads from which strong copies are written, not those that only tell which documents are."""
    copies = _strong(world)
    writes = [each for each in recipe.statements if each.writes and each.collection in copies]
    put = {
        (marker.step, each.collection, marker.path)
        for each in writes
        for marker in markers_of(replace(each, filter=None))
        if isinstance(marker, Outcome)
    }
    for place, each in enumerate(recipe.statements):
        is_read = each.op in ("find", "findOne") and bool(each.step) and not each.writes
        if is_read and any(
            step == each.step and (path in paths or each.op == "find")
            for step, target, path in put
            for source, paths in copies[target].items()
            if source == each.collection
        ):
            yield place, each


def _is_lockable(world: OperationContext, read: Statement) -> bool:
    """Whether a read is of one document by its id, or by a unique key, which can be changed and left as it was."""
    collection = world.collections.get(read.collection)
    keeps = any(read.collection == past.collection for past in pasts(world))
    return (
        collection is not None
        and collection.kind in _KINDS
        and not keeps
        and read.op == "findOne"
        and not read.each
        and _names_its_document(collection, filter_of(read.filter))
    )


def _names_its_document(collection: Collection, filter: Filter) -> bool:
    unique = [index for index in collection.indexes if index.options.get("unique") is True]
    keys = [["_id"], *([path for path, _ in index.keys] for index in unique)]
    return any(all(filter.value(path) is not None for path in paths) for paths in keys)


def _locking(world: OperationContext, recipe: ScriptFunction, read: Statement) -> Iterator[Statement]:
    """Yield a read as one that changes its document; behind it, where a sharded cluster finds and changes none in one
    call without its shard key."""
    writing = ScriptFunction(
        recipe.subject, recipe.name, recipe.purpose, script=read.script, transaction=True
    )
    lock = Update.of(Inc(_lock(world, read), 1))
    if needs_key(world, read.collection):
        writing.add(
            "updateOne",
            read.collection,
            filter=read.filter,
            update=lock,
            only_with=read.only_with,
            comment=" ",
        )
        yield from (read, replace(writing.statements[0], comment=""))
        return
    shown = {} if read.projection is None else {"projection": read.projection}
    options = {**(read.options or {}), **shown, "returnDocument": "before"}
    writing.add(
        "findOneAndUpdate", read.collection, filter=read.filter, update=lock, options=options,
        step=read.step, must_match=read.must_match, only_with=read.only_with, beside=read.beside, comment=" ",
    )  # fmt: skip
    yield replace(writing.statements[0], comment=read.comment, leads=read.leads)


def _freeing(world: OperationContext, read: Statement) -> Iterator[Statement]:
    """Yield what takes the change of a read's document back. By its id alone: what else the read asked for may have changed."""
    id = filter_of(read.filter).value("_id")
    which = outcome(read.step, "_id") if id is None else id
    writing = ScriptFunction(read.subject, read.recipe, read.purpose, script=read.script, transaction=True)
    writing.add("updateOne", read.collection, filter={"_id": which}, update=Update.of(Unset(_lock(world, read))), comment=" ",
             only_with=read.only_with)  # fmt: skip
    yield replace(writing.statements[0], comment="")


def _lock(world: OperationContext, read: Statement) -> UpdatePath:
    return UpdatePath(world.free(read.collection, "locked"))


def _entity(world: OperationContext, read: Statement) -> str:
    return world.collections[read.collection].entity or read.collection


@remembered
def _strong(world: OperationContext) -> dict[str, dict[str, set[str]]]:
    """By the collection of strong copies, and that of their sources, the paths there."""
    strong: dict[str, dict[str, set[str]]] = {}
    for relationship in world.names.relationships.values():
        for side in ("from", "to"):
            for placed in world.placement.copies(relationship, side):
                sources = world.placement.of_path(placed.owner, placed.copy.field)
                for spot in placed.spots if placed.policy == "strong" else ():
                    for source in sources[:1]:
                        by_source = strong.setdefault(spot.collection, {})
                        by_source.setdefault(source.collection, set()).add(source.path)
    return strong
