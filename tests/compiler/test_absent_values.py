"""Where a design says that what is absent may be null too: of optional fields, at any depth, a field before the design."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.model.absent_values import with_null_allowed
from designs.compiler.model.field_walk import names_absent_values, parts
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

ROWS = {"type": "object", "fields": [field("x"), field("y", required=True)]}


def _nullable(model: Any) -> dict[str, bool]:
    """By path, whether a field of the first entity or of the first relationship may be null."""
    resolved = with_null_allowed(model)
    holders = [resolved.entities[0].fields, *(relationship.link_fields for relationship in resolved.links)]
    return {part.path: part.field.nullable is True for fields in holders for part in parts(fields or [])}


def _design(*fields: dict[str, Any], **more: Any) -> Any:
    return design([entity("Product", *fields)], [], **more)


def test_a_design_that_says_nothing_is_not_looked_through_again() -> None:
    assert not names_absent_values(_design(field("a"), field("o", "object", fields=[field("p")])))
    assert names_absent_values(_design(field("a"), absent="missing"))
    assert names_absent_values(_design(field("o", "object", fields=[field("p", absent="either")])))


@pytest.mark.parametrize(
    ("more", "of_design", "expected"),
    [
        ({}, "either", True),
        ({"absent": "missing"}, "either", False),
        ({"absent": "either"}, "missing", True),
        ({"required": True}, "either", False),
        ({"required": True, "absent": "either"}, "missing", False),
        ({"nullable": False}, "either", False),
    ],
)
def test_an_optional_field_takes_null(more: dict[str, Any], of_design: str, expected: bool) -> None:
    assert (
        _nullable(_design(field("a", **more), field("z", absent="either"), absent=of_design))["a"] is expected
    )


def test_so_do_fields_of_objects_lists_and_relationships() -> None:
    fields = [field("o", "object", fields=[field("p")]), field("rows", "array", items=ROWS)]
    both = {"has": {"min": 0, "max": 9}}
    seats = link("seats", "many-to-many", ("Product", both), ("Shop", both), link_fields=[field("row")])
    model = design([entity("Product", *fields), entity("Shop")], [seats], absent="either")
    assert _nullable(model) == {
        "o": True, "o.p": True, "rows": True, "rows.x": True, "rows.y": False, "row": True,
    }  # fmt: skip


def test_the_validator_and_the_unique_index_follow() -> None:
    sku, name = field("sku", "int", unique=True), field("name", required=True)
    plan = compile_design(_design(sku, name, absent="either")).plan
    properties = plan.collections[0].validator["$jsonSchema"]["properties"]
    assert (properties["sku"]["bsonType"], properties["name"]["bsonType"]) == (
        ["int", "long", "null"],
        "string",
    )
    options = [index.options for index in plan.collections[0].indexes if index.options.get("unique")]
    assert options == [{"unique": True, "partialFilterExpression": {"sku": {"$type": ["number"]}}}]
