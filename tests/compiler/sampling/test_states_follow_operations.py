"""The states of samples follow the operations of their design: what an operation sets with a state is there in that state, and in
those that are reached through it alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from designs.compiler.sampling.document_context import earlier
from designs.compiler.sampling.laws.stories import today_of
from designs.compiler.sampling.records import Records
from designs.compiler.sampling.values.lifecycles import Lifecycle
from tests.compiler.sampling.test_coherence import model_of
from tests.compiler.sampling.test_lives_agree import _field, _has, _world

Json = dict[str, Any]


def _update(entity: str, asked: str | list[str] | None, **sets: Any) -> Json:
    """An operation that leads from a state to another one, and sets dates with it (None) or constants."""
    match = "in" if isinstance(asked, list) else "eq"
    filters = [{"field": "_id"}, *([{"field": "state", "match": match, "value": asked}] if asked else [])]
    effects = [
        {"field": name, "do": "current-date"}
        if value is None
        else {"field": name, "do": "set", "value": value}
        for name, value in sets.items()
    ]
    return {
        "name": f"to {sets['state']}",
        "kind": "update",
        "entity": entity,
        "filter": filters,
        "effects": effects,
    }


def _state(*options: str) -> Json:
    return _field("state", "string", required=True, enum=[*options])


CASE = {
    "name": "Case",
    "fields": [
        _state("filed", "served", "listed", "decided", "settled"),
        _field("open_weight", "int", required=True, minimum=0, maximum=1, example=1),
        _field("filed_at", required=True),
        _field("decided_at"),
        _field("closed_at"),
    ],
}  # fmt: skip
DECIDE = _update("Case", "listed", state="decided", decided_at=None, closed_at=None, open_weight=0)
HEARING = {
    "name": "Hearing",
    "fields": [
        _state("listed", "in progress", "adjourned", "held", "vacated"),
        _field("starts_at", required=True),
        _field("held_at"),
    ],
}  # fmt: skip
HOLD = _update("Hearing", "in progress", state="held", held_at=None)


def _all_of(records: Records, entity: str) -> list[Json]:
    return [records.of(thing) for thing in records.world.everywhere(entity)]


def _court() -> Records:
    return _world(CASE, HEARING, links=(_has("Case", "Hearing"),), operations=[DECIDE, HOLD])


def _lifecycle(entity: Json, *operations: Json) -> Lifecycle:
    source = {"format": "nestlink/1", "name": "Lives", "database": "lives"}
    model = model_of({**source, "entities": [entity], "relationships": [], "operations": [*operations]})
    fields = model.entities[0].own_fields
    return Lifecycle(next(field for field in fields if field.name == "state"), model.operations)


def test_a_date_set_with_a_state_is_in_no_state_that_does_not_come_after_it() -> None:
    court = _court()
    for hearing in _all_of(court, "Hearing"):
        assert ("held_at" in hearing) == (hearing["state"] == "held")
    for case in _all_of(court, "Case"):
        assert ("decided_at" in case) == (case["state"] == "decided")


def test_what_is_set_together_is_there_together() -> None:
    cases = _all_of(_court(), "Case")
    assert {case["state"] for case in cases} & {"decided", "settled"}
    for case in cases:
        is_closed = case["state"] in ("decided", "settled")
        assert ("closed_at" in case, case["open_weight"]) == (is_closed, 0 if is_closed else 1), case
        if case["state"] == "decided":
            assert abs(case["closed_at"] - case["decided_at"]) < timedelta(minutes=1)


def test_a_state_beside_an_end_is_reached_from_where_that_is() -> None:
    case, hearing = _lifecycle(CASE, DECIDE), _lifecycle(HEARING, HOLD)
    assert case.path("settled") == ["filed", "served", "listed", "settled"]
    assert case.path("decided") == ["filed", "served", "listed", "decided"]
    assert hearing.path("held") == ["listed", "in progress", "held"]
    assert hearing.path("vacated") == ["listed", "in progress", "vacated"]


def test_states_that_no_operation_tells_of_follow_in_their_order() -> None:
    order = {
        "name": "Order",
        "fields": [_state("placed", "picking", "sent", "delivered", "cancelled"), _field("sent_at")],
    }
    send = _update("Order", "picking", state="sent", sent_at=None)
    assert _lifecycle(order, send).path("delivered") == ["placed", "picking", "sent", "delivered"]
    records = _world(order, {"name": "Office"}, links=(_has("Office", "Order"),), operations=[send])
    for each in _all_of(records, "Order"):
        assert ("sent_at" in each) == (each["state"] in ("sent", "delivered"))


def test_a_later_operation_takes_away_and_sets_anew() -> None:
    states = _state("open", "closed", "reopened")
    ticket = {
        "name": "Ticket",
        "fields": [states, _field("closed_at"), _field("is_over", "bool", required=True)],
    }
    close = _update("Ticket", ["open", "reopened"], state="closed", closed_at=None, is_over=True)
    again = _update("Ticket", "closed", state="reopened", is_over=False)
    again["effects"].append({"field": "closed_at", "do": "unset"})
    life = _lifecycle(ticket, close, again)
    assert life.written("closed")["is_over"] is True and life.written("closed")["closed_at"] is not None
    assert life.written("reopened") == {"is_over": False, "closed_at": None}
    records = _world(ticket, {"name": "Office"}, links=(_has("Office", "Ticket"),), operations=[close, again])
    for each in _all_of(records, "Ticket"):
        is_closed = each["state"] == "closed"
        assert ("closed_at" in each, each["is_over"]) == (is_closed, is_closed)


def test_what_is_listed_after_an_early_end_is_one_too() -> None:
    mission = {
        "name": "Mission",
        "fields": [
            _state("alarmed", "airborne", "completed", "aborted", "false alarm"),
            _field("completed_at"),
        ],
    }
    complete = _update("Mission", "airborne", state="completed", completed_at=None)
    assert "completed" not in _lifecycle(mission, complete).path("false alarm")


def test_what_leads_back_begins_beside_where_it_leads_to() -> None:
    check = {
        "name": "Check",
        "fields": [_state("planned", "running", "finished", "deferred"), _field("finished_at")],
    }
    moves = [
        _update("Check", ["planned", "deferred"], state="running"),
        _update("Check", "running", state="finished", finished_at=None),
    ]
    assert _lifecycle(check, *moves).path("deferred") == ["planned", "deferred"]


def test_a_state_called_like_what_an_end_sets_follows_it() -> None:
    claim = {
        "name": "Claim",
        "fields": [_state("open", "accepted", "paid", "closed"), _field("paid_at"), _field("closed_at")],
    }
    pay = _update("Claim", "accepted", state="paid", paid_at=None, closed_at=None)
    assert _lifecycle(claim, pay).written("closed").keys() == {"paid_at", "closed_at"}


def test_what_has_run_out_did_so_before_today() -> None:
    fields = [
        _state("available", "issued", "expired"),
        _field("made_at", required=True),
        _field("expires_at", required=True),
    ]
    bag = {"name": "Bag", "fields": fields}
    issue = _update("Bag", "available", state="issued")
    records = _world(
        bag,
        {"name": "Office"},
        links=(_has("Office", "Bag"),),
        operations=[issue, _update("Bag", None, state="expired")],
    )
    bags = _all_of(records, "Bag")
    assert any(each["state"] == "expired" for each in bags)
    for each in bags:
        assert (each["expires_at"] < today_of(records.world)) == (each["state"] == "expired")


def test_an_earlier_revision_is_in_a_state_from_which_operations_lead() -> None:
    court = _court()
    for thing in court.world.everywhere("Case"):
        now, before = court.of(thing), earlier(court, thing)
        if now["state"] == "decided":
            assert (before["state"], before["open_weight"]) == ("listed", 1)
            assert not {"decided_at", "closed_at"} & before.keys()


def test_a_history_goes_the_way_that_operations_lead() -> None:
    states = ["open", "waiting", "approved", "refused", "paid"]
    claim = {"name": "Claim", "fields": [_state(*states), _field("opened_at", required=True)]}
    changes = [_field(name, "string", required=True, enum=states) for name in ("from_state", "to_state")]
    change = {"name": "Change", "fields": [*changes, _field("changed_at", required=True)]}
    moves = [_update("Claim", "open", state="approved"), _update("Claim", "approved", state="paid")]
    records = _world(claim, change, links=(_has("Claim", "Change"),), operations=moves)
    pairs = {(each["from_state"], each["to_state"]) for each in _all_of(records, "Change")}
    assert pairs and not {("waiting", "approved"), ("refused", "paid")} & pairs
