"""Attributes where their bytes decide: in a list or apart, and folded, where they stay fields."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
GROUP = {"variant_group": "specs"}
ASKED: list[Json] = [
    {"name": "red", "kind": "read", "entity": "Line", "filter": [{"field": "colour"}], "per_day": 1},
    {"name": "paint", "kind": "update", "entity": "Line", "filter": [{"field": "size"}], "changes": ["colour"], "per_day": 1},
]  # fmt: skip


def shop(most: int) -> Json:
    """Orders whose seldom read lines, each of one, stand in them as long as they have no more than so many bytes: as
    fields they have 3 × 38, as an array 3 × 84."""
    line = entity("Line", field("colour", average_bytes=3, **GROUP), field("size", average_bytes=3, **GROUP))
    owned: Json = {"exclusive_owner": True, "accessed_together": 0.1, "independent_access": 0.0}
    has, line_end = {"average": 3, "max": 9}, end("Line", has={"min": 1, "max": 1})
    return {
        "format": "nestlink/1", "name": "Lines", "database": "lines", "constants": {"cold_bytes": most},
        "entities": [entity("Order", *(field(name) for name in ("number", "city", "street", "phone"))), line],
        "relationships": [link("lines", "one-to-many", {**end("Order"), "has": has}, line_end, **owned)],
        "operations": ASKED,
    }  # fmt: skip


def specs(**values: Any) -> Json:
    return {"specs": [{"k": name, "v": value} for name, value in values.items()]}


def together() -> Json:
    return shop(3 * 84)


def apart() -> Json:
    return shop(3 * 84 - 1)


@replay(together)
def test_lines_that_are_small_enough_are_in_their_order(play: Play) -> Steps:
    order = play.first("orders")["_id"]
    lines = [specs(colour="red", size="xl"), specs(colour="blue"), {}]
    play.documents["orders"] = [{"_id": order, "number": "1", "lines": lines}]
    play.call("paint", size="xl", newColour="blue")
    play.call("red", colour="blue")
    done = yield
    assert done.one("orders", order)["lines"] == [specs(size="xl", colour="blue"), *lines[1:]]
    assert [one["lines"] for one in done.results[1]] == [
        specs(size="xl", colour="blue"),
        specs(colour="blue"),
    ]


@replay(apart)
def test_lines_that_are_a_byte_too_large_are_apart(play: Play) -> Steps:
    ids = [one["_id"] for one in play.documents["lines"][:2]]
    own = [specs(colour="red", size="xl"), specs(colour="blue")]
    order = play.first("orders")["_id"]
    play.documents["lines"] = [
        {"_id": id, "order_id": order, **one} for id, one in zip(ids, own, strict=True)
    ]
    play.call("paint", size="xl", newColour="blue")
    play.call("red", colour="blue")
    done = yield
    assert "lines" not in play.first("orders")
    assert done.one("lines", ids[0])["specs"] == specs(size="xl", colour="blue")["specs"]
    assert [one["_id"] for one in done.results[1]] == ids


def log() -> Json:
    """Hosts with so little to say that each line of the log repeats it."""
    host = entity("Host", field("hostname"), field("os", **GROUP), field("room", **GROUP))
    ends = (end("Host"), {**end("Line", 1, field="host"), "has": {"min": 1, "max": 1}})
    by: list[Json] = [{"field": "host.os"}, {"field": "host.room"}]
    return {
        "format": "nestlink/1", "name": "Log", "database": "log",
        "entities": [host, entity("Line", field("text"), kind="event")],
        "relationships": [link("lines", "one-to-many", *ends)],
        "operations": [
            {"name": "by os", "kind": "read", "entity": "Line", "filter": by[:1], "sort": by[1:]},
            {"name": "clear room", "kind": "delete", "entity": "Line", "filter": by[1:]},
        ],
    }  # fmt: skip


@replay(log)
def test_a_folded_host_is_found_by_its_fields(play: Play) -> Steps:
    texts, rooms = ("x", "y", "z"), ("b", "c", "a")
    ids = [one["_id"] for one in play.documents["lines"][:3]]
    play.documents["lines"] = [
        {
            "_id": id,
            "text": text,
            "host_hostname": text,
            "host_os": "bsd" if text != "y" else "other",
            "host_room": room,
        }
        for id, text, room in zip(ids, texts, rooms, strict=True)
    ]
    play.call("by os", hostOs="bsd")
    play.call("clear room", hostRoom="b")
    done = yield
    assert [one["_id"] for one in done.results[0]] == [ids[2], ids[0]]
    assert [one["_id"] for one in done.all("lines")] == ids[1:]
