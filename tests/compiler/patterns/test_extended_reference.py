"""EXT_REF: each kept copy is an overlay with its place and policy."""

from __future__ import annotations

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
