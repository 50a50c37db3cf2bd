"""A delete and what it takes along happen together, and a delete that finds nothing, or nothing as it asks, moves nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.mongosh.cases import built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_lost_additions import computed
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]


def tutors(topology: str, *, counted: bool) -> Callable[[], Json]:
    """Payouts of tutors for lessons; a tutor sums them up where counted. A draft can be dropped."""
    paid = [field("paid", "int", computed=computed("sum(payouts.amount)"))] if counted else []
    draft = {"field": "state", "value": "draft"}
    return lambda: {
        "format": "nestlink/1", "name": "Lessons", "database": "lessons", "topology": topology,
        "entities": [
            entity("Tutor", field("_id", "int"), *paid),
            entity("Payout", field("_id", "int"), field("amount", "int", required=True), field("state", enum=["draft", "sent"], required=True)),
            entity("Lesson", field("_id", "int")),
        ],
        "relationships": [
            link("payouts", "one-to-many", end("Tutor", field="payouts"), end("Payout", 1, field="tutor"), strategy="PARENT_REF"),
            link("lessons", "one-to-many", end("Payout", field="lessons"), end("Lesson", 1, field="payout"), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "drop", "kind": "delete", "entity": "Payout", "filter": [{"field": "_id"}, draft]}],
    }  # fmt: skip


def _drop(play: Play, *, counted: bool) -> None:
    paid = {"paid": 12} if counted else {}
    play.documents = {
        "tutors": [{"_id": 1, **paid}],
        "payouts": [
            {"_id": 1, "amount": 5, "state": "draft", "tutor": 1},
            {"_id": 2, "amount": 7, "state": "sent", "tutor": 1},
        ],
        "lessons": [{"_id": 1, "payout": 1}, {"_id": 2, "payout": 2}],
    }
    for number in (2, 9, 1):
        play.call("drop", id=number)


def _kept(play: Play, *, counted: bool) -> Steps:
    _drop(play, counted=counted)
    done = yield
    assert [len(done.all("payouts", step)) for step in range(3)] == [2, 2, 1]
    named = [[each.get("payout") for each in done.all("lessons", step)] for step in range(3)]
    assert named == [[1, 2], [1, 2], [None, 2]]
    if counted:
        assert [done.all("tutors", step)[0]["paid"] for step in range(3)] == [12, 12, 7]


@replay(tutors("replica-set", counted=True))
def test_what_is_in_another_state_stays_with_its_totals(play: Play) -> Steps:
    _drop(play, counted=True)
    done = yield
    said = "payout not found, or doesn't match the filter"
    assert [(result or {}).get("refused") for result in done.results] == [said, said, None]


@replay(tutors("replica-set", counted=True))
def test_nothing_moves_with_what_stays(play: Play) -> Steps:
    yield from _kept(play, counted=True)


@replay(tutors("standalone", counted=True))
def test_nothing_moves_with_what_stays_on_a_server_alone(play: Play) -> Steps:
    yield from _kept(play, counted=True)


@replay(tutors("replica-set", counted=False))
def test_nothing_is_let_go_of_what_stays(play: Play) -> Steps:
    yield from _kept(play, counted=False)


@pytest.mark.parametrize("recipe", ["lessons.cascade", "payouts.remove", "drop", "payouts.cascade"])
@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_what_a_delete_takes_along_goes_in_its_transaction(topology: str, recipe: str) -> None:
    statements = built_once(tutors(topology, counted=False)()).compilation.plan.statements
    writes = [each for each in statements if each.recipe == recipe and each.writes]
    if len(writes) > 1:
        assert {each.transaction for each in writes} == {topology == "replica-set"}
    assert len(writes) > 1 or recipe.endswith("cascade")


@replay(tutors("replica-set", counted=False))
def test_a_delete_in_a_transaction_tells_whether_there_was_any(play: Play) -> Steps:
    _drop(play, counted=False)
    done = yield
    *nothing, removed = done.results
    assert [result["refused"] for result in nothing] == [
        'payout found, but its state isn\'t "draft"',
        "payout not found",
    ]
    assert removed["deletedCount"] == 1
