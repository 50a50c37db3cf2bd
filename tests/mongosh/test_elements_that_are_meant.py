"""Conditions on elements of arrays: every element of which all hold is changed or taken away, no other."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
BY = [{"field": "floor"}, {"field": "colour"}]


def house() -> Json:
    entities = [
        entity("House", field("street")),
        entity("Room", field("floor", "int"), field("colour"), field("size", "int"), kind="weak"),
        entity("Shelf", field("height", "int"), field("wood"), kind="weak"),
    ]
    owned: Json = {"exclusive_owner": True, "strategy": "EMBED_ARRAY"}
    inner = [{"field": "room.floor"}, {"field": "height"}]
    either = {"$or": [{"house.street": "Elm"}, {"floor": 1, "colour": "blue"}]}
    deep = {"$or": [{"room.house.street": "Elm"}, {"room.floor": 1}, {"height": {"$gt": 5}}]}
    return {
        "format": "nestlink/1", "name": "House", "database": "house", "entities": entities,
        "relationships": [
            link("rooms", "one-to-many", end("House", 9), end("Room", 1, field="house"), **owned),
            link("shelves", "one-to-many", end("Room", 9), end("Shelf", 1, field="room"), **owned),
        ],
        "operations": [
            {"name": "read", "kind": "read", "entity": "Room", "filter": BY},
            {"name": "enlarge", "kind": "update", "entity": "Room", "filter": BY, "effects": [{"field": "size", "do": "set", "value": 9}]},
            {"name": "remove", "kind": "delete", "entity": "Room", "filter": BY},
            {"name": "plane", "kind": "update", "entity": "Shelf", "filter": inner, "effects": [{"field": "wood", "do": "set", "value": "oak"}]},
            {"name": "unmount", "kind": "delete", "entity": "Shelf", "filter": inner},
            {"name": "either", "kind": "read", "entity": "Room", "always_filter": either},
            {"name": "paint", "kind": "update", "entity": "Room", "changes": ["size"], "always_filter": either},
            {"name": "clear", "kind": "delete", "entity": "Room", "always_filter": either},
            {"name": "oil", "kind": "update", "entity": "Shelf", "changes": ["wood"], "always_filter": deep},
            {"name": "strip", "kind": "delete", "entity": "Shelf", "always_filter": deep},
            {"name": "few", "kind": "update", "entity": "Room", "filter": [{"field": "size"}], "always_filter": either,
             "effects": [{"field": "colour", "do": "unset"}]},
        ],
    }  # fmt: skip


def room(floor: int, colour: str, *heights: int) -> Json:
    return {
        "floor": floor,
        "colour": colour,
        "size": 1,
        "shelves": [{"height": one, "wood": "fir"} for one in heights],
    }


# Of the first, no room meets both conditions, though its rooms meet each; of the second two do, neither first.
ROOMS = [
    [room(1, "red"), room(2, "blue")],
    [room(1, "red"), room(2, "blue"), room(1, "blue"), room(2, "red"), room(1, "blue")],
]


def begin(play: Play, *rooms: list[Json]) -> list[Any]:
    """The houses with these rooms; their ids."""
    houses = play.documents["houses"][: len(rooms)]
    play.documents["houses"] = [{**one, "rooms": own} for one, own in zip(houses, rooms, strict=True)]
    return [one["_id"] for one in houses]


@replay(house)
def test_every_element_of_which_all_conditions_hold_is_changed(play: Play) -> Steps:
    apart, both = begin(play, *ROOMS)
    play.call("read", floor=1, colour="blue")
    play.call("enlarge", floor=1, colour="blue")
    done = yield
    assert len(done.results[0]) == 2
    assert done.results[1]["matchedCount"] == 1
    assert [one["size"] for one in done.one("houses", both)["rooms"]] == [1, 1, 9, 1, 9]
    assert done.one("houses", apart)["rooms"] == ROOMS[0]


@replay(house)
def test_every_element_of_which_all_conditions_hold_goes(play: Play) -> Steps:
    apart, both = begin(play, *ROOMS)
    play.call("remove", floor=1, colour="blue")
    done = yield
    assert done.results[0]["matchedCount"] == 1
    assert done.one("houses", both)["rooms"] == [ROOMS[1][place] for place in (0, 1, 3)]
    assert done.one("houses", apart)["rooms"] == ROOMS[0]


@replay(house)
def test_what_is_around_an_element_is_asked_too(play: Play) -> Steps:
    (only,) = begin(play, [room(1, "red", 5, 6, 5), room(2, "red", 5, 6)])
    play.call("plane", roomFloor=1, height=5)
    play.call("unmount", roomFloor=1, height=5)
    done = yield
    woods = [[one["wood"] for one in each["shelves"]] for each in done.one("houses", only, 0)["rooms"]]
    assert woods == [["oak", "fir", "oak"], ["fir", "fir"]]
    heights = [[one["height"] for one in each["shelves"]] for each in done.one("houses", only)["rooms"]]
    assert heights == [[6], [5, 6]]


def both(play: Play, *rooms: Json) -> tuple[Any, Any]:
    """Two houses with the same rooms, the first in Elm street; their ids."""
    one, other = begin(play, list(rooms), list(rooms))
    for house, street in zip(play.documents["houses"], ("Elm", "Oak"), strict=True):
        house["street"] = street
    return one, other


@replay(house)
def test_rooms_are_meant_by_their_house_or_by_themselves(play: Play) -> Steps:
    elm, oak = both(play, room(1, "red"), room(1, "blue"), room(2, "blue"))
    play.call("either")
    play.call("paint", newSize=7)
    play.call("few", size=1)
    play.call("clear")
    play.call("clear")
    done = yield
    assert len(done.results[0]) == 4
    sizes = [[one["size"] for one in done.one("houses", id, 1)["rooms"]] for id in (elm, oak)]
    assert sizes == [[7, 7, 7], [1, 7, 1]] and done.states[2] == done.states[1]
    colours = [[one["colour"] for one in done.one("houses", id, 3)["rooms"]] for id in (elm, oak)]
    assert colours == [[], ["red", "blue"]] and done.states[4] == done.states[3]


@replay(house)
def test_shelves_are_meant_by_their_house_their_room_or_by_themselves(play: Play) -> Steps:
    elm, oak = both(play, room(1, "red", 4, 6), room(2, "red", 4, 6), {"floor": 3})
    play.call("oil", newWood="oak")
    play.call("strip")
    done = yield
    found = [
        [[one["wood"] for one in each.get("shelves", [])] for each in done.one("houses", id, 0)["rooms"]]
        for id in (elm, oak)
    ]
    assert found == [[["oak", "oak"], ["oak", "oak"], []], [["oak", "oak"], ["fir", "oak"], []]]
    left = [
        [[one["height"] for one in each.get("shelves", [])] for each in done.one("houses", id, 1)["rooms"]]
        for id in (elm, oak)
    ]
    assert left == [[[], [], []], [[], [4], []]]
    assert "shelves" not in done.one("houses", elm)["rooms"][2]


def library() -> Json:
    entities = [
        entity("House", field("street")),
        entity("Shelf", field("wood"), kind="weak"),
        entity("Book", field("title")),
    ]
    return {
        "format": "nestlink/1", "name": "Library", "database": "library", "entities": entities,
        "relationships": [
            link("shelves", "one-to-many", end("House", 9), end("Shelf", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
            link("books", "one-to-many", end("Shelf", 9), end("Book", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
        ],
    }  # fmt: skip


@replay(library)
def test_an_element_goes_out_of_the_list_that_is_named_not_of_another_with_its_equal(play: Play) -> Steps:
    home, book = play.first("houses"), {"title": "Twice"}
    shelves = [{"_id": place, "wood": wood, "books": [book]} for place, wood in enumerate(("fir", "oak"))]
    home["shelves"] = shelves
    play.call("books.remove", houseId=home["_id"], shelfId=1, book=book)
    play.call("books.remove", houseId=home["_id"], shelfId=1, book=book)
    done = yield
    for step in (0, 1):
        assert [one["books"] for one in done.one("houses", home["_id"], step)["shelves"]] == [[book], []]


# --- elements that no unique index keeps apart --------------------------------------------------------


def tools() -> Json:
    """Tools that each member waits for once."""
    waits = entity(
        "Reservation", field("member", "int", required=True), field("state"),
        indexes=[{"keys": [["tool", 1], ["member", 1]], "unique": True}],
    )  # fmt: skip
    queue = link("queue", "one-to-many", end("Tool", 5, field="reservations"), end("Reservation", 1, field="tool"),
                 exclusive_owner=True, strategy="EMBED_ARRAY")  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Tools", "database": "tools", "relationships": [queue],
        "entities": [entity("Tool", field("name", required=True)), waits], "operations": [],
    }  # fmt: skip


@replay(tools)
def test_one_document_takes_a_unique_value_once(play: Play) -> Steps:
    one, other = play.first("tools"), play.first("tools", 1)
    play.documents["tools"] = [
        {**one, "reservations": [{"member": 1, "state": "a"}]},
        {**other, "reservations": [{"member": 2, "state": "a"}, {"member": 2, "state": "b"}]},
    ]
    play.call("queue.add", toolId=one["_id"], reservation={"member": 1, "state": "b"})
    play.call("queue.add", toolId=one["_id"], reservation={"member": 2, "state": "b"})
    play.audit()
    done = yield
    stored = (done.one("tools", one["_id"]) or {})["reservations"]
    assert [each["member"] for each in stored] == [1, 2]
    (doubled,) = done.found["tools.doubles.reservations.member"]
    assert doubled["_id"] == other["_id"]
