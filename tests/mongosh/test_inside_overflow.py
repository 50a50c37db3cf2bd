"""What is inside an element has the same functions wherever the element is: in its array or in the overflow."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def houses(*, keyed: bool) -> Callable[[], Json]:
    """Houses with shelves, some of them in the overflow, and books and a lamp in each shelf."""
    owned: Json = {"exclusive_owner": True}
    code = [field("code", unique=True)] if keyed else []
    named = ("colour", "weight", "length")
    traits = [field(name, "int", variant_group="traits") for name in named]
    return lambda: {
        "format": "nestlink/1", "name": "Houses", "database": "houses",
        "entities": [
            entity("House", field("street")),
            entity("Shelf", *code, field("wood"), kind="weak"),
            entity("Book", field("isbn", unique=True), field("title"), *traits, kind="weak"),
            entity("Lamp", field("watt", "int"), kind="weak"),
        ],
        "relationships": [
            link("shelves", "one-to-many", end("House", field="shelves"), end("Shelf", 1, field="house"), strategy="OUTLIER", **owned),
            link("books", "one-to-many", end("Shelf", 2, field="books"), end("Book", 1, field="shelf"), strategy="EMBED_ARRAY", **owned),
            link("lamp", "one-to-one", end("Shelf", 1), end("Lamp", 1, field="shelf"), strategy="EMBED_ONE", **owned),
        ],
        "operations": [
            {"name": "buy", "kind": "insert", "entity": "Book"},
            *({"name": f"by {name}", "kind": "read", "entity": "Book", "filter": [{"field": name}]} for name in named),
        ],
    }  # fmt: skip


def book(isbn: str, title: str = "old") -> Json:
    return {"isbn": isbn, "title": title, "traits": [{"k": "colour", "v": 1}]}


def shelf(code: str, *books: Json, keyed: bool = True) -> Json:
    return {"code" if keyed else "_id": code, "wood": code, "books": list(books)}


def fill(play: Play, *, keyed: bool = True) -> None:
    near, far = (shelf(code, book(f"{code}1"), keyed=keyed) for code in ("a", "x"))
    play.documents["houses"] = [{"_id": 1, "shelves": [near], "has_extras": True}, {"_id": 2}]
    other = shelf("y", book("y1"), keyed=keyed)
    play.documents["houses_extra"] = [
        {"_id": 1, "house": 2, "item": other},
        {"_id": 2, "house": 1, "item": far},
    ]


def near(done: Played, step: int = -1) -> Json:
    return (done.one("houses", 1, step) or {})["shelves"][0]


def far(done: Played, step: int = -1) -> Json:
    """The shelf in the overflow; that of another house is as it was."""
    extra = {one["house"]: one["item"] for one in done.all("houses_extra", step)}
    (known, *_) = done.all("houses_extra", 0)
    assert extra[2] == known["item"]
    return extra[1]


@replay(houses(keyed=True))
def test_what_is_inside_is_read_added_changed_and_taken_away_in_both(play: Play) -> Steps:
    fill(play)
    for code in ("a", "x"):
        play.call("books.add", houseId=1, shelfCode=code, book=book(f"{code}2"))
        play.call("books.add", houseId=1, shelfCode=code, book=book(f"{code}3"))  # there is room for two
        play.call("books.edit", houseId=1, bookIsbn=f"{code}2", changes={"title": "new"})
        play.call("books.attribute", houseId=1, bookIsbn=f"{code}2", newColour=7)
        play.call("books.remove", houseId=1, shelfCode=code, bookIsbn=f"{code}1")
        play.call("lamp.add", houseId=1, shelfCode=code, lamp={"watt": 5})
        play.call("books.read", houseId=1, shelfCode=code)
        play.call("lamp.remove", houseId=1, shelfCode=code)
        play.call("buy", houseId=1, shelfCode=code, book=book(f"{code}4"))
    done = yield
    for place, found, code in ((0, near, "a"), (9, far, "x")):
        assert [one["isbn"] for one in found(done, place + 1)["books"]] == [f"{code}1", f"{code}2"]
        changed = {**book(f"{code}2", "new"), "traits": [{"k": "colour", "v": 7}]}
        assert found(done, place + 4) == shelf(code, changed)
        assert found(done, place + 5)["lamp"] == {"watt": 5}
        assert done.results[place + 6]["_id"] == (1 if code == "a" else 2)
        assert found(done, place + 7) == shelf(code, changed)
        assert found(done, place + 8)["books"] == [changed, book(f"{code}4")]


@replay(houses(keyed=False))
def test_what_is_inside_of_an_element_without_a_key(play: Play) -> Steps:
    fill(play, keyed=False)
    for code in ("a", "x"):
        play.call("books.add", houseId=1, shelfId=code, book=book(f"{code}2"))
        play.call("books.add", houseId=1, shelfId=code, book=book(f"{code}3"))
        play.call("books.remove", houseId=1, shelfId=code, bookIsbn=f"{code}1")
    done = yield
    for place, found, code in ((0, near, "a"), (3, far, "x")):
        assert [one["isbn"] for one in found(done, place + 1)["books"]] == [f"{code}1", f"{code}2"]
        assert found(done, place + 2) == shelf(code, book(f"{code}2"), keyed=False)


def _refusals(done: Played) -> list[str | None]:
    return [each.get("refused") if isinstance(each, dict) else None for each in done.results]


@replay(houses(keyed=True))
def test_what_is_neither_in_the_array_nor_in_its_overflow_is_refused(play: Play) -> Steps:
    fill(play)
    for code in ("a", "x"):
        play.call("lamp.add", houseId=1, shelfCode=code, lamp={"watt": 5})
        play.call("lamp.add", houseId=1, shelfCode=code, lamp={"watt": 6})
        play.call("lamp.remove", houseId=1, shelfCode=code)
        play.call("lamp.remove", houseId=1, shelfCode=code)
    play.call("buy", houseId=1, shelfCode="z", book=book("z1"))
    play.call("lamp.add", houseId=1, shelfCode="z", lamp={"watt": 5})
    play.call("shelves.edit", houseId=1, shelfCode="z", changes={"wood": "oak"})
    done = yield
    lost = "house not found, or has no matching item in shelves, or "
    lit = f"{lost}already has this lamp"
    assert _refusals(done)[:8] == [None, lit, None, "lamp not found"] * 2
    assert _refusals(done)[8:] == [f"{lost}shelves.books limit reached", lit, "shelf not found"]
    assert near(done) == near(done, 3) == shelf("a", book("a1"))
    assert far(done) == shelf("x", book("x1"))


def orders() -> Json:
    """Orders with lines, some of them in the overflow; a line has a product and tags."""
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders",
        "entities": [
            entity("Order", field("name")), entity("Line", field("sku")),
            entity("Product", field("name")), entity("Tag", field("name")),
        ],
        "relationships": [
            link("lines", "one-to-many", end("Order", field="lines"), end("Line", field="order"), strategy="OUTLIER"),
            link("products", "one-to-many", end("Product", field="lines"), end("Line", field="product"), strategy="PARENT_REF"),
            link("tags", "many-to-many", end("Line", 2, field="tags"), end("Tag", field="lines"), strategy="VALUE_ARRAY"),
        ],
    }  # fmt: skip


@replay(orders)
def test_a_value_or_a_reference_of_an_element_that_is_nowhere_is_refused(play: Play) -> Steps:
    near, far = {"_id": "a", "tags": ["red"]}, {"_id": "x", "tags": ["red"]}
    play.documents["orders"] = [{"_id": 1, "lines": [near], "has_extras": True}]
    play.documents["orders_extra"] = [{"_id": 2, "order": 1, "item": far}]
    play.documents["products"] = [{"_id": "p"}]
    for line in ("a", "x", "z"):
        play.call("products.reassign", orderId=1, lineId=line, newProductId="p")
        play.call("tags.add", orderId=1, lineId=line, tag="blue")
        play.call("tags.remove", orderId=1, lineId=line, tag="red")
        play.call("tags.remove", orderId=1, lineId=line, tag="red")
    done = yield
    lost = "order not found, or has no matching item in lines"
    kept = [None, None, None, "not linked"]
    nowhere = ["order not found, or it has no matching item in lines", f"{lost}, or lines.tags limit reached"]
    assert _refusals(done) == [*kept, *kept, *nowhere, "not linked", "not linked"]
    changed = {"tags": ["blue"], "product": "p"}
    assert (done.one("orders", 1) or {})["lines"] == [{"_id": "a", **changed}]
    assert done.all("orders_extra")[0]["item"] == {"_id": "x", **changed}
