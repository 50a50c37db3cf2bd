"""EMBED_LINK: order lines with the id, the copies and their own fields."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

COPIES = [
    {"field": "name", "of": "to", "as": "product_name"},
    {"field": "price", "of": "to", "policy": "snapshot"},
]
MODEL = design(
    [entity("Order"), entity("Product", field("name", required=True), field("price", "decimal"))],
    [
        link(
            "items",
            "many-to-many",
            ("Order", {"field": "items", "has": {"min": 1, "max": 50}}),
            "Product",
            link_fields=[field("quantity", "int", required=True)],
            copies=COPIES,
        )
    ],
)
CHOSEN = composed(MODEL, items=("EMBED_LINK", "from"))


def test_lines_hold_id_copies_and_own_fields() -> None:
    assert shapes(MODEL, CHOSEN)["orders"] == {
        "items[].product_id": "objectId",
        "items[].product_name": "string",
        "items[].price": "decimal",
        "items[].quantity": "int",
    }


def test_an_order_has_its_lines_from_the_start() -> None:
    items = at(collections(MODEL, CHOSEN)["orders"].fields, "items")
    assert (items.required, items.min_items, items.max_items, items.origin) == (True, 1, 50, "link")


def test_copies_are_snapshots_unless_they_say_otherwise() -> None:
    name = at(collections(MODEL, CHOSEN)["orders"].fields, "items.product_name")
    assert (name.origin, name.policy, name.required) == ("copy", "snapshot", True)


def test_an_order_may_have_no_lines() -> None:
    ends = ("Order", {"field": "items", "has": {"min": 0, "max": 50}}), "Product"
    model = design([entity("Order"), entity("Product")], [link("items", "many-to-many", *ends)])
    items = at(collections(model, composed(model, items=("EMBED_LINK", "from")))["orders"].fields, "items")
    assert (items.required, items.min_items, items.max_items) == (False, None, 50)
