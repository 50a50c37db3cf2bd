"""L62: a tree whose ends have each other's names, or whose order nothing stores."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from tests.compiler.in_parts import compile_design


def _design(above: str | None, below: str | None) -> dict[str, Any]:
    ends = {
        side: {"entity": "Department", "has": has} | ({"field": name} if name else {})
        for side, name, has in (
            ("from", above, {"min": 0, "average": 4, "max": 30}),
            ("to", below, {"min": 0, "max": 1}),
        )
    }
    tree = {"id": "tree", "name": "departments", "kind": "tree", "tree": {"depth": 4}, **ends}
    entity = {"name": "Department", "count": 50, "fields": [{"name": "title", "type": "string"}]}
    return {
        "format": "nestlink/1",
        "name": "Town",
        "database": "town",
        "entities": [entity],
        "relationships": [tree],
    }


def _fixes(design: dict[str, Any]) -> list[Any]:
    report = read(json.dumps(design))
    assert report.value is not None, report.findings
    return [one.fix for one in compile_design(report.value).findings if one.code == "L62"]


@pytest.mark.parametrize(
    ("above", "below", "count"),
    [
        ("parent", "children", 1),
        ("boss", "reports", 1),
        ("mentor", "apprentices", 1),
        ("children", "parent", 0),
        ("reports", "manager", 0),
        ("subtree", "parent", 0),
        ("children", "parents", 0),
        (None, "children", 0),
        ("parent", None, 0),
    ],
)
def test_the_parent_names_its_children(above: str | None, below: str | None, count: int) -> None:
    assert len(_fixes(_design(above, below))) == count


def test_the_fix_exchanges_the_names() -> None:
    design = _design("parent", "children")
    (fix,) = _fixes(design)
    assert fix["edits"] == [
        {"edit": "set", "id": "tree", "path": ["from", "field"], "value": "children"},
        {"edit": "set", "id": "tree", "path": ["to", "field"], "value": "parent"},
    ]


def _ordered(strategy: str, **more: Any) -> list[Any]:
    design = _design("children", "parent")
    (tree,) = design["relationships"]
    tree |= {"strategy": strategy, "tree": {"depth": 4, "ordered": True}, **more.pop("tree", {})}
    report = read(json.dumps({**design, **more}))
    assert report.value is not None, report.findings
    return [each for each in compile_design(report.value).findings if each.code == "L62"]


@pytest.mark.parametrize(
    ("strategy", "count"),
    [("TREE_CHILD", 0), ("EMBED_TREE", 0), ("TREE_PARENT", 1), ("TREE_ANCESTORS", 1), ("TREE_PATH", 1)],
)
def test_an_order_that_nothing_stores_is_told(strategy: str, count: int) -> None:
    told = _ordered(strategy)
    assert len(told) == count
    for each in told:
        assert "store it" in each.message and "Tree: children" in each.hint
        assert each.fix == {"edit": "set", "id": "tree", "path": ["strategy"], "value": "TREE_CHILD"}


def test_an_order_by_a_field_is_one() -> None:
    read_sorted = {"name": "menu", "kind": "read", "entity": "Department", "sort": [{"field": "title"}]}
    assert _ordered("TREE_PARENT", operations=[read_sorted]) == []


def test_too_many_children_for_a_list_get_a_position() -> None:
    many = {
        "from": {"entity": "Department", "field": "children", "has": {"min": 0, "average": 4, "max": 90_000}}
    }
    (told,) = _ordered("TREE_PARENT", tree=many)
    assert told.fix is None and "position field" in told.hint
