"""Measurements with a second parent: the server changes them by their metaField alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.small import pair

MANY = {"has": {"growth": "unbounded"}}


def recipes(kind: str, version: str) -> set[str]:
    parts = [
        entity("Device", field("serial")), entity("Patient", field("name")),
        entity("Reading", field("at", "date", required=True), field("value", "double"), kind=kind),
    ]  # fmt: skip
    links = [
        link("readings", "one-to-many", ("Device", MANY), ("Reading", {"has": {"min": 1, "max": 1}})),
        link("worn", "one-to-many", ("Patient", MANY), ("Reading", {"has": {"min": 0, "max": 1}})),
    ]
    made = compile_design(design(parts, links, server_version=version))
    kinds = {one.name: one.kind for one in made.plan.collections}
    assert kinds["readings"] == ("timeseries" if kind == "measurement" else "standard")
    return {one.recipe for one in made.plan.statements if one.subject == "relationship:worn"}


def test_measurements_are_read_and_added_by_each_parent() -> None:
    assert {"worn.read", "worn.page", "worn.add"} <= recipes("measurement", "7.0")


@pytest.mark.parametrize(("version", "deleted"), [("6.0", False), ("7.0", True)])
def test_single_measurements_are_never_moved_and_deleted_since_7(version: str, deleted: bool) -> None:
    made = recipes("measurement", version)
    assert "worn.reassign" not in made and ("worn.remove" in made) is deleted
    assert {"worn.reassign", "worn.remove"} <= recipes("event", version)


@pytest.mark.parametrize(("server", "gone"), [("6.0", False), ("7.0", True)])
def test_samples_that_can_not_be_deleted_stay(server: str, gone: bool) -> None:
    """Neither the removal of samples nor the demonstration asks an old server for it."""
    child = {"kind": "measurement", "fields": [{"name": "at", "type": "date", "required": True}]}
    model = pair(
        has={"growth": "unbounded"}, child=child, rel={"strategy": "TIME_SERIES"}, server_version=server
    )
    made = compile_design(model)
    deletes = [one for one in made.plan.statements if (one.op, one.collection) == ("deleteOne", "children")]
    told = {one.purpose for one in deletes}
    assert ({"unsample", "prepare"} <= told) is gone and bool(told) is gone


@pytest.mark.parametrize("kind", ["measurement", "event"])
def test_inserts_of_measurements_say_that_many_go_at_once_in_any_order(kind: str) -> None:
    has = {"has": {"min": 0, "max": None, "growth": "unbounded", "adds_per_day": 144}}
    between = link(
        "readings", "one-to-many", ("Sensor", has), ("Reading", {"has": {"min": 1, "max": 1}}),
        strategy="TIME_SERIES" if kind == "measurement" else "PARENT_REF",
    )  # fmt: skip
    parts = [
        entity("Sensor", field("name")),
        entity("Reading", field("at", "date", required=True), kind=kind),
    ]
    insert = {"name": "take in", "kind": "insert", "entity": "Reading"}
    plan = compile_design(design(parts, [between], operations=[insert])).plan
    words = " ".join(one.comment for one in plan.statements if one.subject == "operation:take in")
    assert ("insertMany(documents, { ordered: false })" in words) == (kind == "measurement")


@pytest.mark.parametrize("kind", ["measurement", "event"])
def test_no_stream_is_told_to_call_what_is_not_written(kind: str) -> None:
    """A slice inside of a measurement stays as it is, so that what it repeats is not changed; the stream called whatever
    function stood before it."""
    recent = {"together_needs": "recent", "recent": {"count": 2, "sort": "at", "fields": ["at", "text"]}}
    parts = [
        entity("Device", field("serial")),
        entity("Reading", field("at", "date", required=True), kind=kind),
        entity("Remark", field("at", "date", required=True), field("text", required=True)),
    ]
    stored = "TIME_SERIES" if kind == "measurement" else "PARENT_REF"
    links = [
        link("readings", "one-to-many", ("Device", MANY), ("Reading", {"has": {"min": 1, "max": 1}}), strategy=stored),
        link("remarks", "one-to-many", ("Reading", MANY), ("Remark", {"has": {"min": 1, "max": 1}}), strategy="SUBSET", **recent),
    ]  # fmt: skip
    change = {
        "name": "word",
        "kind": "update",
        "entity": "Remark",
        "filter": [{"field": "_id"}],
        "changes": ["text"],
    }
    made = compile_design(design(parts, links, operations=[change]))
    own = {each.recipe: each for each in made.plan.statements if each.recipe.startswith("remarks.sync")}
    is_measurement = kind == "measurement"
    assert bool(own) is not is_measurement
    assert ("word" in {each.recipe for each in made.plan.statements}) is not is_measurement
    reasons = {each.recipe: each.reason for each in made.plan.unwritten}
    assert ("measurements can't be updated" in reasons.get("word", "")) is is_measurement


@pytest.mark.parametrize(
    ("unique", "index", "keys"),
    [
        (False, [], []),  # two readings of one moment may be two
        (True, [], [{"key1": "$number"}]),
        (False, [["device_id", 1], ["at", 1]], [{"key1": "$meta.device_id", "key2": "$at"}]),
    ],
)
def test_only_what_is_to_be_unique_is_looked_for_twice(
    unique: bool, index: list[list[Any]], keys: list[dict[str, str]]
) -> None:
    number = {**field("number", "int"), "unique": unique}
    fields = [field("at", "date", required=True), number]
    indexes = {"indexes": [{"keys": index, "unique": True}]} if index else {}
    parts = [entity("Device", field("serial")), entity("Reading", *fields, kind="measurement", **indexes)]
    ends = ("Device", MANY), ("Reading", {"has": {"min": 1, "max": 1}})
    made = compile_design(design(parts, [link("readings", "one-to-many", *ends, strategy="TIME_SERIES")]))
    found = [each for each in made.plan.statements if each.recipe.startswith("readings.twice")]
    assert [each.pipeline[3]["$group"]["_id"] for each in found] == keys
