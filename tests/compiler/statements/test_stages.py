"""How MongoDB writes the stages of pipelines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler.operations.ir.changes import Compute, Unset, Update, UpdatePath
from designs.compiler.operations.ir.conditions import Filter, filter_of
from designs.compiler.operations.ir.expressions import FieldPath
from designs.compiler.operations.ir.rendering import markers_of, rendered, stages_of
from designs.compiler.operations.ir.stage_rendering import rendered_pipeline
from designs.compiler.operations.ir.stages import (
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
    merges,
)  # fmt: skip
from designs.compiler.operations.parameters import retold
from designs.compiler.plan_model.physical import Param, Statement

LOOKUP = LookupStage("posts", "_id", "author", "found")
FIRST = LimitStage(1)


@pytest.mark.parametrize(
    ("stage", "written"),
    [
        (MatchStage({"a": 1}), {"$match": {"a": 1}}),
        (ProjectStage({"a": 1}), {"$project": {"a": 1}}),
        (SetStage({"a": "$b"}), {"$set": {"a": "$b"}}),
        (UnsetStage(["a", "b"]), {"$unset": ["a", "b"]}),
        (GroupStage({"_id": "$a"}), {"$group": {"_id": "$a"}}),
        (SortStage({"a": -1}), {"$sort": {"a": -1}}),
        (FIRST, {"$limit": 1}),
        (UnwindStage("a.b"), {"$unwind": "$a.b"}),
        (UnwindStage("a", "n"), {"$unwind": {"path": "$a", "includeArrayIndex": "n"}}),
        (
            UnwindStage("a", keeps_empty=True),
            {"$unwind": {"path": "$a", "preserveNullAndEmptyArrays": True}},
        ),
        (ReplaceStage("$a"), {"$replaceWith": "$a"}),
        (RootStage("$a"), {"$replaceRoot": {"newRoot": "$a"}}),
        (SortByCountStage("$a"), {"$sortByCount": "$a"}),
        (
            NearStage("point", "a", "away", Filter()),
            {"$geoNear": {"near": "point", "key": "a", "spherical": True, "distanceField": "away"}},
        ),
        (
            NearStage("point", "a", "away", filter_of({"b": 1})),
            {
                "$geoNear": {
                    "near": "point",
                    "key": "a",
                    "spherical": True,
                    "distanceField": "away",
                    "query": {"b": 1},
                }
            },
        ),
        (BucketAutoStage(FieldPath("a"), 9), {"$bucketAuto": {"groupBy": "$a", "buckets": 9}}),
        (IndexStatsStage(), {"$indexStats": {}}),
        (WindowStage({"output": {}}), {"$setWindowFields": {"output": {}}}),
        (
            LOOKUP,
            {"$lookup": {"from": "posts", "localField": "_id", "foreignField": "author", "as": "found"}},
        ),
        (
            LookupStage("posts", "", "", "found", (FIRST,), {"own": "$a"}),
            {"$lookup": {"from": "posts", "let": {"own": "$a"}, "pipeline": [{"$limit": 1}], "as": "found"}},
        ),
        (
            WalkStage("nodes", "$_id", "_id", "parent", "below", "level", 2, {"kind": 1}),
            {
                "$graphLookup": {
                    "from": "nodes", "startWith": "$_id", "connectFromField": "_id", "connectToField": "parent",
                    "as": "below", "maxDepth": 2, "depthField": "level", "restrictSearchWithMatch": {"kind": 1},
                },
            },
        ),
        (UnionStage("old", (FIRST,)), {"$unionWith": {"coll": "old", "pipeline": [{"$limit": 1}]}}),
        (MergeStage("a", "replace", "", "_id"), {"$merge": {"into": "a", "on": "_id", "whenMatched": "replace"}}),
        (MergeStage("a", ("b",)), {"$merge": {"into": "a", "whenMatched": "merge", "whenNotMatched": "discard"}}),
        (
            MergeStage("a", ("b", "c.d")),
            {"$merge": {"into": "a", "whenMatched": [{"$set": {"b": "$$new.b", "c.d": "$$new.c.d"}}],
                        "whenNotMatched": "discard"}},
        ),
        (
            MergeStage("a", (SetStage({"b": 1}),)),
            {"$merge": {"into": "a", "whenMatched": [{"$set": {"b": 1}}], "whenNotMatched": "discard"}},
        ),
    ],
)  # fmt: skip
def test_each_stage_as_the_server_takes_it(stage: Stage, written: dict[str, Any]) -> None:
    assert json.dumps(rendered_pipeline([stage])) == json.dumps([written])  # in that order


def test_a_join_is_asked_more_or_of_another_collection() -> None:
    assert LOOKUP.with_first(FIRST).stages == (FIRST,)
    assert LOOKUP.with_first(FIRST).with_first(MatchStage({})).stages == (MatchStage({}), FIRST)
    other = LOOKUP.of("drafts", "more")
    assert (other.source, other.name, other.foreign) == ("drafts", "more", "author")


def test_pipelines_that_write_are_told_from_those_that_read() -> None:
    assert merges([FIRST, MergeStage("a", "merge")]) and not merges([FIRST]) and not merges(None)


def test_what_an_update_computes_is_said_in_stages() -> None:
    update = Update.computing({"a": "$b"}).then(Unset(UpdatePath("b")), Unset(UpdatePath("c")))
    assert stages_of(update) == [SetStage({"a": "$b"}), UnsetStage(["b", "c"])]
    merge = Statement(
        id="", subject="", purpose="", op="aggregate", collection="c", script="",
        pipeline=[SetStage({"a": 1, "b.c": 2}), MergeStage("c", ("a", "b.c"))],
    )  # fmt: skip
    assert rendered(merge).written == (("a", "set"), ("b.c", "set"))
    assert stages_of(Update.of(Compute(UpdatePath("a"), 1))) == [SetStage({"a": 1})]


def test_parameters_of_stages_within_stages_are_seen_and_changed() -> None:
    inner = LookupStage("posts", "_id", "author", "found", (MatchStage({"a": Param(name="a")}),))
    pipeline = [MatchStage({"_id": Param(name="which")}), inner]
    parts: Any = {"id": "", "subject": "", "purpose": "", "op": "aggregate", "collection": "c", "script": ""}
    statement = Statement(**parts, pipeline=pipeline)
    assert [one.name for one in markers_of(statement) if isinstance(one, Param)] == ["which", "a"]
    other = retold(statement, lambda param: Param(name=param.name.upper()))
    assert [one.name for one in markers_of(other) if isinstance(one, Param)] == ["WHICH", "A"]
    assert rendered(other).pipeline[1]["$lookup"]["pipeline"] == [{"$match": {"a": Param(name="A")}}]
