"""What the templates are about, done on documents: what two ask for one gets, and all of it or nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bson import Decimal128

from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
START = datetime(2024, 3, 2, 9, 30, tzinfo=UTC)


def queued(play: Play, **jobs: tuple[int, int, str]) -> None:
    """Jobs by their ids: priority, minutes after the start, status."""
    first = play.first("jobs")
    play.documents["jobs"] = [
        {
            **first,
            "_id": id,
            "topic": "mail",
            "priority": priority,
            "added_at": START + timedelta(minutes=minutes),
            "status": status,
            "attempts": 0,
        }
        for id, (priority, minutes, status) in jobs.items()
    ]


@replay("template_queue")
def test_each_worker_gets_another_job_the_most_urgent_and_oldest_first(play: Play) -> Steps:
    queued(
        play, late=(5, 9, "waiting"), early=(5, 1, "waiting"), urgent=(9, 5, "waiting"), done=(9, 0, "done")
    )
    for worker in "abcd":
        play.call("claim next job", topic="mail", newTakenBy=worker)
    play.call("release job", id="urgent", takenBy="b", newError="not mine")
    play.call("release job", id="urgent", takenBy="a", newError="too hard")
    play.call("finish", id="early", takenBy="b")
    done = yield
    taken = [one and (one["_id"], one["status"], one["attempts"]) for one in done.results[:4]]
    assert taken == [("urgent", "running", 1), ("early", "running", 1), ("late", "running", 1), None]
    assert done.one("jobs", "urgent", 4)["status"] == "running"  # type: ignore[index]
    assert done.one("jobs", "urgent", 5)["status"] == "waiting"  # type: ignore[index]
    assert done.one("jobs", "early")["status"] == "done"  # type: ignore[index]


@replay("template_account_transactions")
def test_money_moves_as_a_whole_or_not_at_all(play: Play) -> Steps:
    first, second = play.documents["accounts"]
    transfer = {
        **play.first("transfers"),
        "_id": "t",
        "reference": "new",
        "amount": Decimal128("100"),
        "from_account": first["_id"],
        "to_account": second["_id"],
    }
    play.documents["transfers"] = []
    for account in (first, second):
        zero = Decimal128("0")
        account |= {
            "opened_with": Decimal128("500"),
            "sent": zero,
            "received": zero,
            "balance": Decimal128("500"),
        }
    play.call("move money", transfer=transfer)
    play.call("move money", transfer={**transfer, "_id": "u", "reference": "to nobody", "to_account": "?"})
    done = yield
    for step in (0, 1):
        assert [str(one["balance"]) for one in done.all("accounts", step)] == ["400", "600"]
        assert [one["_id"] for one in done.all("transfers", step)] == ["t"]


@replay("template_cart_with_reservation")
def test_what_is_held_is_nobody_elses_and_what_is_sold_is_not_given_back(play: Play) -> Steps:
    product = play.first("products")
    product |= {"stock": 10, "taken": 0, "available": 10}
    play.documents["reservations"] = []
    held = {"product_id": product["_id"], "status": "open", "until": START}
    for cart, quantity in (("a", 4), ("b", 6)):
        one = {**held, "_id": cart, "quantity": quantity, "cart_id": cart}
        play.call("add to cart", reservation=one)
    play.documents["carts"] = [
        {"_id": cart, "visitor": cart, "status": "open", "changed_at": START} for cart in "ab"
    ]
    play.call("pay", id="a")
    for cart in "ab":
        play.call("remove from cart", id=cart)
    done = yield
    states = [done.one("products", product["_id"], step) or {} for step in range(5)]
    assert [(one["taken"], one["available"]) for one in states] == [(4, 6), (10, 0), (10, 0), (10, 0), (4, 6)]
    assert [(one["_id"], one["status"]) for one in done.all("reservations")] == [("a", "paid")]
    assert {one["_id"]: one["status"] for one in done.all("carts")} == {"a": "paid", "b": "open"}


@replay("template_cart")
def test_the_last_one_goes_to_who_pays_first(play: Play) -> Steps:
    product = play.first("products")
    product["in_stock"] = 1
    for _ in "ab":
        play.call("pay: take from stock", sku=product["sku"])
    done = yield
    assert [one.get("in_stock") for one in done.results] == [0, None]
    assert "in_stock isn't at least 1" in done.results[1]["refused"]


@replay("template_cart")
def test_who_buys_three_takes_one_by_one_and_puts_back_what_was_taken_where_one_is_missing(
    play: Play,
) -> Steps:
    product = play.first("products")
    product["in_stock"] = 5
    for _ in range(6):
        play.call("pay: take from stock", sku=product["sku"])
    for _ in range(2):
        play.call("pay: return to stock", sku=product["sku"])
    done = yield
    assert [one.get("in_stock") for one in done.results[:6]] == [4, 3, 2, 1, 0, None]
    assert (done.one("products", product["_id"]) or {})["in_stock"] == 2


@replay("template_theater_seats")
def test_a_seat_is_taken_once_and_its_neighbour_stays_free_with_it(play: Play) -> Steps:
    evening = play.first("evenings")["_id"]
    for columns in ([3, 4], [4, 5]):
        play.call("Evening.take.seats", eveningId=evening, columns=columns, row=0)
    done = yield
    for step in (0, 1):
        one = done.one("evenings", evening, step) or {}
        assert (one["seats"][0], one["seats_available"]) == ([0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0], 93)


@replay("template_array_slice_cache")
def test_the_slice_keeps_the_last_ten_and_the_collection_all(play: Play) -> Steps:
    article = play.first("articles")
    article["comments"], play.documents["comments"] = [], []
    first = {"author": "Noor", "text": "x", "article_id": article["_id"]}
    for minute in range(12):
        play.call(
            "comment",
            commentDocument={**first, "_id": minute, "posted_at": START + timedelta(minutes=minute)},
        )
    done = yield
    kept = (done.one("articles", article["_id"]) or {})["comments"]
    assert sorted(one["comment_id"] for one in kept) == list(range(2, 12))
    assert len(done.all("comments")) == 12
