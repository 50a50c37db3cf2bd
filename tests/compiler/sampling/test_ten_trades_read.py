"""Samples of ten trades that no table was made for, read as their client would: a private railway, a planetarium, sales of cattle, a
kindergarten in German, surveys by drone, desks to rent in Spanish, drugs sold to pharmacies, midwives, a brewery and escape rooms.

None of the designs has an example. Each test names a class of wrongs, not the values.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from designs.compiler.model.values import plain
from designs.compiler.sampling.languages import snake
from designs.compiler.sampling.values.moments import days_after
from designs.compiler.sampling.values.numbers import measure_of
from tests.compiler.sampling.test_coherence import samples_of

Documents = dict[str, list[dict[str, Any]]]


def _inside(documents: Documents, collection: str, *path: str) -> list[dict[str, Any]]:
    rows = documents[collection]
    for name in path:
        rows = [
            inner for row in rows for inner in ([row[name]] if isinstance(row[name], dict) else row[name])
        ]
    return rows


def test_a_train_arrives_after_it_departs_and_stops_once_at_a_station() -> None:
    railway = samples_of("private_railway")
    for train in railway["trains"]:
        assert train["departs"] < train["arrives"] and train["weekday"] == sorted(set(train["weekday"]))
        stops = [stop["station"] for stop in train["stops"]]
        assert len(stops) == len(set(stops)) and all(
            stop["arrival"] < stop["departure"] for stop in train["stops"]
        )
        assert all(stop["platform"].isdigit() for stop in train["stops"])
    lengths = {line["_id"]: plain(line["length_km"]) for line in railway["lines"]}
    assert all(plain(station["kilometre"]) < lengths[station["line"]] for station in railway["stations"])
    assert all(station["staffed_from"] < station["staffed_until"] for station in railway["stations"])
    assert all(
        ("repaired_by" in fault) <= ("repaired_at" in fault)
        for fault in _inside(railway, "locomotives", "faults")
    )


def test_places_are_booked_before_the_show_and_collected_once_paid() -> None:
    planetarium = samples_of("planetarium")
    starts = {screening["_id"]: screening["starts_at"] for screening in planetarium["screenings"]}
    assert all(start.minute % 15 == 0 for start in starts.values())
    for booking in planetarium["bookings"]:
        assert booking["booked_at"] < starts[booking["screening"]]
        assert ("collected_at" in booking) <= ("paid_at" in booking) and plain(booking["total"]) < 100
    assert all(plain(projector["brightness_percent"]) <= 100 for projector in planetarium["projectors"])
    assert all(visit["pupils"] < 30 for visit in planetarium["group_visits"])


def test_bids_rise_to_the_price_on_the_day_of_the_sale() -> None:
    cattle = samples_of("cattle_auctions")
    assert {animal["breed"] for animal in cattle["animals"]} <= {
        "Angus", "Hereford", "Limousin", "Charolais", "Simmental", "Holstein",
    }  # fmt: skip
    assert all(300 < plain(animal["weight_kg"]) < 700 for animal in cattle["animals"])
    for sale in cattle["sales"]:
        assert sale["entries_close_at"] < sale["held_on"]
        for lot in sale["lots"]:
            amounts = [plain(bid["amount"]) for bid in lot["bids"]]
            assert amounts == sorted(amounts)
            assert all(bid["placed_at"].date() == sale["held_on"].date() for bid in lot["bids"])
            if lot["state"] == "sold":
                assert plain(lot["reserve"]) <= plain(lot["hammer_price"]) == amounts[-1]
                assert all(bid["placed_at"] <= lot["sold_at"] for bid in lot["bids"])
    for settlement in cattle["settlements"]:
        gross, commission, levies, net = (
            plain(settlement[name]) for name in ("gross", "commission", "levies", "net")
        )
        assert commission == pytest.approx(gross * 0.05, abs=0.02) and levies < commission < net < gross


def test_names_in_german_are_read() -> None:
    kita = samples_of("kindertagesstaette")
    for child in kita["kinds"]:
        born: datetime = child["geburtsdatum"]
        assert 1 <= (child["aufgenommen_am"] - born).days / 365 < 7
        for day in child["anwesenheiten"]:
            assert day["gebracht_um"] < day["abgeholt_um"] and " " in day["abgeholt_von"]
    assert all(group["alter_von"] <= group["alter_bis"] for group in kita["gruppes"])
    assert not [text for group in kita["kinds"] for text in group.get("allergien", []) if text[-2:] == " A"]
    assert snake("abgeholt_von") == "collected_by" and snake("eingestellt_am") == "hired_on"


def test_a_flight_lasts_as_long_as_it_says() -> None:
    drones = samples_of("drone_survey")
    for flight in _inside(drones, "missions", "flights"):
        minutes = plain(flight["minutes"]) or 0
        assert flight["landed_at"] - flight["took_off_at"] == timedelta(minutes=minutes)
    assert all(
        "flown_at" in mission for mission in drones["missions"] if mission["state"] in ("flown", "delivered")
    )
    assert all(plain(battery["capacity_mah"]) > 3000 for battery in drones["batteries"])
    assert drones["missions"][0]["state"] == "delivered"


def test_names_in_spanish_are_read() -> None:
    desks = samples_of("coworking")
    for member in desks["miembros"]:
        assert all(hours["horas_usadas"] <= hours["horas_compradas"] for hours in member["bonos"])
        assert member["nombre"].partition(" ")[0].isalpha()
    assert all(plain(desk["precio_mes"]) > 5 * plain(desk["precio_dia"]) for desk in desks["puestos"])
    cancelled = [booking for booking in desks["reservas"] if "motivo_cancelacion" in booking]
    assert all(booking["estado"] == "cancelada" for booking in cancelled)


def test_goods_are_no_more_than_came_and_lines_come_to_their_price() -> None:
    wholesale = samples_of("pharmacy_wholesale")
    for batch in _inside(wholesale, "items", "batches"):
        assert max(batch["available"], batch["quarantined"]) <= batch["received"]
    for order in wholesale["orders"]:
        assert ("signed_by" in order) <= ("delivered_at" in order)
        for line in order["lines"]:
            assert plain(line["line_total"]) == line["quantity_delivered"] * plain(line["unit_price"])
    aims = {room["_id"]: plain(room["target_celsius"]) for room in wholesale["cold_rooms"]}
    assert all(plain(room["alarm_below"]) < plain(room["alarm_above"]) for room in wholesale["cold_rooms"])
    assert all(
        abs(plain(log["celsius"]) - aims[log.get("meta", log)["room"]]) < 2
        for log in wholesale["temperature_logs"]
    )
    assert all("Pharmacy" in pharmacy["name"] for pharmacy in wholesale["pharmacies"])


def test_when_a_child_was_born_is_no_birthday_of_its_birth() -> None:
    for birth in _inside(samples_of("midwives"), "pregnancies", "birth"):
        assert 0 <= (birth["born_at"] - birth["labour_began_at"]).days < 30
    assert days_after("born_on") < -1000 < days_after("born_at")


def test_numbers_are_those_of_their_trade() -> None:
    for brew in samples_of("taproom_brewery")["brews"]:
        assert 1 < plain(brew["fg_measured"]) < plain(brew["og_measured"]) < 1.1
    for room in samples_of("escape_rooms_chain")["rooms"]:
        assert all(10 < plain(slot["price_per_player"]) < 60 for slot in room["slots"])
    share = measure_of("Lamp", "brightness_percent")
    assert share is not None and share.high <= 100
