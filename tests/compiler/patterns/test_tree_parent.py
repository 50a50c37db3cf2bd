"""TREE_PARENT: each node names its parent, and a root none."""

from __future__ import annotations

import pytest

from tests.compiler.composed import at, collections, composed, design, entity, field, link


@pytest.mark.parametrize(("end", "name"), [({}, "parent"), ({"field": "above"}, "above")])
def test_a_node_names_its_parent(end: dict[str, str], name: str) -> None:
    has = {"has": {"min": 1}}
    model = design(
        [entity("Category", field("name"))], [link("tree", "tree", "Category", ("Category", end | has))]
    )
    made = collections(model, composed(model, tree=("TREE_PARENT", "to")))["categories"]
    reference = at(made.fields, name)
    assert (reference.types, reference.target, reference.required) == (("objectId",), "categories", False)
