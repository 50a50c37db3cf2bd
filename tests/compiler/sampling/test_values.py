"""Values fit their declaration, follow from it alone, and look like what the field is called."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import bson
import msgspec
import pytest
from bson import Decimal128, Int64, ObjectId
from hypothesis import given, settings
from hypothesis import strategies as st

from designs.compiler.model.conceptual import Field
from designs.compiler.model.field_types import FIELD_TYPES
from designs.compiler.model.values import is_of
from designs.compiler.sampling.values.field_values import own_id, tree
from designs.compiler.sampling.values.numbers import measure_of
from designs.compiler.sampling.values.specs import SpecPlace, Specs

NOON = datetime(2024, 5, 6, 12, 0, tzinfo=UTC)


def made(
    name: str, number: int = 1, *, entity: str = "Thing", record: dict[str, Any] | None = None, **more: Any
) -> Any:
    """The value of one field for the thing of this number."""
    field = msgspec.convert({"name": name, "type": "string", **more}, Field)
    shift = timedelta(days=-3 * number)
    place = SpecPlace(
        entity=entity, path=name, number=number, start=NOON + shift, shift=shift, person=("Maya", "Lindqvist"),
        specs=Specs(), record=record or {},
    )  # fmt: skip
    return tree(field, place)


@pytest.mark.parametrize("kind", [row.name for row in FIELD_TYPES])
def test_every_type_has_a_value_that_can_be_stored(kind: str) -> None:
    for number in range(4):
        value = made("field", number, type=kind)
        assert is_of(value, kind)
        bson.encode({"field": value})


def test_the_first_thing_takes_the_example_and_the_others_do_not() -> None:
    assert made("title", 0, example="An awesome blog") == "An awesome blog"
    others = {made("title", number, example="An awesome blog") for number in range(1, 4)}
    assert len(others) == 3 and "An awesome blog" not in others


def test_an_example_of_another_type_is_not_used() -> None:
    assert isinstance(made("quantity", 0, type="int", example="many"), int)
    assert made("status", 0, enum=["new", "done"], example="old") in ("new", "done")


def test_examples_are_read_by_the_type_of_their_field() -> None:
    assert made("on", 0, type="date", example="2021-07-23") == datetime(2021, 7, 23, tzinfo=UTC)
    assert made("price", 0, type="decimal", example={"$numberDecimal": "149.99"}) == Decimal128("149.99")
    assert made("ref", 0, type="objectId", example={"$oid": "5f9a2c87b24d9a2e8c1a5d3f"}) == ObjectId(
        "5f9a2c87b24d9a2e8c1a5d3f"
    )


def test_an_enumeration_is_gone_through() -> None:
    assert {made("level", number, enum=["a", "b", "c"]) for number in range(3)} == {"a", "b", "c"}
    assert made("size", 2, type="int", enum=[10, 20]) in (10, 20)


@settings(max_examples=200, deadline=None)
@given(
    kind=st.sampled_from(["int", "long", "double", "decimal", "number"]),
    name=st.sampled_from(["price", "rating", "year", "field", "latitude", "sale_price"]),
    limits=st.tuples(st.integers(-(10**9), 10**9), st.integers(0, 10**9)),
    number=st.integers(0, 50),
)
def test_numbers_stay_within_their_limits(kind: str, name: str, limits: tuple[int, int], number: int) -> None:
    low, high = limits[0], limits[0] + limits[1]
    value = made(name, number, type=kind, minimum=low, maximum=high)
    plain = value.to_decimal() if isinstance(value, Decimal128) else value
    assert low <= plain <= high and is_of(value, kind)


@settings(max_examples=200, deadline=None)
@given(name=st.text(min_size=1, max_size=20), length=st.integers(0, 40), number=st.integers(0, 30))
def test_texts_are_never_longer_than_allowed(name: str, length: int, number: int) -> None:
    assert len(made(name, number, max_length=length)) <= length


@pytest.mark.parametrize("name", ["email", "name", "title", "code", "sku", "slug", "field", "city"])
def test_unique_texts_differ(name: str) -> None:
    people = [("Ada", f"Person{number}") for number in range(40)]
    found = set()
    for number, person in enumerate(people):
        field = msgspec.convert({"name": name, "type": "string", "unique": True, "example": "AB-001"}, Field)
        place = SpecPlace(entity="User", path=name, number=number, start=NOON, person=person, specs=Specs())
        found.add(tree(field, place))
    assert len(found) == 40


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("first_name", "Maya"), ("last_name", "Lindqvist"), ("customer_name", "Maya Lindqvist"),
        ("email", "maya.lindqvist@example.com"), ("username", "maya.lindqvist"),
    ],
)  # fmt: skip
def test_what_belongs_to_a_person_tells_of_that_person(name: str, wanted: str) -> None:
    assert made(name, 3) == wanted


def test_a_slug_is_made_of_the_title() -> None:
    assert made("slug", record={"title": "Paging without Skip!"}) == "paging-without-skip"
    assert made("url", record={"name": "Blue Door"}) == "https://www.example.com/blue-door"
    assert made("cover", record={"name": "Blue Door"}, example="old-door.png") == "blue-door.png"


def test_a_number_in_an_example_counts_on() -> None:
    assert [made("order_number", n, example="ORD-00998") for n in (0, 1, 2)] == [
        "ORD-00998",
        "ORD-00999",
        "ORD-01000",
    ]


def test_city_state_and_postal_code_go_together() -> None:
    known = {"Portland": ("OR", "97204"), "Madison": ("WI", "53703"), "Boston": ("MA", "02110")}
    found = {made("city", n): (made("state", n), made("zip", n)) for n in range(6)}
    assert all(found[city] == place for city, place in known.items() if city in found) and len(found) == 6


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("issued_on", "expires_on"), ("created_at", "updated_at"), ("start_date", "end_date"), ("ordered_on", "shipped_on"),
        ("shipped", "delivered"), ("valid_from", "valid_until"), ("birth_date", "hired_on"), ("opened_at", "closed_at"),
    ],
)  # fmt: skip
def test_dates_are_ordered_as_their_names_say(earlier: str, later: str) -> None:
    for number in range(5):
        assert made(earlier, number, type="date") < made(later, number, type="date")


def test_dates_of_other_things_keep_the_distance_of_the_examples() -> None:
    issued, expires = (
        made(name, 2, type="date", example=example)
        for name, example in (("issued", "2020-01-23"), ("expires", "2024-01-23"))
    )
    assert expires - issued == datetime(2024, 1, 23) - datetime(2020, 1, 23)
    assert issued.hour == 0 and issued != datetime(2020, 1, 23, tzinfo=UTC)


def test_a_date_at_the_end_of_time_stays_one() -> None:
    assert isinstance(made("expires", 0, type="date", example="9999-12-31"), datetime)
    assert isinstance(made("expires", 5, type="date", example="0001-01-02"), datetime)


def test_arrays_have_between_their_fewest_and_most_elements() -> None:
    string = {"type": "string"}
    assert len(made("tags", type="array", items=string)) == 2
    assert len(made("tags", type="array", items=string, min_items=5)) == 5
    assert len(made("tags", type="array", items=string, max_items=1)) == 1
    assert made("tags", 0, type="array", items={"type": "string", "example": "bluetooth"})[0] == "bluetooth"
    nested = made("matrix", type="array", items={"type": "array", "items": {"type": "int"}})
    assert all(isinstance(cell, int) for row in nested for cell in row)


def test_objects_hold_their_fields() -> None:
    fields = [
        {"name": "first", "type": "string"},
        {"name": "size", "type": "object", "fields": [{"name": "width", "type": "int"}]},
    ]
    found = made("name", type="object", fields=fields)
    assert found["first"] == "Maya" and isinstance(found["size"]["width"], int)


def test_ids_follow_their_declared_type() -> None:
    place = SpecPlace(entity="Post", path="_id", number=2, start=NOON, person=("A", "B"), specs=Specs())
    for kind, wanted in (("int", 9), ("long", Int64(9))):
        field = msgspec.convert({"name": "_id", "type": kind, "example": 7}, Field)
        found = own_id(place.specs.of(field, "_id"), place)
        assert found == wanted and is_of(found, kind)
    oid = own_id(Specs().of(msgspec.convert({"name": "_id", "type": "objectId"}, Field), "_id"), place)
    assert isinstance(oid, ObjectId) and oid.generation_time == NOON


def test_a_period_is_a_month_of_the_time_of_the_sample() -> None:
    monthly = {"pattern": r"^[0-9]{4}-[0-9]{2}$"}
    assert [made("period", number, example="2026-02", **monthly) for number in range(3)] == [
        "2026-02", "2026-01", "2025-12",
    ]  # fmt: skip
    assert {made("billing_month", number, **monthly)[:4] for number in range(13)} == {
        str(NOON.year), str(NOON.year - 1),
    }  # fmt: skip


def test_opening_hours_begin_before_they_end() -> None:
    for number in range(4):
        hours = made("opening_hours", number, type="object", fields=[
            {"name": name, "type": "string", "required": True} for name in ("from", "to")
        ])  # fmt: skip
        assert hours["from"] < "12:00" < hours["to"] < "24:00"


def test_a_line_of_its_own_is_no_product() -> None:
    assert made("name", 0, entity="Line") == "Line 1" != made("name", 0, entity="Order Line")


@pytest.mark.parametrize("pattern", [r"^[0-9]{4}$", r"^[A-Z]{3}-\d+$", r"^(red|blue)$"])
def test_patterns_are_met_and_words_that_meet_them_are_preferred(pattern: str) -> None:
    import re

    assert all(re.search(pattern, made("code", number, pattern=pattern)) for number in range(5))
    assert made("email", pattern=r"^[^@]+@[^@]+$") == "maya.lindqvist@example.com"


def test_coordinates_are_a_place_on_earth() -> None:
    items = {"type": "double"}
    for number in range(9):
        east, north = made("coordinates", number, type="array", items=items, min_items=2, max_items=2)
        assert abs(east) <= 180 and abs(north) <= 90


@pytest.mark.parametrize(
    ("entity", "name", "expected"),
    [
        ("Invoice", "number", ["INV-1001", "INV-1002"]),
        ("Shipment", "invoice_no", ["INV-1001", "INV-1002"]),
        ("Device", "key", ["DEV-1001", "DEV-1002"]),
        ("Guest", "row_number", ["1", "2"]),
        ("\u0421\u0447\u0451\u0442", "number", ["NO-1001", "NO-1002"]),
    ],
)
def test_numbers_that_people_give_look_like_numbers(entity: str, name: str, expected: list[str]) -> None:
    assert [made(name, number, entity=entity) for number in range(2)] == expected


def test_numbers_of_known_kinds_look_like_their_kind() -> None:
    assert made("phone_number", 0).count("-") == 2 and made("isbn", 1).startswith("978")
    assert len({made("ean", number) for number in range(20)}) == 20
    assert made("number", 1, max_length=4) != made("number", 2, max_length=4)


@pytest.mark.parametrize(
    "name", ["bookings_this_year", "visits_last_month", "books_read_ytd", "wins_this_season"]
)
def test_what_is_counted_in_a_period_is_no_period(name: str) -> None:
    """A member had 2017 bookings this year."""
    assert measure_of("Member", name) == measure_of("Member", name.partition("_")[0])
    assert measure_of("Member", "model_year") != measure_of("Member", "model")
