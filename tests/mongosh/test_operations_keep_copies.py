"""Operations that change what is copied, listed on two sides, or computed from."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
BY_ID = [{"field": "_id"}]


def update(name: str, of: str, *paths: str, **more: Any) -> Json:
    return {"name": name, "kind": "update", "entity": of, "filter": BY_ID, "changes": list(paths), **more}


def doctors() -> Json:
    """Visits that repeat a name and a ward, and notes that repeat the name too."""
    copies = [
        {"field": name, "of": "from", "policy": "strong", "reads_per_day": 1e9, "updates_per_day": 1}
        for name in ("name", "ward")
    ]
    fee = field("fee", "int", computed={"formula": "hours * rate", "refresh": "on-write"})
    badge = field("badge", required=True, unique=True)
    doctor = entity(
        "Doctor", badge, field("name"), field("ward"), field("hours", "int"), field("rate", "int"), fee
    )
    links = [
        link("visits", "one-to-many", end("Doctor"), end("Visit", 1), strategy="PARENT_REF", copies=copies),
        link("notes", "one-to-many", end("Doctor"), end("Note", 1), strategy="PARENT_REF", copies=copies[:1]),
    ]
    longer = {"field": "hours", "do": "increment", "by": 3}
    ops = [
        update("marry", "Doctor", "name", "rate"),
        update("work", "Doctor", effects=[longer]),
        update("close", "Doctor", "ward", filter=[{"field": "ward"}]),
        update("rename", "Doctor", "name", filter=[{"field": "badge"}]),
    ]
    return {
        "format": "nestlink/1", "name": "Clinic", "database": "clinic", "relationships": links,
        "entities": [doctor, entity("Visit", field("at", "date")), entity("Note", field("text"))], "operations": ops,
    }  # fmt: skip


@replay(doctors)
def test_strong_copies_change_with_their_source(play: Play) -> Steps:
    doctor, other = play.first("doctors"), play.first("doctors", 1)
    doctor |= {"hours": 2, "rate": 5, "fee": 10}
    play.call("marry", id=doctor["_id"], newName="Ann", newRate=7)
    play.call("work", id=doctor["_id"])
    play.audit()
    done = yield
    for collection in ("visits", "notes"):
        mine = [one for one in done.all(collection) if one["doctor_id"] == doctor["_id"]]
        assert mine and {one["doctor_name"] for one in mine} == {"Ann"}
        theirs = [one for one in done.all(collection) if one["doctor_id"] == other["_id"]]
        assert {one["doctor_name"] for one in theirs} <= {other["name"]}
    assert [(done.one("doctors", doctor["_id"], step) or {})["fee"] for step in (0, 1)] == [14, 35]
    assert not any(found for name, found in done.found.items() if ".copies." in name)


@replay(doctors)
def test_strong_copies_change_where_another_field_tells_the_document(play: Play) -> Steps:
    doctor = play.first("doctors")
    play.call("rename", badge=doctor["badge"], newName="Bea")
    play.call("rename", badge="nobody's", newName="Cid")
    done = yield
    assert (done.one("doctors", doctor["_id"]) or {})["name"] == "Bea"
    for collection in ("visits", "notes"):
        mine = [one for one in done.all(collection) if one["doctor_id"] == doctor["_id"]]
        assert mine and {one["doctor_name"] for one in mine} == {"Bea"}
        assert "Cid" not in {one["doctor_name"] for one in done.all(collection)}


def duties() -> Json:
    """Duties that repeat what their driver is called, and get a driver and a state at once."""
    copies = [{"field": "badge", "of": "from", "policy": "immutable", "reads_per_day": 1e9}]
    effects = [{"field": "driver", "do": "set"}, {"field": "state", "do": "set", "value": "assigned"}]
    assign = {"name": "assign", "kind": "update", "entity": "Duty", "filter": BY_ID, "effects": effects}
    drives = link(
        "drives", "one-to-many", end("Driver"), end("Duty", 1, field="driver"), strategy="PARENT_REF", copies=copies
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Depot", "database": "depot", "relationships": [drives],
        "entities": [entity("Driver", field("badge", required=True)), entity("Duty", field("state", required=True))],
        "operations": [{**assign, "returns": "after"}],
    }  # fmt: skip


@replay(duties)
def test_a_copy_is_what_was_read_and_no_parameter(play: Play) -> Steps:
    duty, driver = play.first("duties"), play.first("drivers")
    play.documents["duties"] = [{**duty, "driver": None, "driver_badge": None}]
    play.call("assign", id=duty["_id"], newDriverId=driver["_id"])
    done = yield
    stored = done.one("duties", duty["_id"]) or {}
    assert [stored[name] for name in ("driver", "driver_badge", "state")] == [
        driver["_id"], driver["badge"], "assigned",
    ]  # fmt: skip


@replay("activity_stream")
def test_a_window_tells_each_action_once(play: Play) -> Steps:
    window = play.first("user_activity")
    user, day = window["_id"]["user_id"], window["_id"]["date"]
    logins = [{**window["activities"][0], "action": "login"} for _ in range(2)]
    logins[1]["timestamp"] = day
    window |= {"activities": [], "metrics": {"total_activities": 0, "unique_actions": []}}
    for one in (*logins, {**logins[0], "action": "logout"}):
        play.call("activities.add", userId=user, activity=one)
    play.call("activities.remove", userId=user, start=day, activity={**logins[0], "action": "logout"})
    play.call("activities.remove", userId=user, start=day, activity=logins[0])
    done = yield
    told = [(done.one("user_activity", window["_id"], step) or {})["metrics"] for step in range(5)]
    assert [one["unique_actions"] for one in told] == [
        ["login"], ["login"], ["login", "logout"], ["login"], ["login"]
    ]  # fmt: skip
    assert [one["total_activities"] for one in told] == [1, 2, 3, 2, 1]


def tracker() -> Json:
    """People who list their tasks, with the title of each, and tasks that name their person."""
    title = {"field": "title", "of": "to", "as": "called", "policy": "snapshot"}
    tasks = end("Person", 9, field="tasks"), end("Task", 1, field="owner")
    return {
        "format": "nestlink/1", "name": "Tracker", "database": "tracker",
        "entities": [entity("Person", field("name")), entity("Task", field("_id", "int"), field("title", required=True))],
        "relationships": [link("tasks", "one-to-many", *tasks, strategy="TWO_WAY_REFS", copies=[title])],
    }  # fmt: skip


@replay(tracker)
def test_a_list_on_both_sides_copies_what_moves_into_it(play: Play) -> Steps:
    (old, new), task = play.documents["people"][:2], {"_id": 1, "title": "$paint"}
    old["tasks"], new["tasks"] = [{"task_id": 1, "called": "old"}], []
    play.documents["tasks"] = [{**task, "owner": old["_id"]}]
    play.call("tasks.reassign", taskId=1, oldPersonId=old["_id"], newPersonId=new["_id"])
    done = yield
    lists = [done.one("people", one["_id"])["tasks"] for one in (old, new)]
    assert lists == [[], [{"task_id": 1, "called": "$paint"}]]
    assert done.all("tasks") == [{**task, "owner": new["_id"]}]
