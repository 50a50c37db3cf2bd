"""Pages of lists: their sort is the order of an index wherever they say so, and nobody is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Param, Statement
from tests.compiler.in_parts import compile_design
from tests.compiler.library import FIXTURES, built_of, names, text_of

FIXED = [path.stem for path in sorted(FIXTURES.glob("F*.json"))]
ENDLESS = {"min": 0, "max": None, "growth": "unbounded"}


def compiled(name: str) -> Compilation:
    made = built_of(
        (FIXTURES / f"{name}.json").read_text(encoding="utf-8") if name in FIXED else text_of(name)
    )
    assert made is not None
    compilation: Compilation = made.compilation
    return compilation


def pages(compilation: Compilation) -> list[Statement]:
    return [one for one in compilation.plan.statements if "keyset pagination, no skip" in one.comment]


def index_keys(compilation: Compilation, collection: str) -> list[list[tuple[str, Any]]]:
    found = next(one for one in compilation.plan.collections if one.name == collection)
    return [list(one.keys) for one in found.indexes]


@pytest.mark.parametrize("name", [*names(), *FIXED])
def test_a_page_that_says_so_is_in_the_order_of_an_index(name: str) -> None:
    for one in pages(compiled(name)):
        equal = next(path for path, wanted in one.filter.items() if isinstance(wanted, Param))
        ((path, direction),) = one.sort.items()
        orders = [
            keys[1] for keys in index_keys(compiled(name), one.collection) if keys[0][0] == equal if keys[1:]
        ]
        assert any(where == path and abs(way) == abs(direction) for where, way in orders), one.id


def test_some_pages_say_so() -> None:
    assert sum(len(pages(compiled(name))) for name in names()) >= 4


def family(*fields: Any, sort: str = "", by: str = "", **has: Any) -> Compilation:
    ends = {
        "from": {"entity": "Parent", "has": has or ENDLESS},
        "to": {"entity": "Child", "field": "parent_id", "has": {"max": 1}},
    }
    source = {
        "format": "nestlink/1", "name": "Family", "database": "family",
        "entities": [{"name": "Parent"}, {"name": "Child", "fields": list(fields)}],
        "relationships": [{"name": "kids", "kind": "one-to-many", **ends, "strategy": "PARENT_REF"}],
        "operations": [
            {"name": "kids in order", "kind": "read", "entity": "Child", "filter": [{"field": "parent_id"}],
             "sort": [{"field": sort, "direction": -1}], "per_day": 9},
        ] * bool(sort) + [
            {"name": "kids by", "kind": "read", "entity": "Child", "filter": [{"field": "parent_id"}, {"field": by}],
             "per_day": 9},
        ] * bool(by),
    }  # fmt: skip
    value = read(json.dumps(source)).value
    assert value is not None
    return compile_design(value)


def page_of(compilation: Compilation) -> Statement:
    return next(one for one in compilation.plan.statements if one.recipe == "kids.page")


def test_an_endless_list_without_a_date_is_paged_by_id_and_indexed_for_it() -> None:
    made = family({"name": "word", "type": "string"})
    assert index_keys(made, "children") == [[("parent_id", 1), ("_id", -1)]]
    page = page_of(made)
    assert page.sort == {"_id": -1} and list(page.filter) == ["parent_id", "_id"]
    assert "No index" not in page.comment


def test_a_short_list_without_a_date_needs_no_order_in_the_index() -> None:
    made = family({"name": "word", "type": "string"}, max=100)
    assert index_keys(made, "children") == [[("parent_id", 1)]]
    assert "No index supports this sort" in page_of(made).comment


@pytest.mark.parametrize(("required", "order"), [(True, {"amount": -1}), (False, {"_id": -1})])
def test_a_list_without_a_date_has_the_order_of_the_index_that_an_operation_needs(
    required: bool, order: dict[str, int]
) -> None:
    """Where each of them has the value: else a page would have to look for those without one."""
    compilation = family({"name": "amount", "type": "int", "required": required}, sort="amount", max=100)
    assert [("parent_id", 1), ("amount", -1)] in index_keys(compilation, "children")
    page = page_of(compilation)
    assert page.sort == order and ("No index supports this sort" in page.comment) != required


@pytest.mark.parametrize(
    "field", [{"name": "state", "type": "string", "enum": ["new", "done"]}, {"name": "won", "type": "bool"}]
)
def test_no_list_has_the_order_of_a_state_that_children_are_found_by(field: dict[str, Any]) -> None:
    """A page would leave out by their ids all that were shown with the last state."""
    state = {**field, "required": True}
    found = family(state, by=field["name"], max=100)
    assert [("parent_id", 1), (field["name"], 1)] in index_keys(found, "children")
    assert page_of(found).sort == {"_id": -1}
    assert page_of(family(state, sort=field["name"], max=100)).sort == {field["name"]: -1}
    title = {"name": "title", "type": "string", "required": True}
    assert page_of(family(title, by="title", max=100)).sort == {"title": 1}


def test_children_without_a_date_come_last_and_are_not_forgotten() -> None:
    page = page_of(family({"name": "born", "type": "date"}))
    last, none = page.filter["$or"]
    assert list(last) == ["born"] and none == {"born": None} and page.sort == {"born": -1}
    always = page_of(family({"name": "born", "type": "date", "required": True}))
    assert list(always.filter["born"]) == ["$lte"] and list(always.filter["_id"]) == ["$nin"]


def test_a_page_goes_on_in_the_order_of_the_operation_that_gives_the_first() -> None:
    """The date of the children was taken for their order, though no list has it: no page followed the first one."""
    fields = [
        {"name": "number", "type": "int", "required": True},
        {"name": "closed_at", "type": "date"},
    ]
    page = page_of(family(*fields, sort="number"))
    assert page.sort == {"number": -1}
    assert "keyset pagination" in page.comment


def test_a_page_says_which_index_it_walks_where_only_one_of_its_order_is_there() -> None:
    """A page said that no index supports its sort, which one that an archive needs does."""
    kept = {"policy": "archive", "field": "at", "after_days": 400}
    date = {"name": "at", "type": "date", "required": True}
    source = {
        "format": "nestlink/1", "name": "Stays", "database": "stays",
        "entities": [{"name": "Space"}, {"name": "Stay", "fields": [date], "count": 90_000, "retention": kept}],
        "relationships": [{
            "name": "stays", "kind": "one-to-many", "from": {"entity": "Space", "has": ENDLESS},
            "to": {"entity": "Stay", "field": "space", "has": {"min": 1, "max": 1}},
        }],
        "operations": [{"name": "add", "kind": "insert", "entity": "Stay", "per_day": 9}],
    }  # fmt: skip
    value = read(json.dumps(source)).value
    assert value is not None
    made = compile_design(value)
    assert index_keys(made, "stays") == [[("at", 1)]]
    page = next(each for each in made.plan.statements if each.recipe == "stays.page")
    assert "Scans the index on at, with the stays of all others." in page.comment
    assert "No index supports" not in page.comment
