"""A read by a range finds all beyond an end that its caller leaves out: compared with nothing, it would find nothing."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.runs import LEFT_OUT
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")


def yard() -> Json:
    """Berths of a length and depth, with readings of what they use."""
    between = {"match": "range"}
    return {
        "format": "nestlink/1", "name": "Yard", "database": "yard",
        "entities": [
            entity("Berth", NUMBER, field("pier"), field("metres", "int"), field("depth", "int")),
            entity("Stay", NUMBER, field("nights", "int", required=True)),
        ],
        "relationships": [
            link("stays", "one-to-many", end("Berth", field="stays"), end("Stay", 1, field="berth"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "free", "kind": "read", "entity": "Berth", "per_day": 9, "sort": [{"field": "metres"}],
             "filter": [{"field": "pier"}, {"field": "metres", **between}, {"field": "depth", **between}]},
            {"name": "stays of", "kind": "read", "entity": "Stay", "per_day": 9, "includes": ["stays"],
             "filter": [{"field": "nights", **between}]},
            {"name": "close", "kind": "delete", "entity": "Stay", "filter": [{"field": "nights", **between}]},
        ],
    }  # fmt: skip


@replay(yard)
def test_what_is_left_out_is_open(play: Play) -> Steps:
    play.documents = {
        "berths": [{"_id": each, "pier": "A", "metres": each * 10, "depth": each} for each in (1, 2, 3)],
        "stays": [{"_id": each, "nights": each, "berth": 1} for each in (1, 2, 3)],
    }
    ends = ("leastMetres", "mostMetres", "leastDepth", "mostDepth")
    for given in (
        {"leastMetres": 20},
        {"mostMetres": 20, "leastDepth": 2},
        {},
        {"leastMetres": 20, "mostMetres": None},
    ):
        play.call("free", pier="A", **{name: given.get(name, LEFT_OUT) for name in ends})
    play.call("stays of", leastNights=2, mostNights=LEFT_OUT)
    play.call("close", leastNights=2, mostNights=LEFT_OUT)
    done = yield
    found = [[each["_id"] for each in result] for result in done.results[:5]]
    assert found == [[2, 3], [2], [1, 2, 3], [2, 3], [2, 3]]
    assert done.results[5]["refused"] == "mostNights must have a value"  # what deletes takes no end for open
    assert len(done.all("stays")) == 3


def hall() -> Json:
    """Events with the hours that people work at them, in each event's document."""
    hours: Json = {"match": "range"}
    return {
        "format": "nestlink/1", "name": "Hall", "database": "hall",
        "entities": [entity("Event", NUMBER), entity("Shift", NUMBER, field("who"), field("hour", "int"))],
        "relationships": [
            link("shifts", "one-to-many", end("Event", 9, field="shifts"), end("Shift", 1), strategy="EMBED_ARRAY"),
        ],
        "operations": [
            {"name": "worked by", "kind": "read", "entity": "Event", "per_day": 9,
             "filter": [{"field": "shifts.who"}, {"field": "shifts.hour", **hours}]},
            {"name": "latest", "kind": "read", "entity": "Shift", "per_day": 9, "limit": 5, "sort": [{"field": "hour"}],
             "filter": [{"field": "hour", **hours}]},
        ],
    }  # fmt: skip


@replay(hall)
def test_so_is_a_range_of_an_element(play: Play) -> Steps:
    shifts = [[("ada", 8), ("bo", 20)], [("ada", 20)], [("bo", 8)]]
    play.documents = {
        "events": [
            {"_id": event, "shifts": [{"_id": hour, "who": who, "hour": hour} for who, hour in worked]}
            for event, worked in enumerate(shifts)
        ]
    }
    for least, most in ((10, LEFT_OUT), (None, 10), (LEFT_OUT, LEFT_OUT)):
        play.call("worked by", shiftsWho="ada", leastShiftsHour=least, mostShiftsHour=most)
        play.call("latest", leastHour=least, mostHour=most)
    done = yield
    assert [[each["_id"] for each in events] for events in done.results[0::2]] == [[1], [0], [0, 1]]
    assert [len(found) for found in done.results[1::2]] == [2, 2, 4]
