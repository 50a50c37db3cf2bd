"""Stored results of a general and of its kinds, where these share a collection and where each has its own: all
that a general stores is kept in each kind, and what one kind stores of it in that kind alone."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.kinds_apart import CARD, NEW, ONE, OTHER, WIRE, Side, on_both_sides
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
BY_ID = [{"field": "_id"}]


def result(name: str, formula: str) -> Json:
    return field(name, "int", computed={"formula": formula, "refresh": "on-write"})


def bills(strategy: str, poly: str, kind: str) -> Json:
    """Pays of parts: their sum and twice their fee. A card adds both, a wire adds one to the second."""
    pay = [
        field("fee", "int", required=True),
        result("total", "sum(parts.amount)"),
        result("count", "count(parts)"),
        result("double", "fee * 2"),
    ]
    ops = [
        {"name": "charge", "kind": "update", "entity": "Pay", "filter": BY_ID, "changes": ["fee"]},
        {
            "name": "charge all",
            "kind": "update",
            "entity": "Pay",
            "filter": [{"field": "fee"}],
            "changes": ["fee"],
        },
        {"name": "price", "kind": "update", "entity": "Part", "filter": BY_ID, "changes": ["amount"]},
        {"name": "drop", "kind": "delete", "entity": "Part", "filter": BY_ID},
    ]
    return {
        "format": "nestlink/1", "name": "Bills", "database": "bills", "operations": ops,
        "entities": [
            entity("Pay", *pay), entity("Card", result("sum", "total + double")), entity("Wire", result("more", "double + 1")),
            entity("Part", field("amount", "int", required=True)),
        ],
        "relationships": [
            link("card", "is-a", {"entity": "Pay"}, {"entity": "Card"}, strategy=poly),
            link("wire", "is-a", {"entity": "Pay"}, {"entity": "Wire"}, strategy=poly),
            link("parts", kind, end("Pay", 9), end("Part", 1), strategy=strategy),
        ],
    }  # fmt: skip


def lists_parts(play: Play) -> bool:
    decisions = play.design.compilation.plan.decisions
    return any(one.strategy == "CHILD_REFS" for one in decisions)


def fill(play: Play, side: Side) -> None:
    """A card and a wire of a fee of 1 and a part of 5 each."""
    common = {"fee": 1, "total": 5, "count": 1, "double": 2}
    lists = lists_parts(play)
    told = [{"parts": [one]} if lists else {} for one in (ONE, OTHER)]
    play.documents = {side.of("card"): [], side.of("wire"): []}
    play.documents[side.of("card")].append({**side.pay("card", CARD, 0), **common, "sum": 7, **told[0]})
    play.documents[side.of("wire")].append({**side.pay("wire", WIRE, 0), **common, "more": 3, **told[1]})
    owners = [{} if lists else {"pay_id": one} for one in (CARD, WIRE)]
    play.documents["parts"] = [
        {"_id": part, "amount": 5, **owner} for part, owner in zip((ONE, OTHER), owners, strict=True)
    ]


def stored(done: Played, side: Side, step: int) -> tuple[Json, Json]:
    names = ("total", "count", "double", "sum", "more")
    found = [done.one(side.of(kind), id, step) or {} for kind, id in (("card", CARD), ("wire", WIRE))]
    card, wire = ({name: one[name] for name in names if name in one} for one in found)
    return card, wire


def kept(play: Play, side: Side) -> Steps:
    fill(play, side)
    for id in (CARD, WIRE):
        play.call("charge", id=id, newFee=10)
    play.call("price", id=ONE, newAmount=6)
    play.call("price", id=OTHER, newAmount=8)
    play.call("drop", **{"partId" if lists_parts(play) else "id": ONE})
    play.call("drop", **{"partId" if lists_parts(play) else "id": OTHER})
    play.audit()
    done = yield
    assert [stored(done, side, step) for step in (1, 3, 5)] == [
        ({"total": total, "count": count, "double": 20, "sum": total + 20}, {"total": more, "count": count, "double": 20, "more": 21})
        for total, more, count in ((5, 5, 1), (6, 8, 1), (0, 0, 0))
    ]  # fmt: skip
    assert not any(found for name, found in done.found.items() if "results" in name)


@on_both_sides("PARENT_REF", design=bills)
def test_what_a_general_stores_is_kept_in_each_kind(play: Play, side: Side) -> Steps:
    yield from kept(play, side)


@on_both_sides("CHILD_REFS", design=bills)
def test_what_a_general_stores_of_a_list_is_kept_in_each_kind(play: Play, side: Side) -> Steps:
    yield from kept(play, side)


@on_both_sides("PARENT_REF", design=bills)
def test_an_added_part_counts_in_its_own_kind(play: Play, side: Side) -> Steps:
    fill(play, side)
    play.call("parts.add", part={"_id": NEW, "amount": 3, "pay_id": WIRE})
    play.call("parts.reassign", partId=NEW, newPayId=CARD)
    play.audit()
    done = yield
    assert [[one["total"] for one in stored(done, side, step)] for step in (0, 1)] == [[5, 8], [8, 5]]
    assert [stored(done, side, step)[0]["sum"] for step in (0, 1)] == [7, 10]
    assert all("sum" not in stored(done, side, step)[1] for step in (0, 1))
    assert not any(found for name, found in done.found.items() if "results" in name)


@on_both_sides("PARENT_REF", design=bills)
def test_results_are_computed_and_gathered_anew_in_each_kind(play: Play, side: Side) -> Steps:
    fill(play, side)
    for kind in {side.of("card"), side.of("wire")}:
        for one in play.documents[kind]:
            one |= {"total": 0, "count": 0, "double": 0}
    for id in (CARD, WIRE):
        play.call("Pay.compute", payId=id)
    play.call("Pay.recompute.one", payId=CARD)
    play.call("Pay.recompute.all")
    done = yield
    assert [[one["double"] for one in stored(done, side, step)] for step in (0, 1)] == [[2, 0], [2, 2]]
    assert stored(done, side, 2)[0] == {"total": 5, "count": 1, "double": 2, "sum": 7}
    assert stored(done, side, 3)[1] == {"total": 5, "count": 1, "double": 2, "more": 3}


def nested() -> Json:
    """Orders with a parcel inside, which is an order too: both have a fee, and what is computed from it."""
    order = [field("fee", "int", required=True), result("double", "fee * 2")]
    parcel = [field("no"), result("more", "double + 1")]
    ops = [
        {
            "name": "weigh",
            "kind": "update",
            "entity": "Parcel",
            "filter": [{"field": "no"}],
            "changes": ["fee"],
        },
        {"name": "charge", "kind": "update", "entity": "Order", "filter": BY_ID, "changes": ["fee"]},
    ]
    return {
        "format": "nestlink/1", "name": "Nested", "database": "nested", "operations": ops,
        "entities": [entity("Order", *order), entity("Parcel", *parcel)],
        "relationships": [
            link("inside", "one-to-one", end("Order", 1), end("Parcel", 1), strategy="EMBED_ONE"),
            link("is_a", "is-a", {"entity": "Order"}, {"entity": "Parcel"}),
        ],
    }  # fmt: skip


@replay(nested)
def test_a_special_inside_its_general_keeps_what_that_computes(play: Play) -> Steps:
    parcel = {"fee": 1, "double": 2, "more": 3, "no": "a"}
    play.documents["orders"] = [{"_id": ONE, "fee": 5, "double": 10, "parcel": parcel}]
    play.call("weigh", no="a", newFee=4)
    play.call("charge", id=ONE, newFee=6)
    play.documents["orders"].append(
        {"_id": OTHER, "fee": 1, "double": 2, "parcel": {**parcel, "no": "b", "double": 9, "more": 10}}
    )
    play.audit()
    done = yield
    assert done.one("orders", ONE) == {
        "_id": ONE,
        "fee": 6,
        "double": 12,
        "parcel": {"fee": 4, "double": 8, "more": 9, "no": "a"},
    }
    assert [one["_id"] for one in done.found["Parcel.results"]] == [OTHER]
    assert done.found["Order.results"] == []


def twice_counted() -> Json:
    """Tasks that two people each hold a number of: who does it, and who checks it."""
    ops = [
        {"name": "plan", "kind": "insert", "entity": "Task"},
        {"name": "drop", "kind": "delete", "entity": "Task", "filter": BY_ID},
    ]
    return {
        "format": "nestlink/1", "name": "Work", "database": "work", "operations": ops,
        "entities": [
            entity("Person", result("done", "count(does)"), result("checked", "count(checks)")),
            entity("Cook", field("knife")), entity("Waiter", field("tray")), entity("Task", field("text")),
        ],
        "relationships": [
            link("cook", "is-a", {"entity": "Person"}, {"entity": "Cook"}, strategy="POLY_SPLIT"),
            link("waiter", "is-a", {"entity": "Person"}, {"entity": "Waiter"}, strategy="POLY_SPLIT"),
            link("does", "one-to-many", end("Person"), end("Task", 1, field="doer"), strategy="PARENT_REF"),
            link("checks", "one-to-many", end("Person"), end("Task", 1, field="checker"), strategy="PARENT_REF"),
        ],
    }  # fmt: skip


@replay(twice_counted)
def test_two_numbers_of_a_general_whose_kinds_are_apart_follow_once_each(play: Play) -> Steps:
    play.documents = {
        "cooks": [{"_id": ONE, "done": 3, "checked": 3}],
        "waiters": [{"_id": OTHER, "done": 3, "checked": 3}],
        "tasks": [],
    }
    play.call("plan", task={"_id": NEW, "doer": OTHER, "checker": OTHER})
    play.call("drop", id=NEW)
    play.call("plan", task={"_id": NEW, "doer": ONE, "checker": OTHER})
    done = yield

    def numbers(step: int) -> list[tuple[int, int]]:
        people = [done.one("cooks", ONE, step) or {}, done.one("waiters", OTHER, step) or {}]
        return [(one["done"], one["checked"]) for one in people]

    assert [numbers(step) for step in range(3)] == [[(3, 3), (4, 4)], [(3, 3), (3, 3)], [(4, 3), (3, 4)]]
