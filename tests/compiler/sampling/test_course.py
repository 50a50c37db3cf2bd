"""Lives of things in trades that no list knows: a marina, a costume hire. What their own states and dates say holds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from designs.compiler.model.conceptual import Field, Operation
from designs.compiler.model.values import plain
from designs.compiler.sampling.values.course import Course
from designs.compiler.sampling.values.states import WrittenFields, is_exit, is_past
from tests.compiler.sampling.test_coherence import drawn
from tests.compiler.sampling.test_lives_agree import _field, _records, _world

STATES = ["enquiry", "quoted", "approved", "sent_out", "came_back", "settled", "called_off"]
HAPPENED = ("quoted_at", "approved_at", "sent_out_at", "came_back_at", "settled_at", "called_off_at")


@pytest.fixture(scope="module")
def orders() -> list[dict[str, Any]]:
    records = drawn("costume_hire")
    return [records.of(order) for order in records.world.things["HireOrder"]]


def _of(design: str, entity: str) -> list[dict[str, Any]]:
    records = drawn(design)
    return [records.of(thing) for thing in records.world.things[entity]]


def test_what_has_happened_is_what_the_state_has_come_to(orders: list[dict[str, Any]]) -> None:
    for order in orders:
        at = STATES.index(order["status"])
        assert [name in order for name in HAPPENED[:5]] == [step <= at for step in range(1, 6)]
        assert ("called_off_at" in order) == ("why_called_off" in order) == (order["status"] == "called_off")
    assert orders[0]["status"] == "settled"  # some sample has all that a life has


def test_what_has_happened_happens_in_the_order_in_which_it_is_declared(orders: list[dict[str, Any]]) -> None:
    for order in orders:
        moments = [order[name] for name in ("requested_at", *HAPPENED) if name in order]
        assert moments == sorted(moments)
        assert ("deposit_repaid_at" in order) == ("came_back_at" in order)
        if "settled_at" in order:
            assert order["came_back_at"] < order["deposit_repaid_at"] < order["settled_at"]


def test_who_arrives_leaves_later_and_does_both_when_it_was_planned() -> None:
    for booking in _of("marina", "BerthBooking"):
        assert booking["arrives_on"] < booking["departs_on"]
        assert booking["nights"] == (booking["departs_on"] - booking["arrives_on"]).days
        if "checked_out_at" in booking:
            assert booking["checked_in_at"].date() == booking["arrives_on"].date()
            assert booking["checked_out_at"].date() == booking["departs_on"].date()


def test_words_of_no_list_go_forward() -> None:
    for haul in _of("marina", "HaulOut"):
        assert ("lifted_at" in haul) == (haul["state"] != "planned")
        if haul["state"] == "relaunched":
            assert haul["scheduled_for"] < haul["lifted_at"] < haul["relaunched_at"]


def test_nothing_is_answered_that_waits_for_an_answer() -> None:
    verdict = _field("verdict", "string", enum=["awaiting", "approved", "changes_requested"])
    proof = {
        "name": "Proof",
        "fields": [_field("sent_at"), _field("answered_at"), verdict, _field("feedback", "string")],
    }
    for record in _records(proof):
        waits = record["verdict"] == "awaiting"
        assert ("answered_at" in record) is not waits and ("feedback" in record) is not waits


def test_the_cause_of_what_has_not_happened_is_not_told() -> None:
    fields = [
        _field("taken_in_on"),
        _field("died_on"),
        _field("cause_of_death", "string"),
        _field("status", "string", enum=["quarantine", "adoptable", "deceased"]),
    ]
    for record in _records({"name": "Lodger", "fields": fields}):
        assert ("died_on" in record) == ("cause_of_death" in record) == (record["status"] == "deceased")


def test_seasons_follow_one_another_by_the_year() -> None:
    first, second = _records({"name": "Season", "fields": [_field("starts_on"), _field("ends_on")]})[:2]
    assert (
        300 < (second["starts_on"] - first["starts_on"]).days < 400 and first["ends_on"] < second["starts_on"]
    )


def test_what_is_numbered_later_is_later() -> None:
    assert all(
        earlier["asked_on"] <= later["asked_on"]
        for earlier, later in zip(
            _of("costume_hire", "Alteration"), _of("costume_hire", "Alteration")[1:], strict=False
        )
    )


def test_operations_say_in_which_state_a_field_is_written() -> None:
    listed = [_field("status", "string", enum=["new", "at_work", "over"]), _field("crew", "string")]
    fields = [msgspec.convert(each, Field) for each in listed]
    assert Course(fields, WrittenFields(said={"crew": "at_work"})).contradicted(
        {"status": "new", "crew": "x"}
    ) == ["crew"]
    assert Course(fields).contradicted({"status": "new", "crew": "x"}) == []


def test_what_belongs_to_one_state_and_is_taken_away_in_another_is_named_once() -> None:
    """A date that an operation sets with a state and another one unsets: it goes once."""
    fields = [
        msgspec.convert(each, Field)
        for each in (_field("status", "string", enum=["lost", "filled", "empty"]), _field("filled_on"))
    ]
    filled = {"name": "fill", "kind": "update", "entity": "Tank"}
    effects = [
        [{"field": "status", "do": "set", "value": "filled"}, {"field": "filled_on", "do": "current-date"}],
        [{"field": "status", "do": "set", "value": "lost"}, {"field": "filled_on", "do": "unset"}],
    ]
    operations = [msgspec.convert({**filled, "effects": each}, Operation) for each in effects]
    written = WrittenFields(operations, said={"filled_on": "filled"})
    record = {"status": "lost", "filled_on": "x"}
    assert Course(fields, written).contradicted(record) == ["filled_on"]


def test_english_of_what_has_happened() -> None:
    assert all(map(is_past, ("lifted_at", "sent_out_on", "came_back", "repaid_on")))
    assert not any(map(is_past, ("due_on", "scheduled_for", "arrives_on", "feed_at", "seed_date")))
    assert is_exit("no_show") and is_exit("aborted_weather") and not is_exit("checked_out")


def test_prices_for_periods_fit_one_another_and_what_the_thing_is_worth() -> None:
    for costume in _of("costume_hire", "Costume"):
        day, week, bought = (
            plain(costume[name]) or 0 for name in ("day_rate", "week_rate", "purchase_price")
        )
        assert day < week < 7 * day and bought > week
    records = drawn("costume_hire")
    for order in records.world.things["HireOrder"]:
        for link in records.world.links("hired", "from", order):
            line, costume = records.of(link), records.of(link.target)
            assert line["week_rate"] == costume["week_rate"]
            assert plain(line["line_total"]) == (plain(line["week_rate"]) or 0) * line["weeks"]


def test_rates_of_tax_are_those_that_there_are() -> None:
    rate = _field("vat_rate", "decimal", required=True)
    assert {str(each["vat_rate"]) for each in _records({"name": "Bill", "fields": [rate]})} <= {
        "20.00",
        "10.00",
        "5.00",
    }


def test_what_is_good_and_spoiled_is_all() -> None:
    fields = [_field(f"sheets_{part}", "int", required=True) for part in ("good", "spoiled", "total")]
    for run in _records({"name": "Run", "fields": fields}):
        assert run["sheets_good"] + run["sheets_spoiled"] == run["sheets_total"]


def test_what_people_say_is_a_sentence_that_fits_any_thing() -> None:
    fields = [
        _field(name, "string", required=True)
        for name in ("wishes", "stop_cause", "end_reason", "description")
    ]
    for thing in _records({"name": "Wobble", "fields": fields}):
        assert not any(text[-3:].isdigit() for name, text in thing.items() if name != "_id"), thing


def test_what_is_told_apart_by_tags_has_numbers() -> None:
    tags = [
        each["hive_tag"]
        for each in _records({"name": "Hive", "fields": [_field("hive_tag", "string", unique=True)]})
    ]
    assert tags == [f"HIV-{1001 + at}" for at in range(len(tags))]


def test_what_is_given_back_is_not_what_is_given_for_it() -> None:
    records = drawn("costume_hire")
    for swap in records.world.things["Swap"]:
        ends = [records.world.links(name, "to", swap)[0].source for name in ("swap out", "swap in")]
        assert ends[0] is not ends[1]
    pair = lambda name, field: {  # noqa: E731
        "name": name, "kind": "one-to-one",
        "from": {"entity": "Ticket", "has": {"min": 0, "max": 1}}, "to": {"entity": "Exchange", "field": field, "has": {"min": 1, "max": 1}},
    }  # fmt: skip
    records = _world(
        {"name": "Ticket"},
        {"name": "Exchange"},
        links=(pair("returned", "old_ticket"), pair("new", "new_ticket")),
    )
    for exchange in records.world.things["Exchange"]:
        old, new = (records.world.links(name, "to", exchange)[0].source for name in ("returned", "new"))
        assert old is not new


def test_a_kind_is_called_by_its_own_name() -> None:
    kind = _field("kind", "string", enum=["supply", "medicine"], required=True)
    records = _world(
        {"name": "Product", "fields": [kind]}, {"name": "Medicine", "fields": []}, {"name": "Supply", "fields": []},
        links=tuple({"name": f"is {name}", "kind": "is-a", "from": {"entity": "Product"}, "to": {"entity": name}} for name in ("Medicine", "Supply")),
    )  # fmt: skip
    for name in ("Medicine", "Supply"):
        assert records.world.things[name]
        assert {records.of(thing)["kind"] for thing in records.world.things[name]} == {name.lower()}


def test_more_has_come_than_is_left_and_hours_of_a_day_go_forward() -> None:
    fields = [
        _field("quantity_received", "int", required=True),
        _field("quantity_on_hand", "int", required=True),
    ]
    fields += [_field(f"{end}_time", "string", required=True) for end in ("from", "to")]
    for lot in _records({"name": "Lot", "fields": fields}):
        assert lot["quantity_received"] >= lot["quantity_on_hand"] and lot["from_time"] < lot["to_time"]


def test_a_choice_may_be_called_like_its_field() -> None:
    fields = [msgspec.convert(_field("rating", "string", enum=["none", "rating", "award"]), Field)]
    assert Course(fields).contradicted({"rating": "none"}) == []
