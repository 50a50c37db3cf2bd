"""Writes in sharded collections: what the servers before 7.1 want to be told, and what none of them does."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Param, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

PAY = {"name": "pay", "kind": "update", "entity": "Order", "filter": [{"field": "_id"}], "changes": ["paid"]}
RENAME = {
    "name": "rename",
    "kind": "update",
    "entity": "User",
    "filter": [{"field": "email"}],
    "changes": ["name"],
}


def statements(*ops: Any, key: Any = (("user_id", 1), ("_id", 1)), **top: Any) -> dict[str, Statement]:
    user = entity("User", field("name"), field("email"), field("age", "int"), shard_key=[["name", 1]])
    parts = [
        user,
        entity("Order", field("at", "date", required=True), field("paid", "bool"), shard_key=list(key)),
    ]
    ends = (
        ("User", {"has": {"growth": "unbounded"}}),
        ("Order", {"field": "user_id", "has": {"min": 1, "max": 1}}),
    )
    orders = link("orders", "one-to-many", *ends, strategy="SUBSET")
    top = {"topology": "sharded", **top}
    made = compile_design(design(parts, [orders], operations=list(ops), **top))
    return {one.id: one for one in made.plan.statements}


def asked(one: Statement) -> dict[str, str]:
    """The paths of a filter with the names of what the caller gives for them."""
    return {path: value.name for path, value in one.filter.items() if isinstance(value, Param)}


@pytest.mark.parametrize(("version", "told"), [("5.0", True), ("7.0", True), ("8.0", False)])
def test_a_write_that_returns_the_document_names_the_whole_key(version: str, told: bool) -> None:
    found = statements({**PAY, "returns": "after"}, server_version=version)
    key = {"user_id": "userId"} if told else {}
    assert asked(found["pay"]) == {"_id": "id"} | key
    assert asked(found["orders.remove.1"]) == {"_id": "orderId"} | key
    assert ("The shard key is required" in found["orders.remove.1"].comment) == told
    assert found["orders.remove.1"].filter["_id"].document == 0
    # The order of one document, the new parent of another.
    moved = found["orders.reassign.1"]
    assert (
        asked(moved) == {"_id": "orderId", "user_id": "oldUserId"}
        and moved.update["$set"]["user_id"].name == "newUserId"
    )


def test_a_change_of_the_key_names_the_whole_key_on_every_server() -> None:
    key = (("user_id", 1), ("at", 1))
    for version, why in (
        ("7.0", "The shard key is required"),
        ("8.0", "The filter includes the full current shard key"),
    ):
        moved = statements(PAY, key=key, server_version=version)["orders.reassign.1"]
        assert asked(moved) == {"_id": "orderId", "user_id": "oldUserId", "at": "at"}
        assert why in moved.comment and "filter doesn't include user_id" not in moved.comment


def test_a_write_of_one_document_by_its_id_needs_no_key() -> None:
    found = statements(PAY)
    assert asked(found["pay"]) == {"_id": "id"} and "shard key" not in found["pay"].comment
    assert "Queries every shard of orders: the filter doesn't include user_id." in found["pay"].comment
    assert "name" not in found["orders.add.2"].filter


@pytest.mark.parametrize("top", [{"topology": "replica-set"}, {"key": (("_id", "hashed"),)}])
def test_what_is_not_sharded_or_by_its_id_is_as_it_was(top: dict[str, Any]) -> None:
    pay = statements({**PAY, "returns": "after"}, **top)["pay"]
    assert asked(pay) == {"_id": "id"} and "Queries every shard" not in pay.comment


def test_a_write_that_names_the_beginning_of_the_key_asks_the_shards_that_have_it() -> None:
    asking = {**PAY, "filter": [{"field": "_id"}, {"field": "user_id"}]}
    assert "Queries every shard" not in statements(asking)["pay"].comment
    assert "Queries every shard" in statements(asking, key=(("at", 1), ("_id", 1)))["pay.1"].comment


def test_a_change_of_the_key_of_many_documents_is_not_written() -> None:
    """Servers refuse it, so the function would always fail."""
    for version in ("7.0", "8.0"):
        assert "rename" not in statements(RENAME, server_version=version)
    assert "shard key" not in statements({**RENAME, "changes": ["age"]})["rename"].comment
