"""Samples of a brewery, a staffing agency and recording studios, read as their clients would.

None of the designs has an example. Each test names a class of wrongs, not the values.
"""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.model.values import plain
from designs.compiler.sampling import samples
from designs.compiler.sampling.values.kinds import is_company, kind_of
from designs.compiler.sampling.values.kinds.people import looks_like_person
from designs.compiler.sampling.values.numbers import measure_of
from tests.compiler.in_parts import laid_out
from tests.compiler.sampling.test_coherence import samples_of

HERE = Path(__file__).parent / "coherent_designs"
Documents = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def brewery() -> Documents:
    return samples_of("craft_brewery")


@pytest.fixture(scope="module")
def agency() -> Documents:
    return samples_of("staffing_agency")


@pytest.fixture(scope="module")
def studios() -> Documents:
    return samples_of("recording_studios")


@pytest.mark.parametrize(
    ("design", "collection", "number", "date"),
    [("craft_brewery", "orders", "order_number", "ordered_at"), ("craft_brewery", "batches", "batch_number", "brewed_on"),
     ("staffing_agency", "invoices", "invoice_number", "issued_on"), ("staffing_agency", "job_openings", "reference", "published_at"),
     ("recording_studios", "bookings", "booking_number", "starts_at"), ("recording_studios", "takes", "number", "recorded_at")],
)  # fmt: skip
def test_what_is_numbered_later_is_of_later(design: str, collection: str, number: str, date: str) -> None:
    documents = sorted(samples_of(design)[collection], key=lambda each: str(each[number]))
    assert len(documents) > 1 and all(one[date] < other[date] for one, other in pairwise(documents))


def test_no_more_is_booked_or_filled_than_there_is(brewery: Documents, agency: Documents) -> None:
    assert all(tasting["seats_booked"] <= tasting["seats"] for tasting in brewery["tastings"])
    assert all(each["positions_filled"] <= each["positions"] for each in agency["job_openings"])


def test_what_work_costs_an_hour_is_no_share_of_one(agency: Documents) -> None:
    for placement in agency["placements"]:
        assert 10 < (plain(placement["pay_rate"]) or 0) < (plain(placement["charge_rate"]) or 0)


def test_a_company_is_registered_under_its_name_and_a_person_is_asked_for(brewery: Documents) -> None:
    for each in brewery["breweries"]:
        assert each["legal_name"].startswith(each["name"])
    for customer in brewery["customers"]:
        assert is_company(customer["name"]) and looks_like_person(customer["contact_name"])


def test_who_is_of_a_town_is_of_its_country(studios: Documents) -> None:
    assert {artist["country"] for artist in studios["artists"]} == {"NL"}  # they are paid to an IBAN
    assert all(looks_like_person(artist["legal_name"]) for artist in studios["artists"])


def test_what_is_made_is_packed_later_and_best_for_months(brewery: Documents) -> None:
    packed = [batch for batch in brewery["batches"] if "packaged_on" in batch]
    for batch in packed:
        assert batch["brewed_on"] < batch["packaged_on"] < batch["best_before"] - timedelta(days=60)
    assert packed


def test_a_week_ends_on_a_sunday(agency: Documents) -> None:
    assert {sheet["week_ending"].weekday() for sheet in agency["timesheets"]} == {6}


@pytest.mark.parametrize(
    ("entity", "field", "kind"),
    [("Engineer", "specialty", None), ("Doctor", "specialty", "medical specialty"), ("Certification", "scope", None),
     ("ApiKey", "scopes", "permission"), ("Booking", "purpose", None), ("Payment", "purpose", "purpose of payment"),
     ("Beer", "allergens", "allergen in food"), ("Patient", "allergens", "allergy"), ("used", "position", None),
     ("Employee", "position", "job title"), ("Candidate", "headline", "headline of a person"), ("Article", "headline", "title of a text"),
     ("JobOpening", "required_skills", "skill"), ("Song", "key", "musical key"), ("Setting", "key", "setting")],
)  # fmt: skip
def test_a_word_of_many_meanings_has_that_of_its_thing(entity: str, field: str, kind: str | None) -> None:
    meant = kind_of(entity, field)
    assert (meant.name if meant else None) == kind


def test_a_height_in_metres_is_one() -> None:
    measures = [measure_of("Hall", name) for name in ("ceiling_height_m", "pressure_bar")]
    assert all(measure is not None and measure.high < 5 for measure in measures)


def test_the_designs_have_no_examples() -> None:
    for name in ("craft_brewery", "staffing_agency", "recording_studios"):
        assert '"example"' not in json.dumps(json.loads((HERE / f"{name}.json").read_text(encoding="utf-8")))


def test_all_things_are_of_the_town_of_the_designs_example() -> None:
    """None of Hamburg and Boston, with a place on the map in a third country; of towns themselves each is another one."""
    address = {"street": "Max-Brauer-Allee 72", "postal_code": "22765", "city": "Hamburg", "country": "DE"}
    fields = [{"name": name, "type": "string", "example": value} for name, value in address.items()]
    coordinates = {
        "name": "coordinates",
        "type": "array",
        "items": {"type": "double"},
        "example": [9.944, 53.558],
    }
    source = {
        "format": "nestlink/1", "name": "Sites", "database": "sites",
        "entities": [
            {"name": "Site", "fields": [{"name": "address", "type": "object", "fields": fields},
                                        {"name": "geo", "type": "object", "fields": [{"name": "type", "type": "string", "enum": ["Point"]}, coordinates]}]},
            {"name": "City", "fields": [{"name": "name", "type": "string", "example": "Hamburg"}]},
        ],
    }  # fmt: skip
    model = read(json.dumps(source)).value
    assert model is not None
    documents = samples(laid_out(model))
    towns = [
        tuple(site["address"][name] for name in ("postal_code", "city", "country"))
        for site in documents["sites"]
    ]
    assert len(towns) > 1 and set(towns) == {("22765", "Hamburg", "DE")}
    for site in documents["sites"]:
        east, north = site["geo"]["coordinates"]
        assert abs(east - 9.944) < 0.03 and abs(north - 53.558) < 0.03
    assert len({city["name"] for city in documents["cities"]}) == len(documents["cities"]) > 1
