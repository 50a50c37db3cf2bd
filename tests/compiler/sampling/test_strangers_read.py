"""Samples of trades that no table was made for, read as their client would: a court and the canteen of a school.

Neither design has an example. Each test names a class of wrongs, not the values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.model.values import plain
from designs.compiler.sampling import samples
from designs.compiler.sampling.values.kinds import kind_shown, trade
from designs.compiler.sampling.values.kinds.people import looks_like_person
from tests.compiler.in_parts import compile_design, laid_out
from tests.compiler.sampling.coherence import world_of
from tests.compiler.sampling.test_coherence import model_of, samples_of

Documents = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def court() -> Documents:
    return samples_of("court")


@pytest.fixture(scope="module")
def canteen() -> Documents:
    return samples_of("school_canteen")


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
    for bill in samples(laid_out(model))["invoices"]:
        amounts = [plain(each["amount"]) for each in bill["lines"]]
        assert amounts == [each["quantity"] * plain(each["unit_price"]) for each in bill["lines"]]
        assert plain(bill["net"]) == sum(map(float, filter(None, amounts))) == plain(bill["total"])


# --- what a thing is, by its kind, its fields and what it says of itself ---------------------------


def _made_of(entities: list[dict[str, Any]], relationships: list[dict[str, Any]] | None = None) -> Documents:
    design = {"format": "nestlink/1", "name": "Any", "database": "any", "entities": entities, "relationships": relationships or []}  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    return samples(laid_out(model))


def _texts(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "type": "string", "required": True} for name in names]


SHOP = {line.split("|")[0] for line in trade._PRODUCTS.strip().splitlines()}


def test_the_number_of_a_file_is_no_file(court: Documents) -> None:
    assert all(re.fullmatch(r"[A-Z]+-[0-9]+", case["file_no"]) for case in court["cases"])


def test_a_party_is_called_like_what_it_is(court: Documents) -> None:
    kinds = {party["kind"]: kind_shown(party["name"]) for party in court["parties"]}
    assert {kind: shown.name if shown else "" for kind, shown in kinds.items()} == {
        "company": "company",
        "person": "person's name",
    }


def test_who_works_somewhere_has_a_name(canteen: Documents) -> None:
    fields = _texts("name", "staff_id", "email")
    names = [person["name"] for person in _made_of([{"name": "Wrangler", "fields": fields}])["wranglers"]]
    names += [school["headteacher"] for school in canteen["schools"]]
    assert all(looks_like_person(name) for name in names), names


def test_a_product_is_what_its_fields_say() -> None:
    drugs = _made_of([{"name": "Product", "fields": _texts("name", "atc_code", "form")}])["products"]
    product, cart = (
        {"name": "Product", "fields": _texts("name", "sku")},
        {"name": "Cart", "fields": _texts("code")},
    )
    goods, unknown = _made_of([product, cart])["products"], _made_of([product])["products"]
    others = _made_of([{"name": "Item", "fields": _texts("name", "condition")}])["items"]
    assert not SHOP & {drug["name"] for drug in drugs} and {each["name"] for each in goods} <= SHOP
    assert [each["name"] for each in unknown] == ["Product 1", "Product 2"], "nothing says what is sold"
    assert [item["name"] for item in others] == ["Item 1", "Item 2"]


def test_a_kind_is_called_like_the_kind() -> None:
    general = {"name": "Item", "fields": _texts("name", "condition")}
    kinds = [{"name": name, "fields": _texts("manual_url")} for name in ("Machine", "Room")]
    links = [{"name": f"is {kind['name']}", "kind": "is-a", "from": {"entity": "Item"}, "to": {"entity": kind["name"]}} for kind in kinds]  # fmt: skip
    made_of_kinds = _made_of([general, *kinds], links)
    names = [document["name"] for documents in made_of_kinds.values() for document in documents]
    assert not SHOP.intersection(names) and any(name.startswith("Machine") for name in names), names


def test_what_stands_in_a_list_of_a_person_is_no_person() -> None:
    listed = {
        "name": "courses",
        "type": "array",
        "items": {"type": "object", "fields": _texts("name", "title")},
    }
    people = _made_of([{"name": "Nurse", "fields": [*_texts("name"), listed]}])["nurses"]
    assert not any(looks_like_person(course["name"]) for person in people for course in person["courses"])


def test_one_thing_replaces_another() -> None:
    parts = _made_of([{"name": "Gasket", "fields": _texts("replaced_by", "checked_by")}])["gaskets"]
    assert all(
        not looks_like_person(part["replaced_by"]) and looks_like_person(part["checked_by"]) for part in parts
    )


def test_a_text_in_two_languages_says_the_same() -> None:
    title = {"name": "title", "type": "object", "fields": _texts("en", "de")}
    for course in _made_of([{"name": "Course", "fields": [title]}])["courses"]:
        assert (
            course["title"]["de"] == f"{course['title']['en']} (de)" and "Title" not in course["title"]["en"]
        )


def test_nothing_requires_what_requires_it() -> None:
    link = {
        "name": "requires",
        "kind": "many-to-many",
        "from": {"entity": "Course"},
        "to": {"entity": "Course"},
    }
    world = world_of(compile_design(model_of({"format": "nestlink/1", "name": "Any", "database": "any", "entities": [{"name": "Course", "fields": _texts("name")}], "relationships": [link]})))  # fmt: skip
    pairs = [(pair.source.number, pair.target.number) for course in world.world.things["Course"] for pair in world.world.links("requires", "from", course)]  # fmt: skip
    assert pairs and all(one < other for one, other in pairs)


def test_what_follows_an_example_has_its_form() -> None:
    """A time stays one, a school year and a version of a song are repeated."""
    fields = [{"name": name, "type": "string", "example": example, "required": True}
              for name, example in (("cutoff", "23:50"), ("timetable", "2026/27 winter"), ("version_title", "Live in Malmö"))]  # fmt: skip
    for thing in _made_of([{"name": "Wobble", "fields": fields}])["wobbles"]:
        assert re.fullmatch("[012][0-9]:[0-5][0-9]", thing["cutoff"])
        assert (thing["timetable"], thing["version_title"]) == ("2026/27 winter", "Live in Malmö")


# --- neighbours that make up a whole ---------------------------------------------------------------


def test_a_shift_ends_on_its_day_wherever_the_calendar_moves_it() -> None:
    dates = [{"name": name, "type": "date", "required": True} for name in ("date", "starts_at", "ends_at")]
    weekday = {"name": "weekday", "type": "string", "enum": ["tue"], "required": True}
    for shift in _made_of([{"name": "Shift", "fields": [*dates, weekday]}])["shifts"]:
        assert shift["date"].weekday() == 1
        assert shift["date"].date() == shift["starts_at"].date() == shift["ends_at"].date()


def test_no_more_is_done_than_was_planned_and_net_is_gross_without_the_tare() -> None:
    names = ("stops_done", "planned_stops", "net_kg", "gross_kg", "tare_kg")
    fields = [{"name": name, "type": "int", "required": True} for name in names]
    for tour in _made_of([{"name": "Tour", "fields": fields}])["tours"]:
        assert tour["stops_done"] <= tour["planned_stops"]
        assert tour["net_kg"] == tour["gross_kg"] - tour["tare_kg"]


def test_who_corrected_something_is_said_of_few() -> None:
    fields = [*_texts("title"), {"name": "corrected_by", "type": "string"}, {"name": "at", "type": "date"}]
    assert (
        sum(
            "corrected_by" in each for each in _made_of([{"name": "Weighing", "fields": fields}])["weighings"]
        )
        < 2
    )


def test_shares_of_one_thing_come_to_the_whole() -> None:
    link = {"name": "owned by", "kind": "many-to-many", "from": {"entity": "House"}, "to": {"entity": "Person"}, "link_fields": [{"name": "share_percent", "type": "double"}]}  # fmt: skip
    entities = [{"name": name, "fields": _texts("name")} for name in ("House", "Person")]
    source = {
        "format": "nestlink/1",
        "name": "Any",
        "database": "any",
        "entities": entities,
        "relationships": [link],
    }
    records = world_of(compile_design(model_of(source)))
    for house in records.world.things["House"]:
        pairs = records.world.links("owned by", "from", house)
        assert not pairs or sum(records.of(pair)["share_percent"] for pair in pairs) == 100


def test_what_occurred_is_reported_afterwards() -> None:
    names = ("occurred_at", "reported_at", "claim_date", "hearing_on")
    fields = [{"name": name, "type": "date", "required": True} for name in names]
    for claim in _made_of([{"name": "Claim", "fields": fields}])["claims"]:
        assert claim["occurred_at"] <= claim["reported_at"] < claim["hearing_on"] > claim["claim_date"]
