"""Dates lie before today, around it or behind it as the state of their thing says."""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

from designs.compiler.sampling.laws.stories import today_of
from tests.compiler.sampling.test_between import _field, _link, _records

Json = dict[str, Any]
FREE = {"min": 0, "average": 3}
ALWAYS = {"min": 1, "max": 1}


def _day(name: str, day: str, **more: Any) -> Json:
    return _field(name, "date", example={"$date": f"{day}T00:00:00Z"}, **more)


def _reads(entity: str, *states: str) -> list[Json]:
    return [
        {
            "name": f"{entity} {each}",
            "kind": "read",
            "entity": entity,
            "filter": [{"field": "state", "value": each}],
        }
        for each in states
    ]


def test_what_ended_did_so_in_the_past_and_what_is_reserved_begins_later() -> None:
    """An ended lease ended next year, on the unit of one that was active, and a reserved one had begun."""
    states = ("active", "ended", "reserved")
    lease = [
        _field("number", example="L-117"),
        _day("starts_on", "2025-03-14"),
        _day("ends_on", "2025-12-31"),
        _field("state", enum=["reserved", "active", "ended"], example="active"),
    ]
    parts = {
        "Unit": [_field("number", example="B-117")],
        "Lease": lease,
        "Entry": [_field("at", "date", example={"$date": "2025-10-11T17:42:00Z"})],
    }
    links = [
        _link("unit leases", "one-to-many", ("Unit", "leases", FREE), ("Lease", "unit", ALWAYS)),
        _link("entries", "one-to-many", ("Lease", "entries", FREE), ("Entry", "lease", ALWAYS)),
    ]
    records = _records(parts, links, _reads("Lease", *states))
    today, rows = today_of(records.world), [records.of(each) for each in records.world.things["Lease"]]
    assert {row["state"] for row in rows} == {*states}
    for row in rows[1:]:
        if row["state"] == "ended":
            assert row["starts_on"] < row["ends_on"] <= today
        if row["state"] == "reserved":
            assert row["starts_on"] > today
    for unit in records.world.things["Unit"]:
        pairs = records.world.links("unit leases", "from", unit)
        spans = sorted((records.of(pair.target) for pair in pairs), key=lambda each: each["starts_on"])
        for one, other in itertools.pairwise(spans):
            assert one["ends_on"] < other["starts_on"]


def test_what_is_planned_lies_ahead_and_what_is_done_was_not_planned_for_later() -> None:
    visit = [
        _day("planned_for", "2025-06-12"),
        _field("done_at", "date", required=False, example={"$date": "2025-06-12T10:20:00Z"}),
        _field("state", enum=["requested", "planned", "done", "missed"], example="done"),
    ]
    horse = [_field("name", example="Juniper"), _day("foaled_on", "2014-05-03"),
             _field("state", enum=["at livery", "sold"], example="at livery"),
             _field("sold_on", "date", required=False)]  # fmt: skip
    links = [_link("shoeing", "one-to-many", ("Horse", "visits", FREE), ("Visit", "horse", ALWAYS))]
    asked = [*_reads("Visit", "planned", "done", "missed"), *_reads("Horse", "sold")]
    records = _records({"Horse": horse, "Visit": visit}, links, asked)
    today = today_of(records.world)
    states = set()
    for row in map(records.of, records.world.things["Visit"]):
        states.add(row["state"])
        if row["state"] == "planned":
            assert row["planned_for"] > today and "done_at" not in row
        if row["state"] == "done":
            assert row["planned_for"] <= row["done_at"] <= today
    assert {"planned", "done"} <= states
    sold = [row for row in map(records.of, records.world.things["Horse"]) if "sold_on" in row]
    assert sold and all(row["sold_on"] - row["foaled_on"] > timedelta(days=365) for row in sold)
