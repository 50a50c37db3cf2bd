"""What follows from a write: stored results are worked out in the statement that changes what they
are computed from, or right behind it, so that nobody leaves a stale one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ...model.conceptual import Entity
from ...placement.inherited_computed import stored_results
from ...plan_model.physical import Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction, outcome
from ..document_places import Address
from ..read.conditions import of_kind
from ..results.computed import Result, has_results, sources_first, sources_of, translated
from ..results.window_metrics import told_anew
from ..write.increments import moved
from ..write.written_paths import places_of, plain
from .placement_variants import at_every, whole

Json = dict[str, Any]
_UPDATES = frozenset({"updateOne", "updateMany"})


def followed(link: RelationshipContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the results that follow from what it writes in the documents themselves."""
    return following(link.world, recipe)


def following(world: OperationContext, recipe: ScriptFunction, *, staged: bool = True) -> ScriptFunction:
    """The same for what belongs to no relationship. staged: whether stages may say what its updates do; a $pull
    by values that may be lists, or missing, has no like."""
    found = [each for one in recipe.statements for each in _with_results(world, recipe, one, staged)]
    numbered = [replace(one, id=f"{recipe.name}.{number}") for number, one in enumerate(found, start=1)]
    recipe.statements = [replace(numbered[0], comment=recipe.note), *numbered[1:]] if numbered else []
    return recipe


def with_merged(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the results that follow, in the same documents, from those that it gathers and merges."""
    recipe.statements = [_merging(world, one) for one in recipe.statements]
    return recipe


def _merging(world: OperationContext, one: Statement) -> Statement:
    merged = _merged(one)
    results = _results(world, one.collection, merged)
    if not results:
        return one
    more = [each.path for each in results]
    *before, shown, last = one.pipeline
    shown = {"$project": {**shown["$project"], **dict.fromkeys(more, 1)}}
    into = {**last["$merge"], "whenMatched": when_matched([*merged, *more])}
    stages = [{"$set": {each.path: each.expression}} for each in results]
    return replace(one, pipeline=[*before, *stages, shown, {"$merge": into}])


def _merged(one: Statement) -> list[str]:
    """The paths that a pipeline merges into the documents it comes from as it has made them."""
    into = one.pipeline[-1].get("$merge", {}) if one.op == "aggregate" and one.pipeline else {}
    how = into.get("whenMatched")
    if into.get("into") != one.collection:
        return []
    if how == "merge":
        return [*one.pipeline[-2].get("$project", {})]
    parts = [part for stage in how for part in stage.get("$set", {}).items()] if isinstance(how, list) else []
    return [path for path, value in parts if value == f"$$new.{path}"]


def when_matched(fields: list[str]) -> Any:
    """merge replaces whole objects: a field inside one is set alone."""
    nested = any("." in path for path in fields)
    return [{"$set": {path: f"$$new.{path}" for path in fields}}] if nested else "merge"


def _with_results(
    world: OperationContext, recipe: ScriptFunction, one: Statement, staged: bool
) -> Iterator[Statement]:
    paths = places_of(one) if one.op in _UPDATES else None
    results = moved(_staying(_results(world, one.collection, paths), one), one.update) if paths else []
    if not results:
        yield one
        return
    names = [each.path for each in results]
    recipe.remark(f"{_listed(names)} {'are' if len(names) > 1 else 'is'} worked out anew.")
    stages = [{"$set": {each.path: each.expression}} for each in results]
    if isinstance(one.update, list):
        yield replace(one, update=[*one.update, *stages])
        return
    written = _staged(one) if staged else None
    if written is not None:
        yield replace(one, update=[*written, *stages])
        return
    more: Json = {"options": None, "step": "", "must_match": "", "comment": ""}
    if one.op == "updateOne" and "$pull" not in one.update:
        same = _same_document(one.filter)
    else:  # once it is done, the filter may find them no more
        changed = recipe.step("changed")
        parts: Json = {"op": "find", "update": None, "projection": {"_id": 1}, "writes": False}
        yield replace(one, **{**more, **parts, "step": changed})
        same = {"_id": {"$in": outcome(changed, many=True, each="_id")}}
    yield one
    yield replace(one, filter=same, update=stages, **more)


def _staged(one: Statement) -> list[Json] | None:
    """What an update writes as stages, what only an insertion writes first; None where stages can't say it, or
    its options name elements."""
    if one.options and one.options != {"upsert": True}:
        return None
    pairs = sorted(_pairs(one.update), key=lambda pair: pair[0] != "$setOnInsert")
    stages = [_stage(*pair) for pair in pairs]
    known = [stage for stage in stages if stage is not None]
    return _apart(known) if len(known) == len(stages) else None


def _apart(stages: list[Json]) -> list[Json]:
    """The stages with those that only set fields as one. Each reads no other's: operators write no path twice."""
    if not all([*stage] == ["$set"] for stage in stages):
        return stages
    return [{"$set": {path: value for stage in stages for path, value in stage["$set"].items()}}]


def _staying(results: list[Result], one: Statement) -> list[Result]:
    """Those that do not go with what a write takes away: working them out would bring it back."""
    parts = one.update if isinstance(one.update, list) else [one.update]
    taken = [part["$unset"] for part in parts if "$unset" in part]
    gone = [plain(path) for each in taken for path in ([each] if isinstance(each, str) else each)]
    return [each for each in results if not any(f"{each.path}.".startswith(f"{path}.") for path in gone)]


def _listed(paths: list[str]) -> str:
    return paths[0] if len(paths) == 1 else ", ".join(paths[:-1]) + " and " + paths[-1]


def _pairs(update: Json) -> list[tuple[str, str, Any]]:
    """The operators of an update with each path that they write, and what to."""
    return [(operator, path, value) for operator, parts in update.items() for path, value in parts.items()]


def _results(world: OperationContext, collection: str, written: list[str]) -> list[Result]:
    """The results that what is written moves, and those that these move, sources first."""
    known = _by_collection(world).get(collection, [])
    moved = list(written)
    while more := [one.path for one in known if one.path not in moved and one.reads(moved)]:
        moved += more
    # A statement that sets the result itself knows why.
    return sources_first([one for one in known if one.path in moved and one.path not in written])


def _by_collection(world: OperationContext) -> dict[str, list[Result]]:
    """By collection the results in its documents that each write has to keep, of whatever stands in them."""
    world = whole(world)
    if "following" not in world.known:
        found: dict[str, list[Result]] = {}
        for entity in world.names.entities.values():
            for _, one in at_every(world, entity.name) if has_results(world, entity.name) else []:
                spot = one.spot(entity.name)
                if spot is not None and not spot.arrays:
                    known = found.setdefault(spot.collection, [])
                    known += [made for made in _kept(one, entity, spot.collection) if made not in known]
        for name in world.collections:
            found.setdefault(name, []).extend(told_anew(world, name))
        world.known["following"] = found
    results: dict[str, list[Result]] = world.known["following"]
    return results


def _kept(world: OperationContext, entity: Entity, collection: str) -> Iterator[Result]:
    at = Address(world, entity.name)
    for path, _, computed in stored_results(world.placement, entity):
        expression = translated(world, entity.name, path, computed)
        if world.placement.upkeep.refresh(entity.name, computed) == "on-write" and expression is not None:
            place, sources = at.path(path), sources_of(world, entity.name, computed, collection)
            yield Result(place, sources, _of_its_kind(world, entity.name, collection, place, expression))


def _of_its_kind(world: OperationContext, entity: str, collection: str, path: str, made: Any) -> Any:
    """A result where the document is of the entity's kind; others in its collection stay without."""
    told = of_kind(world, entity, collection)
    kinds = [
        each for value in told.values() for each in (value["$in"] if isinstance(value, dict) else [value])
    ]
    is_one = {"$in": [f"${next(iter(told), '')}", kinds]}
    return {"$cond": [is_one, made, f"${path}"]} if told else made


def _stage(operator: str, path: str, value: Any) -> Json | None:
    """One part of an update as a stage of a pipeline, None where a stage can't say it. $literal: a
    text that begins with a dollar sign stays a text."""
    if "$" in path:
        return None
    known: Json = {"$ifNull": [f"${path}", []]}
    longer = {"$concatArrays": [known, [{"$literal": value}]]}
    if operator == "$set":
        return {"$set": {path: {"$literal": value}}}
    if operator == "$inc":
        return {"$set": {path: {"$add": [{"$ifNull": [f"${path}", 0]}, {"$literal": value}]}}}
    if operator == "$setOnInsert":  # a document that is there has it
        return {"$set": {path: {"$ifNull": [f"${path}", {"$literal": value}]}}}
    if operator == "$unset":
        return {"$unset": path}
    if operator == "$push" and not (isinstance(value, dict) and "$each" in value):
        return {"$set": {path: longer}}
    if operator == "$addToSet":
        return {"$set": {path: {"$cond": [{"$in": [{"$literal": value}, known]}, known, longer]}}}
    left = _left(operator, value)
    return {"$set": {path: {"$filter": {"input": known, "as": "one", "cond": left}}}} if left else None


def _left(operator: str, value: Any) -> Json | None:
    """What holds for the elements that stay."""
    if operator == "$pullAll":
        return {"$not": [{"$in": ["$$one", [{"$literal": each} for each in value]]}]}
    if operator != "$pull":
        return None
    if not isinstance(value, dict):
        return {"$ne": ["$$one", {"$literal": value}]}
    if list(value) == ["$in"]:
        return {"$not": [{"$in": ["$$one", {"$literal": value["$in"]}]}]}
    (key, wanted), *more = value.items()
    if more or (isinstance(wanted, dict) and list(wanted) != ["$in"]):
        return None
    if isinstance(wanted, dict):
        return {"$not": [{"$in": [f"$$one.{key}", {"$literal": wanted["$in"]}]}]}
    return {"$ne": [f"$$one.{key}", {"$literal": wanted}]}


def _same_document(filter: Json) -> Json:
    """What of a filter names the document, once the document has changed."""
    if "_id" in filter:
        return {"_id": filter["_id"]}
    path, wanted = next(iter(filter.items()))
    if isinstance(wanted, dict) and "$elemMatch" in wanted:
        inner, value = next(iter(wanted["$elemMatch"].items()))
        return {f"{path}.{inner}": value}
    return {path: wanted}
