"""Samples of trades that no table was made for, read as their client would: a court and the canteen of a school.

Neither design has an example. Each test names a class of wrongs, not the values.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import compile_design, read
from designs.compiler.model.values import plain
from designs.compiler.sampling import samples

HERE = Path(__file__).parent / "coherent_designs"
Documents = dict[str, list[dict[str, Any]]]


def _read(name: str) -> Documents:
    model = read((HERE / f"{name}.json").read_text(encoding="utf-8")).value
    assert model is not None
    return samples(compile_design(model))


@pytest.fixture(scope="module")
def court() -> Documents:
    return _read("court")


@pytest.fixture(scope="module")
def canteen() -> Documents:
    return _read("school_canteen")


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside of a value."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(inner)


def test_what_is_over_within_hours_ends_on_the_day_it_starts(court: Documents) -> None:
    assert all(hearing["starts_at"] < hearing["ends_at"] for hearing in court["hearings"])
    assert all(hearing["starts_at"].date() == hearing["ends_at"].date() for hearing in court["hearings"])


def test_who_is_appointed_retires_years_later(court: Documents) -> None:
    assert all((judge["retires_on"] - judge["appointed_on"]).days > 700 for judge in court["judges"])


def test_why_something_was_done_is_said_where_it_was_done(court: Documents, canteen: Documents) -> None:
    for hearing in court["hearings"]:
        assert ("adjourned_reason" in hearing) == (hearing["state"] == "adjourned")
    assert any("adjourned_reason" in hearing for hearing in court["hearings"])
    for delivery in canteen["deliveries"]:
        assert ("reject_reason" in delivery) is not delivery["accepted"]


def test_a_yes_denies_what_it_speaks_against(court: Documents) -> None:
    """Nothing is paid that is waived, nor met that was missed."""
    assert all("paid_on" not in fee for fee in court["fees"] if fee["waived"])
    assert all("met_on" not in deadline for deadline in court["deadlines"] if deadline["missed"])


def test_what_happens_to_few_is_not_in_every_document(court: Documents) -> None:
    extended = [deadline for deadline in court["deadlines"] if "extended_to" in deadline]
    assert 0 < len(extended) < len(court["deadlines"])


def test_the_calendar_agrees_with_the_date(canteen: Documents) -> None:
    for menu in canteen["menus"]:
        assert menu["weekday"] == menu["date"].strftime("%a").lower()
        assert menu["week"] == menu["date"].isocalendar().week


def test_no_more_comes_than_was_ordered(canteen: Documents) -> None:
    items = [item for delivery in canteen["deliveries"] for item in delivery["items"]]
    assert items and all((plain(item["received"]) or 0) <= (plain(item["ordered"]) or 0) for item in items)


def test_what_stands_in_a_place_is_counted_from_one_in_each(canteen: Documents) -> None:
    by_menu: dict[Any, list[int]] = {}
    for pair in canteen["menus_dishes"]:
        by_menu.setdefault(pair["menu_id"], []).append(pair["position"])
    assert all(places == list(range(1, len(places) + 1)) for places in by_menu.values())


def test_small_numbers_are_small(court: Documents) -> None:
    """A bench of judges has no eighty votes, nor a hearing fifty who take part."""
    votes = [
        plain(decision[name]) or 0
        for decision in court["decisions"]
        for name in ("votes_for", "votes_against")
    ]
    assert max(votes) <= 12


def test_who_goes_to_school_is_a_child(canteen: Documents) -> None:
    for pupil in canteen["pupils"]:
        assert 2000 < (datetime(2024, 1, 1, tzinfo=pupil["born_on"].tzinfo) - pupil["born_on"]).days < 7000


def test_a_line_comes_to_its_number_times_its_price() -> None:
    field: dict[str, Any] = {"type": "decimal", "required": True}
    line = [{"name": "quantity", "type": "int"}, {"name": "unit_price", **field}, {"name": "amount", **field}]
    invoice = [
        {"name": "net", **field},
        {"name": "total", **field},
        {"name": "lines", "type": "array", "items": {"type": "object", "fields": line}},
    ]
    design = {"format": "nestlink/1", "name": "Bills", "database": "bills", "entities": [{"name": "Invoice", "fields": invoice}], "relationships": []}  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    for bill in samples(compile_design(model))["invoices"]:
        amounts = [plain(each["amount"]) for each in bill["lines"]]
        assert amounts == [each["quantity"] * plain(each["unit_price"]) for each in bill["lines"]]
        assert plain(bill["net"]) == sum(map(float, filter(None, amounts))) == plain(bill["total"])
