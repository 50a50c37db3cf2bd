"""EMBED_TREE: level inside level, as many as the design says."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.homes import Spot
from tests.compiler.composed import at, collections, composed, design, entity, field, leaves, link, placement

WHOLE = {"tree": "EMBED_TREE"}


@pytest.mark.parametrize(("depth", "levels"), [(1, 1), (3, 3), (None, 5), (40, 12)])
def test_a_level_for_each_that_is_stated(depth: int | None, levels: int) -> None:
    shape: dict[str, Any] = {} if depth is None else {"tree": {"depth": depth}}
    model = design([entity("Item", field("label"))], [link("tree", "tree", "Item", "Item", **shape)])
    made = leaves(collections(model, composed(model, **WHOLE))["items"].fields)
    labels = ["children[]." * level + "label" for level in range(levels)]
    assert [path for path in made if path.endswith("label")] == labels
    spots = placement(model, composed(model, **WHOLE)).spots("Item")
    paths = [".".join(["children"] * level) for level in range(levels)]
    assert [spot.path for spot in spots] == paths and spots[0] == Spot("items")
    assert spots[-1].arrays == tuple(paths[1:])


def test_every_node_has_an_id_and_the_fields_of_its_entity() -> None:
    nodes = entity("Item", field("label"), field("address", "object", fields=[field("city")]))
    end = ("Item", {"field": "items", "has": {"max": 7, "growth": "bounded"}})
    model = design([nodes], [link("tree", "tree", end, "Item", tree={"depth": 2})])
    made = collections(model, composed(model, **WHOLE))["items"]
    below = at(made.fields, "items")
    assert (below.origin, below.max_items, below.entity) == ("embedded", 7, "Item")
    assert below.items is not None
    assert [one.name for one in below.items.fields] == ["_id", "label", "address"]
    assert below.items.fields[0].required
