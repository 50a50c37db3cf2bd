"""TREE_PATH: one text leads to each node; a name that is taken gives way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import at, collections, composed, design, entity, field, link

UNIQUE = {"unique": True, "required": True}


@pytest.mark.parametrize(
    ("fields", "made_of"),
    [
        ([field("name")], "_id"),
        ([field("_id", "string"), field("slug", **UNIQUE)], "_id"),
        ([field("name"), field("slug", **UNIQUE)], "slug"),
        ([field("slug", unique=True)], "_id"),
        ([field("number", "int", **UNIQUE)], "_id"),
    ],
)
def test_what_a_path_is_made_of(fields: list[Any], made_of: str) -> None:
    model = design([entity("Node", *fields)], [link("tree", "tree", "Node", "Node")])
    path = at(collections(model, composed(model, tree=("TREE_PATH", "to")))["nodes"].fields, "path")
    assert (path.types, path.required, path.origin) == (("string",), True, "tree")
    assert path.note.startswith(f"the {made_of} of")


def test_a_field_of_that_name_stays() -> None:
    model = design([entity("Node", field("path", "int"))], [link("tree", "tree", "Node", "Node")])
    made = collections(model, composed(model, tree=("TREE_PATH", "to")))["nodes"]
    assert (at(made.fields, "path").types, at(made.fields, "tree_path").types) == (("int",), ("string",))


def test_two_trees_of_one_entity() -> None:
    trees = [link(name, "tree", "Node", "Node") for name in ("line", "matrix")]
    model = design([entity("Node", field("name"))], trees)
    made = collections(model, composed(model, line=("TREE_PARENT", "to"), matrix=("TREE_ANCESTORS", "to")))[
        "nodes"
    ]
    generated = [one.name for one in made.fields if one.origin == "tree"]
    assert generated == ["parent", "matrix_parent", "matrix_ancestors"]
