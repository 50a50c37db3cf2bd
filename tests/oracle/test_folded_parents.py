"""What is known of a parent that is folded into its children changes in all of them, and only where it may."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.physical import walk
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import Verdict, judge
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def _folded(name: str, parent: Json, child: Json, *copies: Json) -> Json:
    return link(name, "one-to-many", parent, child, strategy="FOLD_ONE", copies=list(copies))


def _copy(name: str, at: str, policy: str) -> Json:
    return {"field": name, "of": "from", "as": at, "policy": policy}


def _design() -> Json:
    airport = entity(
        "Airport", field("iata", required=True, unique=True), field("name", required=True), field("city")
    )
    tariff = entity(
        "Tariff", field("code", required=True, unique=True), field("price", "int"), field("base", "int")
    )
    prices = _copy("price", "tariff.price", "snapshot")
    departures, arrivals = end("Airport", field="departures"), end("Airport", field="arrivals")
    return {
        "format": "nestlink/1", "name": "Airline", "database": "airline",
        "entities": [
            airport, tariff,
            entity("Flight", field("number", required=True, unique=True)),
            entity("Booking", field("locator", required=True, unique=True)),
            entity("Line", field("text", required=True), kind="weak"),
            entity("Code", field("sign", required=True, unique=True), field("meaning")),
        ],
        "relationships": [
            _folded("from", departures, end("Flight", field="origin_id"), _copy("city", "origin_city", "eventual")),
            _folded("to", arrivals, end("Flight", field="destination._id"), _copy("city", "destination.city", "batch")),
            _folded("priced", end("Tariff", field="bookings"), end("Booking", field="tariff._id"), prices),
            link("lines", "one-to-many", end("Booking", field="lines"), end("Line"), strategy="EMBED_ARRAY"),
            _folded("coded", end("Code", field="lines"), end("Line", field="code_id")),
        ],
        "operations": [
            {"name": "change tariff", "kind": "update", "entity": "Tariff", "filter": [{"field": "code"}],
             "changes": ["price", "base"], "per_day": 1},
        ],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("airline", _design())}


@pytest.mark.parametrize(
    "name",
    ["fromRenameAirport", "fromRenameAirportCity", "codedRenameCode", "changeTariff", "pricedRenameTariff"],
)
def test_it_changes_wherever_it_is_folded_in(verdicts: dict[str, Verdict], name: str) -> None:
    """Of both airports of a flight, and in elements; a snapshot of the price stays as it was."""
    assert verdicts[name].judged and not verdicts[name].why, verdicts[name]


def test_one_relationship_has_the_functions_of_the_parent(verdicts: dict[str, Verdict]) -> None:
    """What several relationships fold in is changed by one function, and what stays as it was by none."""
    renames = sorted(name for name in verdicts if "Rename" in name)
    assert renames == ["codedRenameCode", "fromRenameAirport", "fromRenameAirportCity", "pricedRenameTariff"]


def test_two_parents_of_one_entity_have_names_of_their_own() -> None:
    model = read(json.dumps(_design())).value
    assert model is not None
    flights = next(one for one in compile_design(model).plan.collections if one.name == "flights")
    stored = {node.path for node in walk(flights.fields)}
    assert {
        "origin_iata",
        "origin_name",
        "destination.iata",
        "destination.name",
        "destination.city",
    } <= stored


@pytest.mark.parametrize(
    ("refresh", "of_versions", "discounted"),
    [
        ("on-write", {}, []),
        ("on-write", {"until_version": 2}, ["Rate"]),
        ("periodic", {}, ["Rate"]),
        ("approximate", {}, ["Rate"]),
    ],
)
def test_a_result_of_the_parent_follows_in_its_children(
    refresh: str, of_versions: Json, discounted: list[str]
) -> None:
    """It is worked out from what is folded in beside it, also by a job, and where its field is in the newest shape;
    children of other subtypes stay without. discounted: what has documents of its own too, which others refer to."""
    rate = entity("Rate", field("code", required=True, unique=True), field("net", "int"))
    gross = field("gross", "double", computed={"formula": "net * 2", "refresh": refresh}, **of_versions)
    rate["fields"].append(gross)
    rate["schema_version"] = 2
    design = {
        "format": "nestlink/1", "name": "Rates", "database": "rates",
        "entities": [
            rate, entity("Room", field("number", required=True)), entity("Suite", field("beds", "int")),
            entity("Discount", field("percent", "int")),
        ],
        "relationships": [
            _folded("priced", end("Rate", field="rooms"), end("Suite", field="rate_id")),
            link("is_suite", "is-a", end("Room"), end("Suite"), strategy="POLY_SINGLE"),
            *(link("discounts", "one-to-many", end(one), end("Discount"), strategy="PARENT_REF") for one in discounted),
        ],
    }  # fmt: skip
    (verdict,) = judge("rates", design, only=["pricedRenameRate"])
    assert verdict.judged and not verdict.why


def test_an_update_by_the_id_of_a_parent_that_has_documents_finds_its_children_by_what_they_know_it_by() -> (
    None
):
    """Children have the code of their tariff, no _id, which was compared with the code."""
    design = {
        "format": "nestlink/1", "name": "Tolls", "database": "tolls",
        "entities": [
            entity("Tariff", field("code", required=True, unique=True), field("price", "int")),
            entity("Passage", field("plate", required=True)), entity("Road", field("name", required=True)),
        ],
        "relationships": [
            _folded("priced", end("Tariff", field="passages"), end("Passage", 1, field="tariff_id")),
            link("valid", "one-to-many", end("Tariff", field="roads"), end("Road", 1, field="tariff"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "price anew", "kind": "update", "entity": "Tariff", "changes": ["price"], "per_day": 1},
            {"name": "reprice", "kind": "update", "entity": "Tariff", "filter": [{"field": "code"}], "changes": ["price"], "per_day": 1},
        ],
    }  # fmt: skip
    names = ("priceAnew", "reprice")
    assert judged(design, *names) == dict.fromkeys(names, "")


def test_a_parent_that_is_of_a_kind_of_its_children_changes_in_all_of_these() -> None:
    """Children of every kind repeat it, of which one alone was asked for; and two of one code change together, since
    nothing tells a child of one from those of the other."""
    design = {
        "format": "nestlink/1", "name": "Wards", "database": "wards",
        "entities": [
            entity("Person", field("name", required=True)), entity("Nurse", field("shift", "int")),
            entity("Doctor", field("code", "int", required=True), field("phone")),
        ],
        "relationships": [
            link("is_nurse", "is-a", end("Person"), end("Nurse"), strategy="POLY_SINGLE"),
            link("is_doctor", "is-a", end("Person"), end("Doctor"), strategy="POLY_SINGLE"),
            _folded("treats", end("Doctor", field="patients"), end("Person", 1, field="doctor_id")),
        ],
    }  # fmt: skip
    names = ("treatsRenameDoctor", "treatsRead")
    assert judged(design, *names) == dict.fromkeys(names, "")


def _claims(least: int = 0, **value: Any) -> Json:
    """Claims that store their garage, which some are given another of, and some lose."""
    garage = entity(
        "Garage",
        field("name", required=True), field("postcode", required=True), field("rate", "int"),
    )  # fmt: skip
    one = {"entity": "Claim", "field": "garage", "has": {"min": least, "max": 1}}
    chosen = {"field": "garage", "do": "set", **value}
    paid = {"field": "state", "do": "set", "value": "paid"}
    return {
        "format": "nestlink/1", "name": "Claims", "database": "claims",
        "entities": [
            garage,
            entity("Claim", field("number", required=True, unique=True), field("state", enum=["open", "paid"])),
        ],
        "relationships": [_folded("repair", end("Garage", field="claims"), one)],
        "operations": [
            {"name": name, "kind": "update", "entity": "Claim", "filter": [{"field": "number"}], "effects": effects, "per_day": 1}
            for name, effects in (
                ("choose a garage", [chosen]),
                ("pay", [chosen, paid]),
                ("drop the garage", [{"field": "garage", "do": "unset"}]),
            )
        ],
    }  # fmt: skip


@pytest.mark.parametrize("least", [0, 1])
def test_another_parent_takes_all_fields_of_the_last_with_it(least: int) -> None:
    """Only its name was set: postcode and rate of the old garage stayed."""
    names = ["chooseAGarage", "pay", *(["dropTheGarage"] if least == 0 else [])]
    assert judged(_claims(least), "chooseAGarage", "pay", "dropTheGarage") == dict.fromkeys(names, "")


def test_a_value_of_the_design_is_one_field_of_a_parent_alone() -> None:
    """No parent is known by it: the operation isn't written."""
    assert judged(_claims(value="Brandt"), "chooseAGarage", "pay", "dropTheGarage") == {"dropTheGarage": ""}
