"""A change of one document that is not there, or not in the state that its operation asks for, says which of these it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_lost_additions import computed
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]
STATES = ["booked", "left", "cancelled"]
NOBODY = "passage not found"


def ferry(topology: str, **more: Any) -> Callable[[], Json]:
    """Passages with cars aboard, whose sailing sums up what they pay. more: of the passage."""
    is_booked = {"field": "state", "value": "booked"}
    cancels = [
        {"field": "state", "do": "set", "value": "cancelled"},
        {"field": "price", "do": "set", "value": 0},
    ]
    return lambda: {
        "format": "nestlink/1", "name": "Ferry", "database": "ferry", "topology": topology,
        "entities": [
            entity("Sailing", field("_id", "int"), field("income", "int", computed=computed("sum(passages.price)"))),
            entity("Passage", field("_id", "int"), field("code", unique=True, required=True), field("state", enum=STATES, required=True),
                   field("price", "int", required=True), field("seats", "int", required=True), **more),
            entity("Car", field("plate", required=True), field("length", "int", required=True), kind="weak"),
        ],
        "relationships": [
            link("passages", "one-to-many", end("Sailing", None, field="passages"), end("Passage", 1, field="sailing"), strategy="PARENT_REF"),
            link("cars", "one-to-many", end("Passage", 9, field="cars"), end("Car", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
        ],
        "operations": [
            {"name": "board", "kind": "update", "entity": "Passage", "filter": [{"field": "_id"}, is_booked], "effects": [{"field": "state", "do": "set", "value": "left"}]},
            {"name": "cancel", "kind": "update", "entity": "Passage", "filter": [{"field": "code"}, is_booked], "effects": cancels},
            {"name": "take a seat", "kind": "update", "entity": "Passage", "returns": "after", "filter": [{"field": "_id"}, {"field": "seats", "match": "range", "at_least": 1}],
             "effects": [{"field": "seats", "do": "increment", "by": -1}]},
            {"name": "measure", "kind": "update", "entity": "Passage", "filter": [{"field": "_id"}, {"field": "cars.plate"}], "changes": ["cars.length"]},
            {"name": "close", "kind": "update", "entity": "Passage", "filter": [is_booked], "effects": [{"field": "state", "do": "set", "value": "left"}]},
        ],
    }  # fmt: skip


def _sail(play: Play) -> list[Json]:
    passages = [
        {"_id": 1, "code": "A", "state": "booked", "price": 5, "seats": 0, "sailing": 1, "cars": [{"plate": "X", "length": 4}]},
        {"_id": 2, "code": "B", "state": "left", "price": 7, "seats": 0, "sailing": 1},
    ]  # fmt: skip
    history = [] if "revision" not in play.first("passages") else ["revision"]
    passages = [one | dict.fromkeys(history, 1) for one in passages]
    play.documents = {"sailings": [{"_id": 1, "income": 12}], "passages": passages}
    return passages


def _said(results: list[Any]) -> list[str | None]:
    return [result.get("refused") if isinstance(result, dict) else None for result in results]


WRONG = (
    ("board", {"id": 2}, 'passage found, but its state isn\'t "booked"'),
    ("board", {"id": 9}, NOBODY),
    ("cancel", {"code": "B"}, 'passage found, but its state isn\'t "booked"'),
    ("cancel", {"code": "Z"}, NOBODY),
    ("take a seat", {"id": 1}, "passage found, but its seats isn't at least 1"),
    ("take a seat", {"id": 9}, NOBODY),
    ("measure", {"id": 1, "carsPlate": "Y", "newCarsLength": 5}, "passage found, but it has no matching item in cars"),
    ("measure", {"id": 9, "carsPlate": "X", "newCarsLength": 5}, NOBODY),
)  # fmt: skip


def _is_told(play: Play) -> Steps:
    """Each wrong call says what is wrong, and changes nothing; the right ones change what they are about."""
    before = _sail(play)
    for name, values, _ in WRONG:
        play.call(name, **values)
    done = yield
    assert _said(done.results) == [why for _, _, why in WRONG]
    assert done.all("passages") == before and done.all("sailings") == [{"_id": 1, "income": 12}]


@replay(ferry("replica-set"))
def test_it_says_what_is_wrong(play: Play) -> Steps:
    yield from _is_told(play)


@replay(ferry("standalone"))
def test_it_says_what_is_wrong_on_a_server_alone(play: Play) -> Steps:
    yield from _is_told(play)


@replay(ferry("replica-set", history="revisions"))
def test_no_earlier_version_is_kept_of_what_does_not_change(play: Play) -> Steps:
    yield from _is_told(play)


@replay(ferry("replica-set"))
def test_what_is_as_it_should_be_changes(play: Play) -> Steps:
    _sail(play)
    play.call("measure", id=1, carsPlate="X", newCarsLength=5)
    play.call("cancel", code="A")
    done = yield
    assert _said(done.results) == [None, None]
    assert done.one("passages", 1) == {"_id": 1, "code": "A", "state": "cancelled", "price": 0, "seats": 0, "sailing": 1, "cars": [{"plate": "X", "length": 5}]}  # fmt: skip
    assert done.all("sailings") == [{"_id": 1, "income": 7}]


@replay(ferry("replica-set"))
def test_a_change_of_many_counts_those_that_it_finds(play: Play) -> Steps:
    _sail(play)
    play.call("close")
    play.call("close")
    done = yield
    assert [result["matchedCount"] for result in done.results] == [1, 0]
