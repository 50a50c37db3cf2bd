"""What a read of elements asks for comes back in its order, as many as it asks for, with the fields that it asks for."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
PRICES = ([3, 9, 1], [], [8, 2], [7])


def orders() -> Json:
    """Lines and notes stand in the orders; who reads an order with its notes needs two of them."""

    def read(name: str, entity: str, *asked: str, **more: Any) -> Json:
        return {
            "name": name,
            "kind": "read",
            "entity": entity,
            "filter": [{"field": path} for path in asked],
            **more,
        }

    dearest: Json = {"sort": [{"field": "price", "direction": -1}]}
    cheapest: Json = {"sort": [{"field": "price"}]}
    owned: Json = {"exclusive_owner": True, "strategy": "EMBED_ARRAY"}
    recent: Json = {"together_needs": "recent", "recent": {"count": 2, "sort": "at", "direction": -1}}
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders",
        "operations": [
            read("dearest of one", "Line", "order_id", **dearest, limit=2, projection=["price"]),
            read("all of one", "Line", "order_id", **dearest),
            read("first of one", "Line", "order_id", limit=1),
            read("one kind of one", "Line", "order_id", "sku", **dearest, limit=5),
            read("dearest of all", "Line", **dearest, limit=3),
            read("cheapest of all", "Line", **cheapest, limit=3),
            read("one order", "Order", "number", includes=["notes"]),
            read("all orders", "Order", sort=[{"field": "number"}], includes=["notes"]),
            read("without notes", "Order", "number"),
        ],
        "entities": [
            entity("Order", field("number", unique=True, required=True)),
            entity("Line", field("sku"), field("price", "int"), kind="weak"),
            entity("Note", field("at", "int"), kind="weak"),
        ],
        "relationships": [
            link("lines", "one-to-many", end("Order", 9), end("Line", 1), **owned),
            link("notes", "one-to-many", end("Order", 9), end("Note", 1), **owned, **recent),
        ],
    }  # fmt: skip


def orders_of_an_old_server() -> Json:
    return {**orders(), "server_version": "5.0"}


def _asked(play: Play) -> None:
    """Put orders in, of which one has no line, and ask for their lines."""
    documents = [
        {
            "_id": number, "number": f"N{number}", "notes": [{"at": at} for at in (4, 6, 5)],
            "lines": [{"sku": "odd" if price % 2 else "even", "price": price} for price in prices],
        }
        for number, prices in enumerate(PRICES)
    ]  # fmt: skip
    play.documents["orders"] = documents
    for name in ("dearest of one", "all of one", "first of one"):
        play.call(name, orderId=0)
    play.call("one kind of one", orderId=0, sku="odd")
    play.call("dearest of all")
    play.call("cheapest of all")


def _prices(result: list[Json]) -> list[int]:
    """Return the prices that a read tells, of arrays and of elements by themselves."""
    lines = [order["lines"] for order in result]
    return [line["price"] for each in lines for line in (each if isinstance(each, list) else [each])]


TOLD = [[9, 3], [9, 3, 1], [3], [9, 3, 1], [9, 8, 7], [1, 2, 3]]


@replay(orders)
def test_elements_come_in_their_order_and_number(play: Play) -> Steps:
    _asked(play)
    done = yield
    assert [_prices(result) for result in done.results] == TOLD
    assert done.results[0] == [{"_id": 0, "lines": [{"price": 9}, {"price": 3}]}]
    assert all(set(order) == {"_id", "lines"} for result in done.results for order in result)


@replay(orders_of_an_old_server)
def test_a_server_that_sorts_no_array_gives_each_element_by_itself(play: Play) -> Steps:
    _asked(play)
    done = yield
    assert [_prices(result) for result in done.results] == TOLD
    assert all(set(order) == {"_id", "lines"} for result in done.results for order in result)


@replay(orders)
def test_who_includes_recent_elements_gets_those_alone(play: Play) -> Steps:
    _asked(play)
    play.call("one order", number="N0")
    play.call("all orders")
    play.call("without notes", number="N0")
    done = yield
    one, several, whole = done.results[-3:]
    assert [order["_id"] for order in one] == [0] and [order["_id"] for order in several] == [0, 1, 2, 3]
    assert all(order["notes"] == [{"at": 6}, {"at": 5}] for order in [*one, *several])
    assert len(one[0]["lines"]) == 3 and len(whole["notes"]) == 3
