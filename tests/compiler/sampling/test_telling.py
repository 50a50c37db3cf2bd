"""What a record says in two ways agrees: stars and words, a result and its flag, a name and a flag, what was and what is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.model.values import plain
from designs.compiler.sampling import samples
from tests.compiler.in_parts import laid_out

Fields = list[tuple[str, str, dict[str, Any]]]


def _entity(name: str, fields: Fields, **more: Any) -> dict[str, Any]:
    declared = [{"name": field, "type": kind, **extra} for field, kind, extra in fields]
    return {"name": name, "collection": name.lower() + "s", "count": 1000, "fields": declared, **more}


def _made(
    *entities: dict[str, Any], links: list[dict[str, Any]] | None = None
) -> dict[str, list[dict[str, Any]]]:
    """The example documents of a design of these entities, by collection."""
    source = {
        "format": "nestlink/1", "name": "Small", "database": "small",
        "entities": [*entities], "relationships": links or [],
    }  # fmt: skip
    model = read(json.dumps(source)).value
    assert model is not None
    return samples(laid_out(model))


def _many(name: str, parent: str, child: str) -> dict[str, Any]:
    return {
        "name": name, "kind": "one-to-many", "from": {"entity": parent, "has": {"min": 0}},
        "to": {"entity": child, "has": {"min": 1, "max": 1}},
    }  # fmt: skip


_NONE: dict[str, Any] = {}
_BAD = ("Not for me", "Expected more", "Disappointed")


@pytest.mark.parametrize(("stars", "is_bad"), [(1, True), (2, True), (4, False), (5, False)])
def test_what_a_review_says_goes_with_its_stars(stars: int, is_bad: bool) -> None:
    rated = ("stars", "int", {"enum": [stars]})
    made = _made(
        _entity(
            "Review",
            [("title", "string", _NONE), ("body", "string", _NONE), rated, ("reply", "string", _NONE)],
        )
    )
    for review in made["reviews"]:
        assert (review["title"] in _BAD) is is_bad
        assert ("sorry" in review["reply"]) is is_bad


def test_a_result_of_a_laboratory_lies_near_its_range_and_its_flag_says_where() -> None:
    names = ("value", "reference_low", "reference_high")
    numbers: Fields = [(name, "double", _NONE) for name in names]
    fields: Fields = [
        ("loinc", "string", _NONE),
        ("value_text", "string", _NONE),
        ("unit", "string", _NONE),
        *numbers,
    ]
    results = _made(_entity("LabResult", [*fields, ("abnormal", "bool", _NONE)]))["labresults"]
    for result in results:
        value, low, high = (result[name] for name in names)
        assert low < high
        assert low / 2 < value < high * 1.5
        assert result["abnormal"] is not (low <= value <= high)
        assert result["value_text"] == f"{value:g}"


def test_a_customer_number_is_no_name_and_a_company_goes_by_its_own() -> None:
    fields: Fields = [(name, "string", _NONE) for name in ("customer_number", "display_name", "legal_name")]
    for party in _made(_entity("Party", fields))["partys"]:
        assert any(letter.isdigit() for letter in party["customer_number"])
        assert party["display_name"] == party["legal_name"]


def test_a_slug_is_made_of_the_name_that_stands_behind_it() -> None:
    made = _made(_entity("Topic", [("slug", "string", _NONE), ("name", "string", _NONE)]))
    for topic in made["topics"]:
        assert topic["slug"] == topic["name"].lower().replace(" ", "-")
        assert [*topic][1:] == ["slug", "name"]  # in the order of the design


def test_an_entity_is_called_by_what_is_around_it() -> None:
    named = [("name", "string", _NONE)]
    apps = _made(_entity("App", named), _entity("Category", named), links=[_many("of", "Category", "App")])
    shop = _made(
        _entity("Product", named), _entity("Category", named), links=[_many("of", "Category", "Product")]
    )
    assert {category["name"] for category in apps["categorys"]} & {
        "Travel",
        "Finance",
        "Weather",
        "Education",
        "Food and drink",
    }
    assert not {category["name"] for category in apps["categorys"]} & {
        category["name"] for category in shop["categorys"]
    }


def test_what_is_of_one_class_costs_nearly_the_same() -> None:
    rate = _entity("DailyRate", [("date", "date", _NONE), ("price", "decimal", _NONE)])
    kind = _entity("RoomType", [("name", "string", _NONE)])
    made = _made(kind, rate, links=[_many("rates", "RoomType", "DailyRate")])
    prices: dict[Any, list[float]] = {}
    for one in made["dailyrates"]:
        prices.setdefault(one["roomType"] if "roomType" in one else str([*one.items()][-1][1]), []).append(
            plain(one["price"]) or 0
        )
    assert len(prices) < len(made["dailyrates"])
    assert all(max(row) <= min(row) * 1.2 and min(row) > 50 for row in prices.values())


def test_an_amount_is_the_number_times_the_price_and_its_tax_follows_its_rate() -> None:
    names = ("quantity", "unit_price", "amount", "tax_rate", "tax")
    for line in _made(_entity("Charge", [(name, "decimal", _NONE) for name in names]))["charges"]:
        quantity, price, amount, rate, tax = (plain(line[name]) or 0 for name in names)
        assert amount == pytest.approx(quantity * price)
        assert tax == pytest.approx(amount * rate / 100, abs=0.01)


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
def test_what_was_before_differs_from_what_is(history: str) -> None:
    status = ("status", "string", {"enum": ["draft", "active", "cancelled"], "required": True})
    made = _made(
        _entity(
            "Policy", [("number", "string", _NONE), status, ("cancelled_on", "date", _NONE)], history=history
        )
    )
    documents = [document for row in made.values() for document in row]
    first = [document for document in documents if document["number"] == documents[0]["number"]]
    assert len(first) == 2
    assert [document["status"] for document in first].count(first[0]["status"]) == 1


def test_a_contract_lasts_a_year_and_a_booking_is_called_off_before_it_begins() -> None:
    dates = ("starts_on", "ends_on")
    policy = _made(_entity("Policy", [(name, "date", _NONE) for name in dates]))["policys"][0]
    assert (policy["ends_on"] - policy["starts_on"]).days > 300
    names = ("created_at", "pickup_at", "return_at", "cancelled_at")
    booking = _made(_entity("Reservation", [(name, "date", _NONE) for name in names]))["reservations"][1]
    assert booking["created_at"] < booking["cancelled_at"] < booking["pickup_at"] < booking["return_at"]
    assert (booking["return_at"] - booking["pickup_at"]).days >= 1


def test_why_something_ended_is_said_where_it_did() -> None:
    status = ("status", "string", {"enum": ["draft", "active", "stopped"], "required": True})
    made = _made(_entity("Prescription", [status, ("stop_reason", "string", _NONE)]))
    for prescription in made["prescriptions"]:
        assert ("stop_reason" in prescription) is (prescription["status"] == "stopped")
