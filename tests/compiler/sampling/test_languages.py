"""Names in other languages are read as the English ones that the sample knows, and English ones as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from designs.compiler import read
from designs.compiler.model.field_walk import parts
from designs.compiler.names import inflection
from designs.compiler.sampling.languages import country_of_names, snake
from tests.compiler.sampling.test_lives_agree import _field, _has, _world

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("Strasse", "street"), ("straße", "street"), ("freigegeben_am", "released_on"), ("lieferantennummer", "supplier_number"),
        ("geburtsdatum", "birth_date"), ("nato_il", "born_on"), ("codice_cliente", "customer_code"), ("partita_iva", "vat_number"),
        ("código_postal", "postal_code"), ("enviado_el", "sent_on"), ("prénom", "first_name"), ("date_naissance", "birth_date"),
        ("voornaam", "first_name"),
    ],
)  # fmt: skip
def test_names_of_other_languages_are_read(name: str, meaning: str) -> None:
    assert snake(name) == meaning


@pytest.mark.parametrize(
    "name", ["art", "data", "via", "am_pm", "land", "tag", "fine", "de_minimis", "total_am", "dal", "fin"]
)
def test_what_may_be_english_stays(name: str) -> None:
    assert snake(name) == name


def test_english_designs_are_read_as_they_are() -> None:
    names = set[str]()
    for file in (
        *(ROOT / "designs" / "library").glob("*.json"),
        *(ROOT / "designs" / "handbook").glob("*.json"),
    ):
        model = read(file.read_text(encoding="utf-8")).value
        for entity in model.entities if model is not None else ():
            names |= {entity.name, *(part.field.name for part in parts(entity.own_fields))}
    assert [name for name in names if snake(name) != inflection.snake(name)] == []
    assert country_of_names(names) is None


def test_a_german_design_has_german_addresses_and_its_states_are_lived() -> None:
    betrieb = {
        "name": "Betrieb",
        "fields": [_field(name, "string") for name in ("name", "strasse", "plz", "ort", "telefon", "iban")],
    }
    states = _field("status", "string", required=True, enum=["entwurf", "freigegeben", "storniert"])
    bill = {"name": "Abrechnung", "fields": [states, _field("freigegeben_am"), _field("betrag", "decimal")]}
    records = _world(betrieb, bill, links=(_has("Betrieb", "Abrechnung"),))
    for each in map(records.of, records.world.things["Betrieb"]):
        assert each["telefon"].startswith("+49") and each["iban"].startswith("DE") and len(each["plz"]) == 5
    for each in map(records.of, records.world.things["Abrechnung"]):
        assert "freigegeben_am" not in each or each["status"] == "freigegeben"
