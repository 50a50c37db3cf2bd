"""SCHEMA_VERSION: the number of the shape, first in the document."""

from __future__ import annotations

import pytest
from bson import ObjectId

from tests.compiler.bson_schema import complaints
from tests.compiler.composed import at, collections, composed, design, drafted, entity, field
from tests.compiler.in_parts import compile_design

OLD, NEW = (
    field("phone", until_version=1),
    field("phones", "array", items={"type": "string"}, since_version=2),
)


@pytest.mark.parametrize(("fields", "more", "version"), [([OLD, NEW], {}, 2), ([], {"schema_version": 3}, 3)])
def test_a_versioned_entity_says_its_shape(fields: list[object], more: dict[str, int], version: int) -> None:
    model = design([entity("User", field("name"), *fields, **more)], [])
    made = collections(model, composed(model))["users"]
    assert made.fields[1].name == "schema_version" and made.fields[1].origin == "version"
    assert (made.fields[1].required, made.fields[1].maximum) == (True, version)
    (overlay,) = drafted(model, composed(model)).entity_overlays
    assert (overlay.kind, overlay.path, overlay.details) == (
        "SCHEMA_VERSION",
        "schema_version",
        {"version": version},
    )


def test_two_shapes_of_one_name_both_stay() -> None:
    whole = field("name", "object", fields=[field("first")], since_version=2)
    model = design([entity("User", field("name", until_version=1), whole)], [])
    made = collections(model, composed(model))["users"]
    assert [one.types[0] for one in made.fields if one.name == "name"] == ["string", "object"]


def test_without_versions_there_is_no_number() -> None:
    model = design([entity("User", field("name"))], [])
    with pytest.raises(StopIteration):
        at(collections(model, composed(model))["users"].fields, "schema_version")


@pytest.mark.parametrize(("kind", "kept"), [("int", True), ("string", False)])
def test_a_declared_number_describes_ours_only_where_it_is_one(kind: str, kept: bool) -> None:
    own = field("schema_version", kind, description="which shape")
    model = design([entity("User", field("name"), own, schema_version=2)], [])
    made = at(collections(model, composed(model))["users"].fields, "schema_version")
    assert (made.types, made.source is not None) == (("int",), kept)


@pytest.mark.parametrize(
    ("fields", "written"),
    [
        ([OLD, NEW], ["phone", "phones"]),
        ([OLD], []),
        ([NEW], []),
        ([field("name", until_version=1), field("name", "object", fields=[field("first")], since_version=2)], []),
        (
            [OLD, NEW, field("name", until_version=1), field("name", "object", fields=[field("a")], since_version=2)],
            ["phone", "phones"],
        ),
    ],
)  # fmt: skip
def test_until_old_programs_are_gone_both_shapes_are_written(
    fields: list[object], written: list[str]
) -> None:
    made = compile_design(design([entity("User", field("mail"), *fields, schema_version=2)], []))
    both = [one for one in made.plan.statements if one.id == "User.both.1"]
    assert [list(one.update["$set"]) for one in both] == [written] * bool(written)
    assert all(one.filter["schema_version"] == 1 for one in both)
    assert all(("name changes only then" in one.comment) is (len(fields) == 4) for one in both)


def test_a_document_written_for_both_shapes_is_valid() -> None:
    made = compile_design(design([entity("User", field("mail"), OLD, NEW, schema_version=2)], []))
    (users,) = made.plan.collections
    document = {"_id": ObjectId(), "schema_version": 1, "mail": "a", "phone": "1", "phones": ["1"]}
    assert complaints(users.validator["$jsonSchema"], document) == []
