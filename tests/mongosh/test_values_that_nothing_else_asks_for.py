"""A time series takes no validator: the function that inserts a measurement asks for what each of them has. And a copy has no
value only where what it is of may have none: what a caller gives for it is not stored in its place."""

from __future__ import annotations

from typing import Any

from bson import ObjectId

from tests.mongosh.cases import built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import AT, Steps, design

Json = dict[str, Any]
ONE = {"min": 1, "max": 1}


def cranes() -> Json:
    """Readings of cranes, each with a load, and with a fault where there is one."""
    reading = entity(
        "Reading", field("at", "date", required=True), field("load", "double", required=True), field("fault"),
        field("place", "object", fields=[field("row", "int", required=True)]),
        field("axes", "array", items={"type": "object", "fields": [field("angle", "int", required=True)]}),
        kind="measurement",
    )  # fmt: skip
    readings = link("readings", "one-to-many", end("Crane", field="readings"), {"entity": "Reading", "field": "crane", "has": ONE}, strategy="TIME_SERIES")  # fmt: skip
    return design(entity("Crane", field("name")), reading, links=[readings]) | {
        "operations": [{"name": "log", "kind": "insert", "entity": "Reading"}]
    }


@replay(cranes)
def test_a_measurement_without_what_each_has_is_refused(play: Play) -> Steps:
    crane = play.first("cranes")["_id"]
    play.documents["readings"] = []
    play.call("log", reading={"at": AT, "meta": {"crane": crane}, "load": None})
    play.call("log", reading={"at": AT, "load": 1.5, "crane": crane})
    play.call("log", reading={"at": AT, "load": 1.5, "meta": {"crane": crane}, "fault": None})
    done = yield
    refused = [each.get("refused") for each in done.results]
    assert refused == ["load must have a value", "meta.crane must have a value", None]
    (stored,) = done.all("readings")
    assert {**stored, "_id": 0} == {"_id": 0, "at": AT, "load": 1.5, "meta": {"crane": crane}}


@replay(cranes)
def test_a_measurement_of_what_is_not_there_is_refused(play: Play) -> Steps:
    crane = play.first("cranes")["_id"]
    play.documents["readings"] = []
    play.call("log", reading={"at": AT, "meta": {"crane": ObjectId("0" * 24)}, "load": 1.5})
    play.call("log", reading={"at": AT, "meta": {"crane": crane}, "load": 1.5})
    done = yield
    assert [each.get("refused") for each in done.results] == ["there is no such crane", None]
    assert [each["meta"] for each in done.all("readings")] == [{"crane": crane}]


def visits(absent: str = "missing") -> Json:
    """Visits to a venue, if to any, that repeat its name, and who leads it, which it need not say."""
    copies = [
        {"field": name, "of": "from", "as": f"venue_{name}", "policy": "strong", "reads_per_day": 9000, "updates_per_day": 0.01}
        for name in ("name", "lead")
    ]  # fmt: skip
    at = link("at", "one-to-many", end("Venue", field="visits"), end("Visit", 1, field="venue"), strategy="PARENT_REF", copies=copies)  # fmt: skip
    venue = entity("Venue", field("name", required=True), field("lead"))
    return design(venue, entity("Visit", field("day", "date")), links=[at]) | {
        "absent": absent,
        "operations": [{"name": "book", "kind": "insert", "entity": "Visit"}],
    }


def _types(absent: str) -> list[Any]:
    (visit,) = (
        each for each in built_once(visits(absent)).compilation.plan.collections if each.name == "visits"
    )
    properties = visit.validator["$jsonSchema"]["properties"]
    return [properties[name]["bsonType"] for name in ("venue_name", "venue_lead")]


def test_a_copy_that_goes_with_its_reference_is_never_null() -> None:
    assert _types("missing") == ["string", ["string", "null"]]
    assert _types("either") == [["string", "null"], ["string", "null"]]


@replay(visits)
def test_no_copy_is_stored_of_what_is_not_there(play: Play) -> Steps:
    venue = ObjectId()
    play.documents["venues"] = [{"_id": venue, "name": "hall"}]
    play.documents["visits"] = []
    play.call("book", visit={"day": AT, "venue_name": "made up", "venue_lead": "nobody"})
    play.call("book", visit={"day": AT, "venue": venue, "venue_name": "made up", "venue_lead": "nobody"})
    done = yield
    alone, there = (
        {name: value for name, value in each.items() if name != "_id"} for each in done.all("visits")
    )
    assert alone == {"day": AT} and there == {"day": AT, "venue": venue, "venue_name": "hall"}
