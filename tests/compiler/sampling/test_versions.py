"""A version is no older than its thing, a change lies where a date of the thing tells it, and a version that has ended counts what it
has."""

from __future__ import annotations

from typing import Any

from tests.compiler.sampling.test_examples_and_prices import _samples
from tests.compiler.sampling.test_lives_agree import _field
from tests.compiler.sampling.test_states_follow_operations import _state, _update

Json = dict[str, Any]
COUNT = {"formula": "count(pumps)", "sources": ["pumps"], "refresh": "on-write"}
FLOOD = {
    "name": "Flood",
    "history": "point-in-time",
    "fields": [_field("reported_at", required=True), _field("note", "string"), _field("pumps_there", "int", computed=COUNT)],
}  # fmt: skip
PUMP = {"name": "Pump", "fields": [_field("name", "string", required=True)]}
SENT = {
    "name": "sent",
    "kind": "many-to-many",
    "from": {"entity": "Flood", "field": "pumps", "has": {"min": 0, "average": 2, "max": 20}},
    "to": {"entity": "Pump", "field": "floods", "has": {"min": 0, "average": 50, "growth": "unbounded"}},
    "link_owner": "from",
    "link_fields": [_field("delivered_at", required=True)],
}


def _floods() -> list[Json]:
    floods: list[Json] = _samples(FLOOD, PUMP, links=(SENT,))["floods"]
    return floods


def test_no_version_is_older_than_its_thing() -> None:
    for flood in _floods():
        assert flood["valid_from"] >= flood["reported_at"]


def test_a_version_that_has_ended_counts_what_it_has() -> None:
    ended = [flood for flood in _floods() if flood["valid_to"] is not None]
    assert ended and any(flood["pumps"] == [] for flood in ended)
    for flood in _floods():
        assert flood["pumps_there"] == len(flood["pumps"])


def test_a_change_was_made_when_a_date_tells_it() -> None:
    states = _state("open", "closed")
    case = {"name": "Case", "history": "point-in-time", "fields": [states, _field("opened_at", required=True), _field("closed_at")]}  # fmt: skip
    close = _update("Case", "open", state="closed", closed_at=None)
    cases = _samples(case, operations=[close])["cases"]
    closed = next(each for each in cases if each["valid_to"] is None and each["state"] == "closed")
    before = next(each for each in cases if each["valid_to"] is not None)
    assert closed["valid_from"] == before["valid_to"] == closed["closed_at"]
    assert before["valid_from"] == before["opened_at"]
