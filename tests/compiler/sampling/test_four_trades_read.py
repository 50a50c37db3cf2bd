"""Samples of four trades that no table was made for, read as their client would: a veterinary clinic, an opera house, a ferry line
and a plant nursery. Their designs have hardly an example. Each test names a class of wrongs, not the values."""

from __future__ import annotations

from datetime import timedelta

from designs.compiler.model.values import plain
from tests.compiler.sampling.test_coherence import samples_of
from tests.compiler.sampling.test_ten_trades_read import Documents, _inside

_BREEDS = {
    "dog": {"Labrador Retriever", "Border Collie", "German Shepherd", "Beagle"},
    "cat": {"European Shorthair", "Maine Coon", "Siamese", "British Shorthair"},
    "rabbit": {"Dwarf Lop", "Lionhead", "Dutch"},
    "horse": {"Hanoverian", "Haflinger", "Icelandic Horse"},
}
_WEIGHTS = {"dog": (5, 40), "cat": (3, 7), "rabbit": (1, 4), "horse": (400, 700)}


def _everywhere(documents: Documents, name: str) -> list[object]:
    """The values under a name in all documents, at any depth."""
    values: list[object] = []
    rows: list[object] = [*documents.values()]
    while rows:
        row = rows.pop()
        rows += row.values() if isinstance(row, dict) else row if isinstance(row, list) else ()
        values += [row[name]] if isinstance(row, dict) and name in row else []
    return values


def test_an_animal_is_as_its_species_and_has_what_animals_have() -> None:
    clinic = samples_of("veterinary_clinic")
    animals = clinic["animals"] if "animals" in clinic else _inside(clinic, "owners", "animals")
    for animal in animals:
        low, high = _WEIGHTS[animal["species"]]
        assert (
            animal["breed"] in _BREEDS[animal["species"]] and low < (plain(animal["weight_kg"]) or 0) < high
        )
    assert not {"Influenza", "Measles, mumps, rubella"} & {*_everywhere(clinic, "vaccine")}
    assert not {"Ramipril 5 mg", "Essential hypertension"} & {
        *_everywhere(clinic, "drug"),
        *_everywhere(clinic, "diagnosis"),
    }
    assert all(37 < (plain(each) or 0) < 40 for each in _everywhere(clinic, "temperature_c"))
    assert all(1 <= (plain(each) or 0) <= 4 for each in _everywhere(clinic, "times_per_day"))


def test_a_bill_is_refunded_once_it_is_paid_in_the_year_of_its_number() -> None:
    clinic = samples_of("veterinary_clinic")
    bills = clinic["bills"] if "bills" in clinic else _inside(clinic, "owners", "bills")
    assert all(bill["issued_on"].year == 2026 for bill in bills if "issued_on" in bill)
    refunded = {refund["bill_id"] for refund in clinic.get("refunds", [])}
    assert all(bill["state"] == "paid" for bill in bills if bill.get("refunds") or bill["_id"] in refunded)


def test_a_season_is_that_of_its_years_and_a_production_that_of_its_opera() -> None:
    house = samples_of("opera_house")
    for season in house["seasons"]:
        assert (season["starts_on"].year, season["ends_on"].year) == tuple(
            2000 + int(part[-2:]) for part in season["name"].split("/")
        )
    titles = {opera["_id"]: opera["title"] for opera in house["operas"]}
    assert all(each["title"] == titles[each["opera_id"]] for each in house["productions"])
    assert all(each["premiered_year"] < 1930 and each["running_minutes"] >= 120 for each in house["operas"])
    opens = {each["_id"]: each["opens_on"] for each in house["productions"]}
    rehearsals = house.get("rehearsals", [])
    assert all(each["starts_at"] < opens[each["production_id"]] for each in rehearsals)


def test_nothing_is_given_back_of_what_was_not_returned() -> None:
    house, line, nursery = map(samples_of, ("opera_house", "ferry_line", "plant_nursery"))
    rows = [each for documents in (house, line, nursery) for each in _records(documents) if "refund" in each]
    assert rows and {each["state"] for each in rows} <= {"returned", "refunded", "accepted", "settled"}
    assert all(
        (plain(each["refund"]) or 0) <= (plain(each.get("price", each.get("total"))) or 1000) for each in rows
    )


def _records(documents: Documents) -> list[dict[str, object]]:
    records: list[dict[str, object]] = []
    rows: list[object] = [*documents.values()]
    while rows:
        row = rows.pop()
        rows += row.values() if isinstance(row, dict) else row if isinstance(row, list) else ()
        records += [row] if isinstance(row, dict) else []
    return records


def test_a_critic_does_not_judge_a_parcel() -> None:
    texts = [each["text"] for each in _records(samples_of("opera_house")) if "newspaper" in each]
    assert texts and not [text for text in texts if "missing" in str(text) or "described" in str(text)]


def test_a_crossing_takes_as_long_as_its_route_says_and_is_booked_before() -> None:
    line = samples_of("ferry_line")
    minutes = {route["_id"]: route["minutes"] for route in line["routes"]}
    departs = {}
    for sailing in line["sailings"]:
        departs[sailing["_id"]] = sailing["departs_at"]
        assert sailing["arrives_at"] - sailing["departs_at"] == timedelta(
            minutes=minutes[sailing["route_id"]]
        )
        if "arrived_at" in sailing:
            assert sailing["departs_at"] <= sailing["departed_at"] < sailing["arrived_at"]
    bookings = [each for each in _records(line) if "booked_at" in each and each.get("sailing_id") in departs]
    assert all(each["booked_at"] < departs[each["sailing_id"]] for each in bookings)  # type: ignore[operator, index]
    trucks = [each for each in _records(line) if "slot_at" in each]
    for truck in trucks:
        assert ("in_at" in truck, "out_at" in truck) == (truck["state"] != "booked", truck["state"] == "left")
    assert all(
        3 < (plain(each["length_m"]) or 0) < 8
        for each in _records(line)
        if "plate" in each and "length_m" in each
    )
    assert not [each for each in _everywhere(line, "text") if "heard from you" in str(each)]


def test_plants_go_by_both_their_names_and_none_is_left_of_what_is_sold_out() -> None:
    nursery = samples_of("plant_nursery")
    names = {each["common_name"]: each["latin_name"] for each in nursery["species"]}
    assert names.get("English lavender", "Lavandula angustifolia") == "Lavandula angustifolia"
    assert names.get("Silver birch", "Betula pendula") == "Betula pendula"
    batches = [each for each in _records(nursery) if "plants_sown" in each]
    assert batches and all(each["plants_left"] <= each["plants_sown"] for each in batches)  # type: ignore[operator]
    assert all(each["plants_left"] == 0 for each in batches if each["state"] == "sold_out")
    assert [each["label"] for each in batches if each["label"] == "2027-13-ROSA"] == []
