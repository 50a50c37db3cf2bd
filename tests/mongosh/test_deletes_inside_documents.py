"""Deletes of the workload take parts and elements out of every document that their filter means."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def customers() -> Json:
    """Customers, each with an address and some phones inside."""
    by = {
        name: {"kind": "delete", "filter": [{"field": name}]} for name in ("town", "code", "label", "number")
    }
    return {
        "format": "nestlink/1", "name": "Customers", "database": "customers",
        "entities": [
            entity("Customer", field("name", required=True)),
            entity("Address", field("code", unique=True), field("town"), kind="weak"),
            entity("Phone", field("number", unique=True), field("label"), kind="weak"),
            entity("Plan", field("fee", "int"), kind="weak"),
        ],
        "relationships": [
            link("home", "one-to-one", end("Customer", 1), end("Address", 1), strategy="EMBED_ONE", exclusive_owner=True),
            link("phones", "one-to-many", end("Customer", 9), end("Phone", 1, field="customer"), strategy="EMBED_ARRAY", exclusive_owner=True),
            link("plan", "one-to-one", end("Phone", 1), end("Plan", 1, field="phone"), strategy="EMBED_ONE", exclusive_owner=True),
        ],
        "operations": [
            {"name": "leave town", "entity": "Address", **by["town"]},
            {"name": "forget one", "entity": "Address", **by["code"]},
            {"name": "cut all", "entity": "Phone", **by["label"]},
            {"name": "cut one", "entity": "Phone", **by["number"]},
            {"name": "end plans", "kind": "delete", "entity": "Plan", "filter": [{"field": "fee"}]},
            {"name": "end one", "kind": "delete", "entity": "Plan", "filter": [{"field": "phone.number"}]},
            {"name": "end some", "kind": "delete", "entity": "Plan",
             "always_filter": {"$or": [{"phone.customer.name": "A"}, {"fee": 3}]}},
        ],
    }  # fmt: skip


@replay(customers)
def test_a_delete_reaches_every_document_that_its_filter_means(play: Play) -> Steps:
    play.documents["customers"] = [
        {
            "_id": number, "name": "A", "address": {"code": f"c{number}", "town": "Bath" if number < 3 else "Ely"},
            "phones": [{"number": f"{number}1", "label": "home"}, {"number": f"{number}2", "label": "work"}],
        }
        for number in range(1, 5)
    ]  # fmt: skip
    play.call("leave town", town="Bath")
    play.call("forget one", code="c3")
    play.call("cut all", label="home")
    play.call("cut one", number="12")
    done = yield
    assert [one["modifiedCount"] for one in done.results] == [2, 1, 4, 1]
    assert [one.get("address", {}).get("code") for one in done.all("customers")] == [None, None, None, "c4"]
    left = [[each["number"] for each in one["phones"]] for one in done.all("customers")]
    assert left == [[], ["22"], ["32"], ["42"]]


@replay(customers)
def test_a_part_of_an_element_goes_and_the_element_stays(play: Play) -> Steps:
    def phones(number: int, *fees: int) -> list[Json]:
        return [
            {"number": f"{number}{place}", "label": "home", "plan": {"fee": fee}}
            for place, fee in enumerate(fees)
        ]

    play.documents["customers"] = [
        {"_id": 1, "name": "A", "phones": phones(1, 1, 2, 3)},
        {"_id": 2, "name": "B", "phones": phones(2, 1, 2, 3)},
        {"_id": 3, "name": "C"},
    ]
    play.call("end plans", fee=1)
    play.call("end one", phoneNumber="21")
    play.call("end some")
    done = yield
    left = [
        [[each.get("plan", {}).get("fee") for each in one.get("phones", [])] for one in state["customers"]]
        for state in done.states
    ]
    assert left[0] == [[None, 2, 3], [None, 2, 3], []]
    assert left[1] == [[None, 2, 3], [None, None, 3], []]
    assert left[2] == [[None, None, None], [None, None, None], []]
    assert "phones" not in done.one("customers", 3)
