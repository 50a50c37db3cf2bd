"""An operation that adds an id to a list asks for as much as the function of the relationship does: that the other is there,
that there is room, and that none is listed twice."""

from __future__ import annotations

from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

NUMBER = field("_id", "int")


def shelves() -> Json:
    """A reader marks up to two books, gives them up to two labels, and borrows copies."""
    lists = {"strategy": "ONE_WAY_EMBED"}
    return {
        "format": "nestlink/1", "name": "Shelf", "database": "shelf",
        "entities": [
            entity("Reader", NUMBER, field("seen", "date")), entity("Book", NUMBER), entity("Label", NUMBER),
            entity("Copy", NUMBER),
        ],
        "relationships": [
            link("marks", "many-to-many", end("Reader", 2, field="marked"), end("Book", None, field="readers"), **lists),
            link("labels", "many-to-many", end("Reader", 2, field="labels"), end("Label", None, field="used"), **lists),
            link("loans", "one-to-many", end("Reader", 2, field="borrowed"), end("Copy", 1, field="reader"), strategy="CHILD_REFS"),
        ],
        "operations": [
            _update("mark", {"field": "marked", "do": "add-to-set"}),
            _update("mark again", {"field": "marked", "do": "push"}, {"field": "seen", "do": "current-date"}),
            _update("unmark", {"field": "marked", "do": "pull"}),
            _update("label", {"field": "marked", "do": "push"}, {"field": "labels", "do": "push"}),
            _update("unlabel", {"field": "marked", "do": "pull"}, {"field": "labels", "do": "pull"}),
            _update("borrow", {"field": "borrowed", "do": "push"}),
        ],
    }  # fmt: skip


def _update(name: str, *effects: Json) -> Json:
    return {"name": name, "kind": "update", "entity": "Reader", "effects": [*effects]}


def _begin(play: Play) -> None:
    play.documents = {
        "readers": [{"_id": 1}, {"_id": 2}],
        "books": [{"_id": book} for book in (11, 12, 13)],
        "labels": [{"_id": 21}],
        "copies": [{"_id": 31}],
    }


@replay(shelves)
def test_one_id_is_added_and_taken_away(play: Play) -> Steps:
    _begin(play)
    for book in (11, 99, 1, 12, 12, 13):
        play.call("mark", readerId=1, bookId=book)
    play.call("mark", readerId=3, bookId=11)
    play.call("mark again", readerId=2, bookId=11)
    play.call("mark again", readerId=2, bookId=11)
    play.call("mark again", readerId=2, bookId=99)
    play.call("unmark", readerId=1, bookId=11)
    play.call("mark again", readerId=2, bookId=12)
    play.call("mark again", readerId=2, bookId=11)
    play.call("mark again", readerId=2, bookId=13)
    done = yield
    gone, full = "book not found", "reader not found, or marked limit reached"
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused[:11] == [None, gone, gone, None, None, full, full, None, None, gone, None]
    assert refused[11:] == [None, None, "reader found, but its marked limit is reached"]
    assert [each["marked"] for each in done.all("readers")] == [[12], [11, 12]]


@replay(shelves)
def test_each_of_two_lists_is_asked_for(play: Play) -> Steps:
    _begin(play)
    play.call("label", readerId=1, bookId=11, newLabelId=21)
    play.call("label", readerId=1, bookId=11, newLabelId=22)
    play.call("unlabel", readerId=1, bookId=11, removedLabelId=21)
    play.call("borrow", id=1, newCopyId=31)
    play.call("borrow", id=1, newCopyId=32)
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused == [None, "label not found", None, None, "copy not found"]
    assert done.all("readers", 0)[0] == {"_id": 1, "marked": [11], "labels": [21]}
    assert done.all("readers")[0] == {"_id": 1, "marked": [], "labels": [], "borrowed": [31]}
