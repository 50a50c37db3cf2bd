"""The audit of what a reference does not refuse: more children of one parent than the design states."""

from __future__ import annotations

import pytest

from designs.compiler import compile_design
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import UP_TO
from tests.compiler.small import MANY, ONE, pair


@pytest.mark.parametrize(
    ("kind", "strategy", "has", "audited"),
    [
        (MANY, "PARENT_REF", {"max": 40}, True),
        (MANY, "SUBSET", {"max": 4000}, True),
        (MANY, "PARENT_REF", {"growth": "unbounded"}, False),
        (MANY, "PARENT_REF", {"max": 1e300}, False),
        (MANY, "PARENT_REF", {}, False),  # what is assumed is no maximum
        (MANY, "EMBED_ARRAY", {"max": 40}, False),  # the validator has it
        (MANY, "TWO_WAY_REFS", {"max": 40}, False),
        (ONE, "LINK_ONE", {"max": 1}, False),  # its index is unique
    ],
)
def test_more_than_the_stated_maximum_is_told(
    kind: str, strategy: str, has: dict[str, int], audited: bool
) -> None:
    made = compile_design(pair(kind, has=has, rel={"strategy": strategy}))
    beyond = [each for each in made.plan.statements if each.recipe == "r.beyond"]
    assert bool(beyond) is audited
    for each in beyond:
        assert (each.collection, each.pipeline[2]) == ("children", {"$match": {"count": {"$gt": has["max"]}}})


@pytest.mark.parametrize("kind", [MANY, "tree"])
def test_children_of_all_collections_are_counted_together(kind: str) -> None:
    kinds = [link(name.lower(), "is-a", "Pay", name, strategy="POLY_SPLIT") for name in ("Card", "Wire")]
    parent = "Pay" if kind == "tree" else "Order"
    strategy = "TREE_PARENT" if kind == "tree" else "PARENT_REF"
    pays = link("pays", kind, (parent, UP_TO(9)), ("Pay", UP_TO(1)), strategy=strategy)
    parts = [entity("Pay"), entity("Card", field("no")), entity("Wire", field("iban")), entity("Order")]
    made = compile_design(design(parts, [*kinds, pays]))
    (beyond,) = [each for each in made.plan.statements if each.recipe == "pays.beyond"]
    assert beyond.collection == "cards"
    assert [each["$unionWith"]["coll"] for each in beyond.pipeline if "$unionWith" in each] == ["wires"]
    assert [*beyond.pipeline[2]] == ["$sortByCount"]
