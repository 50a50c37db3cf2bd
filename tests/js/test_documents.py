"""The rows of the documents view: what stands inside of what, and what each of them is."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.mongosh.shell import node

HERE = Path(__file__).parent


def rows(collection: dict[str, Any]) -> list[list[str]]:
    """Path, ground and note of each row."""
    done = subprocess.run(
        [node(), HERE / "harness" / "documents.mjs"],
        input=json.dumps({"collections": [collection]}), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    found: list[list[str]] = json.loads(done.stdout)
    return found


def field(name: str, origin: str, *types: str, inside: Any = None, **more: Any) -> dict[str, Any]:
    items = None if inside is None else {"types": ["object"], "fields": inside}
    return {"name": name, "origin": origin, "types": list(types), "items": items, "kinds": [], **more}


def test_attributes_say_which_and_stand_on_the_ground_of_their_list() -> None:
    names = [f"attribute {number}" for number in range(3)]
    specs = [
        field("k", "attribute", "string"),
        field("v", "attribute", "string", kinds=["colour", "shape"]),
        field("v", "attribute", "int", kinds=names),
    ]
    lines = [field("sku", "own", "string"), field("specs", "attribute", "array", inside=specs)]
    lines.append(field("total", "computed", "int"))
    held = field("lines", "embedded", "array", inside=lines)
    found = rows({"name": "orders", "fields": [held, field("specs", "attribute", "array", inside=specs[:1])]})
    assert found == [
        ["orders.lines", "embedded", "embedded"],
        ["orders.lines.sku", "embedded", ""],
        ["orders.lines.specs", "embedded", "attributes"],
        ["orders.lines.specs.k", "embedded", ""],
        ["orders.lines.specs.v", "embedded", "colour, shape"],
        ["orders.lines.specs.v", "embedded", "3 attributes"],
        ["orders.lines.total", "embedded", "computed"],
        ["orders.specs", "", "attributes"],
        ["orders.specs.k", "", ""],
    ]


def test_of_a_link_only_the_id_is_a_reference() -> None:
    size = field("size", "link", "object", fields=[field("width", "own", "int")])
    items = [
        field("product_id", "reference", "objectId"),
        field("name", "copy", "string"),
        field("quantity", "link", "int"),
        size,
    ]
    bound = {"properties": {"items": {"maxItems": 9}}}
    orders = {
        "name": "orders",
        "fields": [field("items", "link", "array", inside=items)],
        "validator": {"$jsonSchema": bound},
    }
    assert rows(orders) == [
        ["orders.items", "link", "links ≤ 9"],
        ["orders.items.product_id", "reference", "ref"],
        ["orders.items.name", "copy", "copy"],
        ["orders.items.quantity", "link", ""],
        ["orders.items.size", "link", ""],
        ["orders.items.size.width", "link", ""],
    ]
    alone = [field("order_id", "reference", "objectId"), field("quantity", "link", "int")]
    assert rows({"name": "order_items", "fields": alone})[1] == ["order_items.quantity", "", ""]


def leaving(*closed: str) -> dict[str, list[Any]]:
    """By reference, the row that its line leaves in the documents view, and whether it ends at the other card's name."""
    inside = [field("_id", "own", "objectId"), field("meter", "reference", "objectId", target="meters")]
    own = [field("_id", "own", "objectId"), field("lines", "embedded", "array", inside=inside),
           field("parent", "reference", "objectId", target="invoices")]  # fmt: skip
    collections = [
        {"name": "invoices", "kind": "standard", "fields": own},
        {"name": "meters", "kind": "standard", "fields": [field("_id", "own", "objectId")]},
    ]
    done = subprocess.run(
        [node(), HERE / "harness" / "document_lines.mjs"],
        input=json.dumps({"collections": collections, "closed": closed}), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    found: dict[str, list[Any]] = json.loads(done.stdout)
    return found


def test_lines_leave_the_rows_of_their_references() -> None:
    assert leaving() == {"invoices.lines.meter": [3, True], "invoices.parent": [4, True]}
    assert leaving("invoices.lines") == {"invoices.lines.meter": [1, True], "invoices.parent": [2, True]}
