"""What asks every collection of the kinds of a thing, and what is a function of each kind."""

from __future__ import annotations

from designs.compiler import compile_design
from designs.compiler.operations.context import OperationContext, RelationshipContext, ScriptFunction
from designs.compiler.operations.functions.own_subtypes import spread
from tests.compiler.composed import design, entity, field, link, placement

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
