"""Who adds a document need not make its ``_id``: what refers to it has the one that it gets, and so has the caller."""

from __future__ import annotations

from datetime import datetime

from bson import ObjectId

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps


def riders() -> Json:
    """Riders show their last two rides."""
    rides = link(
        "rides", "one-to-many", end("Rider", field="latest"), end("Ride", 1, field="rider_id"), strategy="SUBSET",
        recent={"count": 2, "sort": "day", "fields": ["day"]},
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Scooters", "database": "scooters",
        "entities": [
            entity("Rider", field("name")), entity("Ride", field("day", "int", required=True), field("note")),
        ],
        "relationships": [rides],
        "operations": [{"name": "start", "kind": "insert", "entity": "Ride", "per_day": 10}],
    }  # fmt: skip


@replay(riders)
def test_what_repeats_a_new_document_names_it(play: Play) -> Steps:
    rider = play.first("riders")
    play.documents = {"riders": [{"_id": rider["_id"], "name": "Ada"}], "rides": []}
    play.call("start", ride={"day": 7, "rider_id": rider["_id"]})
    done = yield
    (ride,) = done.all("rides", 0)
    (latest,) = done.all("riders", 0)[0]["latest"]
    assert latest["day"] == 7 and latest["ride_id"] == ride["_id"]
    assert done.results[0]["insertedId"] == ride["_id"]


def donations() -> Json:
    """Test results, of which some are secret, stand in the donation that they are of."""
    tests = link(
        "tests", "one-to-many", end("Donation", 12, field="tests"), end("Test", 1), strategy="EMBED_ARRAY", exclusive_owner=True,
    )  # fmt: skip
    tests["to"]["has"]["min"] = 1
    return {
        "format": "nestlink/1", "name": "Donors", "database": "donors",
        "entities": [
            entity("Donation", field("number", required=True)),
            entity("Test", field("marker", required=True), field("outcome", required=True, sensitive=True), kind="weak"),
        ],
        "relationships": [tests],
        "operations": [
            {"name": "record", "kind": "insert", "entity": "Test", "per_day": 10},
            {"name": "start", "kind": "insert", "entity": "Donation", "per_day": 10},
        ],
    }  # fmt: skip


@replay(donations)
def test_an_element_gets_the_id_that_its_validator_asks_for(play: Play) -> Steps:
    donation = play.first("donations")
    play.documents = {"donations": [{"_id": donation["_id"], "number": "D1"}]}
    known = donation["tests"][0]["_id"]
    play.call("record", donationId=donation["_id"], test={"marker": "HIV", "outcome": "negative"})
    play.call(
        "record", donationId=donation["_id"], test={"_id": known, "marker": "HBV", "outcome": "negative"}
    )
    play.call("start", donation={"number": "D2", "tests": [{"marker": "HCV", "outcome": "negative"}]})
    play.call("start", donation={"number": "D3"})
    done = yield
    one, two, three = done.all("donations", 3)
    assert [each["marker"] for each in one["tests"]] == ["HIV", "HBV"]
    assert [isinstance(each["_id"], ObjectId) for each in (*one["tests"], *two["tests"])] == [True] * 3
    assert one["tests"][1]["_id"] == known != one["tests"][0]["_id"]
    assert "tests" not in three


def events() -> Json:
    """Events in versions, with a copy that only some of them have."""
    coded = link(
        "events", "one-to-many", end("Term"), end("Event", 1, field="coded_as"), strategy="PARENT_REF"
    )
    coded["to"]["has"]["min"] = 0
    coded["from"]["has"] = {"average": 3}
    coded["copies"] = [{"field": "name", "of": "from", "as": "coded_name"}]
    event = entity("Event", field("reported", required=True), field("onset", "date"))
    return {
        "format": "nestlink/1", "name": "Trials", "database": "trials",
        "entities": [entity("Term", field("name", required=True)), event | {"history": "point-in-time"}],
        "relationships": [coded],
        "operations": [{"name": "report", "kind": "insert", "entity": "Event", "per_day": 70}],
    }  # fmt: skip


@replay(events)
def test_a_version_with_a_copy_that_may_be_absent_names_its_thing(play: Play) -> Steps:
    play.documents = {"terms": [], "events": []}
    play.call("report", event={"reported": "headache"}, now=datetime(2026, 5, 1))
    done = yield
    (event,) = done.all("events", 0)
    assert event["event_id"] == event["_id"] == done.results[0]["insertedId"]
    assert "coded_name" not in event
