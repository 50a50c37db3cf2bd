"""A time series takes no validator: the function that inserts a measurement asks for what each of them has. And a copy has no
value only where what it is of may have none: what a caller gives for it is not stored in its place."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bson import ObjectId
from bson.decimal128 import Decimal128
from bson.int64 import Int64

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
    assert [each.get("refused") for each in done.results] == ["crane not found", None]
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


def meters() -> Json:
    """Readings of meters, whose values the design limits."""
    reading = entity(
        "Reading", field("at", "date", required=True), field("kwh", "double", required=True, minimum=0, maximum=900),
        field("quality", enum=["measured", "estimated"]), field("step", "int"), field("note", max_length=5),
        field("paid", "decimal", minimum=0), field("land", pattern="^[A-Z]{2}$"),
        field("axes", "array", items={"type": "double"}, min_items=1, max_items=2),
        field("place", "object", fields=[field("row", "int", required=True)]), field("number", "int", unique=True), kind="measurement",
    )  # fmt: skip
    readings = link("readings", "one-to-many", end("Meter", field="readings"), {"entity": "Reading", "field": "meter", "has": ONE}, strategy="TIME_SERIES")  # fmt: skip
    return design(entity("Meter", field("name")), reading, links=[readings]) | {
        "operations": [{"name": "log", "kind": "insert", "entity": "Reading"}]
    }


UNFIT = [
    ({"at": "2024-05-01"}, "at isn't a date"),
    ({"kwh": "1.5"}, "kwh isn't a number"),
    ({"kwh": -0.25}, "kwh is less than 0"),
    ({"kwh": 900.5}, "kwh is more than 900"),
    ({"quality": "guessed"}, "quality isn't one of measured, estimated"),
    ({"step": 1.5}, "step isn't a whole number"),
    ({"note": "rather long"}, "note has more than 5 characters"),
    ({"paid": Decimal128("-0.01")}, "paid is less than 0"),
    ({"land": "austria"}, "land doesn't match ^[A-Z]{2}$"),
    ({"axes": 5}, "axes isn't an array"),
    ({"axes": []}, "axes needs 1 or more items, not 0"),
    ({"axes": [1.0, 2.0, 3.0]}, "axes takes 2 or fewer items, not 3"),
    ({"axes": ["1"]}, "axes has an item that isn't a number"),
    ({"place": "x"}, "place isn't an object"),
    ({"place": {"row": "x"}}, "place.row isn't a whole number"),
]
FIT = [
    {},
    {"kwh": 0},
    {"kwh": 900.0},
    {"kwh": Int64(5), "step": Int64(2)},
    {"land": "AT", "axes": [1, 2.5], "place": {"row": 1}},
    {"quality": "estimated", "note": "short", "step": 3, "paid": Decimal128("0.00")},
]


@replay(meters)
def test_a_measurement_that_the_design_does_not_take_is_refused(play: Play) -> Steps:
    """No validator does, and 600 million of them are what bills are made of."""
    meter = play.first("meters")["_id"]
    play.documents["readings"] = []
    for wrong, _ in UNFIT:
        play.call("log", reading={"at": AT, "meta": {"meter": meter}, "kwh": 1.5} | wrong)
    for right in FIT:
        play.call("log", reading={"at": AT, "meta": {"meter": meter}, "kwh": 1.5} | right)
    done = yield
    refused = [each.get("refused") for each in done.results]
    assert refused == [*(why for _, why in UNFIT), *[None] * len(FIT)]
    assert len(done.all("readings")) == len(FIT)


@replay(meters)
def test_the_audit_finds_measurements_that_do_not_fit_or_are_there_twice(play: Play) -> Steps:
    meter = play.first("meters")["_id"]
    right: Json = {"at": AT, "meta": {"meter": meter}, "kwh": 1.5, "number": 7}
    wrong: list[Json] = [
        {"kwh": -1.0}, {"kwh": 901.0}, {"quality": "guessed"}, {"kwh": None}, {"kwh": "1.5"}, {"land": "austria"},
        {"meta": {}}, {"axes": 5}, {"place": {}},
    ]  # fmt: skip
    rows = [
        right,
        right,
        {**right, "number": 8},
        *(
            {**right, "at": datetime(2024, 2, day, tzinfo=UTC), "number": 8 + day, **each}
            for day, each in enumerate(wrong, 1)
        ),
    ]
    play.begin_with(
        {**play.documents, "readings": [{"_id": ObjectId(f"{n:024x}"), **row} for n, row in enumerate(rows)]}
    )
    play.audit()
    done = yield
    assert {int(str(each["_id"]), 16) for each in done.found["readings.unfit"]} == {*range(3, 3 + len(wrong))}
    (twice,) = done.found["readings.twice"]
    assert twice["count"] == 2 and twice["_id"] == {"key1": 7}


def test_only_the_newest_measurements_are_looked_at() -> None:
    statements = built_once(meters()).compilation.plan.statements
    audits = [each for each in statements if each.recipe in ("readings.unfit", "readings.twice")]
    assert [each.pipeline[:2] for each in audits] == [[{"$sort": {"at": -1}}, {"$limit": 10_000}]] * 2
    assert "readings.unfit" in {each.recipe for each in built_once(cranes()).compilation.plan.statements}
