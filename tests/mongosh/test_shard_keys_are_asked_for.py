"""A write that has to name the shard key asks its caller for all of it, and says so where the document has another."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from designs.compiler.operations.ir.conditions import filter_of
from designs.compiler.operations.passes.shard_routing import _key_in
from designs.compiler.plan_model.physical import Param, Statement
from tests.mongosh.cases import build
from tests.mongosh.odd import Json, end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

NUMBER = field("_id", "int")
ONE_PARAM = Param(name="id", collection="orders", path="_id", value=1)


def boxes() -> Json:
    """Boxes of a farm, of which fruits are taken."""
    taken = {"field": "fruits", "do": "increment", "by": -1}
    return {
        "format": "nestlink/1", "name": "Boxes", "database": "boxes", "topology": "sharded", "server_version": "7.0",
        "entities": [
            entity("Farm", NUMBER),
            entity("Box", NUMBER, field("kind", required=True), field("fruits", "int", required=True), shard_key=[["farm", 1], ["kind", 1]]),
        ],
        "relationships": [
            link("boxes", "one-to-many", end("Farm", None, field="boxes"), {"entity": "Box", "field": "farm", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "take", "kind": "update", "entity": "Box", "filter": [{"field": "_id"}], "effects": [taken], "returns": "after", "per_day": 9},
        ],
    }  # fmt: skip


@replay(boxes)
def test_the_whole_key_is_asked_for(play: Play) -> Steps:
    play.documents = {
        "farms": [{"_id": 1}, {"_id": 2}],
        "boxes": [{"_id": 5, "farm": 1, "kind": "plum", "fruits": 9}],
    }
    play.call("take", id=5, farmId=1, kind="plum")
    play.call("take", id=5, farmId=2, kind="plum")
    play.call("take", id=5, farmId=None, kind="plum")
    done = yield
    refused = [(result or {}).get("refused") for result in done.results]
    assert refused == [None, "box not found, or it has another farm or kind", "farmId must have a value"]
    assert [each["fruits"] for each in done.all("boxes")] == [8]


def jobs() -> Json:
    """Jobs with revisions, each known by its code in its region."""
    done = [{"field": "status", "do": "set", "value": "done"}]
    code = field("code", required=True, unique=True)
    status = field("status", required=True, enum=["open", "done"])
    return {
        "format": "nestlink/1", "name": "Jobs", "database": "jobs", "topology": "sharded", "server_version": "7.0",
        "entities": [entity("Job", NUMBER, code, field("region", required=True), status, history="revisions", shard_key=[["region", 1]])],
        "relationships": [],
        "operations": [
            {"name": "finish", "kind": "update", "entity": "Job", "filter": [{"field": "code"}, {"field": "status", "value": "open"}], "effects": done, "returns": "after", "per_day": 9},
        ],
    }  # fmt: skip


@replay(jobs)
def test_a_wrong_key_keeps_no_revision_of_what_does_not_change(play: Play) -> Steps:
    """A kept revision without its change would be in the way of the revision of each later change."""
    play.documents = {"jobs": [{"_id": 5, "code": "a", "region": "north", "status": "open", "revision": 1}]}
    play.call("finish", code="a", region="south")
    play.call("finish", code="a", region="north")
    done = yield
    assert [each["_id"] for each in done.all("job_revisions", 0)] == []
    assert (done.one("jobs", 5) or {})["status"] == "done"
    assert [each["job_id"] for each in done.all("job_revisions")] == [5]


def payments() -> Json:
    """Payments that a hashed key spreads, so that no index keeps their numbers apart."""
    number, account = field("number", required=True, unique=True), field("account", required=True)
    return {
        "format": "nestlink/1", "name": "Payments", "database": "payments", "topology": "sharded", "server_version": "7.0",
        "entities": [entity("Payment", NUMBER, number, account, shard_key=[["account", "hashed"]])],
        "relationships": [],
    }  # fmt: skip


@replay(payments)
def test_the_audit_finds_values_that_sharding_no_longer_keeps_unique(play: Play) -> Steps:
    play.documents = {
        "payments": [
            {"_id": id, "number": number, "account": f"a{id}"}
            for id, number in enumerate(["x", "y", "x"], start=1)
        ]
    }
    play.audit()
    done = yield
    assert done.found["payments.repeated.number"] == [{"_id": "x", "count": 2, "documents": [1, 3]}]


@pytest.mark.parametrize("version", ["7.0", "8.0"])
def test_what_is_worked_out_of_a_new_document_goes_to_its_shard(version: str) -> None:
    """For 8.0, which takes an update by the id alone, every shard was asked for the document that one had just stored."""
    total = {"formula": "sum(items.price)", "refresh": "on-write"}
    items = field(
        "items", "array", items={"type": "object", "fields": [field("price", "int", required=True)]}
    )
    order = entity("Order", field("shop", required=True), items, field("total", "int", computed=total), shard_key=[["shop", 1]])  # fmt: skip
    shop = entity(
        "Day", field("sold", "int", computed={"formula": "sum(orders.total)", "refresh": "on-write"})
    )
    orders = link("orders", "one-to-many", end("Day", field="orders"), {"entity": "Order", "field": "day", "has": {"min": 1, "max": 1}}, strategy="PARENT_REF")  # fmt: skip
    made = build({
        "format": "nestlink/1", "name": "Orders", "database": "orders", "topology": "sharded", "server_version": version,
        "entities": [order, shop], "relationships": [orders],
        "operations": [{"name": "sell", "kind": "insert", "entity": "Order", "per_day": 9}],
    })  # fmt: skip
    (update,) = (
        each
        for each in made.compilation.plan.statements
        if each.recipe == "sell" and each.collection == "orders" and "pdate" in each.op
    )
    assert set(update.filter) == {"_id", "shop"}


def test_a_key_is_not_taken_from_a_read_that_may_have_found_nothing() -> None:
    """Its document is there, and the read asks for more than its id: a delete by the key of nothing would miss it."""
    earlier = Statement(
        id="1", subject="s", purpose="p", op="findOne", collection="orders", script="04_queries", step="order",
        filter=filter_of({"_id": ONE_PARAM, "state": "open"}), transaction=True,
    )  # fmt: skip
    delete = replace(earlier, id="2", op="deleteOne", step="", filter=filter_of({"_id": ONE_PARAM}))
    assert _key_in(earlier, delete, ["shop"]) is None
    assert _key_in(replace(earlier, must_match="order not found"), delete, ["shop"]) is not None
    assert _key_in(replace(earlier, filter=delete.filter), delete, ["shop"]) is not None


def test_documents_listed_by_their_shard_key_are_changed_on_its_shard() -> None:
    """What was recounted of the documents of one shop was looked for by their ids on every shard."""
    total = {"formula": "sum(items.price)", "refresh": "on-write"}
    items = field("items", "array", items={"type": "object", "fields": [field("price", "int", required=True), field("sku", required=True)]})  # fmt: skip
    order = entity("Order", field("shop", required=True), items, field("total", "int", computed=total), shard_key=[["shop", 1]])  # fmt: skip
    found = [{"field": "shop"}, {"field": "items.sku"}]
    made = build({
        "format": "nestlink/1", "name": "Orders", "database": "orders", "topology": "sharded", "server_version": "8.0",
        "entities": [order], "relationships": [],
        "operations": [{"name": "price", "kind": "update", "entity": "Order", "filter": found, "effects": [{"field": "items.price", "do": "set", "value": 5}], "per_day": 9}],
    })  # fmt: skip
    statements = [each for each in made.compilation.plan.statements if each.recipe == "price"]
    assert [each.op for each in statements] == ["find", "updateMany", "updateMany"]
    assert all("shop" in each.filter for each in statements)
