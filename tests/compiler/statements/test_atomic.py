"""Functions of several writes: one transaction where a second call could not complete them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.model.conceptual import Model
from designs.compiler.operations.atomic import REMARK
from designs.compiler.operations.results.counting import TOGETHER
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"min": 0, "max": None, "growth": "unbounded"}}


def shop(strategy: str = "SUBSET", **more: Any) -> Model:
    """Products with their newest reviews."""
    reviews = link(
        "reviews", "one-to-many", ("Product", {"field": "reviews", **MANY}),
        ("Review", {"field": "product", "has": {"min": 1, "max": 1}}), strategy=strategy,
    )  # fmt: skip
    entities = [
        entity("Product", field("name", required=True)),
        entity("Review", field("text", required=True), field("written", "date", required=True)),
    ]
    operations = [{"name": "write", "kind": "insert", "entity": "Review"}]
    return design(entities, [reviews], operations=operations, **more)


def written(model: Model, recipe: str) -> list[Statement]:
    """The statements of one function."""
    return [one for one in compile_design(model).plan.statements if one.recipe == recipe]


@pytest.mark.parametrize("topology", ["replica-set", "sharded"])
@pytest.mark.parametrize("recipe", ["reviews.add", "reviews.remove", "reviews.reassign", "write"])
def test_a_slice_changes_in_one_transaction_with_its_documents(recipe: str, topology: str) -> None:
    statements = written(shop(topology=topology), recipe)
    assert len(statements) > 1 and all(one.transaction for one in statements)
    assert REMARK in statements[0].comment or TOGETHER in statements[0].comment


def test_one_write_stands_alone() -> None:
    asked, only = written(shop("PARENT_REF"), "write")
    assert (asked.op, only.op) == ("findOne", "insertOne")
    assert not only.transaction


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_a_delete_and_what_it_takes_along_stand_in_one_transaction_where_there_are_any(topology: str) -> None:
    """Both delete by what the caller gives: on a server alone the second call deletes what the first one left."""
    linked = link("tags", "many-to-many", ("Post", MANY), ("Tag", MANY), strategy="LINK_COLL")
    model = design(
        [entity("Post", field("title")), entity("Tag", field("word"))], [linked], topology=topology
    )
    statements = written(model, "tags.delete")
    assert len(statements) > 1
    assert {one.transaction for one in statements} == {topology == "replica-set"}


def test_a_standalone_server_is_asked_for_no_transaction() -> None:
    for recipe in ("reviews.add", "reviews.remove", "reviews.reassign", "write"):
        assert not any(one.transaction for one in written(shop(topology="standalone"), recipe))


def test_without_transactions_each_write_may_be_made_again() -> None:
    """What is there is not inserted again, what a slice has is not pushed again, and what names the parent goes last."""
    added = written(shop(topology="standalone"), "reviews.add")
    assert [one.op for one in added] == ["findOne", "findOne", "insertOne", "updateOne"]
    assert added[2].unless == added[0].step and added[1].must_match == "product not found"
    guard = next(value for path, value in added[3].filter.items() if path.endswith("review_id"))
    assert set(guard) == {"$ne"}
    assert written(shop(topology="standalone"), "reviews.remove")[-1].op == "deleteOne"
    moved = written(shop(topology="standalone"), "reviews.reassign")
    assert "$ne" in moved[-1].filter["product"] and "product" in moved[-1].update["$set"]


def test_measurements_stand_in_no_transaction() -> None:
    """The server refuses to write them in one."""
    model = shop("TIME_SERIES")
    world = compile_design(model)
    assert [one.kind for one in world.plan.collections if one.name == "reviews"] == ["timeseries"]
    assert not any(one.transaction for one in world.plan.statements)


def billed(topology: str) -> Model:
    """Invoices whose total follows from their lines, and members whose balance follows from these totals."""
    total = {"formula": "sum(lines.cents)", "refresh": "on-write"}
    balance = {"formula": "sum(invoices.total)", "refresh": "on-write"}
    lines = field(
        "lines",
        "array",
        items={"type": "object", "fields": [field("cents", "int", required=True)]},
    )
    entities = [
        entity("Member", field("name", required=True), field("balance", "int", computed=balance)),
        entity("Invoice", lines, field("total", "int", computed=total)),
    ]
    invoices = link(
        "invoices", "one-to-many", ("Member", {"field": "invoices", **MANY}),
        ("Invoice", {"field": "member", "has": {"min": 1, "max": 1}}), strategy="PARENT_REF",
    )  # fmt: skip
    return design(entities, [invoices], topology=topology)


@pytest.mark.parametrize("topology", ["replica-set", "sharded", "standalone"])
def test_a_result_is_worked_out_with_what_follows_from_it(topology: str) -> None:
    """Between the two writes a reader would see a balance that is not the sum of the totals."""
    statements = written(billed(topology), "Invoice.compute")
    writes = [one.collection for one in statements if one.writes]
    assert sorted(writes) == ["invoices", "members"]
    is_one = topology != "standalone"
    assert {one.transaction for one in statements} == {is_one}
    assert (REMARK in statements[0].comment) is is_one
    assert "one atomic update" not in statements[0].comment
    assert not any("$merge" in stage for one in statements if is_one for stage in one.pipeline or ())
