"""EXT_REF: each kept copy is an overlay with its place and policy."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import compile_design
from tests.compiler.composed import composed, design, drafted, entity, field, link

COPIES = [
    {"field": "name", "of": "from", "policy": "snapshot"},
    {"field": "stock", "of": "from", "policy": "eventual", "reads_per_day": 10, "updates_per_day": 10},
]
MODEL = design(
    [entity("Product", field("name"), field("stock", "int")), entity("Part")],
    [link("parts", "one-to-many", "Product", "Part", copies=COPIES)],
)


def test_kept_copies_are_overlays_and_hot_ones_are_not() -> None:
    (overlay,) = drafted(MODEL, composed(MODEL, parts="PARENT_REF")).overlays["parts"]
    assert (overlay.kind, overlay.collection, overlay.path) == ("EXT_REF", "parts", "product_name")
    assert (overlay.field, overlay.fields, overlay.policy) == ("name", ("name",), "snapshot")


def test_a_part_inside_its_product_needs_no_copy() -> None:
    assert not drafted(MODEL, composed(MODEL, parts="EMBED_ARRAY")).overlays["parts"]


@pytest.mark.parametrize(
    ("required", "outer", "types", "told"),
    [
        (True, True, "string", True),
        (False, True, ["string", "null"], False),
        (True, False, ["string", "null"], False),
    ],
)
def test_a_copy_of_what_need_not_be_there_may_be_null(
    required: bool, outer: bool, types: Any, told: bool
) -> None:
    """Scripts copy what is missing as null, since mongosh stores undefined so."""
    home = field("home", "object", required=outer, fields=[field("town", required=required)])
    copies = [{"field": "home.town", "of": "from", "as": "town", "policy": "snapshot"}]
    parts = [
        entity("Customer", home, field("name"), field("phone"), field("city")),
        entity("Order", field("at", "date")),
    ]
    ends = ("Customer", {"has": {"growth": "unbounded"}}), ("Order", {"has": {"min": 1, "max": 1}})
    made = compile_design(
        design(parts, [link("orders", "one-to-many", *ends, strategy="PARENT_REF", copies=copies)])
    )
    (orders,) = [one for one in made.plan.collections if one.name == "orders"]
    schema = orders.validator["$jsonSchema"]
    assert schema["properties"]["town"]["bsonType"] == types and ("town" in schema["required"]) == told
    assert schema["properties"]["customer_id"]["bsonType"] == "objectId"
