"""What is booked is so before its hour, what is in a thing was there when that was closed, and nobody has left in the future."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from designs.compiler.sampling.laws.stories import today_of
from designs.compiler.sampling.records import Records
from tests.compiler.sampling.test_lives_agree import _field, _has, _world
from tests.compiler.sampling.test_states_follow_operations import _state, _update

Json = dict[str, Any]
SESSION = {
    "name": "Session",
    "fields": [_state("planned", "open", "closed"), _field("starts_at", required=True), _field("ends_at", required=True)],
}  # fmt: skip
APPOINTMENT = {
    "name": "Appointment",
    "fields": [_field("slot_at", required=True), _field("booked_at", required=True)],
}
GIFT = {"name": "Gift", "kind": "event", "fields": [_field("collected_at", required=True)]}


def _pairs(records: Records, parent: str, child: str) -> list[tuple[Json, Json]]:
    links = [
        pair
        for each in records.world.things[parent]
        for pair in records.world.links(f"{child} of {parent}", "from", each)
    ]
    return [(records.of(pair.source), records.of(pair.target)) for pair in links]


def _sessions() -> Records:
    once = _has("Appointment", "Gift") | {"kind": "one-to-one"}
    return _world(SESSION, APPOINTMENT, GIFT, links=(_has("Session", "Appointment"), once))


def test_a_slot_is_within_its_session_and_was_booked_before_that() -> None:
    pairs = _pairs(_sessions(), "Session", "Appointment")
    assert len(pairs) > 1
    for session, booking in pairs:
        assert session["starts_at"] <= booking["slot_at"] <= session["ends_at"]
        assert booking["booked_at"] < session["starts_at"]


def test_what_is_done_at_an_appointment_comes_after_its_hour() -> None:
    pairs = _pairs(_sessions(), "Appointment", "Gift")
    assert pairs
    for booking, gift in pairs:
        assert booking["slot_at"] <= gift["collected_at"] <= booking["slot_at"] + timedelta(days=2)


def test_what_lasts_hours_does_so_while_it_is_open_too() -> None:
    records = _sessions()
    for session in (records.of(each) for each in records.world.things["Session"]):
        assert session["ends_at"] - session["starts_at"] < timedelta(days=1)


def test_what_is_listed_in_a_thing_was_there_before_an_operation_ended_it() -> None:
    rows = [_field("marker", "string"), _field("tested_at")]
    results = _field("results", "array", items={"type": "object", "fields": rows})
    fields = [
        _state("collected", "tested", "released"),
        _field("collected_at", required=True),
        _field("released_at"),
        results,
    ]
    gift = {"name": "Gift", "kind": "event", "fields": fields}
    release = _update("Gift", "tested", state="released", released_at=None)
    records = _world(gift, {"name": "Office"}, links=(_has("Office", "Gift"),), operations=[release])
    gifts = [records.of(each) for each in records.world.things["Gift"]]
    assert any("released_at" in each for each in gifts)
    for each in gifts:
        tested = [row["tested_at"] for row in each["results"]]
        assert "released_at" not in each or max(tested) <= each["released_at"]


def test_what_was_ordered_is_for_later() -> None:
    fields = [_field("ordered_for", required=True), _field("ordered_at", required=True), _field("started_at")]
    service = {"name": "Service", "kind": "event", "fields": fields}
    records = _world(service, {"name": "Ship"}, links=(_has("Ship", "Service"),))
    for each in (records.of(thing) for thing in records.world.things["Service"]):
        assert each["ordered_at"] < each["ordered_for"] <= each.get("started_at", each["ordered_for"])


def test_days_in_lists_stay_days() -> None:
    rows = [_field("text", "string"), _field("due_on")]
    deficiencies = _field("deficiencies", "array", items={"type": "object", "fields": rows})
    visit = {
        "name": "Visit",
        "kind": "event",
        "fields": [_field("inspected_at", required=True), deficiencies],
    }
    call = {
        "name": "Call",
        "fields": [_field("berthed_at", required=True), _field("departed_at", required=True)],
    }
    records = _world(call, visit, links=(_has("Call", "Visit"),))
    days = [
        row["due_on"] for thing in records.world.things["Visit"] for row in records.of(thing)["deficiencies"]
    ]
    assert days and all((day.hour, day.minute) == (0, 0) for day in days)


def test_who_is_alarmed_is_there_within_hours_and_measured_there() -> None:
    mission = {
        "name": "Mission",
        "fields": [_field(name) for name in ("alarmed_at", "took_off_at", "arrived_at")],
    }
    sign = {"name": "VitalSign", "kind": "weak", "fields": [_field("at", required=True)]}
    records = _world(mission, sign, links=(_has("Mission", "VitalSign"),))
    for mission, sign in _pairs(records, "Mission", "VitalSign"):
        assert mission["arrived_at"] - mission["alarmed_at"] < timedelta(hours=3)
        assert timedelta(0) <= sign["at"] - mission["alarmed_at"] < timedelta(hours=12)


def test_nobody_has_left_in_the_future() -> None:
    link = {
        "name": "parties",
        "kind": "many-to-many",
        "from": {"entity": "Case", "field": "parties", "has": {"min": 2, "average": 2.4}},
        "to": {"entity": "Person", "field": "cases"},
        "link_owner": "from",
        "link_fields": [_field("joined_on", required=True), _field("left_on")],
    }
    case = {"name": "Case", "fields": [_field("filed_at", required=True)]}
    records = _world(case, {"name": "Person", "fields": [_field("name", "string")]}, links=(link,))
    pairs = [
        pair for each in records.world.things["Case"] for pair in records.world.links("parties", "from", each)
    ]
    left = [records.of(pair)["left_on"] for pair in pairs if "left_on" in records.of(pair)]
    assert left and max(left) <= today_of(records.world) + timedelta(days=7)


def test_parts_of_a_thing_were_there_before_an_operation_ended_it() -> None:
    result = {
        "name": "TestResult",
        "kind": "weak",
        "fields": [_field("marker", "string"), _field("tested_at", required=True)],
    }
    gift = {
        "name": "Gift",
        "kind": "event",
        "fields": [
            _state("collected", "tested", "released"),
            _field("collected_at", required=True),
            _field("released_at"),
        ],
    }
    release = _update("Gift", "tested", state="released", released_at=None)
    records = _world(gift, result, links=(_has("Gift", "TestResult"),), operations=[release])
    pairs = [pair for pair in _pairs(records, "Gift", "TestResult") if "released_at" in pair[0]]
    assert pairs
    for gift, result in pairs:
        assert result["tested_at"] < gift["released_at"]
        assert gift["released_at"] - gift["collected_at"] > timedelta(hours=12)
