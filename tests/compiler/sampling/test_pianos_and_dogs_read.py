"""Samples of a workshop for pianos and of a school for guide dogs, read as their people would: designs without an example.

Each test names a class of wrongs, not the values.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from designs.compiler.model.conceptual import Field
from designs.compiler.model.values import plain
from designs.compiler.sampling.nesting import person_in
from designs.compiler.sampling.values.moments import unit_with
from designs.compiler.sampling.values.numbers import measure_of
from tests.compiler.sampling.test_coherence import samples_of

Documents = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def pianos() -> Documents:
    return samples_of("piano_workshop")


@pytest.fixture(scope="module")
def dogs() -> Documents:
    return samples_of("guide_dogs")


def number(document: dict[str, Any], name: str) -> float:
    value = plain(document[name])
    assert value is not None
    return value


def test_what_is_dated_by_the_day_lasts_days_whatever_it_is_called(dogs: Documents) -> None:
    matches = dogs["matches"]
    assert all(each["trial_until"] - each["trial_from"] > timedelta(days=2) for each in matches)
    days = [each[name] for each in matches for name in ("handed_over_on", "ended_on") if name in each]
    assert len(days) > 2 and all((day.hour, day.minute) == (0, 0) for day in days)
    for each in matches:
        row = [
            each[name] for name in ("proposed_on", "trial_from", "handed_over_on", "ended_on") if name in each
        ]
        assert all(first < second for first, second in pairwise(row))


def test_what_ends_at_a_time_of_day_is_still_over_within_hours() -> None:
    by_day, by_time = (Field(name=name, type="date") for name in ("ended_on", "ended_at"))
    assert unit_with("Match", [by_day]) == timedelta(days=1)
    assert unit_with("Match", [by_time]) < timedelta(hours=1)


def test_what_is_done_by_the_day_is_done_after_the_work_on_it(pianos: Documents) -> None:
    done = [each for each in pianos["restorations"] if "finished_on" in each]
    assert done and all(each["finished_on"].hour == each["finished_on"].minute == 0 for each in done)
    for each in done:
        work = [part["done_on"] for part in pianos["works"] if part["restoration"] == each["_id"]]
        assert each["started_on"] <= max(work) < each["finished_on"] <= each["collected_on"]


def test_what_is_promised_is_promised_for_later(pianos: Documents) -> None:
    assert all(each["accepted_on"] < each["promised_for"] for each in pianos["restorations"])


def test_nobody_pays_by_the_month_for_a_week(pianos: Documents, dogs: Documents) -> None:
    for each in (*pianos["hires"], *dogs["sponsorships"]):
        if "ends_on" in each:
            assert (each["ends_on"] - each["starts_on"]).days > 300
        if "deposit_returned_at" in each and "ends_on" in each:
            assert each["deposit_returned_at"] >= each["ends_on"]


def test_what_is_billed_was_done_before(pianos: Documents) -> None:
    bills = {each["_id"]: each for each in pianos["invoices"]}
    billed = [each for each in pianos["visits"] if each["status"] == "done" and "invoice" in each]
    assert billed and all(
        each["ends_at"].date() <= bills[each["invoice"]]["issued_on"].date() for each in billed
    )


def test_who_gives_is_a_donor_since_before(dogs: Documents) -> None:
    donors = {each["_id"]: each for each in dogs["donors"]}
    assert all(donors[each["donor"]]["donor_since"] < each["received_at"] for each in dogs["donations"])


def test_so_many_months_at_a_price_come_to_what_was_paid(dogs: Documents) -> None:
    for each in dogs["sponsorships"]:
        assert 1 <= each["months_paid"] <= 12
        assert number(each, "paid_so_far") == each["months_paid"] * number(each, "monthly_amount")


def test_no_more_live_than_were_born_and_no_more_points_are_won_than_there_are(dogs: Documents) -> None:
    assert all(each["puppies_alive"] <= each["puppies_born"] <= 12 for each in dogs["litters"])
    assert all(exam["points"] <= exam["max_points"] for dog in dogs["dogs"] for exam in dog.get("exams", ()))
    measure = measure_of("Author", "born")
    assert measure is not None and measure.low > 1000


def test_costs_come_to_the_total(pianos: Documents) -> None:
    done = [each for each in pianos["restorations"] if "labour_cost" in each]
    for each in done:
        assert number(each, "total") == number(each, "labour_cost") + number(each, "parts_cost")
    assert done


def test_a_thing_is_sold_for_more_than_it_was_bought_for(pianos: Documents) -> None:
    assert all(number(each, "bought_for") < number(each, "sold_for") for each in pianos["pianos"])


def test_a_person_writes_from_an_address_of_their_own(pianos: Documents) -> None:
    for each in pianos["customers"]:
        assert each["email"].startswith("office@") == (each["name"] != each["contact_person"])


def test_a_name_with_a_number_is_no_person() -> None:
    assert person_in({"name": "Moving 2"}) is None
    assert person_in({"name": "Mei Bianchi"}) == ("Mei", "Bianchi")


def test_machines_break_and_dogs_do_not(dogs: Documents) -> None:
    assert all(each["problem"].startswith("Problem") for each in dogs["aftercare_visits"])
    assert {vaccine for each in dogs["health_checks"] for vaccine in each["vaccinated_against"]} & {
        "Rabies",
        "Tetanus",
    }
