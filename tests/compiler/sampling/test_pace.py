"""How fast things pass follows from the numbers of a design: within hours where they take up what changes its state all day, and soon
after one another where so many come a day that none stays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from designs.compiler.sampling.records import Records
from tests.compiler.sampling.test_lives_agree import _field, _has, _world
from tests.compiler.sampling.test_states_follow_operations import _state, _update

Json = dict[str, Any]
TRUCK = {
    "name": "Truck",
    "count": 20,
    "fields": [{**_state("free", "sent", "towing", "off_duty"), "name": "status"}],
}
BREAKDOWN = {
    "name": "Breakdown",
    "inserts_per_day": 90,
    "fields": [_state("open", "assigned", "under_way", "closed"), _field("opened_at", required=True), _field("closed_at")],
}  # fmt: skip
DRIVER = {"name": "Passenger", "kind": "weak", "inserts_per_day": 100, "fields": [_field("taken_in_at", required=True)]}  # fmt: skip
SENT = {
    "name": "sent",
    "kind": "many-to-many",
    "from": {"entity": "Breakdown", "field": "trucks", "has": {"min": 0, "average": 1.2, "max": 5}},
    "to": {
        "entity": "Truck",
        "field": "breakdowns",
        "has": {"min": 0, "average": 900, "growth": "unbounded"},
    },
    "link_owner": "from",
    "link_fields": [_field("called_at", required=True), _field("arrived_at"), _field("released_at")],
}
CLOSE = _update("Breakdown", "under_way", state="closed", closed_at=None)


def _changed(often: float) -> Json:
    effects = [{"field": "status", "do": "set"}]
    return {"name": "change", "kind": "update", "entity": "Truck", "filter": [{"field": "_id"}], "effects": effects, "per_day": often}  # fmt: skip


def _breakdowns(often: float) -> Records:
    part = {**_has("Breakdown", "Passenger"), "exclusive_owner": True}
    return _world(BREAKDOWN, DRIVER, TRUCK, links=(part, SENT), operations=[_changed(often), CLOSE])


def test_what_takes_up_a_busy_thing_is_over_within_hours() -> None:
    records = _breakdowns(often=600)
    closed = [
        each for each in map(records.of, records.world.things["Breakdown"]) if each["state"] == "closed"
    ]
    assert closed
    assert all(each["closed_at"] - each["opened_at"] < timedelta(days=1) for each in closed)


def test_what_takes_up_a_thing_that_seldom_changes_may_last_days() -> None:
    records = _breakdowns(often=2)
    closed = [
        each for each in map(records.of, records.world.things["Breakdown"]) if each["state"] == "closed"
    ]
    assert any(each["closed_at"] - each["opened_at"] > timedelta(days=1) for each in closed)


def _sent(records: Records) -> list[tuple[Json, Json]]:
    things = records.world.things["Breakdown"]
    links = [link for each in things for link in records.world.links("sent", "from", each)]
    return [(records.of(link.source), records.of(link)) for link in links]


def test_who_is_sent_arrives_within_hours() -> None:
    rows = [row for _, row in _sent(_breakdowns(often=600)) if "arrived_at" in row]
    assert rows
    assert all(row["arrived_at"] - row["called_at"] < timedelta(hours=3) for row in rows)


def test_nobody_is_released_from_what_is_not_over() -> None:
    rows = _sent(_breakdowns(often=600))
    assert any(each["state"] == "under_way" for each, _ in rows) and any(
        "released_at" in row for _, row in rows
    )
    for breakdown, row in rows:
        assert breakdown["state"] == "closed" or "released_at" not in row


def test_what_is_part_of_it_happens_while_it_goes_on() -> None:
    records = _breakdowns(often=600)
    for each in records.world.things["Breakdown"]:
        opened = records.of(each)["opened_at"]
        for pair in records.world.links("Passenger of Breakdown", "from", each):
            assert opened <= records.of(pair.target)["taken_in_at"] <= opened + timedelta(hours=12)


CRATE = {"name": "Crate", "inserts_per_day": 4000, "fields": [_field("received_at", required=True)]}
TASTING = {"name": "Tasting", "inserts_per_day": 500, "fields": [_field("tasted_at", required=True)]}
SPAN = {"min": 0, "average": 0.1, "max": 3}


def _tasted(has: Json) -> list[timedelta]:
    link = _has("Crate", "Tasting")
    link = {**link, "from": {**link["from"], "has": has}}
    # what lies between them in the design
    others = [{"name": f"Thing{at}", "fields": [_field("added_at", required=True)]} for at in range(6)]
    records = _world(CRATE, *others, TASTING, links=(link,))
    pairs = [
        pair
        for each in records.world.things["Crate"]
        for pair in records.world.links(link["name"], "from", each)
    ]
    return [records.of(pair.target)["tasted_at"] - records.of(pair.source)["received_at"] for pair in pairs]


def test_what_comes_of_a_thing_that_passes_does_so_soon() -> None:
    waits = _tasted(SPAN)
    assert waits and all(timedelta(0) <= each <= timedelta(days=2) for each in waits)


def test_what_has_more_and_more_may_wait() -> None:
    assert max(_tasted({**SPAN, "growth": "unbounded"})) > timedelta(days=10)


def test_what_is_drawn_up_follows_what_it_sums_up_within_weeks() -> None:
    delivery = {"name": "Delivery", "kind": "event", "inserts_per_day": 400, "fields": [_field("delivered_at", required=True)]}  # fmt: skip
    others = [{"name": f"Thing{at}", "fields": [_field("added_at", required=True)]} for at in range(6)]
    bill = {"name": "Invoice", "inserts_per_day": 40, "fields": [_field("issued_at", required=True)]}
    link = {
        "name": "billed",
        "kind": "one-to-many",
        "from": {"entity": "Invoice", "has": {"min": 1, "average": 10, "max": 50}},
        "to": {"entity": "Delivery", "has": {"min": 0, "max": 1}},
    }
    records = _world(CRATE, *others, delivery, bill, links=(_has("Crate", "Delivery"), link))
    pairs = [
        pair
        for each in records.world.things["Invoice"]
        for pair in records.world.links("billed", "from", each)
    ]
    assert pairs
    for pair in pairs:
        waited = records.of(pair.source)["issued_at"] - records.of(pair.target)["delivered_at"]
        assert timedelta(0) <= waited <= timedelta(days=40)


CALL = {
    "name": "Call",
    "inserts_per_day": 120,
    "fields": [_field("received_at", required=True), _field("ended_at")],
}


def _calls(*operations: Json) -> list[tuple[Json, Json]]:
    link = _has("Breakdown", "Call")
    link = {**link, "to": {"entity": "Call", "field": "breakdown", "has": {"min": 0, "max": 1}}}
    link["from"] = {"entity": "Breakdown", "has": {"min": 0, "average": 1.3, "max": 30}}
    records = _world(
        BREAKDOWN, TRUCK, CALL, links=(link, SENT), operations=[_changed(600), CLOSE, *operations]
    )
    pairs = [
        pair
        for each in records.world.things["Breakdown"]
        for pair in records.world.links(link["name"], "from", each)
    ]
    return [(records.of(pair.source), records.of(pair.target)) for pair in pairs]


def test_what_operations_put_into_a_thing_was_there_before_it() -> None:
    attach = {"name": "attach", "kind": "update", "entity": "Call", "changes": ["breakdown"], "per_day": 100}
    pairs = _calls(attach)
    assert pairs
    for breakdown, call in pairs:
        assert timedelta(0) <= breakdown["opened_at"] - call["received_at"] <= timedelta(hours=3)


def test_what_belongs_to_a_thing_from_the_first_comes_after_it() -> None:
    pairs = _calls()
    assert pairs and all(breakdown["opened_at"] <= call["received_at"] for breakdown, call in pairs)


def test_what_is_numbered_later_passes_later() -> None:
    attach = {"name": "attach", "kind": "update", "entity": "Call", "changes": ["breakdown"], "per_day": 100}
    records = _breakdowns(often=600)
    opened = [records.of(each)["opened_at"] for each in records.world.things["Breakdown"]]
    assert opened == sorted(opened)
    starts = {breakdown["_id"]: breakdown["opened_at"] for breakdown, _ in _calls(attach)}
    assert [*starts.values()] == sorted(starts.values())


def test_the_day_of_what_lasts_hours_is_that_of_its_hours() -> None:
    fields = [_field("auction_date", required=True), _field("opened_at", required=True), _field("closed_at")]
    records = _world(
        {"name": "Session", "fields": fields}, {"name": "Hall"}, links=(_has("Hall", "Session"),)
    )
    sessions = [records.of(each) for each in records.world.things["Session"]]
    assert sessions and all(each["auction_date"].date() == each["opened_at"].date() for each in sessions)


def test_nothing_is_sent_to_what_an_operation_that_sends_has_yet_to_change() -> None:
    effects = [{"field": "trucks", "do": "push"}, {"field": "state", "do": "set", "value": "assigned"}]
    send = {
        "name": "send",
        "kind": "update",
        "entity": "Breakdown",
        "filter": [{"field": "_id"}],
        "effects": effects,
    }
    board = {"name": "board", "kind": "read", "entity": "Breakdown", "filter": [{"field": "state", "match": "eq", "value": "open"}]}  # fmt: skip
    records = _world(BREAKDOWN, TRUCK, links=(SENT,), operations=[_changed(600), CLOSE, send, board])
    things = records.world.things["Breakdown"]
    waiting = [each for each in things if records.of(each)["state"] == "open"]
    assert waiting and not any(records.world.links("sent", "from", each) for each in waiting)
    assert any(records.world.links("sent", "from", each) for each in things)
