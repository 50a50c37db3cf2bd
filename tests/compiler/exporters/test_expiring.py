"""Dates of samples move so that nothing has expired, and nothing is made after today."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from designs.compiler.exporters.mongosh import render
from designs.compiler.exporters.mongosh.expiring import _newest, clock_of
from designs.compiler.sampling import samples
from tests.compiler.in_parts import compile_design
from tests.compiler.small import design, entity, link, text


def test_what_expires_is_not_moved_to_today_where_the_rest_would_be_behind_it() -> None:
    """Trips of November expired after 400 days; the claims of December came to stand in the next month."""
    kept: dict[str, Any] = {"policy": "ttl", "field": "left_at", "seconds": 400 * 86_400}
    trip = entity("Trip", {"name": "left_at", "type": "date", "required": True}, retention=kept)
    item = entity("Item", text(9, "label"), {"name": "found_at", "type": "date", "required": True})
    found = link(
        "found on", "one-to-many", "Trip", "Item", has={"max": 400, "average": 300}, back={"min": 1, "max": 1}
    )
    compilation = compile_design(design([trip, item], [found]))
    documents = samples(compilation)
    clock = clock_of(compilation.plan.collections, documents)
    made = [each["_id"].generation_time for name in documents for each in documents[name]]
    trips = [each["left_at"] for each in documents["trips"]]
    assert clock is not None and max(trips) < max(made) <= clock.newest
    assert clock.expires > max(trips)


def _clock_and_script(second: str) -> tuple[Any, dict[str, list[Any]], str]:
    """Of pings that expire, of a lease that begins on the second day, and of people and machines: the clock and the sample script."""
    kept: dict[str, Any] = {"policy": "ttl", "field": "seen_at", "seconds": 400 * 86_400}
    day = {"type": "date", "required": True}
    parts = [
        entity(
            "Ping", {"name": "seen_at", **day, "example": {"$date": "2026-02-02T00:00:00Z"}}, retention=kept
        ),
        entity("Renter", text(9, "name"), {"name": "born_on", **day}),
        entity("Machine", {"name": "harvested_on", **day, "example": {"$date": "2026-02-01T00:00:00Z"}}),
        entity("Old", {"name": "bought_on", **day, "example": {"$date": "2014-02-01T00:00:00Z"}}),
        entity("Lease", {"name": "begun_on", **day, "example": {"$date": second}}),
    ]
    compilation = compile_design(design(parts, []))
    documents = samples(compilation)
    clock = clock_of(compilation.plan.collections, documents)
    (script,) = [file.text for file in render(compilation) if file.path == "mongosh/03_sample_data.js"]
    return clock, documents, script


def test_births_harvests_and_what_is_years_old_do_not_move() -> None:
    """A birthday was moved by a year, beside texts that named it."""
    _, documents, script = _clock_and_script("2026-02-03T00:00:00Z")
    for collection, field in (("renters", "born_on"), ("machines", "harvested_on"), ("olds", "bought_on")):
        assert documents[collection]
        assert f"{field}: ISODate(" in script and f"{field}: recent(" not in script
    assert "begun_on: recent(" in script and "seen_at: recent(" in script


def test_one_date_far_ahead_does_not_make_all_else_a_year_old() -> None:
    """A lease of next year was taken for the newest of all that has happened."""
    many = [datetime(2025, 10, 1 + at, tzinfo=UTC) for at in range(25)]
    assert _newest([*many, datetime(2026, 9, 1, tzinfo=UTC)]) == many[-1]
    assert _newest([*many, *(each + timedelta(days=300) for each in many)]) == many[-1] + timedelta(days=300)
    assert _newest(many[:1]) == many[0]
