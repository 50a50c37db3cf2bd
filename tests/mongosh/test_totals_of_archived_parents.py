"""Children outlive the move of their parent to an archive. What would move a total there is refused; the audit and a job look
into the archive, too."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from bson import ObjectId

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import ARCHIVE, AT, Steps, design

Json = dict[str, Any]
EARLY, LATE = datetime(2024, 2, 1, tzinfo=UTC), datetime(2024, 3, 1, tzinfo=UTC)


def _result(formula: str) -> Json:
    return {"formula": formula, "sources": [formula[4:-1]], "refresh": "on-write"}


def tours(topology: str = "replica-set") -> Json:
    """Tours that go to an archive while the fees of each are kept, of which one says how much and how late."""
    tour = entity(
        "Tour", field("at", "date", required=True), field("paid", "int", computed=_result("sum(fees.amount)")),
        field("last", "date", computed=_result("max(fees.on)")), retention=ARCHIVE,
    )  # fmt: skip
    fee = entity("Fee", field("amount", "int", required=True), field("on", "date", required=True))
    fees = link("fees", "one-to-many", end("Tour", field="fees"), {"entity": "Fee", "field": "tour", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF")  # fmt: skip
    by_id = [{"field": "_id"}]
    return design(tour, fee, links=[fees]) | {
        "topology": topology,
        "operations": [
            {"name": "refund", "kind": "delete", "entity": "Fee", "filter": by_id},
            {"name": "correct", "kind": "update", "entity": "Fee", "filter": by_id, "changes": ["amount"]},
            {"name": "date again", "kind": "update", "entity": "Fee", "filter": by_id, "changes": ["on"]},
            {"name": "clear", "kind": "delete", "entity": "Fee", "filter": [{"field": "amount"}]},
        ],
    }  # fmt: skip


def _one_archived(play: Play) -> tuple[Json, Json]:
    """Put one tour into the archive and one not, each with two fees; return the two."""
    old, new = ({"_id": ObjectId(), "at": AT, "paid": 30, "last": LATE, "fees_count": 2} for _ in range(2))
    play.documents = {
        "tours": [new], "tours_archive": [old],
        "fees": [
            {"_id": ObjectId(), "tour": tour["_id"], "amount": amount, "on": on}
            for tour in (old, new)
            for amount, on in ((10, EARLY), (20, LATE))
        ],
    }  # fmt: skip
    for tour in (old, new):
        del tour["fees_count"]
    return old, new


def _fees(play: Play) -> list[ObjectId]:
    return [each["_id"] for each in play.documents["fees"]]


def _refusals(results: list[Any]) -> list[bool]:
    return [
        "tours_archive" in str(result.get("refused")) if isinstance(result, dict) else False
        for result in results
    ]


def _nothing_moves(play: Play) -> Steps:
    old, new = _one_archived(play)
    of_old, _, of_new, other = _fees(play)
    play.call("refund", id=of_old)
    play.call("correct", id=of_old, newAmount=99)
    play.call("date again", id=of_old, newOn=AT)
    play.call("fees.reassign", feeId=of_old, newTourId=new["_id"])
    play.call("fees.reassign", feeId=of_new, newTourId=old["_id"])
    play.call("clear", amount=10)
    play.call("correct", id=of_new, newAmount=15)
    play.call("refund", id=other)
    play.audit()
    done = yield
    before, after = play.documents, done.states[5]
    assert _refusals(done.results[:5]) == [True] * 5
    assert done.results[4]["refused"] == "tour was moved to tours_archive"
    assert _refusals(done.results[5:6]) == [True], done.results[5]
    assert (after["fees"], after["tours"], after["tours_archive"]) == (before["fees"], [new], [old])
    assert done.all("tours") == [new | {"paid": 15, "last": EARLY}] and done.all("tours_archive") == [old]
    assert [each for each in done.found if done.found[each]] == []


@replay(tours)
def test_no_child_moves_what_its_archived_parent_stores(play: Play) -> Steps:
    yield from _nothing_moves(play)


@replay(lambda: tours("standalone"))
def test_no_child_moves_it_where_no_transaction_holds_both(play: Play) -> Steps:
    yield from _nothing_moves(play)


@replay(tours)
def test_what_names_a_parent_that_is_nowhere_can_be_deleted(play: Play) -> Steps:
    _one_archived(play)
    play.documents["tours_archive"] = []
    lost = _fees(play)[0]
    play.call("refund", id=lost)
    done = yield
    assert not done.one("fees", lost) and not (done.results[0] or {}).get("refused")


@replay(tours)
def test_the_audit_finds_what_differs_in_the_archive_and_a_job_mends_it(play: Play) -> Steps:
    old, _ = _one_archived(play)
    old["paid"], old["last"] = 7, EARLY
    play.audit()
    done = yield
    assert [each["_id"] for each in done.found["Tour.results.archive"]] == [old["_id"]]


@replay(tours)
def test_a_job_works_out_what_archived_documents_store(play: Play) -> Steps:
    old, _ = _one_archived(play)
    old["paid"], old["last"] = 7, EARLY
    play.call("Tour.recompute.archive")
    done = yield
    assert done.all("tours_archive") == [old | {"paid": 30, "last": LATE}]


def guided() -> Json:
    """Tours that say what is left to pay for them, each of a guide who has the sum of that."""
    source = tours()
    left = field("left", "int", computed={"formula": "price - paid", "refresh": "on-write"})
    source["entities"][0]["fields"] += [field("price", "int", required=True), left]
    source["entities"].append(
        entity("Guide", field("due", "int", computed={"formula": "sum(tours.left)", "refresh": "on-write"}))
    )
    source["relationships"].append(
        link("tours", "one-to-many", end("Guide", field="tours"), end("Tour", 1, field="guide"), strategy="PARENT_REF")
    )  # fmt: skip
    return source


@replay(guided)
def test_a_job_works_out_what_follows_from_what_archived_documents_store(play: Play) -> Steps:
    old, new = _one_archived(play)
    guide = {"_id": ObjectId(), "due": 1}
    play.documents["guides"] = [guide]
    for tour in (old, new):
        tour |= {"price": 100, "left": 70, "guide": guide["_id"]}
    old |= {"paid": 7, "left": 93}
    play.call("Tour.recompute.archive")
    play.audit()
    done = yield
    assert done.all("tours_archive") == [old | {"paid": 30, "left": 70}]
    assert done.all("guides") == [guide | {"due": 140}]
    assert [each for each in done.found if done.found[each]] == []


def _counted(topology: str) -> Json:
    """Fees that need no tour, and tours that count theirs."""
    source = tours(topology)
    (fees,), (tour, _) = source["relationships"], source["entities"]
    fees["to"]["has"]["min"] = 0
    tour["fields"] = [each for each in tour["fields"] if each["name"] != "last"]
    return source


def _may_be_without(play: Play) -> Steps:
    """What looks into the archive does so only where a fee has a tour: a move from none, or to none, has no other end."""
    _, new = _one_archived(play)
    for tour in (*play.documents["tours"], *play.documents["tours_archive"]):
        del tour["last"]
    of_old, _, of_new, _ = _fees(play)
    alone = {"_id": ObjectId(), "amount": 5, "on": EARLY}
    play.documents["fees"].append(alone)
    play.call("fees.reassign", feeId=of_old, newTourId=new["_id"])
    play.call("fees.reassign", feeId=alone["_id"], newTourId=new["_id"])
    play.call("fees.reassign", feeId=of_new, newTourId=None)
    play.call("refund", id=of_old)
    done = yield
    assert _refusals(done.results) == [True, False, False, True], done.results
    assert not any("refused" in (result or {}) for result in done.results[1:3])
    assert [each["paid"] for each in done.all("tours")] == [25]


@replay(lambda: _counted("replica-set"))
def test_a_child_that_may_be_alone_moves_what_its_parent_stores(play: Play) -> Steps:
    yield from _may_be_without(play)


@replay(lambda: _counted("standalone"))
def test_a_child_that_may_be_alone_moves_it_without_transactions(play: Play) -> Steps:
    yield from _may_be_without(play)


@pytest.mark.parametrize("least", [0, 1])
def test_an_insert_says_what_it_has_inserted(least: int) -> None:
    """It said how many parents it had found, and nothing of a child without one, whose id nobody learned."""
    made = tours()
    made["relationships"][0]["to"]["has"] = {"min": least, "max": 1}
    made["operations"] = [{"name": "charge", "kind": "insert", "entity": "Fee", "per_day": 9}]
    statements = [each for each in build(made).compilation.plan.statements if each.recipe == "charge"]
    assert [each.op for each in statements if each.answers] == ["insertOne"]
    assert "tours_archive" in {each.collection for each in statements}
