"""References to what has several kinds: the same calls where the kinds share a collection and where each
has its own leave the same documents, and the audit finds the same."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.kinds_apart import (
    CARD,
    GONE,
    MANY,
    NEW,
    ONE,
    OTHER,
    WIRE,
    Json,
    Side,
    Steps,
    copied,
    on_both_sides,
)
from tests.mongosh.replay import Play


def ids(found: Any) -> list[ObjectId]:
    return sorted(one["_id"] for one in found)


def listed(*pairs: tuple[ObjectId, int]) -> list[Json]:
    return [{"pay_id": id, "amount": amount} for id, amount in pairs]


# --- lists of ids ---------------------------------------------------------------------------------


@on_both_sides("CHILD_REFS", **copied())
def test_listed_kinds_are_read_added_handed_over_and_deleted(play: Play, side: Side) -> Steps:
    orders = [{"_id": ONE, "pays": listed((CARD, 1), (WIRE, 2))}, {"_id": OTHER, "pays": []}]
    side.fill(play, orders)
    play.call("pays.read", orderId=ONE)
    play.call(side.call("pays.reassign", "wire"), payId=WIRE, newOrderId=OTHER)
    play.call(side.call("pays.add", "wire"), pay=side.pay("wire", NEW, 7), orderId=ONE)
    play.call(side.call("pays.reassign", "card"), payId=GONE, newOrderId=OTHER)
    play.call("pays.remove", payId=WIRE)
    done = yield
    assert ids(done.results[0]["payList"]) == [CARD, WIRE]
    assert done.one("orders", ONE, 1)["pays"] == listed((CARD, 1))
    assert done.one("orders", OTHER, 1)["pays"] == listed((WIRE, 2))
    assert done.one("orders", ONE, 2)["pays"] == listed((CARD, 1), (NEW, 7))
    assert NEW in ids(done.all(side.of("wire"), 2))
    assert done.results[3] == {"refused": "pay not found"} and done.states[3] == done.states[2]
    assert done.one("orders", OTHER)["pays"] == []
    assert WIRE not in ids(done.all(side.of("wire"))) and ids(done.all(side.of("card")))[0] == CARD


@on_both_sides("CHILD_REFS", **copied())
def test_only_what_no_kind_has_dangles_and_only_stale_copies_differ(play: Play, side: Side) -> Steps:
    pairs = [(CARD, 1), (WIRE, 3), (GONE, 4)]
    side.fill(play, [{"_id": ONE, "pays": listed(*pairs)}])
    play.audit()
    done = yield
    assert [one["pays"]["pay_id"] for one in done.found["pays.orphans.from"]] == [GONE]
    assert [one["pays"]["pay_id"] for one in done.found["pays.copies.amount"]] == [WIRE, GONE]


@on_both_sides("CHILD_REFS", **copied("batch"))
def test_a_job_writes_the_copies_of_all_kinds(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": listed((CARD, 0), (WIRE, 0))}])
    play.call("pays.sync.from")
    if side.poly == "POLY_SPLIT":
        play.call("pays.sync.from.2")
    done = yield
    assert done.one("orders", ONE)["pays"] == listed((CARD, 1), (WIRE, 2))


@on_both_sides("ONE_WAY_EMBED", MANY)
def test_a_deleted_document_leaves_every_list_whatever_its_kind(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}, {"_id": OTHER, "pays": [WIRE]}])
    play.call("pays.read", orderId=ONE)
    play.call("pays.delete", payId=WIRE)
    done = yield
    assert ids(done.results[0]["payList"]) == [CARD, WIRE]
    assert [one["pays"] for one in done.all("orders")] == [[CARD], []]
    assert WIRE not in ids(done.all(side.of("wire"))) and CARD in ids(done.all(side.of("card")))
    answer = done.results[1]
    if side.poly == "POLY_SPLIT":
        assert {name: one["deletedCount"] for name, one in answer.items()} == {"cards": 0, "wires": 1}
    else:
        assert answer["deletedCount"] == 1


@on_both_sides("CHILD_REFS", turned=True)
def test_a_holder_of_any_kind_lists_a_new_document(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE}], orders=[ONE])
    play.call("pays.add", order={"_id": NEW, "number": 1}, payId=WIRE)
    play.call("pays.reverse", orderId=ONE)
    play.call(side.call("pays.read", "wire"), payId=WIRE)
    play.call(side.call("pays.reassign", "card"), newPayId=CARD, orderId=NEW)
    play.call("pays.remove", orderId=ONE)
    done = yield
    assert done.one(side.of("wire"), WIRE, 0)["orders"] == [ONE, NEW]
    assert done.one(side.of("card"), CARD, 0)["orders"] == [ONE]
    assert [one["_id"] for one in done.results[1]] == [CARD, WIRE]
    assert ids(done.results[2]["orderList"]) == [NEW, ONE]
    assert done.one(side.of("card"), CARD, 3)["orders"] == [ONE, NEW]
    assert done.one(side.of("wire"), WIRE)["orders"] == [] and done.one("orders", ONE) is None


@on_both_sides("TWO_WAY_REFS")
def test_both_ends_agree_whatever_the_kind(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}, {"_id": OTHER, "pays": []}], order_id=ONE)
    play.call(side.call("pays.reassign", "wire"), payId=WIRE, oldOrderId=ONE, newOrderId=OTHER)
    play.call("pays.listed", orderId=OTHER)
    play.call("pays.remove", payId=CARD)
    play.audit()
    done = yield
    assert done.one(side.of("wire"), WIRE)["order_id"] == OTHER and done.one("orders", OTHER)["pays"] == [
        WIRE
    ]
    assert ids(done.results[1]["payList"]) == [WIRE] and done.one("orders", ONE)["pays"] == []
    assert CARD not in ids(done.all(side.of("card")))
    assert not any(found for name, found in done.found.items() if "disagreements" in name)


@on_both_sides("TWO_WAY_REFS")
def test_the_audit_tells_which_end_is_wrong_whatever_the_kind(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD]}], order_id=ONE)
    play.audit()
    done = yield
    found = [one["_id"] for name, some in done.found.items() if "disagreements.to" in name for one in some]
    assert found == [WIRE] and done.found["pays.disagreements.from"] == []


# --- single references ----------------------------------------------------------------------------


@on_both_sides("PARENT_REF", turned=True, exclusive_owner=True)
def test_a_parent_of_any_kind_comes_with_its_children_and_goes_with_them(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pay_id": WIRE}, {"_id": OTHER, "pay_id": CARD}])
    play.call("pays.join", payId=WIRE)
    play.call("pays.cascade", payId=WIRE)
    done = yield
    assert [(one["_id"], ids(one["orders"])) for one in done.results[0]] == [(WIRE, [ONE])]
    assert ids(done.all("orders")) == [OTHER]
    assert CARD in ids(done.all(side.of("card"))) and WIRE not in ids(done.all(side.of("wire")))


@on_both_sides("PARENT_REF", page_size=2)
def test_children_of_all_kinds_come_in_one_order(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE}, {"_id": OTHER}], side.pay("card", NEW, 3, order_id=ONE), order_id=ONE)
    play.call("pays.read", orderId=ONE)
    play.call("pays.page", orderId=ONE, lastId=WIRE)
    play.call("pays.join", orderId=ONE)
    play.call("pays.reassign", payId=WIRE, newOrderId=OTHER)
    play.call("pays.remove", payId=CARD)
    done = yield
    assert [one["_id"] for one in done.results[0]] == [NEW, WIRE]
    assert [one["_id"] for one in done.results[1]] == [CARD]
    assert ids(done.results[2][0]["pays"]) == [CARD, WIRE, NEW]
    assert set(done.results[2][0]) == {"_id", "pays"}
    assert done.one(side.of("wire"), WIRE)["order_id"] == OTHER
    assert ids(done.all(side.of("card")))[-1] == NEW and CARD not in ids(done.all(side.of("card")))


@on_both_sides("LINK_COLL", MANY, **copied())
def test_links_lead_to_every_kind(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE}])
    links = play.design.compilation.plan.collections[-1].name
    play.documents[links] = [{"_id": OTHER, "order_id": ONE, "pay_id": CARD, "pay_amount": 1}]
    play.call(side.call("pays.add", "wire"), orderId=ONE, payId=WIRE)
    play.call("pays.read", orderId=ONE)
    done = yield
    assert [(one["pay_id"], one["pay_amount"], one["pay"]["_id"]) for one in done.results[1]] == [
        (CARD, 1, CARD), (WIRE, 2, WIRE),
    ]  # fmt: skip


# --- the workload ---------------------------------------------------------------------------------

WORK = [
    {"name": "all", "kind": "read", "entity": "Order", "includes": ["pays"], "limit": 5, "per_day": 9},
    {
        "name": "one",
        "kind": "read",
        "entity": "Order",
        "filter": [{"field": "_id"}],
        "includes": ["pays"],
        "per_day": 9,
    },
    {"name": "pay", "kind": "insert", "entity": "Wire", "per_day": 1},
    {"name": "unwire", "kind": "delete", "entity": "Wire", "filter": [{"field": "_id"}], "per_day": 1},
    {"name": "unpay", "kind": "delete", "entity": "Pay", "filter": [{"field": "_id"}], "per_day": 1},
]
MOVES = [
    {"name": "move", "kind": "update", "entity": "Pay", "filter": [{"field": "_id"}], "changes": ["order_id"], "per_day": 1},
]  # fmt: skip


@on_both_sides("CHILD_REFS", operations=WORK)
def test_the_workload_reads_and_inserts_the_kinds_that_are_meant(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}])
    play.call("all")
    play.call("one", id=ONE)
    play.call("pay", payDocument=side.pay("wire", NEW, 5), orderId=ONE)
    done = yield
    assert ids(done.results[0][0]["paysDetails"]) == [CARD, WIRE]
    assert set(done.results[0][0]) == {"_id", "pays", "paysDetails"}
    assert ids(done.results[1]["pays"]) == [CARD, WIRE]
    assert NEW in ids(done.all(side.of("wire"))) and done.one("orders", ONE)["pays"] == [CARD, WIRE, NEW]


@on_both_sides("CHILD_REFS", operations=WORK)
def test_a_kind_is_deleted_out_of_every_list_once(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}, {"_id": OTHER, "pays": [WIRE]}])
    play.call("unwire", wireId=WIRE)
    play.call("unpay", payId=CARD)
    named = {one.recipe for one in play.design.compilation.plan.statements}
    assert "unpay.2" not in named
    done = yield
    assert [one["pays"] for one in done.all("orders", 0)] == [[CARD], []]
    assert WIRE not in ids(done.all(side.of("wire"), 0)) and CARD in ids(done.all(side.of("card"), 0))
    assert CARD not in ids(done.all(side.of("card"))) and done.one("orders", ONE)["pays"] == []


@on_both_sides("TWO_WAY_REFS", operations=MOVES)
def test_a_kind_moves_in_all_documents_that_name_it(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}, {"_id": OTHER, "pays": []}], order_id=ONE)
    move = "move.2" if side.poly == "POLY_SPLIT" else "move"  # of each kind one
    play.call(move, payId=WIRE, oldOrderId=ONE, newOrderId=OTHER)
    done = yield
    assert [one["pays"] for one in done.all("orders")] == [[CARD], [WIRE]]
    assert done.one(side.of("wire"), WIRE)["order_id"] == OTHER


@on_both_sides("CHILD_REFS", turned=True, history="revisions")
def test_an_addition_to_a_kind_with_a_history_keeps_what_was(play: Play, side: Side) -> Steps:
    side.fill(play, [], orders=[], revision=1)
    play.call(side.call("pays.add", "wire"), order={"_id": NEW, "number": 1}, payId=WIRE)
    if side.poly == "POLY_SPLIT":
        play.call("pays.add.card", order={"_id": OTHER, "number": 2}, payId=WIRE)
    done = yield
    if side.poly == "POLY_SPLIT":
        refused = {"refused": "document in cards not found or full"}
        assert done.results[1] == refused and done.states[1] == done.states[0]
    now = done.one(side.of("wire"), WIRE)
    assert (now["orders"], now["revision"]) == ([NEW], 2) and done.one("orders", NEW) is not None
    past = "wire_revisions" if side.poly == "POLY_SPLIT" else "pay_revisions"
    assert [(one["orders"], one["revision"]) for one in done.all(past)] == [([], 1)]


@on_both_sides("PARENT_REF", history="point-in-time")
def test_only_what_is_of_every_kind_is_read(play: Play, side: Side) -> Steps:
    begun, ended = datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 2, 1, tzinfo=UTC)
    side.fill(play, [{"_id": ONE}], order_id=ONE, valid_from=begun, valid_to=None)
    for kind, id in (("card", NEW), ("wire", GONE)):
        past = side.pay(kind, id, 9, order_id=ONE, valid_from=begun, valid_to=ended)
        play.documents[side.of(kind)].append(past)
    for kind in ("card", "wire"):
        for document in play.documents[side.of(kind)]:
            document["pay_id"] = document["_id"]
    play.call("pays.read", orderId=ONE)
    play.call("pays.join", orderId=ONE)
    done = yield
    assert ids(done.results[0]) == [CARD, WIRE] and ids(done.results[1][0]["pays"]) == [CARD, WIRE]


@on_both_sides("CHILD_REFS", results=("sum(pays.amount)", "max(pays.amount)", "min(pays.amount)"))
def test_results_over_all_kinds_are_worked_out_at_once(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE, "pays": [CARD, WIRE]}, {"_id": OTHER, "pays": [WIRE]}])
    play.call("Order.recompute.one", orderId=ONE)
    play.call("Order.recompute.all")
    done = yield
    assert [done.one("orders", ONE, 0)[f"result{n}"] for n in (1, 2, 3)] == [3, 2, 1]
    assert [done.one("orders", OTHER)[f"result{n}"] for n in (1, 2, 3)] == [2, 2, 2]


@on_both_sides("LINK_COLL", MANY, results=("sum(pays.amount)", "count(pays)"))
def test_results_over_links_to_all_kinds_are_worked_out_at_once(play: Play, side: Side) -> Steps:
    side.fill(play, [{"_id": ONE}])
    links = play.design.compilation.plan.collections[-1].name
    pairs = ((NEW, CARD), (GONE, WIRE))
    play.documents[links] = [{"_id": id, "order_id": ONE, "pay_id": pay} for id, pay in pairs]
    play.call("Order.recompute.one", orderId=ONE)
    done = yield
    assert [done.one("orders", ONE)[f"result{n}"] for n in (1, 2)] == [3, 2]
