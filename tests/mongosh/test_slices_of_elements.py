"""A slice of what stands in documents of something else: one function fills it, whatever writes there says so,
and the audit compares it with the elements themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.mongosh.cases import Built, build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_links_on_both_sides import op
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")
WRITES = [
    op("sell", "update", [{"field": "_id"}], "Room", changes=["owner"]),
    op("extend", "update", [{"field": "_id"}], "Room", changes=["size"]),
    op("paint", "update", [{"field": "_id"}], "Room", changes=["colour"]),
    op("drop", "delete", [{"field": "size"}], "Room"),
    op("street", "update", [{"field": "_id"}], "House", changes=["street"]),
]


def houses(home: str = "EMBED_ARRAY", most: int | None = 9) -> Callable[[], Json]:
    """Houses with rooms, of which their owners have the largest two."""
    kind = "one-to-one" if home == "EMBED_ONE" else "one-to-many"
    recent = {"count": 2, "fields": ["size"], "sort": "size"}
    return lambda: {
        "format": "nestlink/1", "name": "Houses", "database": "houses", "operations": WRITES,
        "entities": [
            entity("House", NUMBER, field("street")), entity("Owner", NUMBER, field("name")),
            entity("Room", NUMBER, field("size", "int", required=True), field("colour")),
        ],
        "relationships": [
            link("rooms", kind, end("House", 1 if home == "EMBED_ONE" else most, field="rooms"), end("Room", 1, field="house"), strategy=home),
            link("owned", "one-to-many", end("Owner", 9, field="largest"), end("Room", 1, field="owner"), strategy="SUBSET", together_needs="recent", recent=recent),
        ],
    }  # fmt: skip


def room(number: int, owner: int | None = 7) -> Json:
    return {"_id": number, "size": number, **({"owner": owner} if owner else {})}


def listed(*pairs: tuple[int, int]) -> list[Json]:
    return [{"room_id": number, "house_id": house, "size": number} for house, number in pairs]


@replay(houses())
def test_a_slice_of_elements_is_filled_from_them(play: Play) -> Steps:
    play.documents = {
        "houses": [{"_id": 1, "rooms": [room(5), room(6, 8), room(4)]}, {"_id": 2, "rooms": [room(3)]}],
        "owners": [{"_id": 7, "name": "Ann", "largest": listed((2, 3), (1, 4))}, {"_id": 8, "name": "Bob"}],
    }
    play.call("owned.fill", ownerId=7)
    play.call("sell", id=3, newOwnerId=8)
    play.call("rooms.reassign", oldHouseId=1, roomId=6, newHouseId=2)
    play.call("owned.fill", ownerId=8)
    play.call("extend", id=4, newSize=9)
    play.audit()
    done = yield
    slices = [[one.get("largest") for one in done.all("owners", step)] for step in range(5)]
    ann, bob = listed((1, 4), (1, 5)), listed((2, 3), (2, 6))
    assert slices == [[ann, None], [ann, None], [ann, None], [ann, bob], [ann, bob]]
    assert [each["largest"]["room_id"] for each in done.found["owned.copies"]] == [4]
    assert [each["source"]["rooms"]["size"] for each in done.found["owned.copies"]] == [9]


@replay(houses("BUCKET", None))
def test_a_slice_of_what_stands_in_pages_is_filled_from_them(play: Play) -> Steps:
    play.documents = {
        "room_pages": [{"_id": 1, "house": 1, "page": 1, "count": 2, "rooms": [room(5), room(6, 8)]}],
        "houses": [{"_id": 1}], "owners": [{"_id": 7}, {"_id": 8}],
    }  # fmt: skip
    play.call("owned.fill", ownerId=7)
    play.audit()
    done = yield
    assert done.one("owners", 7) == {"_id": 7, "largest": [{"room_id": 5, "bucket_id": 1, "size": 5}]}
    assert not done.found["owned.copies"]


@replay(houses("EMBED_ONE"))
def test_a_slice_of_parts_of_documents_is_filled_from_them(play: Play) -> Steps:
    play.documents = {
        "houses": [{"_id": n, "rooms": {"size": n, "owner": 7}} for n in (1, 2, 3)], "owners": [{"_id": 7}],
    }  # fmt: skip
    play.call("owned.fill", ownerId=7)
    play.audit()
    done = yield
    assert done.one("owners", 7) == {"_id": 7, "largest": [{"room_id": n, "size": n} for n in (2, 3)]}
    assert not done.found["owned.copies"]


@pytest.fixture(scope="module")
def plan() -> Built:
    return build(houses()())


@pytest.mark.parametrize(
    ("recipe", "told"),
    [
        ("rooms.add", True), ("rooms.remove", True), ("rooms.edit", True), ("sell", True), ("extend", True), ("drop", True),
        ("paint", False), ("street", False), ("rooms.read", False), ("rooms.reassign", False), ("owned.fill", False),
    ],
)  # fmt: skip
def test_what_writes_the_elements_says_what_fills_their_slices(plan: Built, recipe: str, told: bool) -> None:
    note = next(one.comment for one in plan.compilation.plan.statements if one.recipe == recipe)
    assert ("call ownedFill for each affected owner" in note) is told
