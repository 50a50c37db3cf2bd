"""Reads that filter or sort by what stands behind a reference find what they mean, in its order."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def shelves() -> Json:
    """Shelves, the books that stand on them, and readers who borrow any number of any."""
    read = {"kind": "read", "entity": "Shelf"}
    return {
        "format": "nestlink/1", "name": "Shelves", "database": "shelves",
        "entities": [
            entity("Shelf", field("room", required=True), field("height", "int")),
            entity("Book", field("title", required=True), field("pages", "int")),
            entity("Reader", field("name", required=True)),
        ],
        "relationships": [
            link("books", "one-to-many", end("Shelf"), end("Book", 1, field="shelf"), strategy="PARENT_REF"),
            link("borrowed", "many-to-many", end("Reader"), end("Book"), strategy="LINK_COLL"),
        ],
        "operations": [
            {"name": "by room", "kind": "read", "entity": "Book", "sort": [{"field": "shelf.room", "direction": -1}, {"field": "title"}]},
            {"name": "low first", "kind": "read", "entity": "Book", "filter": [{"field": "shelf.room"}, {"field": "pages", "match": "range"}],
             "sort": [{"field": "shelf.height"}, {"field": "title", "direction": -1}], "limit": 3},
            {"name": "with long", **read, "filter": [{"field": "books.pages", "match": "range"}, {"field": "books.title"}]},
            {"name": "in order", **read, "filter": [{"field": "_id"}], "includes": ["books"], "sort": [{"field": "books.pages"}]},
            {"name": "readers of", "kind": "read", "entity": "Reader", "filter": [{"field": "books.title"}]},
        ],
    }  # fmt: skip


def fill(play: Play) -> None:
    """The first shelf has a long and a short book, the second a middling one, the third none."""
    play.documents["shelves"] = [
        {"_id": number, "room": room} for number, room in ((1, "a"), (2, "b"), (3, "c"))
    ]
    play.documents["books"] = [
        {"_id": 1, "title": "x", "pages": 900, "shelf": 1},
        {"_id": 2, "title": "y", "pages": 10, "shelf": 1},
        {"_id": 3, "title": "y", "pages": 300, "shelf": 2},
    ]
    play.documents["readers"] = [{"_id": 1, "name": "p"}, {"_id": 2, "name": "q"}]
    play.documents["borrowed"] = [
        {"_id": 1, "reader_id": 1, "book_id": 1},
        {"_id": 2, "reader_id": 1, "book_id": 2},
        {"_id": 3, "reader_id": 2, "book_id": 1},
    ]


@replay(shelves)
def test_what_stands_behind_is_asked_and_sorted_by(play: Play) -> Steps:
    fill(play)
    play.call("by room")
    play.call("with long", leastBooksPages=100, mostBooksPages=999, booksTitle="y")
    play.call("in order", id=1)
    play.call("readers of", booksTitle="y")
    played = yield
    rooms, long, ordered, readers = played.results
    assert [one["_id"] for one in rooms] == [3, 1, 2] and all("shelf" in one for one in rooms)
    assert long == [{"_id": 2, "room": "b"}]  # one book must be both: called y, and of so many pages
    assert [one["pages"] for one in ordered["books"]] == [10, 900]
    assert readers == [{"_id": 1, "name": "p"}]


@replay(shelves)
def test_what_is_asked_and_sorted_by_behind_one_reference_keeps_the_order(play: Play) -> Steps:
    fill(play)
    shelves = [{"_id": 1, "room": "a", "height": 9}, {"_id": 2, "room": "a", "height": 3}, {"_id": 3, "room": "b", "height": 1}]  # fmt: skip
    books = [{"_id": 4, "title": "z", "pages": 400, "shelf": 2}, {"_id": 5, "title": "z", "pages": 5000, "shelf": 2}]  # fmt: skip
    play.documents["shelves"] = shelves
    play.documents["books"] += [*books, {"_id": 6, "title": "a", "pages": 20, "shelf": 3}]
    play.call("low first", shelfRoom="a", leastPages=1, mostPages=900)
    played = yield
    (found,) = played.results
    assert [one["_id"] for one in found] == [
        4,
        3,
        2,
    ]  # low first, then z to x; too long and elsewhere are out
    assert all(set(one) == {"_id", "title", "pages", "shelf"} for one in found)
