"""Dates of samples move so that nothing has expired, and nothing is made after today."""

from __future__ import annotations

from typing import Any

from designs.compiler.exporters.mongosh.expiring import clock_of
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
