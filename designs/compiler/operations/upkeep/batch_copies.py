"""Copies that a job keeps (policy batch): the server joins each document with its sources and merges what
differs, some documents at a time."""

from __future__ import annotations

from typing import Any

import msgspec

from ...model.conceptual import given
from ...model.field_types import NUMERIC
from ..context import OperationContext, ScriptFunction, outcome
from ..document_places import Address
from ..ir.conditions import filter_of, where
from ..ir.predicates import Exists, between
from ..ir.stages import LookupStage, MatchStage, MergeStage, ProjectStage, SetStage, Stage, UnwindStage
from ..passes.shard_routing import merged_by

Json = dict[str, Any]
Tree = dict[str, Any]
BATCHES = 100
"""Into how many ranges the documents of a job are put, each a pipeline of its own."""
_EACH, _ELEMENT = "source", "copy"


class Copied(msgspec.Struct, frozen=True):
    """Copies in one place that follow one source. source: the documents that they follow; collection,
    reference, arrays: where the copies stand and hold the id of such a document, and inside of which arrays,
    from the outermost in; values: the path of each copy to that in the source."""

    source: Address
    collection: str
    reference: str
    arrays: tuple[str, ...]
    values: dict[str, str]

    @property
    def innermost(self) -> str:
        """The array whose elements hold the copies."""
        return self.arrays[-1]


def why_not(world: OperationContext, one: Copied) -> str:
    """Why the server can't merge copies there, "" where it can."""
    if world.collections[one.collection].kind == "timeseries":
        return "One at a time: the server merges nothing into a time series."
    old = given(world.model.server_version, "7.0") == "5.0"
    if old and world.collections[one.source.collection].shard_key:
        return "One at a time: before 5.1 the server joins no sharded collection."
    within = [one.reference, *one.values]
    if one.arrays and not all(path.startswith(f"{one.innermost}.") for path in within):
        return "One at a time: a copy and the id that it belongs to stand in different arrays."
    return ""


def merge(world: OperationContext, one: Copied, recipe: ScriptFunction) -> ScriptFunction:
    """The pipelines of a job: safe to repeat, as what equals its source already is left alone, and what got
    another source meanwhile keeps its copy."""
    ranged = _ranged(world, one)
    step = recipe.step("ranges") if ranged else ""
    if ranged:
        parts = [{"$bucketAuto": {"groupBy": f"${ranged[1]}", "buckets": BATCHES}}]
        recipe.add("aggregate", ranged[0], pipeline=parts, options={"allowDiskUse": True}, step=step)
    pipeline = [*_first(one, bool(ranged)), *_stages(world, one)]
    recipe.add("aggregate", one.collection, pipeline=pipeline, each=step)
    return recipe


def _ranged(world: OperationContext, one: Copied) -> tuple[str, str] | None:
    """The collection and path of the ids that ranges are made of: those of the sources, by which an index
    finds what refers to one; of documents with lists of copies their own. None where ids of several kinds
    have no common order."""
    collection, path = (one.collection, "_id") if one.arrays else (one.source.collection, one.source.key)
    field = world.field(collection, path)
    kinds = {"number" if kind in NUMERIC else kind for kind in field.types} if field is not None else set()
    return (collection, path) if len(kinds) == 1 else None


def _first(one: Copied, ranged: bool) -> list[Stage]:
    """The documents of one range that refer to a source."""
    limits = between(outcome("each", "_id.min"), outcome("each", "_id.max"))
    there = filter_of({one.reference: Exists()})
    if not one.arrays:
        return [MatchStage(filter_of({one.reference: limits}) if ranged else there)]
    return [MatchStage(filter_of({"_id": limits} if ranged else {}).merged(there))]


def _stages(world: OperationContext, one: Copied) -> list[Stage]:
    """The documents joined with their sources; those that differ are merged."""
    found = world.free(one.collection, "sources" if one.arrays else "source")
    fields = _shown([one.source.key, *one.values.values()])
    join: list[Stage] = [
        LookupStage(
            one.source.collection,
            one.reference,
            one.source.key,
            found,
            (ProjectStage(fields),),
            stages_last=True,
        )
    ]
    shown = [*merged_by(world, one.collection), found]
    if one.arrays:
        top = one.arrays[0]
        differs: Json = {"$ne": [f"${top}", _array(one, f"${top}", 0, f"${found}")]}
        made: Json = {top: _array(one, f"${top}", 0, f"$$new.{found}")}
    else:
        join.append(UnwindStage(found))
        shown.append(one.reference)
        differs, made = _difference(one, found), _values(one, found)
    merge = MergeStage(one.collection, (SetStage(made),))
    return [*join, MatchStage(where(differs)), ProjectStage(_shown(shown)), merge]


def _difference(one: Copied, found: str) -> Json:
    """Whether a copy is not what its source says."""
    parts = [
        {"$ne": [_or_null(f"${path}"), _or_null(f"${found}.{known}")]} for path, known in one.values.items()
    ]
    return parts[0] if len(parts) == 1 else {"$or": parts}


def _values(one: Copied, found: str) -> Json:
    """The copies as the source says; as they are where they are of another source by now."""
    same = {"$eq": [f"${one.reference}", f"$$new.{one.reference}"]}
    return {
        path: {"$cond": [same, _or_null(f"$$new.{found}.{known}"), f"${path}"]}
        for path, known in one.values.items()
    }


def _shown(paths: list[str]) -> Json:
    """A projection; what stands inside of something that is shown whole comes with it."""
    whole = {"_id", *paths}
    inside = [path for path in paths if any(path.startswith(f"{other}.") for other in whole)]
    return {path: 1 for path in paths if path not in inside}


def _or_null(path: str) -> Json:
    return {"$ifNull": [path, None]}


# --- inside arrays --------------------------------------------------------------------------------


def _array(one: Copied, value: str, level: int, sources: str) -> Json:
    """An array with new copies in its elements, or in those of the arrays inside of them. value: where it
    stands; sources: where the documents stand that copies follow."""
    name = _ELEMENT if level + 1 == len(one.arrays) else f"around{level + 1}"
    if level + 1 == len(one.arrays):
        inner = _element(one, sources)
    else:
        rest = one.arrays[level + 1][len(one.arrays[level]) + 1 :]
        within = _array(one, f"$${name}.{rest}", level + 1, sources)
        inner = {
            "$cond": [
                {"$isArray": [f"$${name}.{rest}"]},
                _with(f"$${name}", _tree({rest: within})),
                f"$${name}",
            ]
        }
    mapped = {"$map": {"input": value, "as": name, "in": inner}}
    return mapped if level else {"$cond": [{"$isArray": [value]}, mapped, value]}


def _element(one: Copied, sources: str) -> Json:
    """One element with what its source says; as it is where there is no such source."""
    start = len(one.innermost) + 1
    mine = {"$eq": [f"$$one.{one.source.key}", f"$${_ELEMENT}.{one.reference[start:]}"]}
    source = {"$first": {"$filter": {"input": sources, "as": "one", "cond": mine}}}
    new = {path[start:]: _or_null(f"$${_EACH}.{known}") for path, known in one.values.items()}
    made = {"$cond": [f"$${_EACH}", _with(f"$${_ELEMENT}", _tree(new)), f"$${_ELEMENT}"]}
    return {"$let": {"vars": {_EACH: source}, "in": made}}


def _tree(values: Json) -> Tree:
    """Values by dotted paths as objects in objects."""
    found: Tree = {}
    for path, value in values.items():
        *above, last = path.split(".")
        place = found
        for name in above:
            place = place.setdefault(name, _Branch())
        place[last] = value
    return found


class _Branch(dict[str, Any]):
    """An object on the way to values, not an expression."""


def _with(value: str, tree: Tree) -> Json:
    """An object with some of its fields set, those in objects inside of it too."""
    made = {
        name: _with(f"{value}.{name}", inner) if isinstance(inner, _Branch) else inner
        for name, inner in tree.items()
    }
    return {"$mergeObjects": [value, made]}
