"""Reads, and writes of one document, in a sharded collection. A read that names nothing of the shard key asks every
shard, and its note says so. Writes are made as the servers before 7.1 take them: they want to be
told the shard. An update or delete of one document names its ``_id`` or the whole shard key; one that
returns the document, adds it, or changes the key names the whole key. Servers since then ask for the whole key where a
write changes it."""

from __future__ import annotations

from copy import copy

from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import given
from ...names.inflection import singular
from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Param, Statement
from ..context import QUERIES, OperationContext, ScriptFunction, Unsupported, loaded
from ..identifiers import identifier
from ..ir.changes import Update
from ..ir.conditions import Filter, PathPredicates, filter_of
from ..ir.predicates import AllOf, Eq, In
from ..ir.rendering import markers_of
from ..ir.stages import MatchStage

_ALONE = ("updateOne", "deleteOne", "replaceOne", "findOneAndUpdate", "findOneAndReplace", "findOneAndDelete")
_READS = ("find", "findOne")
_OF_ONE = ("findOne", "findOneAndUpdate")
_ANY_FILTER = frozenset({"5.0", "6.0", "7.0"})
"""The versions before the one that takes any filter, 7.1."""
_JOINS = frozenset({*_ANY_FILTER})
"""The versions before the one that joins sharded collections in transactions, 8.0."""
_WHY = "The shard key is required: sharded clusters before 7.1 reject the write without it."
_WHY_READ = (
    "Reads the document first, for its shard key: sharded clusters before 7.1 reject the write without it."
)
_WHY_OF_KEY = "The filter includes the full current shard key, which is required to update it."
_MANY = "It would change {}, part of the shard key, in several documents. Servers change it in one document at a time."
_ONE_BY_ONE = "filter by _id, or don't change {}"


def asking_for_shard_keys(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the shard keys that its writes need, as parameters, and so do all of its statements that find
    by the same value: a key that is wrong must not let some of them find what others miss."""
    if not _is_sharded(world):
        return recipe
    for place, statement in enumerate(recipe.statements):
        missing = _missing(world, statement)
        asked = _asked_for(world, recipe, statement, missing) if missing else None
        if asked is None:
            continue
        path, param, key = asked
        for other, look in enumerate(recipe.statements):
            if look.collection == statement.collection and _found_by(look).value(path) == param:
                recipe.statements[other] = _with_key(look, key)
        _tell_of_another_key(recipe, place, missing)
        recipe.remark(_WHY if is_before(world, _ANY_FILTER) else _WHY_OF_KEY)
    return recipe


def routed(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the shard keys that its writes need: as parameters, as the document that it has inserted or read
    has them, or else read before. In a transaction it joins no sharded collection, where servers refuse that."""
    if not _is_sharded(world):
        return recipe
    recipe = asking_for_shard_keys(world, recipe)
    place = 0
    while place < len(recipe.statements):
        statement = recipe.statements[place]
        missing = _missing(world, statement)
        changed = set(shard_paths(world, statement.collection)) & set(_written(statement))
        if statement.op == "updateMany" and changed:
            paths = listed(sorted(changed))
            raise Unsupported(_MANY.format(paths), _ONE_BY_ONE.format(paths))
        if not (statement.each or statement.retry or _is_upsert(statement)):
            if missing:
                recipe = _with_key_at_hand(world, recipe, place, missing)
            else:
                recipe = _with_key_beside(recipe, place, _unnamed(world, statement)) or recipe
        place += 1
    recipe = _with_keys_of_lists(world, recipe)
    for statement in recipe.statements:
        key = shard_paths(world, statement.collection)
        if recipe.script == QUERIES and key and not statement.unless and _is_broadcast(statement, key[0]):
            recipe.remark(
                f"Queries every shard of {statement.collection}: the filter doesn't include {key[0]}."
            )
    if not is_before(world, _JOINS):
        return recipe
    apart: ScriptFunction = loaded("results.joins_apart.with_joins_apart")(world, recipe)
    return apart


def _is_sharded(world: OperationContext) -> bool:
    return given(world.model.topology, "replica-set") == "sharded"


def is_before(world: OperationContext, versions: frozenset[str]) -> bool:
    """Whether the design's server is of one of these versions."""
    return given(world.model.server_version, "7.0") in versions


def needs_key(world: OperationContext, collection: str) -> bool:
    """Whether a document of a collection is found and changed in one call only where its shard key is told."""
    return (
        _is_sharded(world)
        and is_before(world, _ANY_FILTER)
        and shard_paths(world, collection) not in ([], ["_id"])
    )


def shard_paths(world: OperationContext, collection: str) -> list[str]:
    """The paths of a collection's shard key; none where it has none."""
    collection_plan = world.collections.get(collection)
    return [path for path, _ in collection_plan.shard_key] if collection_plan is not None else []


def merged_by(world: OperationContext, collection: str) -> list[str]:
    """What a $merge into a sharded collection finds documents by, beside their ``_id``."""
    return [path for path in shard_paths(world, collection) if path != "_id"]


def _written(statement: Statement) -> list[str]:
    return statement.update.paths if statement.update is not None else []


def _is_upsert(statement: Statement) -> bool:
    return (statement.options or {}).get("upsert") is True


def _missing(world: OperationContext, statement: Statement) -> list[str]:
    """The parts of a shard key that a write would have to name."""
    key = shard_paths(world, statement.collection)
    changes_key = bool(set(key) & set(_written(statement)))
    if statement.op not in _ALONE or not (changes_key or is_before(world, _ANY_FILTER)):
        return []
    whole = changes_key or _is_upsert(statement) or statement.op.startswith("findOneAnd")
    if not whole and _is_equality(statement.filter, "_id"):
        return []
    return [path for path in key if not _is_equality(statement.filter, path)]


def _tell_of_another_key(recipe: ScriptFunction, place: int, missing: list[str]) -> None:
    """Say where a write finds nothing that the caller may have given another shard key than that of the document."""
    statement, other = recipe.statements[place], f"it has another {' or '.join(missing)}"
    if not statement.step:
        return
    if statement.must_match:
        must = f"{statement.must_match}, or {other}"
        recipe.statements[place] = replace(statement, must_match=must)
    for behind, look in enumerate(recipe.statements):
        if look.unless == statement.step and "found, but " in look.must_miss:
            recipe.statements[behind] = replace(look, must_miss=f"{look.must_miss} or {other}")


def _asked_for(
    world: OperationContext, recipe: ScriptFunction, statement: Statement, missing: list[str]
) -> tuple[str, Param, PathPredicates] | None:
    """What is missing, as the caller gives it, behind the path and the value from the caller by which the write finds its
    document; None where there is none."""
    filter = filter_of(statement.filter)
    values = ((path, filter.value(path)) for path in filter.paths)
    given_ones = ((path, value) for path, value in values if isinstance(value, Param) and value.path)
    found_by = next((pair for pair in given_ones if pair[1].collection == statement.collection), None)
    if found_by is None:
        return None
    param = found_by[1]
    puts = statement.update.puts() if isinstance(statement.update, Update) else []
    new = {put.place.path: put.value.name for put in puts if isinstance(put.value, Param)}
    key = {
        path: _param(recipe, param, path, _former(new.get(path, "")) or _called(world, param, path))
        for path in missing
    }
    always = {path: world.always(statement.collection, path) for path in missing}
    asked = {path: replace(each, needed=True) if always[path] else each for path, each in key.items()}
    return *found_by, asked


def _found_by(statement: Statement) -> Filter:
    """What a statement finds its documents by."""
    first = statement.pipeline[0] if statement.pipeline else None
    return first.condition if isinstance(first, MatchStage) else filter_of(statement.filter)


def _with_key(statement: Statement, key: PathPredicates) -> Statement:
    """The statement with a shard key in what it finds its documents by, where it names none."""
    filter = _found_by(statement)
    named = filter.merged({path: value for path, value in key.items() if not _is_equality(filter, path)})
    if statement.pipeline:
        return replace(statement, pipeline=[MatchStage(named), *statement.pipeline[1:]])
    return replace(statement, filter=named)


def _with_key_at_hand(
    world: OperationContext, recipe: ScriptFunction, place: int, missing: list[str]
) -> ScriptFunction:
    """The recipe with what the write at a place is missing, as it stands in the document that the recipe has inserted or read, or
    reads for this."""
    if (changed := _with_key_of_earlier(recipe, place, missing)) is not None:
        return changed
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [*recipe.statements]
    return _reading_first(world, changed, place, missing)


def _with_key_of_earlier(recipe: ScriptFunction, place: int, paths: list[str]) -> ScriptFunction | None:
    """The recipe with a part of a shard key in the write at a place, as the document has it that the recipe has inserted or
    read; None where it has neither."""
    statement = recipe.statements[place]
    for other, earlier in enumerate(recipe.statements[:place]):
        if (key := _key_in(earlier, statement, paths)) is not None:
            changed = copy(recipe)
            changed.statements = [*recipe.statements]
            changed.statements[other] = _showing(earlier, paths)
            changed.statements[place] = _with_key(statement, key)
            return changed
    return None


def _unnamed(world: OperationContext, statement: Statement) -> list[str]:
    """The parts of a shard key that a write of one document by its ``_id`` leaves out, and may."""
    key = shard_paths(world, statement.collection)
    if statement.op not in _ALONE or not _is_equality(statement.filter, "_id"):
        return []
    return [path for path in key if not _is_equality(statement.filter, path)]


def _with_key_beside(recipe: ScriptFunction, place: int, paths: list[str]) -> ScriptFunction | None:
    """The recipe with a shard key in a write that needs none, so that it goes to one shard: where the document is inserted
    or read in the same transaction. Outside of one, somebody may give the document another key before the write."""
    changed = _with_key_of_earlier(recipe, place, paths) if paths else None
    if changed is None or not recipe.statements[place].transaction:
        return None
    return changed


def _with_keys_of_lists(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the shard key in what it finds by the ids of documents that it has listed by that key, as long as it
    writes none: without it, each of them would be looked for on every shard."""
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [
        _with_key(each, key) if (key := _key_of_list(world, recipe, place, each)) else each
        for place, each in enumerate(recipe.statements)
    ]
    return recipe if changed.statements == recipe.statements else changed


def _key_of_list(
    world: OperationContext, recipe: ScriptFunction, place: int, statement: Statement
) -> PathPredicates:
    """The shard key that a statement's documents have, whose ids an earlier one of the recipe has listed by it."""
    ids = _found_by(statement).predicate("_id")
    step = ids.values.step if isinstance(ids, In) and isinstance(ids.values, Outcome) else ""
    earlier = next((each for each in recipe.statements[:place] if step and each.step == step), None)
    if (
        earlier is None
        or earlier.op != "find"
        or earlier.collection != statement.collection
        or earlier.falls_back
    ):
        return {}
    writes = [each for each in recipe.statements if each.collection == statement.collection]
    written = {path for each in writes for path in _written(each)}
    asked = filter_of(earlier.filter)
    key = [path for path in shard_paths(world, statement.collection) if _is_equality(asked, path)]
    return {path: asked.predicate(path) for path in key if path not in written}


def _key_in(earlier: Statement, statement: Statement, paths: list[str]) -> PathPredicates | None:
    """The values at paths of the one document that an earlier statement has inserted or read, where a write is of it; None
    where it isn't, or may not have been: a read that asks for more than the ``_id`` may have found nothing."""
    id = filter_of(statement.filter).value("_id")
    if id is None or earlier.collection != statement.collection or not earlier.step or earlier.each:
        return None
    if earlier.unless or earlier.falls_back or earlier.only_with not in (None, statement.only_with):
        return None
    is_named = isinstance(id, Outcome) and id.step == earlier.step
    if earlier.op == "insertOne" and is_named and isinstance(earlier.documents, Param):
        return {path: Outcome(step=earlier.documents.name, path=path) for path in paths}
    is_same = (is_named and id.path == "_id") or filter_of(earlier.filter).value("_id") == id
    is_there = earlier.must_match or earlier.ends or len(filter_of(earlier.filter).conditions) == 1
    if earlier.op not in _OF_ONE or not is_same or not is_there or set(paths) & set(_written(earlier)):
        return None
    return {path: Outcome(step=earlier.step, path=path) for path in paths}


def _showing(statement: Statement, paths: list[str]) -> Statement:
    """The statement, which returns what stands at paths, too."""
    options = statement.options or {}
    if statement.op == "insertOne":
        return statement
    shown = statement.projection or options.get("projection") or {}
    if not any(shown.values()):
        return statement
    wider = {**shown, **dict.fromkeys(paths, 1)}
    if statement.op == "findOne":
        return replace(statement, projection=wider)
    return replace(statement, options={**options, "projection": wider})


def _reading_first(
    world: OperationContext, recipe: ScriptFunction, place: int, missing: list[str]
) -> ScriptFunction:
    """The recipe with a read of the document that a write at a place finds, which then names its shard key. Both are in
    one transaction, so that nobody takes the document in between."""
    statement = recipe.statements[place]
    recipe.reserve(recipe.statements)
    options = statement.options or {}
    step = recipe.step(f"{singular(statement.collection)} to write")
    finding = {name: options[name] for name in ("collation", "sort") if name in options}
    paths = [path for path in ("_id", *missing) if path != "_id" or not _is_equality(statement.filter, "_id")]
    read = replace(
        statement, op="findOne", update=None, options=finding or None, writes=False, written=(), step=step, ends=False,
        answers=False, must_match="", must_miss="", projection=dict.fromkeys(["_id", *missing], 1), comment="",
    )  # fmt: skip
    rest = {name: value for name, value in options.items() if name != "sort"}
    key = {path: Outcome(step=step, path=path) for path in paths}
    filter = filter_of(statement.filter).without("_id") if "_id" in paths else filter_of(statement.filter)
    write = replace(statement, filter=filter.merged(key), options=rest or None)
    recipe.statements[place : place + 1] = [read, write]
    recipe.remark(_WHY_READ if is_before(world, _ANY_FILTER) else _WHY_OF_KEY)
    return _together(world, recipe).numbered()


def _together(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe in a transaction, where it has none and the server allows it."""
    written = [each.collection for each in recipe.statements if each.writes]
    has_one = any(each.transaction for each in recipe.statements)
    if not has_one and (recipe.script != QUERIES or not loaded("atomic.has_transactions")(world, written)):
        return recipe
    recipe.transaction = True
    *before, last = recipe.statements
    if not has_one and not last.step and not any(each.answers for each in before):
        last = replace(last, step=recipe.step(singular(last.collection)), answers=True)
    recipe.statements = [replace(each, transaction=True) for each in (*before, last)]
    return recipe


def _called(world: OperationContext, param: Param, path: str) -> str:
    """What the value at a path is called where it is the id of another document; "" of others, which their path names."""
    field = world.field(param.collection, path)
    is_id = field is not None and field.target is not None and not path.endswith("_id")
    return identifier(f"{path} id") if is_id else ""


def _former(new: str) -> str:
    """What the value is called that a new one replaces: oldTutorId for newTutorId; "" where no such name is known."""
    return f"old{new.removeprefix('new')}" if new.startswith("new") else ""


def _param(recipe: ScriptFunction, param: Param, path: str, called: str) -> Param:
    """The value of a path in the document that another parameter is about. called: "" where the path names it."""
    taken: dict[str, Param | Outcome | None] = {
        statement.step: None for statement in recipe.statements if statement.step
    }
    for each in (marker for statement in recipe.statements for marker in markers_of(statement)):
        taken[each.name if isinstance(each, Param) else each.step] = each
    number, wish = 2, called or identifier(path)
    own_param = replace(param, name=wish, path=path, value=UNSET)
    while taken.get(own_param.name, own_param) != own_param or isinstance(taken.get(own_param.name), Outcome):
        own_param, number = replace(own_param, name=f"{wish}{number}"), number + 1
    return own_param


def _is_broadcast(statement: Statement, first: str) -> bool:
    """Whether a write of one document, or a read, names nothing that its shard is known by."""
    if statement.op in _READS:
        return statement.pipeline is None and filter_of(statement.filter).predicate(first) is None
    return statement.op in _ALONE and not _is_equality(statement.filter, first)


def _is_equality(filter: Filter | None, path: str) -> bool:
    predicate = filter_of(filter).predicate(path)
    parts = predicate.predicates if isinstance(predicate, AllOf) else (predicate,)
    return any(isinstance(part, Eq) for part in parts)
