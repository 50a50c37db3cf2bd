"""What a function gives its caller: the result of its own write, whatever else it writes."""

from __future__ import annotations

import pytest

from tests.compiler.compiled import compiled
from tests.compiler.composed import entity, field, link
from tests.compiler.small import Json


def _answered(operation: Json, *, topology: str = "replica-set") -> list[str]:
    """Return the operations of the statements whose result an operation of bills returns; customers sum what is open."""
    owed = {"formula": "sum(bills.open)", "sources": ["bills.open"], "refresh": "on-write"}
    state = field("state", enum=["issued", "paid"], required=True)
    bill = entity("Bill", field("number", required=True), state, field("open", "int", required=True))
    ends = ("Customer", {"field": "bills"}), ("Bill", {"field": "customer", "has": {"min": 1, "max": 1}})
    source = {
        "format": "nestlink/1", "name": "Bills", "database": "bills", "topology": topology,
        "entities": [entity("Customer", field("owed", "int", computed=owed)), bill],
        "relationships": [link("bills", "one-to-many", *ends, strategy="PARENT_REF")],
        "operations": [{"entity": "Bill", "per_day": 9, "filter": [{"field": "number"}], "name": "asked", **operation}],
    }  # fmt: skip
    statements = [each for each in compiled(source).plan.statements if each.recipe == "asked"]
    assert len(statements) > 1, "the customer's total goes with it"
    return [each.op for each in statements if each.answers]


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_an_update_with_more_behind_it_says_how_many_it_found(topology: str) -> None:
    """It returned nothing, so that a bill that was paid already looked like one that was paid."""
    pay = {
        "kind": "update",
        "effects": [{"field": "state", "do": "set", "value": "paid"}, {"field": "open", "do": "set"}],
    }
    assert _answered(pay, topology=topology) == ["updateMany"]


def test_a_delete_says_how_many_it_deleted() -> None:
    assert _answered({"kind": "delete", "filter": [{"field": "state", "value": "paid"}]}) == ["deleteMany"]


def test_an_insert_gives_the_new_id() -> None:
    assert _answered({"kind": "insert"}) == ["insertOne"]
