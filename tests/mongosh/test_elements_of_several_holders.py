"""Elements that stand in documents of several kinds, and are referred to: beside their own id, one field says in
which document they are, whichever kind that is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.compiler.bson_schema import complaints
from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]


def deliveries(references: str = "x_id") -> Callable[[], Json]:
    """Addresses of users, whose ids are texts, and of companies, whose ids are numbers."""
    inside = {"strategy": "EMBED_ARRAY"}
    return lambda: {
        "format": "nestlink/1", "name": "Post", "database": "post", "naming": {"references": references},
        "entities": [
            entity("User", field("_id", "string"), field("name")), entity("Company", field("_id", "int"), field("title")),
            entity("Address", field("_id", "int"), field("street"), kind="weak"), entity("Delivery", field("_id", "int"), field("day", "date")),
        ],
        "relationships": [
            link("homes", "one-to-many", end("User", 1, field="homes"), end("Address", 1, field="user"), **inside),
            link("offices", "one-to-many", end("Company", 1, field="offices"), end("Address", 1, field="company"), **inside),
            link("deliveries", "one-to-many", end("Address", 1, field="deliveries"), end("Delivery", 1, field="address"), strategy="PARENT_REF"),
        ],
    }  # fmt: skip


@replay(deliveries())
def test_references_name_the_document_of_either_kind(play: Play) -> Steps:
    play.documents = {
        "users": [{"_id": "ann", "homes": [{"_id": 1, "street": "a"}]}],
        "companies": [{"_id": 8, "offices": [{"_id": 2, "street": "b"}]}, {"_id": 9}],
        "deliveries": [{"_id": 5, "holder_id": "ann", "address": 1}],
    }
    play.call("deliveries.reassign", deliveryId=5, newAddressId=2, newHolderId=8)
    play.call("deliveries.read", holderId=8, addressId=2)
    play.call("offices.reassign", oldCompanyId=8, addressId=2, newCompanyId=9)
    play.audit()
    done = yield
    holders = [done.states[step]["deliveries"][0]["holder_id"] for step in range(3)]
    assert holders == [8, 8, 9] and [one["_id"] for one in done.results[1]] == [5]
    assert not done.found["deliveries.orphans.to"]


def test_examples_name_the_document_that_holds_the_element() -> None:
    """Of users and of companies, under one name, which the validator lets in."""
    for references, name in (("x_id", "holder_id"), ("role", "holder"), ("_id", "holder_id")):
        made = build(deliveries(references)())
        around = {
            element["_id"]: one["_id"]
            for collection, array in (("users", "homes"), ("companies", "offices"))
            for one in made.samples[collection]
            for element in one.get(array, [])
        }
        found = [(one["address"], one[name]) for one in made.samples["deliveries"]]
        assert {type(holder) for _, holder in found} == {str, int}
        assert [around[address] for address, _ in found] == [holder for _, holder in found]
        plan = next(one for one in made.compilation.plan.collections if one.name == "deliveries")
        assert plan.validator is not None
        assert not [
            told
            for one in made.samples["deliveries"]
            for told in complaints(plan.validator["$jsonSchema"], one)
        ]
