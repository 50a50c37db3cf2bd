"""A new document names a parent that stands inside of another document: it is looked for all the same."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.kinds_apart import CARD, GONE, WIRE, pays
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def houses() -> Json:
    """Rooms inside of houses, and bookings of them."""
    return {
        "format": "nestlink/1", "name": "Houses", "database": "houses",
        "entities": [
            entity("House", field("_id", "int"), field("name")),
            entity("Room", field("_id", "int"), field("label")),
            entity("Booking", field("_id", "int"), field("nights", "int")),
        ],
        "relationships": [
            link("rooms", "one-to-many", end("House", 20, field="rooms"), end("Room", 1, field="house"),
                 strategy="EMBED_ARRAY"),
            link("booked", "one-to-many", end("Room", None, field="bookings"), end("Booking", 1, field="room"),
                 strategy="PARENT_REF"),
        ],
        "operations": [{"name": "book", "kind": "insert", "entity": "Booking", "per_day": 9}],
    }  # fmt: skip


@replay(houses)
def test_a_parent_inside_of_a_document_is_looked_for(play: Play) -> Steps:
    play.begin_with({"houses": [{"_id": 1, "rooms": [{"_id": 10}, {"_id": 11}]}], "bookings": []})
    for room in (11, 12):
        play.call("book", booking={"_id": room, "room": room, "nights": 2})
    play.call("book", booking={"_id": 1, "nights": 2})
    done = yield
    _, made, refused, free = done.results
    assert refused["refused"] == "room not found" and "refused" not in {**made, **free}
    assert [each["_id"] for each in done.all("bookings")] == [11, 1]


def _orders() -> Json:
    """Orders that name a pay, which is a card or a wire: each kind has a collection of its own."""
    insert = {"name": "place", "kind": "insert", "entity": "Order", "per_day": 9}
    return pays("PARENT_REF", "POLY_SPLIT", turned=True, operations=[insert])


@replay(_orders)
def test_a_parent_is_looked_for_in_the_collection_of_each_kind(play: Play) -> Steps:
    play.begin_with(
        {"cards": [{"_id": CARD, "amount": 1}], "wires": [{"_id": WIRE, "amount": 2}], "orders": []}
    )
    for number, pay in enumerate((CARD, WIRE, GONE)):
        play.call("place", order={"_id": ObjectId(f"{number:024x}"), "number": number, "pay_id": pay})
    done = yield
    *placed, refused = done.results[1:]
    assert refused["refused"] == "pay not found" and not any("refused" in each for each in placed)
    assert [each["number"] for each in done.all("orders")] == [0, 1]
