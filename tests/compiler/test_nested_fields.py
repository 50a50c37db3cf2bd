"""Declared fields at any depth: where they stand, what is inside of one, and those that are computed."""

from __future__ import annotations

from designs.compiler.model.conceptual import Field
from designs.compiler.model.field_walk import computed_fields, inner_fields, parts
from tests.compiler.composed import design, entity, field
from tests.compiler.small import Json


def of(*fields: Json) -> list[Field]:
    return design([entity("User", *fields)], []).entities[0].own_fields


def within(*inner: Json) -> Json:
    """A list of lists of objects with these fields."""
    items = {"type": "array", "items": {"type": "object", "fields": [*inner]}}
    return field("address", "array", items=items)


def test_parts_say_what_lists_they_are_in() -> None:
    known = {one.path: one for one in parts(of(within(field("zip")), field("a.b")))}
    assert known["address.zip"].lists == ("address", "address") and known["address.zip"].root == "address"
    assert known["address.zip"].is_in_rows and not known["address"].is_in_rows
    assert known["address"].lists == () and not known["a.b"].is_inner and known["a.b"].root == "a.b"


def test_what_is_inside_is_found_however_deep_lists_nest() -> None:
    (listed,) = of(within(field("zip")))
    (held,) = of(field("address", "object", fields=[field("zip"), field("town")]))
    assert [one.name for one in inner_fields(listed)] == ["zip"]
    assert [one.name for one in inner_fields(held)] == ["zip", "town"]
    assert inner_fields(*of(field("name"))) == inner_fields(None) == []


def test_computed_fields_are_those_of_documents_and_of_objects_not_of_elements() -> None:
    twice = field("twice", "int", computed={"formula": "once + once"})
    held = field("totals", "object", fields=[field("once", "int"), twice])
    known = [
        (path, one.name, how.formula) for path, one, how in computed_fields(of(twice, held, within(twice)))
    ]
    assert known == [("twice", "twice", "once + once"), ("totals.twice", "twice", "once + once")]


def test_a_field_of_some_versions_says_so() -> None:
    fields = of(field("a", since_version=2), field("b", until_version=1), field("c"))
    assert [one.has_versions for one in fields] == [True, True, False]
