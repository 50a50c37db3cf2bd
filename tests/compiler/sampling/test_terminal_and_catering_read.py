"""Samples of a terminal for containers and of a caterer, read as their people would: designs without an example.

Each test names a class of wrongs, not the values.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from designs.compiler.model.conceptual import Field
from designs.compiler.sampling.values.course import Course
from tests.compiler.sampling.test_coherence import samples_of

Documents = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def terminal() -> Documents:
    return samples_of("box_terminal")


@pytest.fixture(scope="module")
def catering() -> Documents:
    return samples_of("catering")


def test_voyages_follow_one_another_as_numbers_do(terminal: Documents) -> None:
    assert [call["voyage"] for call in terminal["port_calls"]] == ["412W", "413W", "414W"]


def test_who_comes_to_a_gate_leaves_on_the_same_day(terminal: Documents) -> None:
    done = [visit for visit in terminal["gate_visits"] if "left_at" in visit]
    assert done and all(
        timedelta(0) < visit["left_at"] - visit["entered_at"] < timedelta(hours=12) for visit in done
    )


def test_what_comes_about_when_it_was_meant_to_does_so_on_a_minute(terminal: Documents) -> None:
    came = [call for call in terminal["port_calls"] if "ata" in call]
    assert came and all(call["eta"] < call["ata"] for call in came)
    assert not any(call["ata"].second or call["ata"].microsecond for call in came)


def test_what_is_still_expected_has_not_come_and_what_lies_alongside_has_not_left(
    terminal: Documents,
) -> None:
    state = Field(name="status", type="string", enum=["announced", "expected", "alongside", "sailed"])
    course = Course([state, Field(name="ata", type="date"), Field(name="atd", type="date")])
    gone = {name: course.contradicted({"status": name, "ata": 1, "atd": 2}) for name in state.enum or ()}
    assert gone == {
        "announced": ["ata", "atd"],
        "expected": ["ata", "atd"],
        "alongside": ["atd"],
        "sailed": [],
    }
    assert all(("atd" in call) <= (call["status"] == "sailed") for call in terminal["port_calls"])


def test_what_is_overdue_or_lost_is_not_back() -> None:
    state = Field(name="status", type="string", enum=["out", "returned", "overdue", "lost"])
    course = Course([state, Field(name="returned_at", type="date")])
    back = [name for name in state.enum or () if not course.contradicted({"status": name, "returned_at": 1})]
    assert back == ["returned"]


def test_few_readings_tell_of_a_fault(terminal: Documents) -> None:
    faults = ["fault_code" in reading for reading in terminal["crane_readings"]]
    assert any(faults) and not all(faults)


def test_ships_sail_under_the_flags_of_several_countries(terminal: Documents) -> None:
    flags = {vessel["flag"] for vessel in terminal["vessels"]}
    assert len(flags) > 1 and not any(character.isdigit() for flag in flags for character in flag)


def test_a_tank_has_no_size_of_a_box(terminal: Documents) -> None:
    sizes = [{each["size_type"] for each in terminal[name]} for name in ("tanks", "containers")]
    assert sizes[0] and sizes[0].isdisjoint(sizes[1])


def test_a_thing_is_called_by_what_sort_it_is(catering: Documents) -> None:
    assert all(each["name"].startswith(each["category"].capitalize()) for each in catering["equipment"])


def test_nobody_eats_latex(catering: Documents) -> None:
    assert {each["name"] for each in catering["allergens"]} <= {
        "gluten", "milk", "nuts", "soya", "eggs", "sulphites",
    }  # fmt: skip


def test_dishes_of_a_menu_stand_in_places_of_their_own(catering: Documents) -> None:
    for menu in catering["menus"]:
        places = [dish["position"] for dish in menu["dishes"]]
        assert places == sorted(set(places)) and places[0] == 1


def test_money_in_hand_has_no_number_of_a_provider(catering: Documents) -> None:
    paid = [payment for event in catering["events"] for payment in event.get("payments", ())]
    paid += catering.get("payments", [])
    assert paid and all(each["method"] != "cash" or "stripe_payment_id" not in each for each in paid)


def test_a_place_is_not_called_like_what_a_hotel_offers(catering: Documents) -> None:
    assert [each["name"] for each in catering["facilities"]] == ["Facility 1", "Facility 2"]
