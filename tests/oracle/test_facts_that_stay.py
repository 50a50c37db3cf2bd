"""What the oracle says of facts that keep a value, or that have no room for one more."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.oracle import relationships
from tests.oracle.calls import functions
from tests.oracle.growing import has_room, random_state
from tests.oracle.scenario import NotJudged, Stage
from tests.oracle.test_copies_of_changed import shop
from tests.oracle.test_reads import judged

Json = dict[str, Any]


def with_bills() -> Json:
    """Return a design in which each product has a bill at most, and each bill a product and a category."""
    design = shop(strategy="PARENT_REF")
    design["entities"].append(entity("Bill", field("total", "int", required=True)))
    must = {"has": {"min": 1, "max": 1}}
    design["relationships"] += [
        link("billed", "one-to-one", end("Product", 1), {"entity": "Bill", **must}, strategy="LINK_ONE"),
        link("sums", "one-to-many", end("Category"), {"entity": "Bill", **must}, strategy="PARENT_REF"),
    ]
    return design


def test_a_new_thing_has_all_parents_that_it_must_have() -> None:
    """Where each product has its bill in the facts, none can be added: the function rightly refuses an id of none."""
    design = read(json.dumps(with_bills())).value
    assert design is not None
    compilation = compile_design(design)
    (function,) = (one for one in functions(compilation) if one.name == "sumsAdd")
    state = random_state(compilation, 0)
    relationship = next(one for one in state.model.links if one.name == "billed")
    for product in state.things("Product"):
        if not state.links("billed", "from", product):
            state.remove(product)
    assert not any(has_room(compilation, state, relationship, "from", one) for one in state.things("Product"))
    with pytest.raises(NotJudged, match="no Product has room"):
        relationships.meaning(Stage(compilation, state, function, Random(1)))


def test_results_keep_what_a_snapshot_keeps() -> None:
    """A price that changes later changes no total of what was sold at the price of its day."""
    design = shop(strategy="PARENT_REF")
    total = {"formula": "sum(parts.price)", "sources": ["parts.price"], "refresh": "on-write"}
    design["entities"].append(
        entity("Basket", field("code", required=True), field("total", "int", computed=total))
    )
    design["entities"][1]["history"] = "revisions"
    kept = {"policy": "snapshot", "reads_per_day": 1e6, "updates_per_day": 1}
    design["relationships"].append(
        link("parts", "many-to-many", end("Basket", 20, field="parts"), end("Product", field="baskets"), strategy="EMBED_LINK",
             link_owner="from", link_fields=[field("number", "int")], copies=[{"field": "price", "of": "to", **kept}])
    )  # fmt: skip
    assert judged(design, "productChange") == {"productChange": ""}


def test_whoever_asks_for_the_parent_of_a_node_gives_its_id() -> None:
    """The function reads the node first; its parent is what is asked for, whatever the ends are called."""
    design = shop(
        {"name": "above", "kind": "read", "entity": "Category", "per_day": 5, "filter": [{"field": "parts"}]}
    )
    tree = {"depth": 4, "reads": "descendants"}
    ends = {"entity": "Category", "field": "parts"}, {"entity": "Category", "field": "whole"}
    design["relationships"].append(link("tree", "tree", *ends, tree=tree, strategy="TREE_ANCESTORS"))
    assert judged(design, "above") == {"above": ""}
    wrong = "above = (node) => db.categories.findOne({ _id: node });"
    assert judged(design, "above", planted=wrong)["above"]
