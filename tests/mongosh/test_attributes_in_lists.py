"""Attributes of each object of an entity's own list: found, sorted and changed by their names, the object's other
fields and the other objects untouched."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
GROUP = {"variant_group": "attrs"}
LINE = [
    field("sku", required=True),
    field("colour", **GROUP),
    field("weight", "int", **GROUP),
    field("qty", "int"),
]
LINES = field("lines", "array", items={"type": "object", "fields": LINE}, max_items=9)


def by(*names: str) -> list[Json]:
    return [{"field": name} for name in names]


def op(name: str, kind: str, *filter: Json, **more: Any) -> Json:
    return {"name": name, "kind": kind, "entity": "Cart", "filter": [*filter], **more}


ONE = by("_id", "lines.sku")
OPERATIONS: list[Json] = [
    op("by both", "read", *by("lines.colour"), {"field": "lines.weight", "match": "range", "at_most": 5}),
    op("lightest", "read", sort=by("lines.weight")),
    op("without", "read", {"field": "lines.colour", "match": "exists", "value": False}),
    op("paint", "update", *ONE, changes=["lines.colour"]),
    op("load", "update", *ONE, effects=[{"field": "lines.weight", "do": "increment", "by": 2},
                                        {"field": "lines.colour", "do": "unset"}, {"field": "lines.qty", "do": "increment"}]),
    op("count red", "update", *by("lines.colour"), changes=["lines.qty"]),
    op("put", "update", *by("_id"), effects=[{"field": "lines", "do": "push"}]),
    op("drop", "update", *by("_id"), effects=[{"field": "lines", "do": "pull"}]),
]  # fmt: skip


def carts() -> Json:
    return {
        "format": "nestlink/1", "name": "Carts", "database": "carts", "relationships": [], "operations": OPERATIONS,
        "entities": [entity("Cart", field("owner"), LINES)],
    }  # fmt: skip


def held() -> Json:
    """Carts in the documents of their users."""
    inside = link("carts", "one-to-many", end("User", 5), end("Cart", 1), strategy="EMBED_ARRAY", exclusive_owner=True)  # fmt: skip
    cart = entity("Cart", field("number", "int", unique=True), LINES)
    filled = [
        {**one, "filter": by("number", "lines.sku")} for one in OPERATIONS if one["name"] in ("paint", "load")
    ]
    return carts() | {
        "entities": [entity("User", field("name")), cart],
        "relationships": [inside],
        "operations": [*filled, *(one for one in OPERATIONS if one["kind"] == "read")],
    }


def line(sku: str, qty: int = 1, **attributes: Any) -> Json:
    return {"sku": sku, "attrs": [{"k": name, "v": value} for name, value in attributes.items()], "qty": qty}


@replay(carts)
def test_attributes_of_lines_are_found_sorted_and_changed(play: Play) -> Steps:
    one, two = line("a", colour="red", weight=9), line("b", weight=4)
    other, bare = line("a", colour="red"), {"sku": "c", "qty": 1}
    play.documents["carts"] = [
        {"_id": 1, "lines": [one, two]},
        {"_id": 2, "lines": [other]},
        {"_id": 3, "lines": [bare]},
    ]
    play.call("by both", linesColour="red")
    play.call("lightest")
    play.call("without")
    play.call("paint", id=1, linesSku="b", newLinesColour="$blue")
    play.call("paint", id=3, linesSku="c", newLinesColour="red")
    play.call("load", id=1, linesSku="a")
    play.call("count red", linesColour="red", newLinesQty=7)
    play.call("put", id=2, newLine=line("d", weight=1))
    play.call("drop", id=2, removedLine=other)
    play.call("drop", id=2, removedLine=line("a", 7, colour="red"))
    done = yield
    assert [each["_id"] for each in done.results[0]] == [1]
    assert [each["_id"] for each in done.results[1]][-1] == 1
    assert [each["_id"] for each in done.results[2]] == [3]
    assert done.one("carts", 1, 3) == {"_id": 1, "lines": [one, line("b", weight=4, colour="$blue")]}
    assert done.one("carts", 3, 4) == {"_id": 3, "lines": [{**bare, "attrs": [{"k": "colour", "v": "red"}]}]}
    loaded = {"_id": 1, "lines": [line("a", 2, weight=11), line("b", weight=4, colour="$blue")]}
    assert done.one("carts", 1, 5) == loaded == done.one("carts", 1)
    assert done.one("carts", 2, 6) == {"_id": 2, "lines": [line("a", 7, colour="red")]}
    assert (done.one("carts", 3) or {})["lines"][0]["qty"] == 7
    assert done.states[8] == done.states[7] and done.one("carts", 2) == {
        "_id": 2,
        "lines": [line("d", weight=1)],
    }


@replay(held)
def test_attributes_of_lines_in_carts_inside_of_users(play: Play) -> Steps:
    first = [line("a", colour="red", weight=9), line("b")]
    play.documents["users"] = [
        {
            "_id": 1,
            "carts": [{"number": 1, "lines": first}, {"number": 2, "lines": [line("a")]}, {"number": 3}],
        }
    ]
    play.call("paint", number=1, linesSku="a", newLinesColour="blue")
    play.call("load", number=2, linesSku="a")
    done = yield
    (user,) = done.all("users")
    assert user["carts"] == [
        {"number": 1, "lines": [line("a", weight=9, colour="blue"), line("b")]},
        {"number": 2, "lines": [line("a", 2, weight=2)]},
        {"number": 3},
    ]
