"""What happened did so in something that took place, and what is taken of a thing is as much as is not left of it."""

from __future__ import annotations

from typing import Any

from designs.compiler.sampling.records import Records
from tests.compiler.sampling.test_lives_agree import _field, _has, _world
from tests.compiler.sampling.test_states_follow_operations import _state, _update

Json = dict[str, Any]
RACE = {
    "name": "Race",
    "fields": [
        _state("planned", "running", "finished", "cancelled"),
        _field("starts_at", required=True),
        _field("bets", "int", computed={"formula": "count(wagers)", "sources": ["wagers"], "refresh": "on-write"}),
    ],
}  # fmt: skip
WAGER = {"name": "Wager", "kind": "event", "fields": [_field("won_at", required=True)]}
ENTRY = {"name": "RaceEvent", "kind": "event", "fields": [_field("noted_at", required=True)]}
PURGE = {"name": "purge", "kind": "delete", "entity": "Race", "filter": [{"field": "state", "match": "eq", "value": "cancelled"}]}  # fmt: skip
OFF = {"planned", "cancelled"}


def _races() -> Records:
    wagers = {**_has("Race", "Wager"), "from": {"entity": "Race", "field": "wagers"}}
    start = _update("Race", "planned", state="running")
    return _world(RACE, WAGER, ENTRY, links=(wagers, _has("Race", "RaceEvent")), operations=[PURGE, start])


def _of(records: Records, child: str) -> list[str]:
    """The states of the races that have such children, one for each child."""
    return [
        records.of(race)["state"]
        for race in records.world.things["Race"]
        for _ in records.world.links(f"{child} of Race", "from", race)
    ]


def test_nothing_happened_in_what_was_cancelled_or_has_not_begun() -> None:
    records = _races()
    races = [records.of(race) for race in records.world.things["Race"]]
    assert any(race["state"] in OFF for race in races)
    assert not OFF & {*_of(records, "Wager")} and len(_of(records, "Wager")) > 1
    assert all(race["bets"] == 0 for race in races if race["state"] in OFF)


def test_what_is_noted_of_a_thing_may_be_so_before_it_begins() -> None:
    assert OFF & {*_of(_races(), "RaceEvent")}


BARREL = {"name": "Barrel", "fields": [_field("litres", "int", required=True, minimum=0), _field("litres_left", "int", required=True, minimum=0)]}  # fmt: skip
ORDER = {"name": "Order", "fields": [_field("placed_at", required=True), _field("litres", "int", required=True, minimum=1)]}  # fmt: skip


def test_what_is_taken_of_a_thing_is_as_much_as_is_not_left_of_it() -> None:
    records = _world(
        BARREL, ORDER, {"name": "Cellar"}, links=(_has("Cellar", "Barrel"), _has("Barrel", "Order"))
    )
    barrels = records.world.things["Barrel"]
    assert len(barrels) > 1
    for barrel in barrels:
        orders = [records.of(pair.target) for pair in records.world.links("Order of Barrel", "from", barrel)]
        own = records.of(barrel)
        assert own["litres"] - own["litres_left"] == sum(order["litres"] for order in orders)
