"""TREE_CHILD: each node lists its children, as many as the design says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import at, collections, composed, design, entity, field, link


@pytest.mark.parametrize(
    ("end", "name", "most"),
    [
        ({}, "children", None),
        ({"field": "parts", "has": {"max": 9}}, "parts", 9),
        ({"has": {"growth": "unbounded", "max": 9}}, "children", None),
    ],
)
def test_a_node_lists_its_children(end: dict[str, Any], name: str, most: int | None) -> None:
    model = design([entity("Page", field("title"))], [link("tree", "tree", ("Page", end), "Page")])
    made = collections(model, composed(model, tree=("TREE_CHILD", "from")))["pages"]
    listed = at(made.fields, name)
    assert (listed.origin, listed.required, listed.unique_items, listed.max_items) == (
        "tree",
        True,
        True,
        most,
    )
    assert listed.items is not None and (listed.items.types, listed.items.target) == (("objectId",), "pages")
