"""What a first read does not find: later statements match nothing by it, and nothing is written."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.compiler.bson_schema import complaints
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NOBODY = ObjectId("0123456789abcdef01234567")


def offices() -> Json:
    """Employees with an optional reference to an element of an array."""
    return {
        "format": "nestlink/1", "name": "Offices", "database": "offices",
        "entities": [
            entity("Company", field("name", required=True)),
            entity("Office", field("_id", "objectId"), field("city", required=True)),
            entity("Employee", field("email", unique=True)),
        ],
        "relationships": [
            link("offices", "one-to-many", end("Company", 5), end("Office", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
            link("staff", "one-to-many", end("Office", None), end("Employee", 1, field="office_id"), strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "desk of", "kind": "read", "entity": "Employee", "filter": [{"field": "email"}], "includes": ["staff"]}
        ],
    }  # fmt: skip


@replay("parts_catalogue")
def test_a_read_that_finds_nothing_ends_there(play: Play) -> Steps:
    play.documents["products"].append({"name": "without parts"})
    play.call("spare part page", partno="nothing is called so")
    play.call("product page", catalogNumber=-1)
    done = yield
    assert done.results == [None, None]


@replay("odd")
def test_the_way_back_from_nothing_is_nothing(play: Play) -> Steps:
    play.call("badge.back", badgeId=NOBODY)
    done = yield
    assert done.results == [None]


@replay(offices)
def test_an_optional_reference_that_is_absent_matches_nothing(play: Play) -> Steps:
    employee, company = play.first("employees"), play.first("companies")
    del employee["office_id"]
    play.documents["companies"] = [{"_id": company["_id"], "name": "without offices"}]
    play.call("desk of", email=employee["email"])
    done = yield
    assert done.results[0]["found"]["_id"] == employee["_id"] and done.results[0]["office"] == []


@replay("parts_catalogue")
def test_a_copy_of_nothing_is_not_written(play: Play) -> Steps:
    play.call("parts.add", partId=NOBODY)
    done = yield
    assert done.results == [{"refused": "part not found"}]
    assert done.all("products") == play.documents["products"]


@replay("odd")
def test_a_link_to_nobody_is_not_made(play: Play) -> Steps:
    play.call("work.add", employeeId=play.first("employees")["_id"], projectId=NOBODY)
    done = yield
    assert done.results == [{"refused": "project not found"}]
    assert done.all("work") == play.documents["work"]


def shop() -> Json:
    """Copies of what a source need not have: beside a reference, in a list and in a slice."""
    price = {"field": "price", "of": "to", "as": "unit.price", "policy": "eventual", "reads_per_day": 9000}
    town = {"field": "home.town", "of": "from", "as": "town", "reads_per_day": 9000, "updates_per_day": 1}
    home = field("home", "object", fields=[field("town", required=True)])
    return {
        "format": "nestlink/1", "name": "Shop", "database": "shop",
        "entities": [
            entity("Customer", field("name", required=True), home, field("phone")),
            entity("Order", field("at", "date", required=True), field("total", "double"), field("state", enum=["new"])),
            entity("Product", field("name", required=True), field("price", "decimal")),
        ],
        "relationships": [
            link("orders", "one-to-many", end("Customer"), end("Order", 1, field="customer_id"), strategy="SUBSET", copies=[town]),
            link("items", "many-to-many", end("Order", 9), end("Product"), strategy="EMBED_LINK", link_owner="from",
                 copies=[{**price, "updates_per_day": 1}]),
        ],
    }  # fmt: skip


def refused(play: Play, done: Played, collection: str) -> list[str]:
    """What the validator has against the documents as they are at the end."""
    (wanted,) = [one for one in play.design.compilation.plan.collections if one.name == collection]
    schema = (wanted.validator or {})["$jsonSchema"]
    return [str(error) for one in done.all(collection) for error in complaints(schema, one)]


@replay(shop)
def test_what_a_source_does_not_have_is_no_reason_to_refuse_its_copy(play: Play) -> Steps:
    customer, order, product = play.first("customers"), play.first("orders"), play.first("products")
    for one, name in ((customer, "home"), (product, "price")):
        one.pop(name, None)
    customer["recent_orders"], order["products"] = [], []
    play.documents |= {"customers": [customer], "orders": [order]}
    play.call("orders.add", order={"_id": NOBODY, "at": order["at"], "customer_id": customer["_id"]})
    play.call("items.add", productId=product["_id"], orderId=NOBODY)
    play.call("items.sync.from", productId=product["_id"], newPrice=None)
    play.call("orders.sync.to.2", customerId=customer["_id"], newHomeTown=None)
    play.audit()
    done = yield
    assert done.one("customers", customer["_id"])["recent_orders"][0]["order_id"] == NOBODY
    assert done.one("orders", NOBODY)["products"][0]["unit"] == {"price": None}
    assert refused(play, done, "customers") == refused(play, done, "orders") == []
    assert done.found["orders.copies"] == done.found["orders.copies.town"] == []


@replay(shop)
def test_the_audit_finds_elements_of_a_slice_that_differ(play: Play) -> Steps:
    customer = next(one for one in play.documents["customers"] if one["recent_orders"])
    customer["recent_orders"][0]["total"] = -1.5
    play.audit()
    play.call("orders.read")
    done = yield
    (found,) = done.found["orders.copies"]
    assert found["_id"] == customer["_id"] and found["recent_orders"]["total"] == -1.5


def catalogue() -> Json:
    """Categories inside of one another, which an operation renames by their _id."""
    return {
        "format": "nestlink/1", "name": "Catalogue", "database": "catalogue",
        "entities": [entity("Category", field("_id", "objectId"), field("name", required=True)), entity("Shop", field("name"))],
        "relationships": [
            link("tree", "tree", end("Category", field="below"), end("Category"), strategy="EMBED_TREE", tree={"reads": "whole", "depth": 3}),
            link("shops", "one-to-many", end("Category"), end("Shop", 1), strategy="PARENT_REF"),
        ],
        "operations": [{"name": "rename", "kind": "update", "entity": "Category", "changes": ["name"], "per_day": 1}],
    }  # fmt: skip


@replay(catalogue)
def test_a_node_inside_of_another_is_looked_for_where_no_outermost_one_has_its_id(play: Play) -> Steps:
    outer = play.first("categories")
    play.documents["categories"] = [{**outer, "below": [{"_id": NOBODY, "name": "old", "below": []}]}]
    play.call("rename", id=NOBODY, newName="new")
    done = yield
    assert done.all("categories", 0)[0]["below"][0]["name"] == "new"
