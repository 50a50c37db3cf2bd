"""Averages over documents of several kinds, where these share a collection and where each has its own."""

from __future__ import annotations

from tests.mongosh.kinds_apart import CARD, NEW, ONE, OTHER, WIRE, Side, Steps, on_both_sides
from tests.mongosh.replay import Play

AVERAGES = ("round(avg(pays.amount), 3)", "avg(pays.amount) * 3", "count(pays.amount)")


def averaged(play: Play, side: Side) -> Steps:
    """Two cards of 1 and a wire of 2: an average of averages would be one and a half."""
    card = side.pay("card", NEW, 1)
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE, NEW]}, {"_id": OTHER, "pays": []}], card)
    for collection in {side.of("card"), side.of("wire")}:
        for one in play.documents[collection]:
            one["order_id"] = ONE
    play.call("Order.recompute.one", orderId=ONE)
    play.call("Order.recompute.all")
    play.audit()
    done = yield
    for step in (0, 1):
        assert [done.one("orders", ONE, step)[f"result{n}"] for n in (1, 2, 3)] == [1.333, 4, 3]
    assert [done.one("orders", OTHER)[f"result{n}"] for n in (1, 2, 3)] == [None, None, 0]
    assert done.found["Order.results"] == []
    assert not [one for one in play.design.compilation.findings if one.code == "FORMULA_UNKEPT"]


@on_both_sides("CHILD_REFS", results=AVERAGES)
def test_an_average_over_all_kinds_is_of_all_of_them(play: Play, side: Side) -> Steps:
    yield from averaged(play, side)


@on_both_sides("PARENT_REF", results=AVERAGES)
def test_an_average_over_references_of_all_kinds_is_of_all_of_them(play: Play, side: Side) -> Steps:
    yield from averaged(play, side)
