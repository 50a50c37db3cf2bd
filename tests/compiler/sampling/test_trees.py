"""Sample trees: several levels, within the declared numbers, wherever the nodes stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.sampling import samples
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
FORMS = ("EMBED_TREE", "TREE_NESTED", "TREE_PATH", "TREE_ANCESTORS", "TREE_CHILD", "TREE_PARENT")


def compiled(form: str, most: int = 5, depth: int = 3, *more: Json) -> Compilation:
    """A tree of nodes in a form, with other relationships of the nodes."""
    names = dict.fromkeys(one[side]["entity"] for one in more for side in ("from", "to"))
    entities = [
        {"name": name, "fields": [{"name": "t", "type": "string"}]} for name in names | {"Node": None}
    ]
    end = {"entity": "Node", "has": {"max": most}}
    tree = {"name": "tree", "kind": "tree", "from": end, "to": {"entity": "Node"}, "strategy": form}
    links = [{**tree, "tree": {"depth": depth}}, *more]
    source = {
        "format": "nestlink/1",
        "name": "T",
        "database": "t",
        "entities": entities,
        "relationships": links,
    }
    model = read(json.dumps(source)).value
    assert model is not None
    return compile_design(model)


def link(kind: str, one: str, other: str, strategy: str) -> Json:
    return {"name": "r", "kind": kind, "from": {"entity": one}, "to": {"entity": other}, "strategy": strategy}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "other",
    [
        link("is-a", "Node", "Leaf", "POLY_SPLIT"),
        link("one-to-many", "Page", "Node", "EMBED_ARRAY"),
        link("one-to-many", "Node", "Image", "EMBED_ARRAY"),
        link("one-to-many", "User", "Node", "PARENT_REF"),
    ],
)
def test_nodes_may_stand_anywhere(form: str, other: Json) -> None:
    made = compiled(form, 5, 3, other)
    assert all(samples(made).values())
    assert not [one for one in made.findings if one.code in ("L56", "VALIDATOR_SAMPLE", "L43")]


@pytest.mark.parametrize(
    ("most", "depth", "roots"), [(5, 9, 1), (1, 9, 1), (1, 2, 4), (0, 9, 7), (5, 1, 7), (5, 2, 3)]
)
def test_no_more_children_or_levels_than_are_declared(most: int, depth: int, roots: int) -> None:
    nodes = samples(compiled("TREE_ANCESTORS", most, depth))["nodes"]
    above = [one["parent"] for one in nodes if "parent" in one]
    assert len(nodes) - len(above) == roots
    assert all(above.count(one) <= most for one in above)
    assert max(len(one["ancestors"]) for one in nodes) < depth


def test_a_whole_tree_has_all_its_levels() -> None:
    (first, *_) = samples(compiled("EMBED_TREE", 5, 4))["nodes"]
    deepest = first["children"][0]["children"][0]["children"]
    assert len(first["children"]) == len(deepest) == 2 and "children" not in deepest[0]
