"""The job of the policy batch: a pipeline that merges what differs, range by range; one by one where it can't."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from designs.compiler.operations.upkeep.batch_copies import Copied, _shown, why_not
from designs.compiler.plan_model.physical import Outcome, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"growth": "unbounded"}}
COPY = {"field": "name", "of": "from", "as": "who.name", "policy": "batch", "reads_per_day": 1e6}
RANGE = {"$gte": Outcome(step="each", path="_id.min"), "$lte": Outcome(step="each", path="_id.max")}


def job(
    strategy: str = "PARENT_REF", *, key: Json | None = None, parent: Json | None = None, **top: Any
) -> list[Statement]:
    """The job that writes the names of people into their tasks. key: their own ``_id``."""
    fields = [*([key] if key else []), field("name", required=True), field("town")]
    entities = [
        entity("Person", *fields, **(parent or {})),
        entity("Site", field("label")),
        entity(
            "Task",
            field("at", "date", required=True),
            **({"kind": "measurement"} if strategy == "TIME_SERIES" else {}),
        ),
    ]
    ends = ("Person", MANY), ("Task", {"field": "person_id", "has": {"min": 1, "max": 1}})
    links = [link("tasks", "one-to-many", *ends, strategy=strategy, copies=[COPY])]
    plan = compile_design(design(entities, links, **top)).plan
    return [one for one in plan.statements if one.recipe == "tasks.sync.to"]


def test_what_refers_to_a_range_of_sources_is_joined_and_merged_where_it_differs() -> None:
    ranges, merging = job()
    assert (ranges.collection, ranges.op, ranges.step) == ("people", "aggregate", "ranges")
    assert ranges.pipeline == [{"$bucketAuto": {"groupBy": "$_id", "buckets": 100}}]
    assert (merging.collection, merging.each, merging.writes) == ("tasks", "ranges", True)
    first, lookup, unwind, differs, shown, into = merging.pipeline
    assert first == {"$match": {"person_id": RANGE}} and unwind == {"$unwind": "$source"}
    assert lookup["$lookup"]["pipeline"] == [{"$project": {"_id": 1, "name": 1}}]
    assert differs == {"$match": {"$expr": {"$ne": ["$who.name", "$source.name"]}}} and shown == {
        "$project": {"source": 1, "person_id": 1}
    }
    is_same = {"$eq": ["$person_id", "$$new.person_id"]}
    made = {"who.name": {"$cond": [is_same, "$$new.source.name", "$who.name"]}}
    assert into == {"$merge": {"into": "tasks", "whenMatched": [{"$set": made}], "whenNotMatched": "discard"}}
    assert "Safe to repeat" in ranges.comment


@pytest.mark.parametrize(
    ("types", "ranged"),
    [
        ({"type": "string"}, True),
        ({"type": "int", "types": ["int", "long"]}, True),
        ({"type": "int", "types": ["int", "string"]}, False),
    ],
)
def test_ids_of_several_kinds_are_one_range(types: Json, ranged: bool) -> None:
    found = job(key={"name": "_id", **types})
    assert len(found) == 1 + ranged
    assert found[-1].pipeline[0] == {"$match": {"person_id": RANGE if ranged else {"$exists": True}}}
    assert bool(found[-1].each) is ranged


SHARDED = {"topology": "sharded", "parent": {"shard_key": [["_id", "hashed"]]}}


@pytest.mark.parametrize(
    ("strategy", "more", "why"),
    [
        ("PARENT_REF", {}, ""),
        ("TIME_SERIES", {}, "time series"),
        ("PARENT_REF", {"server_version": "5.0"}, ""),
        ("PARENT_REF", {"server_version": "5.0", **SHARDED}, "before 5.1"),
        ("PARENT_REF", {"server_version": "6.0", **SHARDED}, ""),
    ],
)
def test_where_the_server_can_not_merge_each_is_written_and_it_is_said_why(
    strategy: str, more: Json, why: str
) -> None:
    first, last = job(strategy, **more)
    assert (first.op, last.op) == (("find", "updateMany") if why else ("aggregate", "aggregate"))
    assert why in first.comment and ("One at a time" in first.comment) is bool(why)


@pytest.mark.parametrize(
    ("reference", "path", "merged"),
    [
        ("items.person_id", "items.name", True),
        ("person_id", "items.name", False),
        ("items.person_id", "name", False),
    ],
)
def test_a_copy_and_its_id_stand_in_the_same_array(reference: str, path: str, merged: bool) -> None:
    plain: Any = SimpleNamespace(kind="standard", shard_key=())
    world: Any = SimpleNamespace(collections={"a": plain, "b": plain}, model=design([entity("A")], []))
    source: Any = SimpleNamespace(collection="a", key="_id")
    one = Copied(source, "b", reference, ("items",), {path: "name"})
    assert ("different arrays" in why_not(world, one)) is not merged


def test_what_is_inside_of_something_shown_comes_with_it() -> None:
    assert _shown(["name", "name.first", "named", "_id.owner"]) == {"name": 1, "named": 1}
