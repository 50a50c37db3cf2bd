"""The greatest and the least of what children say: a child that comes moves them by itself, and only where one goes are all
looked at anew, by an index."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.cases import built_once
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_archives import Steps, design

Json = dict[str, Any]
DAYS = [datetime(2024, 5, day, tzinfo=UTC) for day in range(1, 6)]


def _result(formula: str) -> Json:
    return {"formula": formula, "sources": [formula[4:-1]], "refresh": "on-write"}


def calls(topology: str = "replica-set") -> Json:
    """Calls that store when something was last moved and how light the lightest was. A move may be of no call, and need
    not be weighed."""
    call = entity(
        "Call", field("name"), field("last", "date", computed=_result("max(moves.at)")),
        field("least", "int", computed=_result("min(moves.weight)")),
    )  # fmt: skip
    move = entity("Move", field("at", "date", required=True), field("weight", "int"))
    moves = link("moves", "one-to-many", end("Call", field="moves"), end("Move", 1, field="call"), strategy="PARENT_REF")  # fmt: skip
    return design(call, move, links=[moves]) | {
        "topology": topology,
        "operations": [
            {"name": "record", "kind": "insert", "entity": "Move"},
            {"name": "drop", "kind": "delete", "entity": "Move", "filter": [{"field": "_id"}]},
        ],
    }


def _follows(play: Play) -> Steps:
    call, other = ObjectId(), ObjectId()
    play.documents = {"calls": [{"_id": call, "name": "a"}, {"_id": other, "name": "b"}], "moves": []}
    ids = [ObjectId() for _ in range(4)]
    for id, at, weight in ((ids[0], 2, 7), (ids[1], 0, 5), (ids[2], 4, 9)):
        play.call("record", move={"_id": id, "at": DAYS[at], "weight": weight, "call": call})
    play.call("record", move={"_id": ids[3], "at": DAYS[3], "call": call})
    play.call("record", move={"_id": ObjectId(), "at": DAYS[4], "weight": 1})
    play.call("drop", id=ids[2])
    play.call("drop", id=ids[1])
    play.call("moves.reassign", moveId=ids[0], newCallId=other)
    play.call("moves.reassign", moveId=ids[3], newCallId=None)
    play.audit()
    done = yield
    told = [_told(state["calls"][0]) for state in done.states]
    first, last = [(DAYS[2], 7), (DAYS[2], 5), (DAYS[4], 5), (DAYS[4], 5)], [(DAYS[3], None), (None, None)]
    assert told == [*first, (DAYS[4], 5), (DAYS[3], 5), (DAYS[3], 7), *last]
    assert _told(done.all("calls")[1]) == (DAYS[2], 7)
    assert [each for each in done.found if done.found[each]] == []


def _told(call: Json) -> tuple[Any, Any]:
    return call.get("last"), call.get("least")


@replay(calls)
def test_the_greatest_and_the_least_follow_each_write(play: Play) -> Steps:
    yield from _follows(play)


@replay(lambda: calls("standalone"))
def test_they_follow_where_no_transaction_holds_both(play: Play) -> Steps:
    yield from _follows(play)


def _of(recipe: str, topology: str = "replica-set") -> list[Any]:
    statements = built_once(calls(topology)).compilation.plan.statements
    return [each for each in statements if each.recipe == recipe]


def test_an_insert_looks_at_no_other_child() -> None:
    assert [each.op for each in _of("record")] == ["insertOne", "updateOne"]
    alone = [each.op for each in _of("record", "standalone") if each.writes]
    assert alone == ["insertOne", "updateOne"], "a second call raises nothing further"
    assert "aggregate" in [each.op for each in _of("drop")]


def test_nothing_is_worked_out_for_no_parent() -> None:
    for topology in ("replica-set", "standalone"):
        for recipe in ("record", "drop", "moves.reassign"):
            follows = [each for each in _of(recipe, topology) if each.collection == "calls" and each.writes]
            assert follows and all(each.only_with is not None for each in follows), (topology, recipe)


def test_an_index_tells_what_is_looked_at_anew() -> None:
    moves = built_once(calls()).compilation.plan.statements
    made = [each.keys for each in moves if each.collection == "moves" and each.op == "createIndex"]
    assert {"call": 1, "at": -1} in made


# --- measurements, which no transaction takes ------------------------------------------------------


def readings() -> Json:
    """Meters that store their highest and their first reading, and how many there are."""
    meter = entity(
        "Meter", field("name"), field("last", "date", computed=_result("max(readings.at)")),
        field("least", "int", computed=_result("min(readings.weight)")),
    )  # fmt: skip
    reading = entity("Reading", field("at", "date", required=True), field("weight", "int", required=True))
    reading["kind"] = "measurement"
    link_ = link("readings", "one-to-many", end("Meter", field="readings"), end("Reading", 1, field="meter"), strategy="TIME_SERIES")  # fmt: skip
    link_["to"]["has"] = {"min": 1, "max": 1}
    return design(meter, reading, links=[link_]) | {
        "operations": [{"name": "read", "kind": "insert", "entity": "Reading"}]
    }


@replay(readings)
def test_a_measurement_moves_them_and_a_second_call_nothing(play: Play) -> Steps:
    """Thousands of readings of a meter are not looked at for each that comes."""
    meter = ObjectId()
    play.documents = {"meters": [{"_id": meter, "name": "a"}], "readings": []}
    for at, weight in ((2, 7), (0, 9), (4, 5)):
        play.call(
            "read", reading={"_id": ObjectId(), "at": DAYS[at], "weight": weight, "meta": {"meter": meter}}
        )
    again = {"_id": ObjectId(), "at": DAYS[3], "weight": 6, "meta": {"meter": meter}}
    play.call("read", reading=again)
    play.call("read", reading=again)
    play.audit()
    done = yield
    told = [_told(state["meters"][0]) for state in done.states]
    assert told == [(DAYS[2], 7), (DAYS[2], 7), *[(DAYS[4], 5)] * 3]
    assert len(done.all("readings")) == 4
    assert [each for each in done.found if done.found[each]] == []


def test_an_insert_of_a_measurement_looks_at_no_other_and_asks_for_what_it_needs() -> None:
    statements = built_once(readings()).compilation.plan.statements
    calls = [(each.op, each.collection) for each in statements if each.recipe == "read"]
    asks = [
        ("findOne", "readings"),
        ("findOne", "meters"),
    ]  # whether it is stored already, and its meter is there
    assert calls == [*asks, ("insertOne", "readings"), ("updateOne", "meters")]
    scripts = built_once(readings()).scripts
    script = next(text for name, text in scripts.items() if "04_queries" in name)
    body = script[script.index("function read(") :]
    assert "mustBeGiven({" in body[: body.index("\n}\n")]
