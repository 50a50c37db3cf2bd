"""Stored results over another collection: recomputed on documents in memory."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def computed(name: str, formula: str, refresh: str = "on-write") -> Json:
    return field(name, "double", computed={"formula": formula, "refresh": refresh})


def shelves() -> Json:
    """A shelf with books that refer to it, tags behind links, and labels that it lists."""
    fields = [
        computed("books_count", "count(books)"),
        computed("pages", "sum(books.pages)"),
        computed("longest", "max(books.pages)", "periodic"),
        computed("middle", "round(avg(books.pages), 1) + 1"),
        computed("weights", "sum(tags.weight)", "periodic"),
        computed("heaviest", "max(labels.weight)"),
    ]
    entities = [
        entity("Shelf", field("name", required=True), *fields),
        entity("Book", field("pages", "int", required=True)),
        entity("Tag", field("weight", "int", required=True)),
        entity("Label", field("weight", "int", required=True)),
    ]
    one, many = end("Shelf", None, field="books"), end("Shelf", None, field="tags")
    links = [
        link("shelving", "one-to-many", one, end("Book", 1, field="shelf_id"), strategy="PARENT_REF"),
        link("tagging", "many-to-many", many, end("Tag", None), strategy="LINK_COLL"),
        link("labelling", "many-to-many", end("Shelf", 5, field="labels"), end("Label", None),
             strategy="ONE_WAY_EMBED", link_owner="from"),
    ]  # fmt: skip
    return {
        "format": "nestlink/1",
        "name": "shelves",
        "database": "shelves",
        "entities": entities,
        "relationships": links,
    }


def prepared(play: Play) -> tuple[Json, Json]:
    """Two shelves: one with two books, two tags and a label, one with nothing."""
    full, bare = play.first("shelves"), play.first("shelves", 1)
    for number, book in enumerate(play.documents["books"]):
        book["shelf_id"], book["pages"] = full["_id"] if number < 2 else None, 100 + number
    for number, tag in enumerate(play.documents["tags"]):
        tag["weight"] = 5 + number
    ties = play.documents["tagging"]
    del ties[2:]
    for tie, tag in zip(ties, play.documents["tags"], strict=False):
        tie["shelf_id"], tie["tag_id"] = full["_id"], tag["_id"]
    label = play.first("labels")
    label["weight"], full["labels"], bare["labels"] = 9, [label["_id"]], []
    return full, bare


FULL = {"books_count": 2, "pages": 201, "longest": 101, "middle": 101.5, "weights": 11, "heaviest": 9}
BARE = {"books_count": 0, "pages": 0, "longest": None, "middle": None, "weights": 0, "heaviest": None}


def figures(shelf: Json | None) -> Json:
    assert shelf is not None
    return {name: shelf[name] for name in FULL}


@replay(shelves)
def test_one_document_is_worked_out_and_no_other_is_touched(play: Play) -> Steps:
    full, bare = prepared(play)
    play.call("Shelf.recompute.one", shelfId=full["_id"])
    done = yield
    assert figures(done.one("shelves", full["_id"])) == FULL
    assert done.one("shelves", full["_id"]) == {**full, **FULL}
    assert done.one("shelves", bare["_id"]) == bare


@replay(shelves)
def test_all_are_worked_out_and_nothing_makes_nought_or_null(play: Play) -> Steps:
    full, bare = prepared(play)
    play.call("Shelf.recompute.all")
    done = yield
    assert figures(done.one("shelves", full["_id"])) == FULL
    assert figures(done.one("shelves", bare["_id"])) == BARE
    assert len(done.all("shelves")) == len(play.documents["shelves"])


def named() -> Json:
    """A product that repeats what need not be there: a field inside an object, the first of a list."""
    inner = field("maker", "object", fields=[field("town")])
    fields = [
        field("town", required=True, computed={"formula": "maker.town", "refresh": "on-write"}),
        field(
            "first_mark", "int", required=True, computed={"formula": "first(marks)", "refresh": "on-write"}
        ),
        field("marks", "array", items={"type": "int"}),
    ]
    return {
        "format": "nestlink/1", "name": "named", "database": "named", "relationships": [],
        "entities": [entity("Product", inner, *fields)],
    }  # fmt: skip


@replay(named)
def test_what_is_absent_is_stored_as_null(play: Play) -> Steps:
    product = play.first("products")
    for name in ("maker", "marks", "town", "first_mark"):
        product.pop(name, None)
    play.call("Product.compute", productId=product["_id"])
    done = yield
    found = done.one("products", product["_id"]) or {}
    assert [found[name] for name in ("town", "first_mark")] == [None, None]
