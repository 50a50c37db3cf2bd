"""All places of the samples lie in one country: that which the design's examples tell."""

from __future__ import annotations

import re
from typing import Any

import pytest

from designs.compiler.sampling.values.kinds.places import HOME_OF, POSITIONS
from tests.compiler.in_parts import compile_design
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.test_coherence import model_of

NONE = "none"  # instead of an example: without the field
Telling = tuple[str, str, str]


def _field(name: str, example: str = "", type: str = "string") -> dict[str, Any]:
    return {"name": name, "type": type, "required": True, **({"example": example} if example else {})}


def _shops(**examples: str) -> list[dict[str, Any]]:
    names = ("street", "postcode", "city", "country", "phone", "iban", "vat_id")
    named = [name for name in (*names, *(examples.keys() - {*names})) if examples.get(name) is not NONE]
    shop = [_field(name, examples.get(name, "")) for name in named]
    entity = {
        "name": "Shop",
        "fields": [*shop, _field("latitude", type="double"), _field("longitude", type="double")],
    }
    source = {
        "format": "nestlink/1",
        "name": "Shops",
        "database": "shops",
        "entities": [entity],
        "relationships": [],
    }
    records = world_of(compile_design(model_of(source)))
    return [records.of(thing) for thing in records.world.things["Shop"]]


@pytest.mark.parametrize(
    "examples",
    [
        {"country": "DE"},
        {"phone": "+4940123456"},
        {"vat_id": "DE811234567"},
        {"iban": "DE02120300000000202051"},
    ],
    ids=str,
)
def test_german_examples_make_all_places_german(examples: dict[str, str]) -> None:
    for shop in _shops(**examples):
        assert HOME_OF[shop["city"]] == "DE" and shop["country"] in ("DE", "Germany")
        assert (
            shop["phone"].startswith("+49")
            and shop["iban"].startswith("DE")
            and shop["vat_id"].startswith("DE")
        )
        assert abs(shop["longitude"] - POSITIONS[shop["city"]][0]) < 0.1
        assert abs(shop["latitude"] - POSITIONS[shop["city"]][1]) < 0.1


@pytest.mark.parametrize(
    "examples", [{"country": "GB"}, {"phone": "+447700900123"}, {"postcode": "LS1 4AP"}], ids=str
)
def test_british_examples_make_all_places_british(examples: dict[str, str]) -> None:
    for shop in _shops(**examples):
        assert HOME_OF[shop["city"]] == "GB" and shop["country"] == "GB"
        assert (
            shop["phone"].startswith("+44")
            and shop["iban"].startswith("GB")
            and shop["vat_id"].startswith("GB")
        )
        assert " " in shop["postcode"]


HOMES = [
    ("FR", {"phone": "+33199000142"}), ("FR", {"city": "Lyon"}), ("NL", {"postcode": "1012 AB"}), ("NL", {"country": "NL"}),
    ("CH", {"country": "Switzerland"}), ("CH", {"vat_id": "CHE-123.456.788"}), ("CH", {"currency": "CHF"}),
    ("AT", {"iban": "AT611904300234573201"}), ("AT", {"language": "de-AT"}), ("GB", {"currency": "GBP"}),
    ("DE", {"language": "de"}), ("", {"currency": "USD"}), ("", {"phone": "+14135550142"}),
]  # fmt: skip


@pytest.mark.parametrize(("home", "examples"), HOMES, ids=str)
def test_each_example_puts_all_places_into_its_country(home: str, examples: dict[str, str]) -> None:
    dialled = {"FR": "+33", "NL": "+31", "CH": "+41", "AT": "+43", "GB": "+44", "DE": "+49", "": "+1"}[home]
    for shop in _shops(**examples)[1:]:
        assert HOME_OF[shop["city"]] == home
        assert shop["phone"].startswith(dialled)
        assert not home or (shop["iban"].startswith(home) and shop["vat_id"].startswith(home))
        assert abs(shop["longitude"] - POSITIONS[shop["city"]][0]) < 0.1


def test_what_is_said_outright_goes_before_a_town_and_that_before_a_currency() -> None:
    assert {HOME_OF[shop["city"]] for shop in _shops(phone="+41310000000", currency="GBP")} == {"CH"}
    assert {HOME_OF[shop["city"]] for shop in _shops(city="Wien", language="de-CH")} == {"AT"}


def test_numbers_of_accounts_and_taxes_are_written_as_in_their_country() -> None:
    forms = {"FR": r"FR[0-9]{11}", "NL": r"NL[0-9]{9}B01", "CH": r"CHE-[0-9.]{11}", "AT": r"ATU[0-9]{8}"}
    lengths = {"FR": 27, "NL": 18, "CH": 21, "AT": 20}
    for home, form in forms.items():
        for shop in _shops(country=home):
            assert re.fullmatch(form, shop["vat_id"]) and len(shop["iban"]) == lengths[home]


def test_without_examples_they_are_of_the_towns_that_samples_always_had() -> None:
    assert all(HOME_OF[shop["city"]] == "" and shop["country"] == "US" for shop in _shops(iban=NONE))


def test_who_has_an_iban_is_where_there_are_ibans() -> None:
    """No account of the Netherlands in a town of Oregon."""
    for shop in _shops():
        assert HOME_OF[shop["city"]] == shop["country"] == shop["iban"][:2] == "NL"
