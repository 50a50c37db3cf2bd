"""An operation that includes a tree of which the ancestors are read tells all nodes above, the root first, and one of which the
descendants are read all below, by the means of the form in which the tree is stored; one that says a direction tells the next
node there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.test_declared_operations import _script
from tests.oracle.test_reads import judged

Json = dict[str, Any]
FORMS = ("TREE_PARENT", "TREE_CHILD", "TREE_ANCESTORS", "TREE_PATH", "TREE_NESTED")


def _read(name: str, entity: str, by: str, *includes: str) -> Json:
    return {
        "name": name, "kind": "read", "entity": entity, "per_day": 9, "filter": [{"field": by}], "includes": [*includes],
    }  # fmt: skip


def garden(strategy: str, reads: str = "ancestors", key: Json | None = None) -> Json:
    """Areas in areas, with the trees that stand there."""
    areas = link(
        "areas", "tree", end("Area", field="parts"), end("Area", 1, field="parent"), strategy=strategy,
        tree={"depth": 4, "reads": reads},
    )  # fmt: skip
    return {
        "format": "nestlink/1", "name": "Garden", "database": "garden",
        "entities": [
            entity("Area", *([key] if key else []), field("title", required=True), field("kind")),
            entity("Plant", field("name", required=True)),
        ],
        "relationships": [
            areas, link("plants", "one-to-many", end("Area", field="plants"), end("Plant", 1, field="area"), strategy="PARENT_REF"),
        ],
        "operations": [
            _read("with the tree", "Area", "_id", "areas"),
            _read("of a kind", "Area", "kind", "areas"),
            _read("plant with place", "Plant", "_id", "plants", "areas"),
            _read("with its parent", "Area", "_id", "areas.parent"),
            _read("with its parts", "Area", "_id", "areas.parts"),
        ],
    }  # fmt: skip


@pytest.mark.parametrize("strategy", FORMS)
def test_all_nodes_above_are_told(strategy: str) -> None:
    names = ("withTheTree", "ofAKind", "plantWithPlace")
    assert judged(garden(strategy), *names) == dict.fromkeys(names, "")


@pytest.mark.parametrize("reads", ["descendants", "subtree"])
@pytest.mark.parametrize("strategy", FORMS)
def test_all_nodes_below_are_told(strategy: str, reads: str) -> None:
    names = ("withTheTree", "ofAKind", "plantWithPlace")
    assert judged(garden(strategy, reads), *names) == dict.fromkeys(names, "")


def test_a_branch_is_read_by_what_its_nodes_list() -> None:
    script = _script(garden("TREE_ANCESTORS", "descendants"))
    assert "const below = db.areas.find({ ancestors: found._id }).toArray();" in script
    assert 'foreignField: "ancestors"' in script


def test_a_branch_of_paths_is_an_index_range() -> None:
    script = "".join(_script(garden("TREE_PATH", "descendants")).split())
    ends = ['$concat:["$$path",{$toString:"$$id"},"' + end + '"]' for end in ",-"]
    assert all(
        f'{{${bound}:["$path",{{{end}}}]}}' in script for bound, end in zip(("gte", "lt"), ends, strict=True)
    )


def test_what_a_document_lists_is_read_by_that_list() -> None:
    script = _script(garden("TREE_ANCESTORS"))
    assert "{ $match: { _id: { $in: (found.ancestors ?? []) } } }" in script
    assert 'localField: "ancestors"' in script


def test_children_are_read_where_these_are_what_is_read() -> None:
    assert "const above" not in _script(garden("TREE_ANCESTORS", "children"))
