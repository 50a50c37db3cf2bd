"""Functions for each place: named by it where there are several, and as ever where there is one."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = {"has": {"max": None, "growth": "unbounded"}}
ONE = {"has": {"min": 0, "max": 1}}
FEW = {"has": {"min": 0, "max": 5}}


def statements(places: list[Json], *more: Json, operations: Any = ()) -> dict[str, Statement]:
    """The statements of addresses in orders, their country and their tags, by id."""
    entities = [
        *(entity(name, field("title", required=True), field("more")) for name in ("Order", "Country", "Tag", "User")),
        entity("Address", field("street", required=True), kind="weak"),
    ]  # fmt: skip
    country = link(
        "country",
        "one-to-many",
        ("Country", MANY),
        ("Address", {"field": "country_id", **ONE}),
        strategy="PARENT_REF",
    )
    plan = compile_design(design(entities, [*places, country, *more], operations=list(operations))).plan
    return {one.id: one for one in plan.statements}


def part(name: str, many: bool = False) -> Json:
    kind, strategy = ("one-to-many", "EMBED_ARRAY") if many else ("one-to-one", "EMBED_ONE")
    return link(
        name, kind, ("Order", {"field": name, **(FEW if many else ONE)}), ("Address", ONE), strategy=strategy
    )


TAGS = link("tags", "many-to-many", ("Address", FEW), ("Tag", MANY), strategy="ONE_WAY_EMBED")


def test_with_one_place_names_and_notes_are_as_ever() -> None:
    found = statements([part("billing")], TAGS)
    assert {"country.read", "country.reassign.2", "tags.add.2", "tags.delete.1"} <= found.keys()
    assert not [name for name in found if name.startswith("billing.country")]
    assert "For the address" not in found["country.read"].comment


def test_with_two_places_each_has_its_functions_and_says_which() -> None:
    found = statements([part("billing"), part("shipping", many=True)], TAGS)
    for place in ("billing", "shipping"):
        read, move = found[f"{place}.country.read"], found[f"{place}.country.reassign.2"]
        assert list(read.filter) == [f"{place}.country_id"] and f"in orders.{place}." in read.comment
        assert all(path.startswith(place) for path in move.update["$set"])
    assert not {"country.read", "country.reassign.2", "tags.add"} & found.keys()


def test_what_is_the_same_for_every_place_is_said_once() -> None:
    """What is deleted goes out of both lists, by one function."""
    found = statements([part("billing"), part("shipping", many=True)], TAGS)
    pulls = [one for name, one in found.items() if name.startswith("tags.delete.") and one.op == "updateMany"]
    assert [list(one.update["$pull"]) for one in pulls] == [["billing.tags"], ["shipping.$[around].tags"]]
    assert not [name for name in found if name.startswith(("billing.tags.delete", "shipping.tags.delete"))]


def test_what_embeds_it_is_about_its_own_place() -> None:
    """A field of an element is found by the element, whatever the other places look like."""
    found = statements([part("billing"), part("shipping", many=True)])
    assert list(found["shipping.edit"].filter) == ["_id", "shipping"]
    add = found["billing.add.2"]  # it looks for the country first
    assert add.filter["billing"] is None
    assert add.update == {"$set": {"billing": add.update["$set"]["billing"]}}


READ = {
    "name": "near",
    "kind": "read",
    "entity": "Address",
    "filter": [{"field": "street"}],
    "includes": ["country"],
}
ORDERS = {"name": "orders", "kind": "read", "entity": "Order", "includes": ["billing", "shipping", "country"]}


def test_operations_are_called_by_the_place_where_there_are_several() -> None:
    two = [part("billing"), part("shipping")]
    assert "near" in statements(two[:1], operations=[READ])
    found = statements(two, operations=[READ])
    assert [name for name in found if name.endswith("near")] == ["billing.near", "shipping.near"]
    joined = [found[f"{one}.near"].pipeline[2]["$lookup"]["localField"] for one in ("billing", "shipping")]
    assert joined == ["billing.country_id", "shipping.country_id"]


@pytest.mark.parametrize(("many", "names"), [
    (False, ["billingCountry", "shippingCountry"]), (True, ["country", "countries"]),
])  # fmt: skip
def test_the_document_around_reads_what_each_place_leads_to(many: bool, names: list[str]) -> None:
    """Of an array all are kept, not the first only."""
    (read,) = (
        one
        for one in statements([part("billing"), part("shipping", many)], operations=[ORDERS]).values()
        if one.subject == "operation:orders"
    )
    assert [one["$lookup"]["as"] for one in read.pipeline if "$lookup" in one] == names
    kept = [name for one in read.pipeline if "$set" in one for name in one["$set"]]
    assert kept == (names[:1] if many else names)


def roles(one: str, other: str, *fields: Json) -> list[str]:
    """What two joins from orders to users are called."""
    links = [
        link(name, "one-to-many", ("User", MANY), ("Order", {"field": end, **ONE}), strategy="PARENT_REF")
        for name, end in (("owned", one), ("hosted", other))
    ]
    read = {"name": "orders", "kind": "read", "entity": "Order", "includes": ["owned", "hosted"]}
    entities = [
        entity("Order", field("title"), *fields),
        entity("User", field("name", required=True), field("more")),
    ]
    plan = compile_design(design(entities, links, operations=[read])).plan
    (found,) = (one for one in plan.statements if one.subject == "operation:orders")
    return [stage["$lookup"]["as"] for stage in found.pipeline if "$lookup" in stage]


def test_two_joins_to_one_entity_are_called_by_their_ends() -> None:
    assert roles("owner_id", "host_id") == ["owner", "host"]
    assert roles("ownerId", "hostId") == ["owner", "host"]


def test_names_that_documents_have_already_are_left_to_them() -> None:
    assert roles("owner", "host") == ["ownerUser", "hostUser"]
    assert roles("owner_id", "host_id", field("owner")) == ["ownerUser", "hostUser"]


def test_kids_are_no_ids() -> None:
    """Only a word of its own is taken off."""
    assert roles("paid", "bid") == ["paidUser", "bidUser"]


def test_what_is_counted_elsewhere_follows_in_every_place() -> None:
    """An operation that moves what others count works these out anew, wherever it stands."""
    move = {
        "name": "move",
        "kind": "update",
        "entity": "Address",
        "filter": [{"field": "street"}],
        "changes": ["country_id"],
    }
    counted = entity(
        "Country",
        field("title", required=True),
        field("more"),
        field("size", "int", computed={"formula": "count(addresses)"}),
    )
    country = link(
        "country",
        "one-to-many",
        ("Country", {"field": "addresses", **MANY}),
        ("Address", {"field": "country_id", **ONE}),
        strategy="PARENT_REF",
    )
    entities = [
        entity("Order", field("title")),
        counted,
        entity("Address", field("street", required=True), kind="weak"),
    ]
    for places in ([part("billing")], [part("billing"), part("shipping")]):
        plan = compile_design(design(entities, [*places, country], operations=[move])).plan
        made = [one for one in plan.statements if one.recipe == "move"]
        assert "size of the country is recomputed" in made[0].comment
        assert "Doesn't update" not in made[0].comment
        asked = [one for one in made if one.op == "aggregate" and one.collection == "orders"]
        written = [one for one in made if one.op == "updateMany" and one.collection == "orders"]
        gathered = [one for one in made if one.op == "aggregate" and one.collection == "countries"]
        assert {one.each for one in made if one.op == "updateOne"} == {one.step for one in gathered}
        assert len(asked) == len(written) == len(places)
        (followed,) = [str(one.pipeline[0]) for one in gathered]
        assert all(one.step in followed for one in asked)
        assert "newCountryId" in followed


def test_what_did_not_fit_into_an_array_is_read_too() -> None:
    entities = [
        entity(name, field("title", required=True), field("more")) for name in ("Film", "Review", "User")
    ]
    author = link(
        "author",
        "one-to-many",
        ("User", MANY),
        ("Review", {"field": "author_id", **ONE}),
        strategy="PARENT_REF",
    )
    for form, overflows in (("OUTLIER", True), ("EMBED_ARRAY", False)):
        reviews = link(
            "reviews",
            "one-to-many",
            ("Film", {"field": "reviews", "has": {"max": 2000}}),
            ("Review", ONE),
            strategy=form,
        )
        statements = compile_design(design(entities, [reviews, author])).plan.statements
        read = {one.collection for one in statements if one.recipe == "author.read"}
        assert read == ({"films", "films_extra"} if overflows else {"films"})
        assert not any("Excludes overflow items" in one.comment for one in statements)
