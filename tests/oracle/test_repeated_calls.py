"""A call that ended between two writes is completed by the next one, on servers without transactions too."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design
from tests.oracle.judging import judge
from tests.oracle.versions import without_idle

Json = dict[str, Any]


def shop(**ends: str) -> Json:
    """Return a design of orders, whose customer and store keep something about them. ends: strategy of each."""
    entities = [
        {"name": "Customer", "fields": [{"name": "name", "type": "string", "required": True}]},
        {"name": "Store", "fields": [{"name": "city", "type": "string", "required": True}]},
        {"name": "Order", "fields": [
            {"name": "placed", "type": "date", "required": True}, {"name": "sum", "type": "int"},
        ]},
    ]  # fmt: skip
    relationships = [
        {
            "name": f"of{entity}", "kind": "one-to-many", "from": {"entity": entity}, "to": {"entity": "Order"},
            "strategy": strategy, "recent": {"count": 3, "sort": "placed", "direction": -1, "fields": ["placed"]},
            "together_needs": "recent",
        }
        for entity, strategy in ends.items()
    ]  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop", "topology": "standalone",
        "entities": entities, "relationships": relationships,
        "operations": [{"name": "place", "kind": "insert", "entity": "Order", "per_day": 5}],
    }  # fmt: skip


@pytest.mark.parametrize("customer", ["SUBSET", "CHILD_REFS", "PARENT_REF"])
@pytest.mark.parametrize("store", ["SUBSET", "TWO_WAY_REFS", "PARENT_REF"])
def test_an_insert_is_completed(customer: str, store: str) -> None:
    """An insert that ended before a list or slice had the document is completed, and adds nothing twice."""
    found = {
        one.function: one.why for one in judge("shop", shop(Customer=customer, Store=store)) if one.judged
    }
    assert "place" in found
    assert {name: why for name, why in found.items() if why and ("Add" in name or name == "place")} == {}


@pytest.mark.parametrize("history", ["revisions", "point-in-time"])
@pytest.mark.parametrize("topology", ["standalone", "replica-set"])
def test_a_change_that_changes_nothing_keeps_a_version_that_says_the_same(
    history: str, topology: str
) -> None:
    """Nothing asks for a difference: an article that is down already, and one that a call had taken down that ended
    between two writes. The function says so."""
    article = {
        "name": "Article", "history": history,
        "fields": [
            {"name": "slug", "type": "string", "required": True}, {"name": "desk", "type": "string"},
            {"name": "state", "type": "string", "enum": ["down", "up"], "required": True},
        ],
    }  # fmt: skip
    special = {"name": "Column", "fields": [{"name": "author", "type": "string"}]}
    split = {
        "name": "is_column", "kind": "is-a", "from": {"entity": "Article"}, "to": {"entity": "Column"},
        "strategy": "POLY_SPLIT",
    }  # fmt: skip
    takes = {
        "name": "take down", "kind": "update", "entity": "Article", "filter": [{"field": "desk"}], "per_day": 1,
        "effects": [{"field": "state", "do": "set", "value": "down"}],
    }  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Paper", "database": "paper", "topology": topology,
        "entities": [article, special], "relationships": [split], "operations": [takes],
    }  # fmt: skip
    (verdict,) = judge("paper", design, only=["takeDown"])
    assert verdict.judged and not verdict.why


def test_a_version_that_says_otherwise_is_one_too_many() -> None:
    """What an idle call keeps says the same as the document; any other version that is not wanted is told."""
    source = {
        "format": "nestlink/1", "name": "Paper", "database": "paper",
        "entities": [{"name": "Article", "history": "revisions", "fields": [{"name": "state", "type": "string"}]}],
        "relationships": [],
    }  # fmt: skip
    model = read(json.dumps(source)).value
    assert model is not None
    compilation = compile_design(model)
    wanted = {"articles": [{"_id": 1, "state": "down", "revision": 1}], "article_revisions": list[Json]()}

    def left(state: str) -> dict[str, list[Json]]:
        current = {"_id": 1, "state": "down", "revision": 2}
        return {
            "articles": [current],
            "article_revisions": [{"_id": 2, "article_id": 1, "state": state, "revision": 1}],
        }

    assert without_idle(compilation, wanted, left("down")) == wanted
    assert without_idle(compilation, wanted, left("up")) == left("up")


def test_what_counts_on_in_several_collections_is_refused_where_nothing_completes_it() -> None:
    """The comment said to call it again, and a second call counted again where the first had counted already."""
    design = {
        "format": "nestlink/1", "name": "Shop", "database": "shop", "topology": "standalone",
        "entities": [
            {"name": "Article", "fields": [
                {"name": "label", "type": "string", "required": True}, {"name": "price", "type": "double"},
            ]},
            {"name": "Book", "fields": [{"name": "pages", "type": "int"}]},
            {"name": "Toy", "fields": [{"name": "age", "type": "int"}]},
        ],
        "relationships": [
            {"name": f"is{kind}", "kind": "is-a", "from": {"entity": "Article"}, "to": {"entity": kind},
             "strategy": "POLY_SPLIT"}
            for kind in ("Book", "Toy")
        ],
        "operations": [
            {"name": "raise", "kind": "update", "entity": "Article", "filter": [{"field": "label"}],
             "effects": [{"field": "price", "do": "multiply"}]},
            {"name": "price", "kind": "update", "entity": "Article", "filter": [{"field": "label"}],
             "effects": [{"field": "price", "do": "set"}]},
        ],
    }  # fmt: skip
    model = read(json.dumps(design)).value
    assert model is not None
    plan = compile_design(model).plan
    assert {"price"} == {each.recipe for each in plan.statements if each.subject.startswith("operation:")}
    (refused,) = (each for each in plan.unwritten if each.subject == "operation:raise")
    assert "books, toys" in refused.reason and "replica set" in refused.remedy


def test_each_write_of_a_call_keeps_a_version_where_no_transaction_joins_them() -> None:
    """All topics of a desk are renamed together: one that lists another of them changes twice."""
    topic = {
        "name": "Topic", "history": "revisions",
        "fields": [
            {"name": "name", "type": "string", "required": True},
            {"name": "desk", "type": "string", "enum": ["news", "sport"], "required": True},
        ],
    }  # fmt: skip
    near = {
        "name": "near", "kind": "many-to-many", "from": {"entity": "Topic"}, "to": {"entity": "Topic", "field": "see"},
        "strategy": "VALUE_ARRAY",
    }  # fmt: skip
    rename = {
        "name": "rename", "kind": "update", "entity": "Topic", "filter": [{"field": "desk"}], "changes": ["name"],
        "per_day": 1,
    }  # fmt: skip
    design = {
        "format": "nestlink/1", "name": "Topics", "database": "topics", "topology": "standalone",
        "entities": [topic], "relationships": [near], "operations": [rename],
    }  # fmt: skip
    (verdict,) = judge("topics", design, tries=30, only=["rename"])
    assert verdict.judged and not verdict.why, verdict
    model = read(json.dumps(design)).value
    assert model is not None
    notes = [each.comment for each in compile_design(model).plan.statements if each.recipe == "rename"]
    assert "Each of its updates saves a version." in notes[0]
