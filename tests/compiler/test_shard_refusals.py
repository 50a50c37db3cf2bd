"""No statement is refused by a sharded cluster of the design's version, whichever collections are sharded."""

from __future__ import annotations

import json

import pytest

from designs.compiler import read
from designs.compiler.plan_model.physical import Param, Statement
from tests.compiler.in_parts import compile_design
from tests.compiler.library import ROOT
from tests.compiler.random_wild import wild
from tests.compiler.shard_refusals import Json, equalities, of_joins, of_target, report, sharded

LIBRARY = ROOT / "designs" / "library"
# Trees inside documents and apart, carts that change at each line, orders whose state moves, totals, trees of ids.
NAMES = [
    "department_store",
    "template_cart_with_reservation",
    "web_shop",
    "electronics_store",
    "company_wiki",
]
WILD = [6, 13, 16, 18, 21, 27, 30, 44, 51, 56]  # each had another form of write, or join, that was refused


def designs() -> dict[str, Json]:
    library = {name: json.loads((LIBRARY / f"{name}.json").read_text(encoding="utf-8")) for name in NAMES}
    return library | {f"random-{number}": wild(number) for number in WILD}


@pytest.mark.parametrize("name", designs())
def test_no_statement_is_refused(name: str) -> None:
    assert report(name, sharded(designs()[name])) == []


@pytest.mark.parametrize(("version", "joins"), [("7.0", False), ("8.0", True)])
def test_servers_since_8_0_join_sharded_collections_in_transactions(version: str, joins: bool) -> None:
    design = sharded(designs()["electronics_store"]) | {"server_version": version}
    model = read(json.dumps(design)).value
    assert model is not None
    statements = compile_design(model).plan.statements
    inside = [each.pipeline for each in statements if each.transaction and each.pipeline]
    keys = {each.name: ["_id"] for each in compile_design(model).plan.collections if each.shard_key}
    assert any(of_joins(pipeline, keys) for pipeline in inside) is joins


def test_a_walk_through_a_sharded_tree_in_a_transaction_is_not_written() -> None:
    model = read(json.dumps(sharded(designs()["company_wiki"]))).value
    assert model is not None
    unwritten = {each.recipe: each for each in compile_design(model).plan.unwritten}
    assert "which sharded clusters before 8.0 reject" in unwritten["subpages.cascade"].reason
    assert unwritten["subpages.cascade"].remedy == 'set server_version to "8.0", or remove the shard key'


def test_designs_are_sharded() -> None:
    model = read(json.dumps(sharded(designs()["web_shop"]))).value
    assert model is not None
    assert sum(bool(each.shard_key) for each in compile_design(model).plan.collections) > 2


def statement(op: str, **parts: object) -> Statement:
    return Statement(id="a", subject="", purpose="", op=op, collection="things", script="04_queries", **parts)


def test_the_check_tells_what_is_refused() -> None:
    assert equalities(
        {"a": 1, "b": {"$eq": 2}, "c": {"$in": [3]}, "d": Param(name="d"), "$and": [{"e": 1}]}
    ) == {*"abde"}
    assert of_target(statement("findOneAndUpdate", filter={"_id": 1}), ["a"]) == "without a"
    assert of_target(statement("updateOne", filter={"_id": 1}), ["a"]) == ""
    assert of_target(statement("updateOne", filter={"b": 1}), ["a"]) == "without a"
    assert (
        of_target(statement("updateOne", filter={"_id": 1}, options={"upsert": True}), ["a"]) == "without a"
    )
    assert of_target(statement("updateMany", filter={}), ["a"]) == ""
    inner = {"$lookup": {"from": "free", "pipeline": [{"$lookup": {"from": "things"}}]}}
    assert of_joins([inner], {"things": ["a"]}) == "$lookup from things"
    assert of_joins([inner], {"others": ["a"]}) == ""
