"""MongoDB's form of pipelines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...plan_model.physical import BuiltValue, Outcome, Param
from .condition_rendering import ServerDocument, rendered_value
from .expressions import LiteralValue
from .stages import (
    BucketAutoStage,
    GroupStage,
    IndexStatsStage,
    LimitStage,
    LookupStage,
    MatchStage,
    MergeStage,
    NearStage,
    ProjectStage,
    ReplaceStage,
    RootStage,
    SetStage,
    SortByCountStage,
    SortStage,
    Stage,
    UnionStage,
    UnsetStage,
    UnwindStage,
    WalkStage,
    WindowStage,
)  # fmt: skip

_OPERATORS: dict[type[Stage], str] = {
    MatchStage: "$match", ProjectStage: "$project", SetStage: "$set", UnsetStage: "$unset", GroupStage: "$group",
    SortStage: "$sort", LimitStage: "$limit", UnwindStage: "$unwind", ReplaceStage: "$replaceWith",
    RootStage: "$replaceRoot", SortByCountStage: "$sortByCount", NearStage: "$geoNear",
    WindowStage: "$setWindowFields", LookupStage: "$lookup", WalkStage: "$graphLookup", UnionStage: "$unionWith",
    MergeStage: "$merge", BucketAutoStage: "$bucketAuto", IndexStatsStage: "$indexStats",
}  # fmt: skip


def rendered_pipeline(stages: Iterable[Any]) -> list[Any]:
    """Return the stages as the server takes them."""
    return [_stage(stage) if isinstance(stage, Stage) else rendered_value(stage) for stage in stages]


def _stage(stage: Stage) -> ServerDocument:
    match stage:
        case LookupStage():
            operand: Any = _lookup(stage)
        case WalkStage():
            operand = _walk(stage)
        case MergeStage():
            operand = _merge(stage)
        case UnionStage(collection, stages):
            operand = {"coll": collection, "pipeline": rendered_pipeline(stages)}
        case UnwindStage():
            operand = _unwind(stage)
        case SetStage(fields):
            operand = only_given(fields)
        case BucketAutoStage(value, count):
            operand = {"groupBy": value, "buckets": count}
        case NearStage(point, path, distance, among, metres):
            query = {
                **({} if metres is None else {"maxDistance": metres}),
                **({"query": among} if among else {}),
            }
            operand = {"near": point, "key": path, "spherical": True, "distanceField": distance, **query}
        case RootStage(expression):
            operand = {"newRoot": expression}
        case _:
            operand = getattr(stage, stage.__struct_fields__[0])
    return {_OPERATORS[type(stage)]: rendered_value(operand)}


def only_given(fields: ServerDocument) -> ServerDocument | BuiltValue:
    """Return the fields to set, without those whose values may be absent and are."""
    return BuiltValue("given", (fields,)) if any(map(may_be_left_out, fields.values())) else fields


def may_be_left_out(value: Any) -> bool:
    """Return whether a value is one that the caller may leave out, or that what it is taken from may lack."""
    if type(value) is LiteralValue:
        value = value.value
    parts = value.values() if type(value) is dict else (value,)
    return any(
        (type(part) is Param and part.part) or (type(part) is Outcome and part.optional) for part in parts
    )


def _lookup(stage: LookupStage) -> ServerDocument:
    equal = {"localField": stage.local, "foreignField": stage.foreign} if stage.foreign else {}
    operands: ServerDocument = {"let": stage.variables} if stage.variables else {}
    operands |= {} if stage.stages is None else {"pipeline": rendered_pipeline(stage.stages)}
    if stage.stages_last:
        return {"from": stage.source, **equal, "as": stage.name, **operands}
    return {"from": stage.source, **equal, **operands, "as": stage.name}


def _walk(stage: WalkStage) -> ServerDocument:
    most = {} if stage.most is None else {"maxDepth": stage.most}
    among = {} if stage.among is None else {"restrictSearchWithMatch": stage.among}
    return {
        "from": stage.source,
        "startWith": stage.start,
        "connectFromField": stage.onward,
        "connectToField": stage.arrive,
        "as": stage.name,
        **most,
        "depthField": stage.level,
        **among,
    }


def _merge(stage: MergeStage) -> ServerDocument:
    on = {"on": stage.on} if stage.on else {}
    unmatched = {"whenNotMatched": stage.unmatched} if stage.unmatched else {}
    return {"into": stage.into, **on, "whenMatched": _matched(stage.matched), **unmatched}


def _matched(matched: Any) -> Any:
    """Return what becomes of a document that is there. merge replaces whole objects: a field inside one is set alone."""
    if not isinstance(matched, tuple):
        return matched
    if any(isinstance(each, Stage) for each in matched):
        return rendered_pipeline(matched)
    nested = any("." in path for path in matched)
    return [{"$set": {path: f"$$new.{path}" for path in matched}}] if nested else "merge"


def _unwind(stage: UnwindStage) -> Any:
    index = {"includeArrayIndex": stage.index} if stage.index else {}
    empty = {"preserveNullAndEmptyArrays": True} if stage.keeps_empty else {}
    path = f"${stage.path}"
    return {"path": path, **index, **empty} if index or empty else path
