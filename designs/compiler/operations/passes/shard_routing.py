"""Writes of one document in a sharded collection, as the servers before 7.1 take them: they want to be
told the shard. An update or delete of one document names its ``_id`` or the whole shard key; one that
returns the document, adds it, or changes the key names the whole key."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import given
from ...plan_model.physical import Outcome, Param, Statement
from ..context import OperationContext, ScriptFunction
from ..identifiers import identifier
from ..ir.conditions import Filter, filter_of
from ..ir.predicates import AllOf, Eq
from ..ir.rendering import markers_of

_ALONE = ("updateOne", "deleteOne", "replaceOne", "findOneAndUpdate", "findOneAndReplace", "findOneAndDelete")
_BEFORE_7_1 = frozenset({"5.0", "6.0", "7.0"})
_WHY = "The shard key says where the document is; sharded clusters before 7.1 refuse the write without it."
_MANY = (
    "It writes to the shard key, which a cluster changes in one document at a time: change each by its _id "
    "and its whole key."
)


def routed(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the shard keys that its writes need, as parameters."""
    model = world.model
    if given(model.topology, "replica-set") != "sharded":
        return recipe
    old = given(model.server_version, "7.0") in _BEFORE_7_1
    for place, one in enumerate(recipe.statements):
        key = shard_paths(world, one.collection)
        if one.op == "updateMany" and set(key) & set(_written(one)):
            recipe.remark(_MANY)
        elif old and one.op in _ALONE and (missing := _missing(one, key)):
            recipe.statements[place] = _told(recipe, one, missing)
            recipe.remark(_WHY)
    return recipe


def shard_paths(world: OperationContext, collection: str) -> list[str]:
    """The paths of a collection's shard key; none where it has none."""
    known = world.collections.get(collection)
    return [path for path, _ in known.shard_key] if known is not None else []


def merged_by(world: OperationContext, collection: str) -> list[str]:
    """What a $merge into a sharded collection finds documents by, beside their ``_id``."""
    return [path for path in shard_paths(world, collection) if path != "_id"]


def _written(one: Statement) -> list[str]:
    return one.update.paths if one.update is not None else []


def _missing(one: Statement, key: list[str]) -> list[str]:
    """The parts of a shard key that a write would have to name."""
    missing = [path for path in key if not _is_equality(one.filter, path)]
    whole = one.op.startswith("findOneAnd") or (one.options or {}).get("upsert") is True
    if not whole and not set(key) & set(_written(one)) and _is_equality(one.filter, "_id"):
        return []
    return missing


def _told(recipe: ScriptFunction, one: Statement, missing: list[str]) -> Statement:
    """The write with what is missing, where its filter takes another value from the caller."""
    values = (one.filter.value(path) for path in one.filter.paths)
    given_ones = (value for value in values if isinstance(value, Param) and value.path)
    known = next((each for each in given_ones if each.collection == one.collection), None)
    if known is None:
        return one
    return replace(one, filter=one.filter.merged({path: _param(recipe, known, path) for path in missing}))


def _param(recipe: ScriptFunction, known: Param, path: str) -> Param:
    """The value of a path in the document that another parameter is about."""
    taken: dict[str, Param | Outcome | None] = {
        statement.step: None for statement in recipe.statements if statement.step
    }
    for each in (marker for statement in recipe.statements for marker in markers_of(statement)):
        taken[each.name if isinstance(each, Param) else each.step] = each
    number, wish = 2, identifier(path)
    made = replace(known, name=wish, path=path, value=UNSET)
    while taken.get(made.name, made) != made or isinstance(taken.get(made.name), Outcome):
        made, number = replace(made, name=f"{wish}{number}"), number + 1
    return made


def _is_equality(filter: Filter | None, path: str) -> bool:
    predicate = filter_of(filter).predicate(path)
    parts = predicate.predicates if isinstance(predicate, AllOf) else (predicate,)
    return any(isinstance(part, Eq) for part in parts)
