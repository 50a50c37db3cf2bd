"""Elements that others refer to by their own id and that of the document around them: whoever is pointed at
another one, or whatever moves, both ids follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_links_on_both_sides import op
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
HERE, THERE = 1, 2  # two houses, each with a room of its own number, with a desk of ten times that


def houses(strategy: str, kind: str = "one-to-many", *, of: str = "Room", **more: Any) -> Callable[[], Json]:
    """Houses with rooms, rooms with desks, and guests that refer to one of these."""
    many = kind == "many-to-many"
    place = end("Guest", 9 if many else 1, field="places" if many else "place")
    ids = [op(name, "update", filter, "Guest", **done) for name, filter, done in GUESTS] if not many else []
    number = field("_id", "int")
    return lambda: {
        "format": "nestlink/1", "name": "Houses", "database": "houses", "operations": ids,
        "entities": [
            entity("House", number, field("street")), entity("Room", number, field("size", "int")),
            entity("Desk", number, field("colour")), entity("Guest", number, field("name")),
        ],
        "relationships": [
            link("rooms", "one-to-many", end("House", 9, field="rooms"), end("Room", 1, field="house"), strategy="EMBED_ARRAY"),
            link("desks", "one-to-many", end("Room", 9, field="desks"), end("Desk", 1, field="room"), strategy="EMBED_ARRAY"),
            link("stays", kind, end(of, 9, field="guests"), place, strategy=strategy, **more),
        ],
    }  # fmt: skip


GUESTS: list[tuple[str, Any, Json]] = [
    ("move", [{"field": "_id"}], {"changes": ["place"]}),
    ("moveAll", [{"field": "name"}], {"changes": ["place"]}),
    ("leave", [{"field": "name"}], {"effects": [{"field": "place", "do": "unset"}]}),
]


def fill(play: Play, **guest: Any) -> None:
    """Each house with its room, and one guest."""
    play.documents = {
        "houses": [
            {"_id": n, "street": "s", "rooms": [{"_id": n, "size": 3, "desks": [{"_id": 10 * n}]}]}
            for n in (HERE, THERE)
        ],
        "guests": [{"_id": 7, "name": "Ann", **guest}],
    }


def room(number: int) -> Json:
    return {"_id": number, "size": 3, "desks": [{"_id": 10 * number}]}


STAYS = {"house_id": HERE, "place": HERE}


@replay(houses("PARENT_REF"))
def test_a_reference_to_another_element_names_its_document_too(play: Play) -> Steps:
    fill(play, **STAYS)
    play.call("stays.reassign", guestId=7, newRoomId=THERE, newHouseId=THERE)
    play.call("move", guestId=7, newRoomId=HERE, newHouseId=HERE)
    play.call("moveAll", name="Ann", newPlaceId=THERE, newHouseId=THERE)
    play.call("stays.read", houseId=THERE, roomId=THERE)
    play.call("leave", name="Ann")
    done = yield
    found = [(one["guests"][0].get("house_id"), one["guests"][0].get("place")) for one in done.states]
    assert found == [(THERE, THERE), (HERE, HERE), (THERE, THERE), (THERE, THERE), (None, None)]
    assert [one["_id"] for one in done.results[3]] == [7]


@replay(houses("TWO_WAY_REFS"))
def test_a_child_that_its_parent_lists_names_its_document_too(play: Play) -> Steps:
    fill(play, **STAYS)
    play.documents["houses"][0]["rooms"][0]["guests"] = [7]
    play.call("stays.reassign", guestId=7, oldRoomId=HERE, newRoomId=THERE, newHouseId=THERE)
    done = yield
    assert done.all("guests") == [{"_id": 7, "name": "Ann", "house_id": THERE, "place": THERE}]
    assert [one["rooms"][0].get("guests") for one in done.all("houses")] == [[], [7]]


@replay(houses("PARENT_REF"))
def test_what_refers_to_an_element_that_moves_follows(play: Play) -> Steps:
    fill(play, **STAYS)
    play.documents["guests"].append({"_id": 8, "name": "Bob", "house_id": THERE, "place": THERE})
    play.call("rooms.reassign", oldHouseId=HERE, roomId=HERE, newHouseId=THERE)
    done = yield
    assert [(one["house_id"], one["place"]) for one in done.all("guests")] == [(THERE, HERE), (THERE, THERE)]
    assert [len(one["rooms"]) for one in done.all("houses")] == [0, 2]


@replay(houses("PARENT_REF", of="Desk"))
def test_what_refers_into_an_element_that_moves_follows(play: Play) -> Steps:
    fill(play, house_id=HERE, place=10)
    play.call("rooms.reassign", oldHouseId=HERE, roomId=HERE, newHouseId=THERE)
    done = yield
    assert done.all("guests") == [{"_id": 7, "name": "Ann", "house_id": THERE, "place": 10}]


@replay(houses("ONE_WAY_EMBED", "many-to-many", link_owner="to"))
def test_lists_of_an_element_that_moves_follow(play: Play) -> Steps:
    fill(play, places=[{"house_id": n, "room_id": n} for n in (THERE, HERE)])
    play.call("rooms.reassign", oldHouseId=HERE, roomId=HERE, newHouseId=THERE)
    done = yield
    places = done.all("guests")[0]["places"]
    assert places == [{"house_id": THERE, "room_id": THERE}, {"house_id": THERE, "room_id": HERE}]


@replay(houses("LINK_COLL", "many-to-many"))
def test_links_to_elements_name_their_documents_from_the_first(play: Play) -> Steps:
    fill(play)
    links = play.design.compilation.plan.collections[-1].name
    play.documents[links] = []
    play.call("stays.add", roomId=HERE, guestId=7, houseId=HERE)
    play.call("rooms.reassign", oldHouseId=HERE, roomId=HERE, newHouseId=THERE)
    done = yield
    assert [done.all(links, step)[0]["house_id"] for step in range(2)] == [HERE, THERE]
    assert done.all(links)[0].items() >= {"room_id": HERE, "guest_id": 7}.items()


SIZE = {"copies": [{"field": "size", "of": "from", "as": "big", "policy": "snapshot"}]}
HUE = {"copies": [{"field": "colour", "of": "from", "as": "hue", "policy": "snapshot"}]}


def of_one_element(name: str, wanted: Json, *kind: str, **more: Any) -> Callable[[], None]:
    """A link copies of one element, and not of what is beside it."""

    def added(play: Play) -> Steps:
        fill(play)
        play.documents["houses"][0]["rooms"] = [
            {"_id": n, "size": n, "desks": [{"_id": 10 * n, "colour": f"${n}"}]} for n in (3, HERE, 4)
        ]
        of = {"deskId": 10 * HERE} if more.get("of") else {"roomId": HERE}
        play.call("stays.add", **of, guestId=7, **({"houseId": HERE} if kind[0] == "LINK_COLL" else {}))
        done = yield
        links = done.all("stays") or done.all("guests")[0]["places"]
        assert [wanted.items() <= one.items() for one in links] == [True]

    added.__name__ = f"a link to {name}"
    return replay(houses(*kind, **more))(added)


test_a_list_copies_of_an_element = of_one_element(
    "a room in a list", {"big": HERE}, "EMBED_LINK", "many-to-many", link_owner="to", **SIZE
)
test_lists_of_both_copy_of_an_element = of_one_element(
    "a room in lists", {"big": HERE}, "TWO_WAY_EMBED", "many-to-many", **SIZE
)
test_a_link_copies_of_an_element = of_one_element(
    "a room by itself", {"big": HERE}, "LINK_COLL", "many-to-many", **SIZE
)
test_a_list_copies_of_an_element_in_elements = of_one_element(
    "a desk in a list", {"hue": "$1"}, "ONE_WAY_EMBED", "many-to-many", of="Desk", link_owner="to", **HUE
)


ROOMS = [{"_id": 3, "size": 3}, {"_id": HERE, "size": 3, "guests": [7]}, {"_id": 4, "size": 3, "guests": [8]}]


def of_one_room(form: str, *kind: str, function: str = "stays.read", **more: Any) -> Callable[[], None]:
    """Of the rooms of one house, the guests that one lists."""

    def guests(play: Play) -> Steps:
        fill(play)
        play.documents["houses"][0]["rooms"] = ROOMS
        play.documents["guests"].append({"_id": 8, "name": "Bob"})
        play.call(function, roomId=HERE)
        play.call(function, roomId=3)
        done = yield
        assert [[one["_id"] for one in each["guestList"]] for each in done.results] == [[7], []]

    guests.__name__ = f"the guests of a room by {form}"
    return replay(houses(form, *kind, **more))(guests)


test_an_element_that_lists_children = of_one_room("CHILD_REFS")
test_an_element_that_lists_what_names_it = of_one_room("TWO_WAY_REFS", function="stays.listed")
test_an_element_that_lists_others = of_one_room("ONE_WAY_EMBED", "many-to-many", link_owner="from")
