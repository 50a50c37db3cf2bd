"""Operations, copies and audits: replayed on documents in memory."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

from bson import ObjectId

from tests.mongosh.cases import source
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NEW = ObjectId("0123456789abcdef01234567")
OTHER = ObjectId("0123456789abcdef01234568")


def ids(documents: list[Json]) -> set[Any]:
    return {one["_id"] for one in documents}


# --- the workload ---


@replay("web_shop")
def test_the_last_unit_is_reserved_once(play: Play) -> Steps:
    product = play.first("products")
    product["inventory"] |= {"in_stock": 5, "reserved": 4, "available": 1}
    play.call("reserve and show what is left", id=product["_id"])
    play.call("reserve and show what is left", id=product["_id"])
    play.call("reserve a unit", id=product["_id"])
    done = yield
    assert done.results[0]["inventory"] == {**product["inventory"], "reserved": 5, "available": 0}
    sold_out = "product found, but its inventory.available isn't at least 1"
    assert done.results[1] == done.results[2] == {"refused": sold_out}
    assert done.states[2] == done.states[0]


@replay("user_profiles")
def test_a_document_is_upgraded_once(play: Play) -> Steps:
    old = next(one for one in play.documents["users"] if one["schema_version"] == 1)
    new = next(one for one in play.documents["users"] if one["schema_version"] == 2)
    play.call("User.upgrade.1", userId=old["_id"], name=new["name"])
    play.call("User.upgrade.1", userId=old["_id"], name=new["name"])
    done = yield
    after = done.one("users", old["_id"])
    assert after["schema_version"] == 2 and after["name"] == new["name"] and "phone" not in after
    assert [one["matchedCount"] for one in done.results[:2]] == [1, 0]


def sessions() -> Json:
    """Sessions that expire, and clicks in them that stay."""
    kept = {"policy": "ttl", "field": "at", "seconds": 60}
    held = link(
        "clicks", "one-to-many", end("Session"), end("Click", 1, field="session_id"), strategy="PARENT_REF"
    )
    return {
        "format": "nestlink/1", "name": "Sessions", "database": "sessions", "relationships": [held], "operations": [],
        "entities": [entity("Session", field("at", "date", required=True), retention=kept), entity("Click", field("x", "int"))],
    }  # fmt: skip


@replay(sessions)
def test_what_an_expired_document_leaves_behind_is_not_looked_for(play: Play) -> Steps:
    gone, left = play.documents["sessions"].pop(0), play.first("clicks")
    left["session_id"] = gone["_id"]
    for other in play.documents["clicks"][1:]:
        other["session_id"] = play.first("sessions")["_id"]
    play.audit()
    done = yield
    assert done.found and "clicks.orphans.to" not in done.found


@replay("web_shop")
def test_old_orders_are_copied_and_then_deleted(play: Play) -> Steps:
    old, young = play.first("orders"), play.first("orders", 1)
    old["dates"]["created"] = datetime(2001, 1, 1, tzinfo=UTC)
    play.call("Order.archive", cutoff=datetime(2002, 1, 1, tzinfo=UTC))
    done = yield
    assert ids(done.all("orders_archive")) == {old["_id"]}
    assert old["_id"] not in ids(done.all("orders")) and young["_id"] in ids(done.all("orders"))


def orders() -> Json:
    placed = [{"field": "customer_id.name", "match": "in", "values": 9}, {"field": "state"}]
    asked = {
        "name": "of some",
        "kind": "read",
        "entity": "Order",
        "filter": placed,
        "sort": [{"field": "at"}],
        "limit": 2,
    }
    held = link(
        "orders", "one-to-many", end("Customer"), end("Order", 1, field="customer_id"), strategy="PARENT_REF"
    )
    return {
        "format": "nestlink/1", "name": "Orders", "database": "orders", "relationships": [held], "operations": [asked],
        "entities": [entity("Customer", field("name"), field("email"), field("city"), field("phone")),
                     entity("Order", field("at", "date", required=True), field("state"))],
    }  # fmt: skip


@replay(orders)
def test_documents_are_found_by_a_list_behind_a_reference_and_by_what_is_theirs(play: Play) -> Steps:
    play.documents["customers"] = [
        {"_id": ObjectId(f"{number:024x}"), "name": f"c{number}"} for number in range(3)
    ]
    play.documents["orders"] = [
        {"_id": ObjectId(f"{10 + number:024x}"), "at": datetime(2024, 1, 9 - number, tzinfo=UTC),
         "state": "new" if number != 3 else "paid", "customer_id": ObjectId(f"{number % 3:024x}")}
        for number in range(8)
    ]  # fmt: skip
    play.call("of some", customerIdNames=["c0", "c2"], state="new")
    done = yield
    assert [one["at"].day for one in done.results[0]] == [3, 4]


def staff() -> Json:
    listed = [{"field": "name", "match": "in", "values": 9}]
    return {
        "format": "nestlink/1", "name": "Staff", "database": "staff", "relationships": [],
        "entities": [entity("Person", field("name", required=True))],
        "operations": [{"name": "named", "kind": "read", "entity": "Person", "filter": listed, "per_day": 9}],
    }  # fmt: skip


@replay(staff)
def test_a_list_is_given_as_one_value_however_long_it_is(play: Play) -> Steps:
    play.documents["people"] = [
        {"_id": ObjectId(f"{number:024x}"), "name": str(number)} for number in range(5)
    ]
    play.call("named", names=["0", "3", "4", "none"])
    play.call("named", names=["2"])
    play.call("named", names=[])
    done = yield
    assert [[one["name"] for one in found] for found in done.results] == [["0", "3", "4"], ["2"], []]


# --- copies and audits ---


@replay("parts_catalogue")
def test_a_new_name_reaches_every_copy(play: Play) -> Steps:
    part = play.first("products")["parts"][0]["part_id"]
    play.call("parts.sync.from", partId=part, newName="Renamed")
    done = yield
    named = [
        one["name"] for product in done.all("products") for one in product["parts"] if one["part_id"] == part
    ]
    others = [
        one["name"] for product in done.all("products") for one in product["parts"] if one["part_id"] != part
    ]
    assert set(named) == {"Renamed"} and "Renamed" not in others


@replay("odd")
def test_copies_of_every_policy_follow(play: Play) -> Steps:
    employee = play.first("employees")
    play.call("lead.sync.to", employeeId=employee["_id"], newName="Strong")
    play.documents["employees"][0]["title"] = "Batch"
    play.call("lead.sync.to.2")
    play.call("seats.sync.to", employeeId=employee["_id"], newName="Nested")
    done = yield
    assert done.one("employees", employee["_id"], 0)["name"] == "Strong"
    for project in done.all("projects"):
        if project["lead_id"] == employee["_id"]:
            assert (project["employee_name"], project["employee_title"]) == ("Strong", "Batch")
    desks = [
        desk for company in done.all("companies") for office in company["offices"] for desk in office["desks"]
    ]
    assert all(
        (desk["employee_name"] == "Nested") == (desk["employee_id"] == employee["_id"]) for desk in desks
    )


@replay("parts_catalogue")
def test_a_sound_database_passes_the_audit(play: Play) -> Steps:
    play.audit()
    play.call("parts.read")
    done = yield
    assert done.found and {name for name, found in done.found.items() if found} == set()


@replay("parts_catalogue")
def test_the_audit_finds_orphans_stale_copies_and_long_arrays(play: Play) -> Steps:
    product, spare = play.first("products"), play.first("spare_parts")
    stale = product["parts"][0]
    stale["name"] = "Stale"
    product["parts"] += [{"part_id": NEW, "name": "Nobody's"}] * 300
    spare["product_id"] = OTHER
    play.audit()
    play.call("parts.read")
    done = yield
    assert {one["parts"]["part_id"] for one in done.found["parts.orphans.from"]} == {NEW}
    assert {one["product_id"] for one in done.found["spare_parts.orphans.to"]} == {OTHER}
    assert stale["part_id"] in {one["parts"]["part_id"] for one in done.found["parts.copies.name"]}
    assert [one["_id"] for one in done.found["products.arrays.parts"]] == [product["_id"]]


@replay("task_tracker")
def test_the_audit_finds_links_that_only_one_side_knows(play: Play) -> Steps:
    task, person = play.first("tasks"), play.first("people")
    person["tasks"] = [each for each in person["tasks"] if each != task["_id"]]
    task["owner"] = person["_id"]
    play.audit()
    play.call("tasks.read")
    done = yield
    assert task["_id"] in {one["_id"] for one in done.found["tasks.disagreements.to"]}


@replay("web_shop")
def test_the_audit_finds_an_element_that_its_document_does_not_have(play: Play) -> Steps:
    customer = play.first("customers")
    customer["payment_methods"][0]["billing_address_id"] = "nowhere"
    play.audit()
    play.call("addresses.read")
    done = yield
    found = done.found["billing_address.orphans.to"]
    assert [one["payment_methods"]["billing_address_id"] for one in found] == ["nowhere"]


def _source() -> Json:
    return source("university")


@replay(_source)
def test_documents_that_several_list_are_dropped_from_every_list(play: Play) -> Steps:
    course = play.first("courses")
    for student in play.documents["students"]:
        student["courses"] = [course["_id"]]
    play.call("courses.delete", courseId=course["_id"])
    done = yield
    assert (
        not any(one["courses"] for one in done.all("students")) and done.one("courses", course["_id"]) is None
    )
