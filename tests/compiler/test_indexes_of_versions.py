"""Indexes of collections in which past versions stand beside the current documents: reads of what is true now ask for
``valid_to: null``, and so do the indexes that serve them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters.report.index_use import uses_of
from designs.compiler.plan_model.physical import PlannedIndex
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.test_forecast import forecasts, student
from tests.compiler.test_indexes import asks, match, things
from tests.mongosh.cases import build

CURRENT = {"partialFilterExpression": {"valid_to": None}}
NUMBER = {**field("number", required=True), "unique": True}


def _indexes(history: str, **more: Any) -> dict[str, PlannedIndex]:
    by_kind = asks(filter=[match("kind")], sort=[{"field": "name", "direction": 1}])
    by_id = asks("by id", filter=[match("_id")])
    fields = [NUMBER, field("kind"), field("name"), field("at", "date", required=True)]
    made = things(by_kind, by_id, fields=fields, history=history, **more)
    (planned,) = (each for each in made.plan.collections if each.name == "things")
    return {each.name: each for each in planned.indexes}


def test_what_reads_of_the_present_ask_for_is_indexed_without_past_versions() -> None:
    indexes = _indexes("point-in-time")
    assert indexes["kind_1_name_1"].options == CURRENT
    assert "only current versions" in indexes["kind_1_name_1"].reason
    of_past = next(each for each in indexes.values() if each.keys[-1] == ("valid_to", 1))
    assert of_past.options == {"unique": True}, "reads as of a moment ask for past versions"


def test_a_unique_index_of_current_versions_serves_the_reads_by_its_keys() -> None:
    """A second index of the same keys and filter was planned for the read; setup.js created that one, and the unique one
    never."""
    read = asks(filter=[match("kind"), match("name")])
    own = {"indexes": [{"keys": [["kind", 1], ["name", 1]], "unique": True}]}
    fields = [field("kind", required=True), field("name", required=True)]
    made = things(read, fields=fields, history="point-in-time", **own)
    (planned,) = (each for each in made.plan.collections if each.name == "things")
    (index,) = (each for each in planned.indexes if each.keys[0][0] == "kind")
    assert index.options == {"unique": True, **CURRENT} and "operation:find" in index.serves


def test_an_index_for_checks_of_duplicates_serves_the_reads_by_its_key() -> None:
    by_number = asks(filter=[match("number")])
    more = {"shard_key": [["_id", "hashed"]], "topology": "sharded"}
    made = things(by_number, fields=[NUMBER], history="point-in-time", **more)
    (planned,) = (each for each in made.plan.collections if each.name == "things")
    assert [each.options for each in planned.indexes if each.keys[0][0] == "number"] == [CURRENT]


def test_what_is_asked_of_all_versions_stays_whole() -> None:
    """What expires goes with its versions; a shard key's index holds every document; a declared one is as it was written."""
    ttl = {"retention": {"policy": "ttl", "field": "at", "seconds": 86_400}}
    assert _indexes("point-in-time", **ttl)["at_1"].options == {"expireAfterSeconds": 86_400}
    own = {"indexes": [{"keys": [["kind", 1], ["at", 1]]}]}
    assert _indexes("point-in-time", **own)["kind_1_at_1"].options == {}
    sharded = {"shard_key": [["kind", 1], ["name", 1]], "topology": "sharded"}
    assert _indexes("point-in-time", **sharded)["kind_1_name_1"].options == {}


def test_what_is_archived_is_found_among_current_versions() -> None:
    archive = {"retention": {"policy": "archive", "field": "at", "after_days": 30}}
    assert _indexes("point-in-time", **archive)["at_1"].options == CURRENT


@pytest.mark.parametrize("history", ["none", "revisions"])
def test_without_versions_beside_each_other_nothing_is_left_out(history: str) -> None:
    assert not any("partialFilterExpression" in each.options for each in _indexes(history).values())


SHOP = {
    "format": "nestlink/1", "name": "Permits", "database": "permits",
    "entities": [
        {"name": "Parcel", "count": 900, "fields": [{"name": "no", "type": "string", "required": True}]},
        {
            "name": "Case", "count": 3_000, "inserts_per_day": 5, "history": "point-in-time",
            "fields": [
                {"name": "state", "type": "string", "required": True}, {"name": "title", "type": "string"},
                {"name": "due", "type": "date", "required": True},
            ],
        },
    ],
    "relationships": [
        {
            "name": "cases", "kind": "one-to-many", "strategy": "PARENT_REF",
            "from": {"entity": "Parcel", "has": {"average": 4, "growth": "unbounded"}},
            "to": {"entity": "Case", "has": {"min": 1, "max": 1}},
        }
    ],
    "operations": [
        {"name": "move", "kind": "update", "entity": "Case", "per_day": 40, "filter": [{"field": "_id"}], "changes": ["state"]},
        {"name": "open", "kind": "insert", "entity": "Case", "per_day": 5},
        {
            "name": "of a parcel", "kind": "read", "entity": "Case", "per_day": 99, "filter": [{"field": "parcel_id"}],
            "sort": [{"field": "due", "direction": -1}],
        },
        {
            "name": "parcels", "kind": "read", "entity": "Parcel", "per_day": 50, "filter": [{"field": "no", "match": "prefix"}],
            "includes": ["cases"],
        },
        {"name": "by state", "kind": "read", "entity": "Case", "per_day": 9, "filter": [{"field": "state"}]},
    ],
}  # fmt: skip


def test_a_version_that_is_stored_costs_an_index_of_the_present_nothing() -> None:
    """45 writes per day went to an index that only changes with the 5 new documents, or with the state."""
    (cases,) = (each for each in build(SHOP).compilation.plan.collections if each.name == "cases")
    costs = {each.keys[0][0]: each.upkeep for each in cases.indexes}
    assert "about 5 writes per day" in costs["parcel_id"]
    assert "about 45 writes per day" in costs["state"]
    assert "about 45 writes per day" in next(
        each.upkeep for each in cases.indexes if each.options.get("unique")
    )


def test_joins_use_them_too() -> None:
    """The report said of a join that it looks through the whole collection."""
    uses = {each.name: each for each in uses_of(build(SHOP).compilation)}
    assert uses["of a parcel"].found_by <= uses["parcels"].found_by and uses["parcels"].scans == ()


def test_a_change_writes_no_index_of_the_present_that_has_none_of_its_fields() -> None:
    uses = {each.name: each for each in uses_of(build(SHOP).compilation)}
    assert uses["of a parcel"].found_by.isdisjoint(uses["move"].updates)
    assert uses["by state"].found_by <= uses["move"].updates


def test_lists_keep_the_order_of_their_index() -> None:
    """A list whose order nobody states goes on in that of the operation that reads it."""
    statements = build(SHOP).compilation.plan.statements
    listed, page = (
        next(each for each in statements if each.recipe == f"cases.{name}") for name in ("read", "page")
    )
    assert listed.sort == {"due": -1}
    assert "in memory" not in page.comment


def test_a_read_without_an_index_of_its_own_is_said_to_scan() -> None:
    """That an index holds current versions alone makes it no index of everything that is asked for."""
    show = entity("Show", field("on", "date"), history="point-in-time")
    lists = link("played", "many-to-many", ("Show", {"has": {"max": 9}}), "Piece", strategy="ONE_WAY_EMBED")
    on = {"name": "on", "kind": "read", "entity": "Show", "filter": [{"field": "on"}]}
    made = compile_design(design([show, entity("Piece", field("title"))], [lists], operations=[on]))
    (statement,) = (each for each in made.plan.statements if each.id == "played.reverse")
    assert any(each.options == CURRENT for each in made.plan.collections[0].indexes)
    assert "scans every document in shows" in statement.comment


def test_they_grow_with_what_is_current_alone() -> None:
    """Past versions made each index of a collection grow with all changes."""
    rename = {"name": "rename", "kind": "update", "entity": "Student", "filter": [{"field": "_id"}]}
    rename |= {"per_day": 40, "changes": ["name"]}
    named = {
        "name": "named",
        "kind": "read",
        "entity": "Student",
        "filter": [{"field": "name"}],
        "per_day": 99,
    }
    entries = {}
    for history in ("none", "point-in-time"):
        several = [
            forecasts(student(count=1_000_000, history=history), operations=operations)["students"].moments[
                -1
            ]
            for operations in ([rename], [rename, named])
        ]
        entries[history] = several[1].indexes - several[0].indexes
    assert entries["point-in-time"] == pytest.approx(entries["none"], abs=2)
