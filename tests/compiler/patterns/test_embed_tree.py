"""EMBED_TREE: level inside level, as many as the design says."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.placement.doc_path import DocPath
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import compiled
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
    assert [spot.path for spot in spots] == paths and spots[0] == DocPath("items")
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


NODES = [
    {"name": "Node", "fields": [{"name": "title", "type": "string", "required": True}]},
    {"name": "Folder", "fields": [{"name": "color", "type": "string", "required": True}]},
    {"name": "File", "fields": [{"name": "bytes", "type": "int", "required": True}]},
]


def tree_of(entity: str) -> Compilation:
    """Nodes of two kinds in one collection, with a whole tree of these."""
    ends = {"from": {"entity": entity, "has": {"max": 9}}, "to": {"entity": entity}}
    links = [
        {
            "name": name,
            "kind": "is-a",
            "from": {"entity": "Node"},
            "to": {"entity": name},
            "strategy": "POLY_SINGLE",
        }
        for name in ("Folder", "File")
    ]
    links.append({"name": "tree", "kind": "tree", **ends, "strategy": "EMBED_TREE", "tree": {"depth": 3}})
    return compiled(
        {"format": "nestlink/1", "name": "T", "database": "t", "entities": NODES, "relationships": links}
    )


@pytest.mark.parametrize(
    ("entity", "wanted"),
    [
        ("Node", {"_id": (), "node_type": (), "title": (), "color": ("folder",), "bytes": ("file",)}),
        ("Folder", {"_id": (), "node_type": (), "title": (), "color": ()}),
    ],
)
def test_what_hangs_below_a_node_has_the_fields_of_its_kind(entity: str, wanted: dict[str, Any]) -> None:
    made = tree_of(entity)
    (nodes,) = made.plan.collections
    for level in ("children", "children.children"):
        below = at(nodes.fields, level)
        assert below.items is not None
        found = {one.name: one.kinds for one in below.items.fields if one.name != "children"}
        assert found == wanted
    assert not [one for one in made.findings if one.severity == "error"]
    documents = samples(made)["nodes"]
    assert any("children" in one for one in documents)
    for document in documents:
        assert complaints(nodes.validator["$jsonSchema"], document) == []


def test_a_node_below_has_the_slice_that_a_root_has() -> None:
    links = [
        link("tree", "tree", "Item", "Item", tree={"depth": 2}),
        link("notes", "one-to-many", ("Item", {"field": "notes", "has": {"max": 9000}}), "Note"),
    ]
    model = design([entity("Item", field("label")), entity("Note", field("text"))], links)
    made = leaves(collections(model, composed(model, notes="SUBSET", **WHOLE))["items"].fields)
    assert {"notes[].text", "children[].label", "children[].notes[].text"} <= set(made)


def in_object(**more: Any) -> Any:
    """Nodes whose children stand in an object that has a title of its own, three levels deep."""
    nodes = entity("Item", field("label"), field("nav", "object", fields=[field("title")]))
    end = ("Item", {"field": "nav.items", "has": {"max": 7}})
    links = [link("tree", "tree", end, "Item", tree={"depth": 3}), *more.pop("links", ())]
    return design([nodes, *more.pop("entities", ())], links)


def test_the_object_around_the_children_keeps_its_own_fields_at_every_level() -> None:
    model = in_object()
    made = leaves(collections(model, composed(model, **WHOLE))["items"].fields)
    assert {name for name in made if not name.endswith("_id")} == {
        *("label", "nav.title", "nav.items[].label", "nav.items[].nav.title"),
        *("nav.items[].nav.items[].label", "nav.items[].nav.items[].nav.title"),
    }


def test_a_slice_with_the_object_around_the_children_has_no_slices_of_the_nodes() -> None:
    """Slices may be of one another: each is made of what the documents have without any."""
    links = [
        link("shelf", "one-to-many", "Shelf", "Item", recent={"fields": ["label", "nav"]}),
        link("notes", "one-to-many", ("Item", {"field": "notes", "has": {"max": 9000}}), "Note"),
    ]
    model = in_object(links=links, entities=[entity("Shelf"), entity("Note", field("text"))])
    made = collections(model, composed(model, shelf="SUBSET", notes="SUBSET", **WHOLE))
    shown = leaves(made["shelves"].fields)
    assert {name.rpartition("[].")[2] for name in shown if ".nav.items[]." in name} == {
        *("_id", "label", "nav.title", "shelf_id"),
    }
    assert "nav.items[].notes[].text" in leaves(made["items"].fields)
