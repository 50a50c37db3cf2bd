"""Copies of the policy batch: a job merges what differs, wherever copies stand, and changes nothing else."""

from __future__ import annotations

from collections.abc import Generator
from datetime import datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def copy(name: str, of: str, called: str) -> Json:
    return {
        "field": name,
        "of": of,
        "as": called,
        "policy": "batch",
        "reads_per_day": 1e6,
        "updates_per_day": 1,
    }


def firm() -> Json:
    """People, whose names stand in tasks, in desks in offices, and in lists of teams."""
    owned = {"strategy": "EMBED_ARRAY", "exclusive_owner": True}
    own = [copy("name", "from", "who.name"), copy("town", "from", "who.town")]
    return {
        "format": "nestlink/1", "name": "Firm", "database": "firm",
        "entities": [
            entity("Person", field("name", required=True), field("town")),
            entity("Task", field("text")),
            entity("House", field("street")),
            entity("Office", field("city"), kind="weak"),
            entity("Desk", field("number", "int"), kind="weak"),
            entity("Team", field("label")),
        ],
        "relationships": [
            link("tasks", "one-to-many", end("Person"), end("Task", 1, field="person_id"), strategy="PARENT_REF", copies=own),
            link("offices", "one-to-many", end("House", 5), end("Office", 1), **owned),
            link("desks", "one-to-many", end("Office", 9), end("Desk", 1), **owned),
            link("seats", "one-to-many", end("Person"), end("Desk", 1, field="person_id"), strategy="PARENT_REF", copies=own),
            link("members", "many-to-many", end("Team", 9), end("Person", 9), strategy="EMBED_LINK", link_owner="from",
                 copies=[copy("name", "to", "name")]),
        ],
    }  # fmt: skip


ANN, BOB = {"name": "Ann", "town": "Bath"}, {"name": "Bob"}
OLD = {"name": "old", "town": "old"}


def fill(play: Play) -> None:
    play.documents["people"] = [{"_id": "a", **ANN}, {"_id": "b", "name": "Bob"}]
    play.documents["tasks"] = [
        {"_id": 1, "person_id": "a", "who": OLD}, {"_id": 2, "person_id": "b", "who": {**OLD, "more": 1}},
        {"_id": 3, "person_id": "gone", "who": OLD}, {"_id": 4, "text": "of nobody"}, {"_id": 5, "person_id": "a", "who": ANN},
    ]  # fmt: skip
    desks = [{"number": 1, "person_id": "a", "who": OLD}, {"number": 2}, {"number": 3, "person_id": "b"}]
    play.documents["houses"] = [
        {"_id": 1, "offices": [{"city": "x", "desks": desks}, {"city": "y"}, {"city": "z", "desks": []}]},
        {"_id": 2, "street": "empty"},
        {"_id": 3, "offices": [{"desks": [{"person_id": "gone", "who": OLD}]}]},
    ]
    play.documents["teams"] = [
        {"_id": 1, "people": [{"person_id": "b", "name": "old"}, {"person_id": "a", "name": "Ann"}, {"person_id": "gone", "name": "old"}]}
    ]  # fmt: skip


@replay(firm)
def test_a_job_merges_copies_beside_references(play: Play) -> Steps:
    fill(play)
    before = [dict(one) for one in play.documents["tasks"]]
    play.call("tasks.sync.to")
    play.call("tasks.sync.to")
    done = yield
    wanted = [ANN, {**BOB, "more": 1}, OLD, None, ANN]
    assert [one.get("who") for one in done.all("tasks", 0)] == wanted
    assert [{**one, "who": 0} for one in done.all("tasks", 0)] == [{**one, "who": 0} for one in before]
    assert done.all("tasks", 1) == done.all("tasks", 0)


@replay(firm)
def test_a_job_merges_copies_in_elements_of_arrays(play: Play) -> Steps:
    fill(play)
    play.call("seats.sync.to")
    play.call("members.sync.from")
    play.call("seats.sync.to")
    play.call("members.sync.from")
    play.audit()
    done = yield
    desks = [
        {"number": 1, "person_id": "a", "who": ANN},
        {"number": 2},
        {"number": 3, "person_id": "b", "who": BOB},
    ]
    assert done.all("houses", 0) == [
        {"_id": 1, "offices": [{"city": "x", "desks": desks}, {"city": "y"}, {"city": "z", "desks": []}]},
        *play.documents["houses"][1:],
    ]
    assert [one["name"] for one in done.all("teams")[0]["people"]] == ["Bob", "Ann", "old"]
    assert done.states[3] == done.states[1]


def plans() -> Json:
    """Plans with thousands of subscriptions each, which repeat their code."""
    code = {
        "field": "code",
        "of": "from",
        "as": "plan_code",
        "policy": "strong",
        "reads_per_day": 1e6,
        "updates_per_day": 0.01,
    }
    many = end("Plan", field="subscriptions") | {"has": {"average": 9000, "growth": "unbounded"}}
    return {
        "format": "nestlink/1", "name": "Boxes", "database": "boxes",
        "entities": [entity("Plan", field("code", required=True)), entity("Subscription", field("since"))],
        "relationships": [
            link("chosen", "one-to-many", many, end("Subscription", 1, field="plan"), strategy="PARENT_REF", copies=[code])
        ],
        "operations": [],
    }  # fmt: skip


@replay(plans)
def test_strong_copies_change_by_the_thousand_until_none_is_left(play: Play) -> Steps:
    plan, other = ObjectId(), ObjectId()
    play.documents["plans"] = [{"_id": plan, "code": "A"}, {"_id": other, "code": "Z"}]
    play.documents["subscriptions"] = [
        {"_id": number, "plan": plan, "plan_code": "A"} for number in range(1500)
    ]
    play.documents["subscriptions"] += [{"_id": 9000, "plan": other, "plan_code": "Z"}]
    for _ in range(3):
        play.call("chosen.sync.to", planId=plan, newCode="B")
    done = yield
    assert [each["modifiedCount"] for each in done.results] == [1000, 500, 0]
    assert done.one("plans", plan, 0) == {"_id": plan, "code": "B"}
    codes = [each["plan_code"] for each in done.all("subscriptions")]
    assert codes == ["B"] * 1500 + ["Z"]


def trials() -> Json:
    """Events in versions, with a copy that a job keeps."""
    return {
        "format": "nestlink/1", "name": "Trials", "database": "trials",
        "entities": [
            entity("Term", field("name", required=True)),
            entity("Event", field("day", "date"), history="point-in-time"),
        ],
        "relationships": [
            link("events", "one-to-many", end("Term"), end("Event", 1, field="coded_as"), strategy="PARENT_REF",
                 copies=[copy("name", "from", "coded_name")]),
        ],
    }  # fmt: skip


@replay(trials)
def test_a_job_leaves_the_copies_of_past_versions(play: Play) -> Steps:
    ended = {"valid_from": datetime(2024, 1, 1), "valid_to": datetime(2025, 1, 1)}
    current = {"valid_from": datetime(2025, 1, 1), "valid_to": None}
    event = {"event_id": 7, "coded_as": "t", "coded_name": "old"}
    play.documents = {
        "terms": [{"_id": "t", "name": "new"}],
        "events": [{"_id": 6, **event, **ended}, {"_id": 7, **event, **current}],
    }
    play.call("events.sync.to")
    done = yield
    assert [each["coded_name"] for each in done.all("events", 0)] == ["old", "new"]
