"""Samples of a wedding venue, a used-car dealer, a chain of dialysis clinics and a language school, read as those of the trade would.
Each test names a class of wrongs, not the values."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from designs.compiler.model.values import plain
from tests.compiler.sampling.test_coherence import samples_of

_DAY = timedelta(days=1)


def _number(value: Any) -> float:
    return plain(value) or 0


def test_what_is_agreed_for_an_event_is_what_its_rooms_and_menus_cost() -> None:
    venue = samples_of("wedding_venue")
    prices = {menu["_id"]: _number(menu["price_per_head"]) for menu in venue["menus"]}
    rates = {space["_id"]: _number(space["day_rate"]) for space in venue["spaces"]}
    for event in venue["events"]:
        assert all(_number(each["price_per_head"]) == prices[each["menu_id"]] for each in event["menus"])
        assert all(_number(each["fee"]) == rates[each["space_id"]] for each in event["spaces"])
        assert sum(each["covers"] for each in event["menus"]) <= event["expected_guests"]
        assert event.get("paid_total") is None or _number(event["paid_total"]) <= _number(
            event["contract_total"]
        )
    sums = [
        sum(_number(each["fee"]) for each in event["spaces"])
        + sum(each["covers"] * _number(each["price_per_head"]) for each in event["menus"])
        for event in venue["events"]
    ]
    totals = [_number(event["contract_total"]) for event in venue["events"] if "contract_total" in event]
    assert totals == [
        each for each, event in zip(sums, venue["events"], strict=True) if "contract_total" in event
    ]


def test_a_wedding_lasts_hours_and_its_rooms_and_staff_are_there_as_long() -> None:
    for event in samples_of("wedding_venue")["events"]:
        start, end = event["starts_at"], event["ends_at"]
        assert timedelta(hours=5) <= end - start <= timedelta(hours=12)
        assert all((each["from"], each["until"]) == (start, end) for each in event["spaces"])
        assert all(start <= each["starts_at"] < each["ends_at"] <= end for each in event["staff"])
        assert start <= event.get("ceremony_at", start) <= end
        assert event.get("deposit_due_on", start - _DAY) < start
        dates = [each["changed_at"] for each in event["status_changes"]]
        assert dates == sorted(dates) and dates[-1] <= end + _DAY and start - dates[0] < 60 * _DAY


def test_a_car_is_sold_once_and_never_traded_in_at_a_sale_of_its_own() -> None:
    cars = samples_of("used_cars")
    sold = [sale["vehicle"] for sale in cars["sales"]]
    assert len({*sold}) == len(sold)
    sales = {sale["_id"]: sale for sale in cars["sales"]}
    for car in cars["vehicles"]:
        seen = {car["_id"]}
        while "traded_in_at" in car:
            car = next(
                each for each in cars["vehicles"] if each["_id"] == sales[car["traded_in_at"]]["vehicle"]
            )
            assert car["_id"] not in seen
            seen.add(car["_id"])


def test_prices_of_one_car_are_of_one_size() -> None:
    cars = samples_of("used_cars")
    asked = {car["_id"]: _number(car["asking_price"]) for car in cars["vehicles"] if "asking_price" in car}
    assert all(
        0.5 < _number(sale["price"]) / asked[sale["vehicle"]] < 1.5
        for sale in cars["sales"]
        if sale["vehicle"] in asked
    )
    for car in cars["vehicles"]:
        if {"bought_for", "asking_price"} <= car.keys():
            assert 0.5 < _number(car["bought_for"]) / _number(car["asking_price"]) < 1
        assert all(_number(each["new_price"]) > 5000 for each in car["price_changes"])
    for customer in cars["customers"]:
        assert all(_number(each.get("alert_below", 9999)) > 5000 for each in customer["favourites"])


def test_who_has_nobody_above_has_the_highest_post() -> None:
    venue, cars = samples_of("wedding_venue"), samples_of("used_cars")
    assert [each["job"] for each in venue["employees"] if "manager" not in each] == ["floor manager"]
    assert {each["job"] for each in cars["employees"] if "mentor" not in each} == {
        "sales director",
        "branch manager",
    }


def _names(documents: list[dict[str, Any]], name: str = "name") -> list[str]:
    return [str(each[name]) for each in documents]


def test_nothing_is_an_example_counted_up_where_a_list_or_a_place_names_it() -> None:
    venue, cars, chain = (samples_of(each) for each in ("wedding_venue", "used_cars", "dialysis_chain"))
    extras = [extra for sale in cars["sales"] for extra in sale["extras"]]
    names = [
        *_names(venue["spaces"]), *_names(venue["caterers"]), *_names(venue["menus"]), *_names(extras),
        *_names(chain["clinics"]), *_names(cars["workshop_jobs"], "task"),
        *(done["action_taken"] for session in chain["sessions"] for done in session["complications"]),
    ]  # fmt: skip
    assert not [name for name in names if name.rpartition(" ")[2].isdigit()]
    assert {*_names(chain["machines"], "model")} == {"Fresenius 5008S"}


def test_a_wedding_is_called_like_those_who_marry() -> None:
    weddings = [event for event in samples_of("wedding_venue")["events"] if event["type"] == "wedding"]
    assert len({event["partner_one"] for event in weddings}) == len(weddings)
    for event in weddings:
        assert all(event[name].split()[-1] in event["title"] for name in ("partner_one", "partner_two"))


def test_a_result_lies_near_what_is_usual_in_its_unit() -> None:
    usual = {
        "phosphate": (0.5, 2.5, "mmol/l"),
        "calcium": (1.8, 3, "mmol/l"),
        "potassium": (3, 6.5, "mmol/l"),
    }
    for result in samples_of("dialysis_chain")["lab_results"]:
        low, high, unit = usual[result["analyte"]]
        assert low < result["value"] < high and result["unit"] == unit


def test_a_car_is_as_old_as_it_was_driven_and_a_rate_of_a_tenth_is_none_of_nothing() -> None:
    cars = samples_of("used_cars")
    for car in cars["vehicles"]:
        assert all(
            365 * _DAY < car["listed_at"] - car["first_registered"] < 7000 * _DAY
            for _ in car.keys() & {"listed_at"}
        )
    assert all(0 < _number(each.get("commission_rate", 0.1)) <= 0.2 for each in cars["employees"])


def test_notes_are_absent_here_and_there_and_what_operations_say_never() -> None:
    venue, chain = samples_of("wedding_venue"), samples_of("dialysis_chain")
    assert "allergies" in chain["patients"][0] and "internal_notes" in venue["events"][0]
    assert any("allergies" not in patient for patient in chain["patients"])
    assert all(each.keys() >= {"reference", "title", "status"} for each in venue["events"])
