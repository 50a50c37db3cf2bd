"""The documents diagram, one page a group, on designs that are too large for one sheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from designs.compiler import diagram_pages, needs_pages
from tests.compiler.compiled import compiled

DESIGNS = Path(__file__).parents[2] / "oracle" / "designs"
Json = dict[str, Any]


def yard(count: int, **more: Any) -> Any:
    """A design of so many entities, each with a reference to the one before."""
    entities = [
        {"name": f"Part{number}", "fields": [{"name": "title", "type": "string"}]} for number in range(count)
    ]
    links = [
        {"name": f"link{number}", "kind": "one-to-many", "strategy": "PARENT_REF",
         "from": {"entity": f"Part{number}", "has": {"max": 9}}, "to": {"entity": f"Part{number + 1}", "has": {"min": 1, "max": 1}}}
        for number in range(count - 1)
    ]  # fmt: skip
    return compiled(
        {
            "format": "nestlink/1",
            "name": "Yard",
            "database": "yard",
            "entities": entities,
            "relationships": links,
            **more,
        }
    ).with_forecasts


@pytest.mark.parametrize(("count", "needed"), [(12, False), (13, True)])
def test_a_sheet_holds_twelve_collections(count: int, needed: bool) -> None:
    compilation = yard(count)
    assert needs_pages(compilation) is needed
    assert bool(diagram_pages(compilation)) is needed


def test_each_collection_stands_whole_on_one_page_beside_those_that_it_refers_to() -> None:
    compilation = yard(30)
    pages = diagram_pages(compilation)
    whole = [name for page in pages for name in page.collections]
    assert sorted(whole) == sorted(each.name for each in compilation.plan.collections)
    assert all(len(page.collections) <= 12 for page in pages) and len(pages) <= 4
    for page in pages:
        assert f"Yard: {page.title}" in page.dot
        assert page.dot.count("title") == len(page.collections) + page.title.count("title")
    assert sum("on another page" in page.dot for page in pages) == len(pages) - 1


def test_groups_of_the_design_are_pages_with_their_names() -> None:
    groups = [
        {"name": "Warehouse", "entities": ["Part0", "Part1", "Part7"]},
        {"name": "Empty", "entities": []},
    ]
    pages = diagram_pages(yard(14, groups=groups))
    (warehouse,) = [page for page in pages if page.title == "Warehouse"]
    assert len(warehouse.collections) == 3 and pages[0] == warehouse
    assert "Empty" not in [page.title for page in pages]


def test_twelve_that_cannot_be_read_on_a_sheet_are_pages_too() -> None:
    tall: Json = json.loads((DESIGNS / "at_length" / "pharmacy.json").read_text(encoding="utf-8"))
    pages = diagram_pages(compiled(tall).with_forecasts)
    assert len(pages) >= 2
    assert all(page.title.endswith(f" and {len(page.collections) - 1} more") for page in pages)


def test_pages_are_the_same_each_time() -> None:
    assert diagram_pages(yard(40)) == diagram_pages(yard(40))
