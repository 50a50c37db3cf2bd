"""Reads, and writes of one document, in a sharded collection. A read that names nothing of the shard key asks every
shard, and its note says so. Writes are made as the servers before 7.1 take them: they want to be
told the shard. An update or delete of one document names its ``_id`` or the whole shard key; one that
returns the document, adds it, or changes the key names the whole key. Servers since then ask for the whole key where a
write changes it."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import given
from ...plan_model.physical import Outcome, Param, Statement
from ..context import QUERIES, OperationContext, ScriptFunction
from ..identifiers import identifier
from ..ir.changes import Update
from ..ir.conditions import Filter, filter_of
from ..ir.predicates import AllOf, Eq
from ..ir.rendering import markers_of

_ALONE = ("updateOne", "deleteOne", "replaceOne", "findOneAndUpdate", "findOneAndReplace", "findOneAndDelete")
_READS = ("find", "findOne")
_BEFORE_7_1 = frozenset({"5.0", "6.0", "7.0"})
_WHY = "The shard key is required: sharded clusters before 7.1 reject the write without it."
_WHY_OF_KEY = "The filter includes the full current shard key, which is required to update it."
_MANY = "Updates the shard key, which works on one document at a time: filter by _id and the full key."


def routed(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the shard keys that its writes need, as parameters."""
    model = world.model
    if given(model.topology, "replica-set") != "sharded":
        return recipe
    old = given(model.server_version, "7.0") in _BEFORE_7_1
    for place, statement in enumerate(recipe.statements):
        key = shard_paths(world, statement.collection)
        if statement.op == "updateMany" and set(key) & set(_written(statement)):
            recipe.remark(_MANY)
        elif statement.op in _ALONE and (missing := _missing(statement, key, old)):
            recipe.statements[place] = _with_shard_key(world, recipe, statement, missing)
            _tell_of_another_key(recipe, place, missing)
            recipe.remark(_WHY if old else _WHY_OF_KEY)
        elif recipe.script == QUERIES and key and not statement.unless and _is_broadcast(statement, key[0]):
            recipe.remark(f"The filter doesn't include {key[0]}, so every shard is queried.")
    return recipe


def shard_paths(world: OperationContext, collection: str) -> list[str]:
    """The paths of a collection's shard key; none where it has none."""
    collection_plan = world.collections.get(collection)
    return [path for path, _ in collection_plan.shard_key] if collection_plan is not None else []


def merged_by(world: OperationContext, collection: str) -> list[str]:
    """What a $merge into a sharded collection finds documents by, beside their ``_id``."""
    return [path for path in shard_paths(world, collection) if path != "_id"]


def _written(statement: Statement) -> list[str]:
    return statement.update.paths if statement.update is not None else []


def _missing(statement: Statement, key: list[str], old: bool) -> list[str]:
    """The parts of a shard key that a write would have to name. old: whether the servers are from before 7.1."""
    missing = [path for path in key if not _is_equality(statement.filter, path)]
    if not old and not set(key) & set(_written(statement)):
        return []
    whole = statement.op.startswith("findOneAnd") or (statement.options or {}).get("upsert") is True
    if not whole and not set(key) & set(_written(statement)) and _is_equality(statement.filter, "_id"):
        return []
    return missing


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


def _with_shard_key(
    world: OperationContext, recipe: ScriptFunction, statement: Statement, missing: list[str]
) -> Statement:
    """The write with what is missing, where its filter takes another value from the caller."""
    values = (statement.filter.value(path) for path in statement.filter.paths)
    given_ones = (value for value in values if isinstance(value, Param) and value.path)
    param = next((each for each in given_ones if each.collection == statement.collection), None)
    if param is None:
        return statement
    puts = statement.update.puts() if isinstance(statement.update, Update) else []
    new = {put.place.path: put.value.name for put in puts if isinstance(put.value, Param)}
    key = {
        path: _param(recipe, param, path, _former(new.get(path, "")) or _called(world, param, path))
        for path in missing
    }
    always = {path: world.always(statement.collection, path) for path in missing}
    asked = {path: replace(each, needed=True) if always[path] else each for path, each in key.items()}
    return replace(statement, filter=statement.filter.merged(asked))


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
