"""Versions of a shape at any depth: how many there are, what each has, in validators and examples."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId

from designs.compiler.model.conceptual import Entity, Field
from designs.compiler.model.field_walk import parts
from designs.compiler.placement.schema_versions import fields_of, newest
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
OLD, NEW = field("zip", until_version=1), field("postcode", required=True, since_version=2)
STREET = field("street")


def within(kind: str, *inner: Json, **more: Any) -> Json:
    """An object with these fields, a list of such objects, or a list of lists of them."""
    if kind == "object":
        return field("address", "object", fields=[*inner], **more)
    items: Json = {"type": "object", "fields": [*inner]}
    items = items if kind == "list" else {"type": "array", "items": items}
    return field("address", "array", items=items, **more)


KINDS = pytest.mark.parametrize("kind", ["object", "list", "lists"])


def of(*fields: Json, **more: Any) -> Entity:
    return design([entity("User", *fields, **more)], []).entities[0]


@KINDS
@pytest.mark.parametrize(
    ("inner", "more", "wanted"),
    [(OLD, {}, 2), (NEW, {}, 2), (STREET, {}, 0), (NEW, {"schema_version": 3}, 3)],
)
def test_a_version_counts_wherever_it_is_stated(kind: str, inner: Json, more: Json, wanted: int) -> None:
    assert newest(of(within(kind, STREET, inner), **more)) == wanted


@KINDS
def test_what_no_version_tells_apart_inside_stays_itself_too(kind: str) -> None:
    user = of(within(kind, STREET, since_version=2), field("name", until_version=1))
    (kept,) = fields_of(user.own_fields, 2)
    assert kept is user.own_fields[0]


@KINDS
def test_each_version_has_its_own_fields_and_what_is_not_versioned_stays_itself(kind: str) -> None:
    user = of(field("name"), within(kind, STREET, OLD, NEW))

    def names(version: int) -> list[str]:
        return [one.path for one in parts(fields_of(user.own_fields, version))]

    assert names(1) == ["name", "address", "address.street", "address.zip"]
    assert names(2) == ["name", "address", "address.street", "address.postcode"]
    kept: list[Field] = fields_of(user.own_fields, 2)
    assert kept[0] is user.own_fields[0] and kept[1] is not user.own_fields[1]


def value(kind: str, **fields: Any) -> Any:
    return {"object": fields, "list": [fields], "lists": [[fields]]}[kind]


@KINDS
def test_a_validator_has_a_rule_for_each_shape_of_what_is_inside(kind: str) -> None:
    made = compile_design(design([entity("User", within(kind, STREET, OLD, NEW))], []))
    (users,) = made.plan.collections
    schema = users.validator["$jsonSchema"]

    def accepts(version: int, **inside: Any) -> bool:
        document = {"_id": ObjectId(), "schema_version": version, "address": value(kind, **inside)}
        return complaints(schema, document) == []

    assert accepts(1, zip="a") and accepts(1) and accepts(2, postcode="a")
    assert not accepts(2) and not accepts(2, zip="a") and not accepts(1, zip=9)
    for one in samples(made)["users"]:
        assert complaints(schema, one) == []


@KINDS
def test_an_example_of_each_shape_has_what_is_its_own(kind: str) -> None:
    made = compile_design(design([entity("User", within(kind, STREET, OLD, NEW, required=True))], []))
    told = {}
    for one in samples(made)["users"]:
        inside = one["address"]
        while isinstance(inside, list):
            inside = inside[0]
        told[one["schema_version"]] = list(inside)
    assert told == {1: ["street", "zip"], 2: ["street", "postcode"]}


def test_what_another_entity_keeps_inside_has_the_versions_of_its_own() -> None:
    """A contact of shape 1 may stand in a user of shape 2."""
    parts = [
        entity("User", field("old", until_version=1)),
        entity("Contact", within("object", STREET, OLD, NEW), schema_version=2),
    ]
    held = link("contact", "one-to-one", "User", "Contact", strategy="EMBED_ONE", exclusive_owner=True)
    made = compile_design(design(parts, [held]))
    (users,) = made.plan.collections
    schema = users.validator["$jsonSchema"]
    contact = {"schema_version": 1, "address": {"zip": "a"}}
    document = {"_id": ObjectId(), "schema_version": 2, "contact": contact}
    assert complaints(schema, document) == []
    contact["schema_version"] = 2
    assert complaints(schema, document)


def test_a_group_with_versions_inside_is_no_array() -> None:
    group = {"variant_group": "specs"}
    fields = [field("a", **group), field("b", "object", fields=[STREET, OLD], **group), field("c", **group)]
    asked = [
        {"name": f"by {name}", "kind": "read", "entity": "User", "filter": [{"field": name}]}
        for name in ("a", "c")
    ]
    made = compile_design(design([entity("User", *fields)], [], operations=asked))
    (overlay,) = [one for one in made.plan.entity_overlays if one.kind == "ATTRIBUTE"]
    assert overlay.fields == ("a", "c")
