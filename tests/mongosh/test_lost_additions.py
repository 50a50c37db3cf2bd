"""What is full, or not there, takes nothing: the function says so, and nothing that is counted behind it moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
NUMBER = field("_id", "int")
FULL = "crate not found, or bottles limit reached"


def _refusals(results: list[Any]) -> list[str | None]:
    return [result.get("refused") if isinstance(result, dict) else None for result in results]


def computed(formula: str) -> Json:
    """A result that every write keeps."""
    return {"formula": formula, "refresh": "on-write"}


def cellar(topology: str) -> Callable[[], Json]:
    """Shelves of crates, which hold two bottles each; a shelf and a crate store how heavy they are."""
    return lambda: {
        "format": "nestlink/1", "name": "Cellar", "database": "cellar", "topology": topology,
        "entities": [
            entity("Shelf", NUMBER, field("load", "int", computed=computed("sum(crates.weight)"))),
            entity("Crate", NUMBER, field("weight", "int", computed=computed("sum(bottles.grams)"))),
            entity("Bottle", field("_id", "int", required=True), field("grams", "int", required=True)),
        ],
        "relationships": [
            link("crates", "one-to-many", end("Shelf", 9, field="crates"), end("Crate", 1, field="shelf"), strategy="PARENT_REF"),
            link("bottles", "one-to-many", end("Crate", 2, field="bottles"), end("Bottle", 1, field="crate"), strategy="EMBED_ARRAY"),
        ],
        "operations": [{"name": "lay", "kind": "insert", "entity": "Bottle", "per_day": 8}],
    }  # fmt: skip


def _lay(play: Play) -> None:
    play.documents = {
        "shelves": [{"_id": 1, "load": 3}],
        "crates": [{"_id": 1, "shelf": 1, "weight": 3, "bottles": [{"_id": 1, "grams": 3}]}],
    }
    for crate, bottle in ((1, 2), (1, 3), (9, 4), (1, 2)):
        play.call("lay", crateId=crate, bottle={"_id": bottle, "grams": 4})


@replay(cellar("replica-set"))
def test_an_element_without_room_ends_the_transaction(play: Play) -> Steps:
    _lay(play)
    done = yield
    assert _refusals(done.results) == [None, FULL, FULL, FULL]
    assert done.all("shelves", 3) == [{"_id": 1, "load": 7}]
    assert [one["_id"] for one in done.all("crates", 3)[0]["bottles"]] == [1, 2]


@replay(cellar("standalone"))
def test_what_is_full_is_told_where_no_transaction_holds_a_call(play: Play) -> Steps:
    """The addition comes last there, and moves nothing where nothing takes it."""
    _lay(play)
    done = yield
    assert _refusals(done.results) == [None, *[f"{FULL}, or already has it"] * 3]
    assert done.all("shelves", 3) == [{"_id": 1, "load": 7}]
    assert [one["_id"] for one in done.all("crates", 3)[0]["bottles"]] == [1, 2]


def choir(strategy: str, topology: str) -> Callable[[], Json]:
    """A choir of two singers at most."""
    return lambda: {
        "format": "nestlink/1", "name": "Choir", "database": "choir", "topology": topology,
        "entities": [entity("Choir", NUMBER, field("name")), entity("Singer", NUMBER, field("voice"))],
        "relationships": [
            link("singers", "one-to-many", end("Choir", 2, field="singers"), end("Singer", 1, field="choir"), strategy=strategy),
        ],
    }  # fmt: skip


@replay(choir("CHILD_REFS", "standalone"))
def test_a_document_that_no_list_has_room_for_is_not_inserted(play: Play) -> Steps:
    play.documents = {"choirs": [{"_id": 1, "singers": [1]}], "singers": [{"_id": 1}]}
    for singer in (2, 3, 2):
        play.call("singers.add", choirId=1, singer={"_id": singer})
    done = yield
    full = "choir not found, or has reached its singer limit"
    assert _refusals(done.results) == [None, full, None]
    assert [one["_id"] for one in done.all("singers", 2)] == [1, 2]
    assert done.all("choirs", 2) == [{"_id": 1, "singers": [1, 2]}]


@replay(choir("OUTLIER", "replica-set"))
def test_what_has_no_holder_does_not_go_to_the_overflow(play: Play) -> Steps:
    play.documents = {"choirs": [{"_id": 1, "singers": []}]}
    play.call("singers.add", choirId=9, singer={"_id": 1})
    done = yield
    assert _refusals(done.results) == ["choir not found"]
    assert done.all("choirs_extra", 0) == []


def waste() -> Json:
    """Bins of districts, which count them in the same transaction; a bin needs no district."""
    return {
        "format": "nestlink/1", "name": "Waste", "database": "waste",
        "entities": [
            entity("District", NUMBER, field("bins", "int", computed=computed("count(own)"))),
            entity("Bin", NUMBER, field("size", "int")),
        ],
        "relationships": [
            link("own", "one-to-many", end("District", None, field="own"), end("Bin", 1, field="district"),
                 strategy="PARENT_REF", atomic=True),
        ],
    }  # fmt: skip


@replay(waste)
def test_a_child_without_its_optional_parent_comes_and_goes(play: Play) -> Steps:
    play.documents = {"districts": [{"_id": 1, "bins": 1}], "bins": [{"_id": 1, "district": 1}, {"_id": 2}]}
    play.call("own.add", bin={"_id": 3})
    play.call("own.add", bin={"_id": 4, "district": 9})
    play.call("own.remove", binId=2)
    play.call("own.reassign", binId=3, newDistrictId=1)
    done = yield
    refused = [None, "district not found", None, None]
    assert _refusals(done.results) == refused
    assert done.all("bins", 3) == [{"_id": 1, "district": 1}, {"_id": 3, "district": 1}]
    assert done.all("districts", 3) == [{"_id": 1, "bins": 2}]


def shelf_marks() -> Json:
    """Books of a library, told apart by their marks, with revisions, on a server without transactions."""
    return {
        "format": "nestlink/1", "name": "Marks", "database": "marks", "topology": "standalone",
        "entities": [
            entity("Library", NUMBER, field("name"), history="revisions"),
            entity("Book", field("mark", required=True, unique=True)),
        ],
        "relationships": [
            link("books", "one-to-many", end("Library", 9, field="books"), end("Book", 1, field="library"), strategy="EMBED_ARRAY"),
        ],
    }  # fmt: skip


@replay(shelf_marks)
def test_an_element_is_added_once_where_no_transaction_holds_a_call(play: Play) -> Steps:
    play.documents = {"libraries": [{"_id": 1, "revision": 1}]}
    for _ in range(2):
        play.call("books.add", libraryId=1, book={"mark": "A 1"})
    done = yield
    assert done.all("libraries", 1) == [{"_id": 1, "revision": 2, "books": [{"mark": "A 1"}]}]


def registry() -> Json:
    """Baptisms and marriages in one collection; only baptisms name a parish."""
    return {
        "format": "nestlink/1", "name": "Registry", "database": "registry",
        "entities": [
            entity("Parish", NUMBER, field("name")), entity("Sacrament", NUMBER, field("day", "int")),
            entity("Baptism", field("water")), entity("Marriage", field("ring")),
        ],
        "relationships": [
            *(link(f"is {one}", "is-a", end("Sacrament", 1), end(one, 1)) for one in ("Baptism", "Marriage")),
            link("baptisms", "one-to-many", end("Parish", None, field="baptisms"), end("Baptism", 1, field="parish"),
                 strategy="PARENT_REF"),
        ],
    }  # fmt: skip


@replay(registry)
def test_a_document_of_another_subtype_stays(play: Play) -> Steps:
    play.documents = {"parishes": [{"_id": 1}], "sacraments": [{"_id": 1, "kind": "Marriage"}]}
    play.call("baptisms.reassign", baptismId=1, newParishId=1)
    play.call("baptisms.remove", baptismId=1)
    done = yield
    assert done.all("sacraments", 1) == [{"_id": 1, "kind": "Marriage"}]


def _pricing() -> Json:
    """Cars with the history of their price, and their extras, of two each; what extras cost is kept."""
    cost = field("cost", "int", computed=computed("sum(extras.price)"))
    extras = field(
        "extras", "array", max_items=2, items={"type": "object", "fields": [field("price", "int")]}
    )
    return {
        "format": "nestlink/1", "name": "Cars", "database": "cars",
        "entities": [
            entity("Car", NUMBER, field("price", "int"), extras, cost),
            entity("Change", field("was", "int", required=True), kind="event"),
        ],
        "relationships": [
            link("changes", "one-to-many", end("Car", 2, field="changes"), end("Change", 1), strategy="EMBED_ARRAY"),
        ],
        "operations": [
            {"name": "price", "kind": "update", "entity": "Car", "filter": [{"field": "_id"}], "changes": ["price"],
             "effects": [{"field": "changes", "do": "push"}]},
            {"name": "add", "kind": "update", "entity": "Car", "filter": [{"field": "_id"}],
             "effects": [{"field": "extras", "do": "push"}]},
        ],
    }  # fmt: skip


@replay(_pricing)
def test_an_update_that_adds_to_a_full_list_says_so(play: Play) -> Steps:
    full = {"_id": 1, "price": 3, "extras": [{"price": 1}] * 2, "cost": 2, "changes": [{"was": 1}] * 2}
    play.documents = {"cars": [full, {"_id": 2, "price": 3, "extras": [{"price": 1}], "cost": 1}]}
    for car in (1, 2, 9):
        play.call("price", id=car, newPrice=5, newChange={"was": 3})
        play.call("add", id=car, newExtra={"price": 4})
    done = yield
    says = _refusals(done.results)
    assert says[2:4] == [None, None]
    assert "changes limit" in (says[0] or "") and "extras limit" in (says[1] or "")
    assert all("not found" in (each or "") for each in says[4:])
    assert done.one("cars", 1) == full and (done.one("cars", 2) or {})["cost"] == 5


def _chats() -> Json:
    """Messages of lessons, by the page."""
    return {
        "format": "nestlink/1", "name": "Chats", "database": "chats",
        "entities": [entity("Lesson", NUMBER, field("name")), entity("Message", field("text", required=True))],
        "relationships": [
            link("chat", "one-to-many", end("Lesson", 900), end("Message", has={"min": 1, "max": 1}, field="lesson"),
                 strategy="BUCKET", page_size=5),
        ],
        "operations": [{"name": "send", "kind": "insert", "entity": "Message", "per_day": 8}],
    }  # fmt: skip


@replay(_chats)
def test_no_page_begins_for_a_parent_that_is_not_there(play: Play) -> Steps:
    play.documents = {"lessons": [{"_id": 1}]}
    for lesson in (1, 9):
        play.call("send", lessonId=lesson, page=1, message={"text": "x"})
    done = yield
    assert _refusals(done.results) == [None, "lesson not found"]
    assert [each["lesson"] for each in done.all("message_pages")] == [1]


def _friends(strategy: str) -> Callable[[], Json]:
    return lambda: {
        "format": "nestlink/1", "name": "Friends", "database": "friends",
        "entities": [entity("Person", NUMBER, field("name")), entity("Pupil"), entity("Tutor"), entity("Club", NUMBER)],
        "relationships": [
            *(link(f"{each} is a person", "is-a", {"entity": "Person"}, {"entity": each}, strategy="POLY_SINGLE",
                   discriminator={"field": "role", "value": each.lower()}) for each in ("Pupil", "Tutor")),
            link("joins", "many-to-many", end("Club", 9, field="pupils"), end("Pupil", 9, field="clubs"), strategy=strategy),
        ],
    }  # fmt: skip


def _join(play: Play) -> Steps:
    play.documents = {
        "people": [{"_id": 1, "role": "pupil"}, {"_id": 2, "role": "tutor"}],
        "clubs": [{"_id": 1}],
    }
    for pupil in (1, 2):
        play.call("joins.add", clubId=1, pupilId=pupil)
    done = yield
    assert _refusals(done.results) == [None, "pupil not found"]


@replay(_friends("LINK_COLL"))
def test_a_link_in_a_collection_leads_to_its_own_kind_alone(play: Play) -> Steps:
    yield from _join(play)


@replay(_friends("ONE_WAY_EMBED"))
def test_a_link_in_a_list_leads_to_its_own_kind_alone(play: Play) -> Steps:
    yield from _join(play)
