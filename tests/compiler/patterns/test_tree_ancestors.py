"""TREE_ANCESTORS: each node lists all above it, and names its parent."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link


def test_a_node_lists_its_ancestors() -> None:
    node = entity("Category", field("_id", "int"), field("name"))
    model = design([node], [link("tree", "tree", "Category", ("Category", {"field": "above"}))])
    made = collections(model, composed(model, tree=("TREE_ANCESTORS", "to")))["categories"]
    parent, listed = at(made.fields, "above"), at(made.fields, "ancestors")
    assert (parent.types, parent.target, parent.required, parent.origin) == (
        ("int",),
        "categories",
        False,
        "tree",
    )
    assert listed.items is not None and listed.items.types == ("int",)
    assert (listed.types, listed.target, listed.required, listed.unique_items, listed.origin) == (
        ("array",), "categories", True, True, "tree",
    )  # fmt: skip
