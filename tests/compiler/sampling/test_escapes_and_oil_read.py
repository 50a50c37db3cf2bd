"""Samples of a chain of escape rooms, a mill of olive growers and interpreters of courts, read as their people would.

Each test names a class of wrongs, not the values.
"""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from designs.compiler.model.values import plain
from designs.compiler.sampling import samples
from designs.compiler.sampling.laws.windows import from_to, is_afterwards, lasting
from designs.compiler.sampling.nesting import converted
from designs.compiler.sampling.values.moments import days_after
from designs.compiler.sampling.values.specs import Spec
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.test_coherence import model_of, samples_of

AT_LENGTH = Path(__file__).parents[2] / "oracle" / "designs" / "at_length"
Documents = dict[str, list[dict[str, Any]]]


def of(name: str) -> Documents:
    return samples(
        compile_design(model_of(json.loads((AT_LENGTH / f"{name}.json").read_text(encoding="utf-8"))))
    )


@pytest.fixture(scope="module")
def escapes() -> Documents:
    return of("escape_rooms")


@pytest.fixture(scope="module")
def mill() -> Documents:
    return of("olive_mill")


@pytest.fixture(scope="module")
def interpreters() -> Documents:
    return samples_of("interpreters")


def by_id(documents: list[dict[str, Any]]) -> dict[Any, dict[str, Any]]:
    return {document["_id"]: document for document in documents}


def number(document: dict[str, Any], name: str) -> float:
    value = plain(document[name])
    assert value is not None
    return value


# --- time ------------------------------------------------------------------------------------------


def test_what_begins_and_ends_lasts_as_long_as_what_it_belongs_to_says(escapes: Documents) -> None:
    rooms = by_id(escapes["rooms"])
    for booking in escapes["bookings"]:
        minutes = timedelta(minutes=rooms[booking["room"]]["duration_minutes"])
        assert booking["slot_ends_at"] - booking["slot_starts_at"] == minutes
    for game in escapes["games"]:
        lasted = game["finished_at"] - game["started_at"]
        assert lasted == timedelta(minutes=rooms[game["room"]]["duration_minutes"])
        assert game["time_seconds"] == lasted.total_seconds()


def test_what_was_booked_happens_when_it_was_booked_for(escapes: Documents) -> None:
    bookings = by_id(escapes["bookings"])
    for game in escapes["games"]:
        booking = bookings[game["booking"]]
        assert booking["slot_starts_at"] <= game["started_at"] <= booking["slot_ends_at"]


def test_people_are_there_before_what_they_are_needed_for(escapes: Documents) -> None:
    masters = by_id(escapes["game_masters"])
    assert all(masters[game["game_master"]]["hired_on"] < game["started_at"] for game in escapes["games"])


def test_what_is_said_of_a_thing_is_said_soon_after_it(escapes: Documents, interpreters: Documents) -> None:
    games, assignments = by_id(escapes["games"]), by_id(interpreters["assignments"])
    pairs = [(games[each["game"]]["finished_at"], each["written_at"]) for each in escapes["reviews"]]
    pairs += [
        (assignments[each["assignment"]]["ends_at"], each["rated_at"]) for each in interpreters["ratings"]
    ]
    pairs += [
        (assignments[each["assignment"]]["ends_at"], each["at"]) for each in interpreters["audit_entries"]
    ]
    assert all(end < date < end + timedelta(days=15) for end, date in pairs)


def test_a_part_of_hours_is_no_moment_and_signed_afterwards(interpreters: Documents) -> None:
    for assignment in interpreters["assignments"]:
        sheet = assignment["time_sheet"]
        assert assignment["starts_at"] <= sheet["started_at"] < sheet["ended_at"] <= assignment["ends_at"]
        assert sheet["ended_at"] < sheet["signed_at"]
        hours = (sheet["ended_at"] - sheet["started_at"]).total_seconds() / 3600
        assert abs(sheet["hours"] - (hours - sheet["break_minutes"] / 60)) < 0.02 and sheet["hours"] > 0


def test_what_nothing_is_done_without_comes_before_what_is_done_with_it(mill: Documents) -> None:
    campaigns, millings = by_id(mill["campaigns"]), by_id(mill["millings"])
    for delivery in mill["deliveries"]:
        campaign = campaigns[delivery["campaign"]]
        assert campaign["starts_on"] <= delivery["arrived_at"] <= campaign["ends_on"] + timedelta(days=1)
        assert delivery["arrived_at"] < millings[delivery["milling"]]["started_at"]


def test_until_when_somebody_may_is_days_later(mill: Documents) -> None:
    assert days_after("collect_by") == 14 and days_after("created_at") == 0
    assert all(sale["agreed_on"] + timedelta(days=1) < sale["collect_by"] for sale in mill["sales"])


def test_a_period_has_days_and_no_times(mill: Documents) -> None:
    assert all(each[name].hour == 0 for each in mill["payouts"] for name in ("period_from", "period_until"))


def test_dates_that_are_called_alike_are_of_one_time() -> None:
    assert lasting("held_until", "slot_starts_at", "slot_ends_at") == ("slot_starts_at", "slot_ends_at")
    assert lasting("starts_on", "ends_on", "play_ends_on", "play_starts_on") is None
    assert from_to("started_at", "ended_at", "signed_at") == ("started_at", "ended_at")
    assert from_to("created_at", "ended_at") is None
    assert is_afterwards("AuditEntry") and is_afterwards("Rating") and not is_afterwards("Entry")


# --- states ----------------------------------------------------------------------------------------


def test_what_has_been_written_off_is_not_mended(escapes: Documents) -> None:
    assert {repair["state"] for repair in escapes["repairs"]} >= {"fixed", "written_off"}
    assert all(("fixed_at" in repair) == (repair["state"] == "fixed") for repair in escapes["repairs"])


def test_a_number_of_what_has_not_begun_is_nothing(mill: Documents) -> None:
    assert {sale["status"] for sale in mill["sales"]} >= {"agreed", "paid"}
    for sale in mill["sales"]:
        assert (number(sale, "collected_litres") == 0) == (sale["status"] in ("agreed", "in_collection"))


# --- amounts ---------------------------------------------------------------------------------------


def test_what_so_many_units_come_to_is_that_many_times_their_price(mill: Documents) -> None:
    for sale in mill["sales"]:
        assert number(sale, "amount") == round(number(sale, "litres") * number(sale, "price_per_litre"), 2)


def test_what_is_in_a_thing_has_room_there(mill: Documents) -> None:
    tanks = by_id(mill["tanks"])
    assert all(tank["filled_litres"] <= tank["capacity_litres"] for tank in tanks.values())
    assert all(
        each["level_litres"] <= tanks[each["meta"]["tank"]]["capacity_litres"]
        for each in mill["tank_readings"]
    )
    for sale in mill["sales"]:
        assert (
            number(sale, "collected_litres")
            <= number(sale, "litres")
            <= tanks[sale["tank"]]["capacity_litres"]
        )


def test_a_yield_is_no_more_than_all(mill: Documents) -> None:
    assert all(0 < number(each, "yield_percent") <= 100 for each in mill["millings"])


def test_after_deductions_less_is_left(mill: Documents) -> None:
    for payout in mill["payouts"]:
        left = (
            number(payout, "gross_amount")
            - number(payout, "advances_deducted")
            - number(payout, "withheld_tax")
        )
        assert left > 0 and round(left, 2) == number(payout, "net_amount")


def test_no_more_is_paid_than_is_asked_for_where_that_is_net(interpreters: Documents) -> None:
    for invoice in interpreters["invoices"]:
        assert 0 <= number(invoice, "paid") <= number(invoice, "net") and number(invoice, "net") > 20
        assert (number(invoice, "open_amount") == 0) == (invoice["status"] == "paid")


def test_a_result_has_no_zeros_behind_its_cents_and_keeps_its_digits() -> None:
    spec = Spec(name="net", types=("decimal",))
    assert (
        str(converted(Decimal("0.760"), spec)) == "0.76" and str(converted(Decimal("0.0000"), spec)) == "0.00"
    )
    assert str(converted(Decimal("4." + "0" * 33), spec)) == "4.00"
    assert str(converted(Decimal("1." + "3" * 33), spec)) == "1." + "3" * 33


def test_how_many_succeed_is_no_price(escapes: Documents) -> None:
    assert all(0 <= room["success_rate"] <= 1 for room in escapes["rooms"])


def test_all_links_of_a_thing_have_no_more_than_it_has(mill: Documents) -> None:
    for grove in mill["groves"]:
        assert sum(each["trees"] for each in grove["varieties"]) <= max(
            grove["trees"], len(grove["varieties"])
        )


def test_a_year_in_which_something_was_done_is_no_later_than_its_dates(mill: Documents) -> None:
    assert all(grove["planted_year"] <= grove["last_inspected_on"].year for grove in mill["groves"])


# --- words -----------------------------------------------------------------------------------------


def test_tanks_are_made_of_what_holds_oil(mill: Documents) -> None:
    words = {"stainless steel", "aluminium", "glass", "oak", "plastic"}
    assert {tank["material"] for tank in mill["tanks"]} <= words
