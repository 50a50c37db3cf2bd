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
    play.call("items.edit", orderId=order["_id"], productId=NEW, quantity=5)
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
    play.call("fruits.edit", basketId=one["_id"], fruit=pear, kind="plum")
    play.call("crate.add", basketId=one["_id"], crate={"weight": 11})
    done = yield
    assert [weights(done, each, 0) for each in (one, other)] == [(4, 14), (3, 23)]
    assert [weights(done, each, 1) for each in (one, other)] == [(4, 14), (0, 20)]
    assert weights(done, one, 3) == (4, 15)
