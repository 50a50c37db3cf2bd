"""TREE_NESTED: two numbers and the parent in each node."""

from __future__ import annotations

from tests.compiler.composed import at, collections, composed, design, entity, field, link


def test_a_node_has_two_numbers() -> None:
    model = design([entity("Region", field("name"))], [link("tree", "tree", "Region", "Region")])
    made = collections(model, composed(model, tree=("TREE_NESTED", "to")))["regions"]
    for name in ("left", "right"):
        number = at(made.fields, name)
        assert (number.types, number.required, number.minimum, number.origin) == (("int",), True, 1, "tree")
    parent = at(made.fields, "parent")
    assert (parent.target, parent.required) == ("regions", False)
