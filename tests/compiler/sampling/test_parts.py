"""Parts come to their whole: shares to all of a thing, quantities to what there is of it, payments to what is due."""

from __future__ import annotations

from typing import Any

from designs.compiler.model.values import plain
from tests.compiler.sampling.test_between import _field, _link, _records

Json = dict[str, Any]
SEVERAL = {"min": 2, "average": 3, "max": 6}
FREE = {"min": 0, "average": 3}


def _money(amount: str) -> Json:
    return {"type": "decimal", "example": {"$numberDecimal": amount}}


def _rows(records: Any, link: str, entity: str) -> list[tuple[Any, list[Any]]]:
    """The record of each thing of an entity, and those of its links."""
    world = records.world
    return [
        (records.of(thing), [records.of(pair) for pair in world.links(link, "from", thing)])
        for thing in world.things[entity]
    ]


def test_shares_come_to_all_of_a_thing_beside_an_example() -> None:
    """Shares of 60, the designer's example, and 83 percent."""
    share = _field("share_percent", "decimal", minimum=1, maximum=100, example={"$numberDecimal": "60"})
    link = _link("ingredients", "many-to-many", ("Recipe", "ingredients", SEVERAL), ("Lot", "recipes", FREE),
                 link_fields=[share])  # fmt: skip
    records = _records({"Recipe": [_field("name")], "Lot": [_field("code")]}, [link])
    rows = [row for _, row in _rows(records, "ingredients", "Recipe")]
    assert plain(rows[0][0]["share_percent"]) == 60
    for row in rows:
        assert len(row) > 1 and sum(plain(each["share_percent"]) or 0 for each in row) == 100


def test_quantities_come_to_what_was_put_in_and_no_more_than_there_is_room_for() -> None:
    """A batch of 20 kg was made from 24.9 kg, and one of 26 kg on a machine of 18 kg."""
    kg = _field("kg", "decimal", minimum=0, example={"$numberDecimal": "13.2"})
    parts = {
        "Machine": [_field("name"), _field("capacity_kg", **_money("25.0"))],
        "Batch": [_field("number"), _field("kg_in", minimum=0, maximum=60, **_money("22.0"))],
        "Lot": [_field("code")],
    }
    links = [
        _link("machine batches", "one-to-many", ("Machine", "batches", FREE), ("Batch", "machine", {"min": 1, "max": 1})),
        _link("green", "many-to-many", ("Batch", "green", SEVERAL), ("Lot", "batches", FREE), link_fields=[kg]),
    ]  # fmt: skip
    records = _records(parts, links)
    for batch, row in _rows(records, "green", "Batch"):
        assert row and round(sum(plain(each["kg"]) or 0 for each in row), 2) == plain(batch["kg_in"])
    for thing in records.world.things["Batch"]:
        machine = records.world.links("machine batches", "to", thing)[0].source
        assert (plain(records.of(thing)["kg_in"]) or 0) <= (plain(records.of(machine)["capacity_kg"]) or 0)


def test_what_is_paid_by_several_payments_is_all_of_what_is_called_paid() -> None:
    """Payments that are shared out over invoices were of other amounts than those, and an invoice that was paid was open."""
    parts = {
        "Invoice": [
            _field("number"),
            _field("state", enum=["paid", "late", "issued"]),
            _field("total", "decimal", minimum=0),
            _field("paid", "decimal", computed={"formula": "sum(payments.amount)", "refresh": "on-write"}),
        ],
        "Payment": [_field("received_at", "date"), _field("value", "decimal", minimum=0)],
    }
    amount = _field("amount", "decimal", minimum=0)
    both = {"min": 1, "average": 1.1, "max": 12}
    link = _link("allocations", "many-to-many", ("Payment", "invoices", both), ("Invoice", "payments", both),
                 link_fields=[amount])  # fmt: skip
    records = _records(parts, [link])
    states = set()
    for thing in records.world.things["Invoice"]:
        invoice = records.of(thing)
        total, paid = plain(invoice["total"]) or 0, plain(invoice["paid"]) or 0
        assert paid == total if invoice["state"] == "paid" else 0 <= paid < total
        states.add(invoice["state"])
    assert {"paid"} < states
    for payment, row in _rows(records, "allocations", "Payment"):
        assert round(sum(plain(each["amount"]) or 0 for each in row), 2) == plain(payment["value"])


def test_an_example_beside_a_state_stays_and_what_is_paid_follows_from_the_state() -> None:
    """What was paid in part, by the designer's example, was nothing."""
    parts = {
        "Invoice": [
            _field("number", example="R-25-2210"),
            _field("amount", **_money("784.00")),
            _field("paid", **_money("297.80")),
            _field("open_amount", "decimal", computed={"formula": "amount - paid", "refresh": "on-write"}),
            _field("state", enum=["open", "part paid", "paid", "overdue"], example="part paid"),
        ],
        "Visit": [_field("title")],
    }
    operations = [
        {
            "name": f"{state} invoices",
            "kind": "read",
            "entity": "Invoice",
            "filter": [{"field": "state", "value": state}],
        }
        for state in ("open", "paid", "overdue")
    ]
    records = _records(parts, [], operations)
    rows = [records.of(thing) for thing in records.world.things["Invoice"]]
    assert plain(rows[0]["paid"]) == 297.80 and plain(rows[0]["open_amount"]) == 486.20
    assert {"paid", "overdue"} <= {row["state"] for row in rows}
    for row in rows[1:]:
        share = {"open": 0, "part paid": 0.5, "paid": 1, "overdue": 0}[row["state"]]
        assert plain(row["paid"]) == round((plain(row["amount"]) or 0) * share, 2)
