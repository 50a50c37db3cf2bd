"""What asks every collection of the kinds of a thing, and what is a function of each kind."""

from __future__ import annotations

import pytest

from designs.compiler.operations.context import OperationContext, RelationshipContext, ScriptFunction
from designs.compiler.operations.functions.own_subtypes import spread
from tests.compiler.composed import design, entity, field, link, placement
from tests.compiler.in_parts import compile_design

MODEL = design(
    [entity("Pay", field("amount", "int")), entity("Card"), entity("Wire"), entity("Order")],
    [
        link("card", "is-a", "Pay", "Card", strategy="POLY_SPLIT"),
        link("wire", "is-a", "Pay", "Wire", strategy="POLY_SPLIT"),
        link("pays", "one-to-many", "Order", "Pay", strategy="CHILD_REFS"),
    ],
)


def pays() -> RelationshipContext:
    made = compile_design(MODEL)
    placed = placement(MODEL, made.composition)
    return RelationshipContext(
        OperationContext(made, placed, placed.names, placed.paths), placed.names.relationships["pays"]
    )


def test_a_transaction_which_takes_no_union_asks_one_kind() -> None:
    told = {}
    for transaction in (False, True):
        recipe = ScriptFunction("relationship:pays", "pays.some", "read", transaction=transaction)
        recipe.add("find", "cards", filter={"amount": 1})
        made = list(spread(pays(), recipe))
        told[transaction] = [(one.name, each.op, each.collection) for one in made for each in one.statements]
    assert told == {
        False: [("pays.some", "aggregate", "cards")],
        True: [("pays.some.card", "find", "cards"), ("pays.some.wire", "find", "wires")],
    }


@pytest.mark.parametrize("computes", [False, True])
def test_an_update_of_any_kind_refuses_nothing_that_another_collection_may_hold(computes: bool) -> None:
    """The collections are written alike, or each with what its own kind computes."""
    more = (
        [field("more", "int", computed={"formula": "amount + 1", "refresh": "on-write"})] if computes else []
    )
    entities = [entity("Pay", field("amount", "int")), entity("Card", *more), entity("Wire")]
    links = [link(kind.lower(), "is-a", "Pay", kind, strategy="POLY_SPLIT") for kind in ("Card", "Wire")]
    charge = {
        "name": "charge", "kind": "update", "entity": "Pay", "filter": [{"field": "_id"}], "changes": ["amount"],
    }  # fmt: skip
    plan = compile_design(design(entities, links, operations=[charge])).plan
    made = [each for each in plan.statements if each.recipe == "charge"]
    assert [(each.collection, each.must_match) for each in made] == [
        ("cards", ""),
        ("wires", "pay not found"),
    ]
    assert made[1].beside == (made[0].step,)  # it is enough where one of them has it


def test_a_read_of_any_kind_is_one_function_in_one_order() -> None:
    entities = [entity("Pay", field("amount", "int")), entity("Card"), entity("Wire")]
    links = [link(kind.lower(), "is-a", "Pay", kind, strategy="POLY_SPLIT") for kind in ("Card", "Wire")]
    largest = {
        "name": "largest",
        "kind": "read",
        "entity": "Pay",
        "sort": [{"field": "amount", "direction": -1}],
        "limit": 5,
    }
    plan = compile_design(design(entities, links, operations=[largest])).plan
    (read,) = [each for each in plan.statements if each.subject == "operation:largest"]
    order: list[object] = [{"$sort": {"amount": -1}}, {"$limit": 5}]
    assert read.pipeline[-2:] == order
    (union,) = [stage["$unionWith"] for stage in read.pipeline if "$unionWith" in stage]
    assert (union["coll"], union["pipeline"][-2:]) == ("wires", order)
