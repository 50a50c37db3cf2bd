"""Whoever inserts a document states ids alone: its copies are read from the documents that it refers to."""

from __future__ import annotations

from typing import Any

from designs.compiler.plan_model.physical import parameters
from tests.compiler.compiled import compiled
from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import scripts_of
from tests.oracle.test_reads import judged

Json = dict[str, Any]
ONE = {"min": 1, "max": 1}


def _copied(name: str, policy: str, called: str) -> Json:
    return {"field": name, "of": "from", "as": called, "policy": policy}


def _ferries() -> Json:
    """Bookings of a guest on a sailing, some with a voucher and a cabin, which stands inside its ship; of meals, each of a
    dish, and of excursions."""
    own: Json = {"strategy": "PARENT_REF"}
    return {
        "format": "nestlink/1", "name": "Ferries", "database": "ferries",
        "entities": [
            entity("Guest", field("name", required=True), field("phone")),
            entity("Sailing", field("leaves_at", "date", required=True), field("price", "decimal", required=True)),
            entity("Voucher", field("percent", "int", required=True)),
            entity("Ship", field("title", required=True)),
            entity("Cabin", field("_id", "objectId"), field("deck", "int", required=True)),
            entity("Dish", field("title", required=True), field("vegan", "bool")),
            entity("Meal", field("portions", "int", required=True)),
            entity("Trip", field("title", required=True)),
            entity("Booking", field("made_at", "date", required=True),
                   field("contact", "object", fields=[field("remark")])),
        ],
        "relationships": [
            link("by guest", "one-to-many", end("Guest"), end("Booking", field="guest") | {"has": ONE}, **own,
                 copies=[_copied("name", "strong", "guest_name"), _copied("phone", "eventual", "contact.phone")]),
            link("on sailing", "one-to-many", end("Sailing"), end("Booking", field="sailing") | {"has": ONE}, **own,
                 copies=[_copied("price", "snapshot", "price")]),
            link("paid by", "one-to-many", end("Voucher"), end("Booking", 1, field="voucher"), **own,
                 copies=[_copied("percent", "immutable", "percent")]),
            link("cabins", "one-to-many", end("Ship", 30, field="cabins"), end("Cabin", field="ship") | {"has": ONE},
                 strategy="EMBED_ARRAY"),
            link("sleeps in", "one-to-many", end("Cabin"), end("Booking", 1, field="cabin"), **own,
                 copies=[_copied("deck", "batch", "deck")]),
            link("meals", "one-to-many", end("Booking", 20, field="meals"), end("Meal", field="booking") | {"has": ONE},
                 strategy="EMBED_ARRAY"),
            link("of dish", "one-to-many", end("Dish"), end("Meal", field="dish") | {"has": ONE}, **own,
                 copies=[_copied("title", "snapshot", "dish_title"), _copied("vegan", "eventual", "vegan")]),
            link("trips", "many-to-many", end("Booking", 9, field="trips"), end("Trip"), strategy="ONE_WAY_EMBED",
                 link_owner="from", copies=[{"field": "title", "of": "to", "as": "title", "policy": "immutable"}]),
        ],
        "operations": [{"name": "book", "kind": "insert", "entity": "Booking", "per_day": 900}],
    }  # fmt: skip


COPIES = (
    "guest_name", "contact.phone", "price", "percent", "deck", "meals.dish_title", "meals.vegan", "trips.title",
)  # fmt: skip
INSERTS = ("book", "byGuestAdd")


def test_a_new_document_has_the_copies_of_what_it_refers_to() -> None:
    """Of every policy, of an element too; what the source has not got, and what a reference that is not there leads to,
    is left out."""
    assert judged(_ferries(), *INSERTS) == dict.fromkeys(INSERTS, "")


def test_the_caller_gives_none_of_them() -> None:
    statements = [each for each in compiled(_ferries()).plan.statements if each.recipe == "book"]
    (booking,) = parameters(statements)
    assert sorted(booking.without) == sorted(COPIES)


def test_nothing_is_inserted_without_what_must_be_there() -> None:
    """A guest must be; a voucher only where the booking names one."""
    script = next(text for path, text in scripts_of(compiled(_ferries())).items() if "04" in path)
    book = script[script.index("function book(") : script.index("\n}\n", script.index("function book("))]
    assert book.index("insertOne") > book.index('throw new Error("guest not found")')
    assert "if ((booking.voucher ?? null) !== null) { if (voucher === null) { throw" in " ".join(book.split())
    assert "price is read from the sailing." in script.replace("\n// ", " ")
    assert '"dish", dishes, { dish_title: "title", vegan: "vegan" }, "dish")' in book


def test_what_follows_from_a_copy_is_worked_out_from_it() -> None:
    """The caller knows no price, and so no total: the function writes both."""
    design = _ferries()
    total = field("total", "decimal", computed={"formula": "price * seats", "refresh": "on-write"})
    next(each for each in design["entities"] if each["name"] == "Booking")["fields"] += [
        field("seats", "int", required=True), total,
    ]  # fmt: skip
    statements = [each for each in compiled(design).plan.statements if each.recipe == "book"]
    assert [each.op for each in statements if each.writes] == [
        "findOneAndUpdate", "insertOne", "updateOne", "updateOne",  # the guest, whose name is copied at once, is locked
    ]  # fmt: skip
    assert "total is computed from the values read." in statements[0].comment
    assert "Include " not in statements[0].comment
    assert judged(design, *INSERTS) == dict.fromkeys(INSERTS, "")


def test_copies_of_two_sources_in_one_object_are_both_there() -> None:
    """Fields of the sensor and of the site stand in one object of the reading, with what the caller says there."""
    entities = [entity(name, field("title", required=True)) for name in ("Sensor", "Site")]
    design = {
        "format": "nestlink/1", "name": "Readings", "database": "readings",
        "entities": [*entities, entity("Reading", field("value", "double"))],
        "relationships": [
            link(name.lower(), "one-to-many", end(name), end("Reading", 1, field=name.lower()), strategy="PARENT_REF",
                 copies=[_copied("title", "snapshot", f"copied.{name.lower()}_title")])
            for name in ("Sensor", "Site")
        ],
        "operations": [{"name": "measure", "kind": "insert", "entity": "Reading", "per_day": 9}],
    }  # fmt: skip
    assert judged(design, "measure") == {"measure": ""}


def test_a_second_call_finds_a_measurement_though_the_function_puts_copies_into_its_meta() -> None:
    """A call that ended before the sensor's count was worked out adds no second reading."""
    made = field("made", "int", computed={"formula": "count(readings)", "refresh": "on-write"})
    own = {"strategy": "TIME_SERIES", "copies": [_copied("title", "snapshot", "sensor_title")]}
    taken = entity(
        "Reading", field("taken", "date", required=True), field("value", "double"), kind="measurement"
    )
    design = {
        "format": "nestlink/1", "name": "Readings", "database": "readings",
        "entities": [entity("Sensor", field("title", required=True), made), taken],
        "relationships": [
            link("readings", "one-to-many", end("Sensor"), end("Reading", 1, field="sensor"), **own),
        ],
        "operations": [{"name": "measure", "kind": "insert", "entity": "Reading", "per_day": 9}],
    }  # fmt: skip
    assert judged(design, "measure") == {"measure": ""}


def test_a_new_root_repeats_nothing_of_a_parent_that_it_has_not() -> None:
    """Topics repeat the title of the one above: who adds a root asks for none, and reads none."""
    design = {
        "format": "nestlink/1", "name": "Topics", "database": "topics", "operations": [],
        "entities": [entity("Topic", field("title", required=True))],
        "relationships": [
            link("topics", "tree", end("Topic"), end("Topic", 1, field="above"), strategy="TREE_ANCESTORS",
                 copies=[_copied("title", "snapshot", "above_title")]),
        ],
    }  # fmt: skip
    assert judged(design, "topicsAdd") == {"topicsAdd": ""}


def test_a_whole_decimal_is_copied_as_one() -> None:
    """Where a validator takes decimals alone, the one that is read from the parent is not an integer."""
    price = entity("Price", field("month", required=True), field("cents", "decimal", required=True))
    bill = entity("Bill", field("number", required=True, unique=True))
    for_price = link("price", "one-to-many", end("Price"), end("Bill", field="price") | {"has": ONE}, strategy="PARENT_REF",
                     copies=[_copied("cents", "snapshot", "cents")])  # fmt: skip
    add = {"name": "add bill", "kind": "insert", "entity": "Bill"}
    design = {
        "format": "nestlink/1", "name": "Bills", "database": "bills", "exact": True, "entities": [price, bill],
        "relationships": [for_price], "operations": [add],
    }  # fmt: skip
    assert judged(design, "addBill", "priceAdd") == dict.fromkeys(("addBill", "priceAdd"), "")
