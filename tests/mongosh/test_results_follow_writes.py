"""Stored results after the writes of what they are computed from: never stale, whoever calls."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NEW = ObjectId("0123456789abcdef01234567")


def computed(name: str, formula: str) -> Json:
    return field(name, "double", computed={"formula": formula, "refresh": "on-write"})


def total(order: Json | None) -> float:
    assert order is not None
    return round(sum(one["price"] * one["quantity"] for one in order["items"]), 2)


@replay("electronics_store")
def test_a_total_follows_the_lines(play: Play) -> Steps:
    order = play.first("orders")
    product = {**play.first("products"), "_id": NEW, "name": "$name", "price": 10.0}
    play.documents["products"].append(product)
    play.call("items.add", orderId=order["_id"], productId=NEW, quantity=3)
    play.call("items.edit", orderId=order["_id"], productId=NEW, changes={"quantity": 5})
    play.call("items.remove", orderId=order["_id"], productId=NEW)
    play.call("items.remove", orderId=order["_id"], productId=NEW)
    done = yield
    states = [done.one("orders", order["_id"], step) for step in range(4)]
    assert all(one and round(one["total_amount"], 2) == total(one) for one in states)
    assert states[0] and states[0]["items"][-1]["product_name"] == "$name"
    assert states[1] and states[1]["items"][-1]["quantity"] == 5
    left = [[one["product_id"] for one in each["items"]] for each in (order, states[2], states[3]) if each]
    assert left[0] == left[1] == left[2]


@replay("web_shop")
def test_results_that_read_results_come_behind_them(play: Play) -> Steps:
    product = play.first("products")
    summary = {**product["rating_summary"], "distribution": {str(stars): stars for stars in range(1, 6)}}
    play.call("rating_summary.add", ratingSummary=summary)
    play.documents["products"][0]["rating_summary"] |= {"average": 1.0, "count": 1}
    play.call("RatingSummary.compute")
    done = yield
    found = done.one("products", product["_id"], 0)
    assert found is not None and found["rating_summary"]["count"] == 15
    assert found["rating_summary"]["average"] == 3.67
    again = done.one("products", product["_id"])
    assert again is not None and again["rating_summary"] == found["rating_summary"]


def basket() -> Json:
    """Elements named whole, given away from one document to another, and a sub-document."""
    return {
        "format": "nestlink/1", "name": "Baskets", "database": "baskets",
        "entities": [
            entity("Basket", field("owner", required=True), computed("weight", "sum(fruits.weight)"), computed("tare", "weight + crate.weight")),
            entity("Fruit", field("kind", required=True), field("weight", "int", required=True), kind="weak"),
            entity("Crate", field("weight", "int", required=True), kind="weak"),
        ],
        "relationships": [
            link("fruits", "one-to-many", end("Basket", 5), end("Fruit", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
            link("crate", "one-to-one", end("Basket", 1), end("Crate", 1), exclusive_owner=True, strategy="EMBED_ONE"),
        ],
    }  # fmt: skip


def weights(done: Played, basket: Json, step: int) -> tuple[float, float]:
    found = done.one("baskets", basket["_id"], step)
    assert found is not None
    return found["weight"], found["tare"]


@replay(basket)
def test_both_documents_follow_an_element_that_moves(play: Play) -> Steps:
    one, other = play.first("baskets"), play.first("baskets", 1)
    apple, pear = {"kind": "$apple", "weight": 3}, {"kind": "pear", "weight": 4}
    one |= {"fruits": [apple, pear], "crate": {"weight": 10}, "weight": 7, "tare": 17}
    other |= {"fruits": [], "crate": {"weight": 20}, "weight": 0, "tare": 20}
    play.call("fruits.reassign", oldBasketId=one["_id"], newBasketId=other["_id"], fruit=apple)
    play.call("fruits.remove", basketId=other["_id"], fruit=apple)
    play.call("fruits.edit", basketId=one["_id"], fruit=pear, changes={"kind": "plum"})
    play.call("crate.remove", basketId=one["_id"])
    play.call("crate.add", basketId=one["_id"], crate={"weight": 11})
    done = yield
    assert [weights(done, each, 0) for each in (one, other)] == [(4, 14), (3, 23)]
    assert [weights(done, each, 1) for each in (one, other)] == [(4, 14), (0, 20)]
    assert weights(done, one, 4) == (4, 15)


def shop() -> Json:
    """Products with ratings that refer to them, tags behind links, and parts that they list."""
    rating = [field("stars", "int", required=True), field("code", unique=True)]
    figures = [
        computed("ratings_count", "count(ratings)"), computed("stars", "sum(ratings.stars)"),
        computed("middle", "round(avg(ratings.stars), 1)"), computed("best", "max(ratings.stars)"),
    ]  # fmt: skip
    more = [
        computed("weight", "sum(tags.weight)"),
        computed("parts_count", "count(parts)"),
        computed("cost", "sum(parts.cost)"),
    ]
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            entity("Product", field("name", required=True), *figures, *more),
            entity("Rating", *rating), entity("Tag", field("weight", "int", required=True)),
            entity("Part", field("cost", "int", required=True)),
            entity("Author", field("name", required=True), computed("written", "count(written_ratings)")),
        ],
        "relationships": [
            link("rates", "one-to-many", end("Product", None, field="ratings"), end("Rating", 1, field="product_id"), strategy="PARENT_REF"),
            link("writes", "one-to-many", end("Author", None, field="written_ratings"), end("Rating", 1, field="author_id"), strategy="PARENT_REF"),
            link("tagging", "many-to-many", end("Product", None, field="tags"), end("Tag", None), strategy="LINK_COLL"),
            link("uses", "many-to-many", end("Product", 9, field="parts"), end("Part", None), strategy="ONE_WAY_EMBED", link_owner="from"),
        ],
        "operations": [
            {"name": "rate", "kind": "insert", "entity": "Rating"},
            {"name": "take back", "kind": "delete", "entity": "Rating", "filter": [{"field": "code"}]},
        ],
    }  # fmt: skip


NOUGHT = {"ratings_count": 0, "stars": 0, "stars_sum": 0, "middle": None, "best": None}


def emptied(play: Play) -> tuple[Json, Json, Json]:
    """Two products and an author about whom nothing is stored yet."""
    one, other, author = play.first("products"), play.first("products", 1), play.first("authors")
    one |= {**NOUGHT, "weight": 0, "parts": [], "parts_count": 0, "cost": 0}
    other |= NOUGHT
    author["written"] = 0
    for name in ("ratings", "tagging"):
        play.documents[name] = []
    return one, other, author


def figures_in(done: Played, product: Json, step: int = -1) -> list[Any]:
    found = done.one("products", product["_id"], step)
    assert found is not None
    return [found[name] for name in ("ratings_count", "stars", "middle", "best")]


@replay(shop)
def test_parents_follow_the_children_that_refer_to_them(play: Play) -> Steps:
    one, other, author = emptied(play)
    ids = {"product_id": one["_id"], "author_id": author["_id"]}
    first, second = (
        {**ids, "_id": NEW, "stars": 2, "code": "a"},
        {**ids, "_id": one["_id"], "stars": 5, "code": "b"},
    )
    play.call("rates.add", rating=first)
    play.call("rate", rating=second)
    play.call("rates.reassign", ratingId=NEW, newProductId=other["_id"])
    play.call("take back", code="b")
    play.call("rates.remove", ratingId=NEW)
    play.call("take back", code="nothing is called so")
    done = yield
    assert [figures_in(done, one, step) for step in range(5)] == [
        [1, 2, 2, 2], [2, 7, 3.5, 5], [1, 5, 5, 5], [0, 0, None, None], [0, 0, None, None]
    ]  # fmt: skip
    assert [figures_in(done, other, step) for step in (1, 2, 4)] == [
        [0, 0, None, None],
        [1, 2, 2, 2],
        [0, 0, None, None],
    ]
    written = [done.one("authors", author["_id"], step) for step in range(6)]
    assert [found["written"] for found in written if found] == [1, 2, 2, 1, 0, 0]
    assert done.results[-1] == {"refused": "rating not found"}


@replay(shop)
def test_the_helpers_of_an_average_are_worked_out_too(play: Play) -> Steps:
    one, other, author = emptied(play)
    ids = {"product_id": one["_id"], "author_id": author["_id"]}
    play.documents["ratings"] = [{**ids, "_id": other["_id"], "stars": 4, "code": "a"}]
    play.call("Product.recompute.one", productId=one["_id"])
    play.call("rates.add", rating={**ids, "_id": NEW, "stars": 1, "code": "b"})
    done = yield
    assert [figures_in(done, one, step) for step in (0, 1)] == [[1, 4, 4, 4], [2, 5, 2.5, 4]]


@replay(shop)
def test_both_ends_of_a_link_follow(play: Play) -> Steps:
    one, _, _ = emptied(play)
    tag, part = play.first("tags"), play.first("parts")
    play.call("tagging.add", productId=one["_id"], tagId=tag["_id"])
    play.call("tagging.add", productId=one["_id"], tagId=tag["_id"])
    play.call("uses.add", productId=one["_id"], partId=part["_id"])
    play.call("tagging.remove", productId=one["_id"], tagId=tag["_id"])
    play.call("uses.remove", productId=one["_id"], partId=part["_id"])
    done = yield
    found = [done.one("products", one["_id"], step) for step in range(5)]
    assert [each["weight"] for each in found if each] == [tag["weight"]] * 3 + [0, 0]
    assert [(each["parts_count"], each["cost"]) for each in found if each][1:] == [
        (0, 0), (1, part["cost"]), (1, part["cost"]), (0, 0)
    ]  # fmt: skip


def windows() -> Json:
    """Users who store something about their activities, which stand in time buckets."""
    activity = [field("at", "date", required=True), field("size", "int", required=True)]
    return {
        "format": "nestlink/1", "name": "Windows", "database": "windows",
        "entities": [
            entity("User", field("name", required=True), computed("number", "count(activities)"), computed("largest", "max(activities.size)")),
            entity("Activity", *activity, kind="event"),
        ],
        "relationships": [
            link("activities", "one-to-many", end("User", None), end("Activity", 1), strategy="BUCKET_TIME", time_window="day")
        ],
    }  # fmt: skip


@replay(windows)
def test_a_parent_follows_what_stands_in_its_windows(play: Play) -> Steps:
    user, window = play.first("users"), play.first("activity_pages")
    play.documents["activity_pages"] = []
    key = {"userId": user["_id"], "start": window["_id"]["date"]}
    one, other = ({"at": window["_id"]["date"], "size": size} for size in (3, 8))
    play.call("activities.add", userId=user["_id"], activity=one)
    play.call("activities.add", userId=user["_id"], activity=other)
    play.call("activities.remove", **key, activity=other)
    done = yield
    users = [done.one("users", user["_id"], step) for step in range(3)]
    assert [(found["number"], found["largest"]) for found in users if found] == [(1, 3), (2, 8), (1, 3)]
    known = next(each for each in play.design.compilation.plan.collections if each.name == "activity_pages")
    assert [list(each.keys) for each in known.indexes] == [[("_id.user_id", 1)]]
    assert not [found for found in play.design.compilation.findings if found.code == "L12"]
