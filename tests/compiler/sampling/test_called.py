"""What things are called agrees with what they are, and whom with: choices in names, years in numbers, firms, people, seats."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from designs.compiler.sampling.values.specs import Spec, SpecPlace, Specs
from designs.compiler.sampling.values.texts import text
from tests.compiler.sampling.test_between import _field, _link, _records

Json = dict[str, Any]
FREE = {"min": 0, "average": 3}
ALWAYS = {"min": 1, "max": 1}


def _all(records: Any, entity: str) -> list[dict[str, Any]]:
    return [records.of(thing) for thing in records.world.things[entity]]


def _asked(entity: str, field: str, *values: str) -> list[Json]:
    return [
        {"name": f"{entity} {each}", "kind": "read", "entity": entity, "filter": [{"field": field, "value": each}]}
        for each in values
    ]  # fmt: skip


def test_a_name_says_the_choice_that_its_example_says() -> None:
    """A transformer was called M4 hex bolt, and a coffee roaster's recipe Chickpea curry."""
    kinds = ["yaw drive", "converter", "transformer"]
    parts = {
        "Component": [_field("name", example="Yaw drive 2"), _field("kind", enum=kinds, example="yaw drive")],
        "Recipe": [_field("name", unique=True, example="Morning Shift Espresso"),
                   _field("kind", enum=["espresso", "filter", "single_origin"], example="espresso")],
        "Fraction": [_field("name", unique=True, example="Copper granulate"),
                     _field("kind", enum=["metal", "plastic", "glass"], example="metal")],
    }  # fmt: skip
    asked = [
        *_asked("Component", "kind", "converter", "transformer"),
        *_asked("Recipe", "kind", "single_origin"),
    ]
    records = _records(parts, [], [*asked, *_asked("Fraction", "kind", "plastic")])
    for entity, start in (("Component", ""), ("Recipe", "morning shift ")):
        rows = _all(records, entity)
        assert len({row["name"] for row in rows}) == len(rows) > 1
        for row in rows:
            assert row["name"].casefold().startswith(start + row["kind"].replace("_", " "))
    for row in _all(records, "Fraction")[1:]:
        assert row["name"].startswith(
            "Copper" if row["kind"] == "metal" else f"{row['kind'].capitalize()} fraction"
        )


def test_years_in_numbers_are_those_of_the_dates_beside_them() -> None:
    """Checklists of 2026, 2029 and 2032 for orders of 2025; and a contract of 2024 with the number of 2025."""
    order = [
        _field("number", unique=True, example="W-25-04417"),
        _field("planned_for", "date", example={"$date": "2025-08-12T00:00:00Z"}),
        _field("checklist_version", example="2025-B"),
        _field("state", enum=["planned", "in progress", "done"], example="in progress"),
    ]
    rows = _all(
        _records({"WorkOrder": order}, [], _asked("WorkOrder", "state", "planned", "done")), "WorkOrder"
    )
    assert len(rows) > 2
    for row in rows:
        assert row["checklist_version"] == f"{row['planned_for'].year}-B"
        assert row["number"].startswith(f"W-{row['planned_for'].year % 100}-")


def test_a_firm_by_its_address_is_no_person() -> None:
    """Beside Nordic Smelters, desk@nordicsmelters.example, there was a buyer called Yara Kowalski."""
    firm = [_field("name", example="Nordic Smelters"), _field("email", example="desk@nordicsmelters.example")]
    person = [_field("name", example="Harriet Lowe"), _field("email", example="harriet.lowe@example.com")]
    records = _records({"Buyer": firm, "Client": person}, [])
    for row in _all(records, "Buyer")[1:]:
        assert row["email"].startswith("office@")
    for row in _all(records, "Client")[1:]:
        assert row["email"].startswith(row["name"].split(" ")[0].casefold())


def test_nobody_authorizes_themselves() -> None:
    parts = {
        "Customer": [
            _field("name", example="Amelia Hartley"),
            _field("email", example="amelia.hartley@example.com"),
        ],
        "AuthorizedPerson": [
            _field("name", example="Tom Hartley"),
            _field("phone", example="+44 7700 900655"),
        ],
    }
    link = _link("authorized", "one-to-many", ("Customer", "authorized", {"min": 1, "average": 2, "max": 5}),
                 ("AuthorizedPerson", "customer", ALWAYS), exclusive_owner=True, accessed_together=0.9)  # fmt: skip
    records = _records(parts, [link])
    for customer in records.world.things["Customer"]:
        pairs = records.world.links("authorized", "from", customer)
        names = [records.of(pair.target)["name"] for pair in pairs]
        assert names and records.of(customer)["name"] not in names and len({*names}) == len(names)


def test_as_many_seats_are_taken_as_there_are_passengers() -> None:
    trip = [_field("vessel"), _field("seats", "int", example=12), _field("seats_taken", "int", example=8)]
    link = _link("passengers", "many-to-many", ("Trip", "passengers", {"min": 1, "average": 3}),
                 ("Technician", "trips", FREE))  # fmt: skip
    records = _records({"Trip": trip, "Technician": [_field("name", example="Jonas Petersen")]}, [link])
    for trip in records.world.things["Trip"][1:]:
        assert records.of(trip)["seats_taken"] == len(records.world.links("passengers", "from", trip))


def test_an_operation_that_asks_for_a_state_of_what_is_inside_has_it() -> None:
    parts = {
        "Lot": [_field("number", example="L-25-2207")],
        "Check": [_field("what", enum=["battery", "mercury"], example="battery"),
                  _field("result", enum=["pending", "clear", "found"], example="clear"),
                  _field("checked_at", "date", required=False)],
    }  # fmt: skip
    link = _link("checks", "one-to-many", ("Lot", "checks", {"min": 1, "average": 2, "max": 6}),
                 ("Check", "lot", ALWAYS), exclusive_owner=True, accessed_together=0.9)  # fmt: skip
    rows = _all(_records(parts, [link], _asked("Lot", "checks.result", "pending", "found")), "Check")
    assert {"pending", "found"} <= {row["result"] for row in rows}
    assert all("checked_at" not in row for row in rows if row["result"] == "pending")


def test_jobs_are_not_numbered() -> None:
    """Yearly inspection of the lift 2."""
    spec = Spec(name="title", types=("string",), example="Annual service, year 8")
    place = SpecPlace(
        entity="WorkOrder",
        path="title",
        number=1,
        start=datetime(2025, 8, 12, tzinfo=UTC),
        specs=Specs(),
        person=("A", "B"),
    )
    titles = [text(spec, msgspec.structs.replace(place, number=number)) for number in range(1, 12)]
    assert len({*titles}) < len(titles) and not any(title.endswith(" 2") for title in titles)


def test_payments_come_to_no_more_than_the_total_whatever_the_order_of_its_words() -> None:
    """A booking with a price_total of 306.22 had paid 749.50: payments fitted a total_price only."""
    parts = {
        "Booking": [
            _field("fare", "decimal", money=True),
            _field("extras", "decimal", money=True),
            _field("price_total", "decimal", money=True, computed={"formula": "fare + extras"}),
            _field("paid", "decimal", money=True, computed={"formula": "sum(payments.amount)"}),
        ],
        "Payment": [_field("amount", "decimal", money=True), _field("paid_at", "date")],
    }
    link = _link("payments", "one-to-many", ("Booking", "payments", FREE), ("Payment", "booking", ALWAYS))
    rows = _all(_records(parts, [link]), "Booking")
    assert any(row["paid"].to_decimal() > 0 for row in rows)
    assert all(row["paid"].to_decimal() <= row["price_total"].to_decimal() for row in rows)
