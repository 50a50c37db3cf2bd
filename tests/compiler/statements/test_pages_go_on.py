"""A function of a next page goes on with a list that another function gives, in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Statement
from tests.compiler.library import build, built, names

Json = dict[str, Any]


def design(sort: str) -> Json:
    """Return a design of loads that list who picked them, read by the picker in an order, and of a tree of places."""
    moment: Json = {"type": "date", "required": True}
    fields = [{"name": "picked_at", **moment}, {"name": "noted_at", **moment}]
    pickers = {"name": "pickers", "kind": "many-to-many", "strategy": "ONE_WAY_EMBED",
               "from": {"entity": "Load", "field": "pickers", "has": {"max": 20}}, "to": {"entity": "Worker"}}  # fmt: skip
    places = {"name": "places", "kind": "tree", "strategy": "TREE_PARENT",
              "from": {"entity": "Place", "field": "inside"}, "to": {"entity": "Place", "field": "parent"}}  # fmt: skip
    way, _, field = sort.rpartition(" ")
    order = {"field": field, "direction": -1 if way else 1}
    by_picker = {"name": "loads of a picker", "kind": "read", "entity": "Load", "filter": [{"field": "pickers"}],
                 "sort": [order], "per_day": 9}  # fmt: skip
    below = {
        "name": "places of a place",
        "kind": "read",
        "entity": "Place",
        "filter": [{"field": "parent"}],
        "per_day": 9,
    }
    return {
        "format": "nestlink/1", "name": "Orchard", "database": "orchard",
        "entities": [{"name": "Load", "fields": fields}] + [
            {"name": name, "fields": [{"name": "name", "type": "string", "required": True}]}
            for name in ("Worker", "Place")
        ],
        "relationships": [pickers, places],
        "operations": [by_picker, below],
    }  # fmt: skip


def shown(compilation: Compilation) -> list[Statement]:
    """Return the statements of the functions that the script holds."""
    return [each for each in compilation.plan.statements if not each.extra]


def asked(statement: Statement) -> tuple[dict[str, Any], Any]:
    """Return what a list is found by, and its order."""
    stages = statement.pipeline or ()
    first = next((each["$match"] for each in stages if "$match" in each), {})
    order = next((each["$sort"] for each in stages if "$sort" in each), None)
    filter = first if statement.filter is None else statement.filter
    return (filter if isinstance(filter, dict) else {}), order if statement.sort is None else statement.sort


def without_a_beginning(statements: list[Statement]) -> Iterator[str]:
    """Yield the functions of next pages whose first page no function gives."""
    for page in statements:
        if not page.purpose.endswith("page") or page.op != "find":
            continue
        wanted, order = asked(page)
        for each in statements:
            by, sort = asked(each)
            if each.collection != page.collection or each.purpose.endswith("page") or sort != order:
                continue
            if by.keys() <= wanted.keys() and all(
                (by[path] is None) == (wanted[path] is None) for path in by
            ):
                break
        else:
            yield page.recipe


@pytest.mark.parametrize("sort", ["picked_at", "desc picked_at", "desc noted_at"])
def test_a_next_page_goes_on_in_the_order_of_an_operation(sort: str) -> None:
    """The operation gives the first page, so that its last load says where the next one begins."""
    compilation = build(design(sort)).compilation
    assert not list(without_a_beginning(shown(compilation)))
    (page,) = (each for each in shown(compilation) if each.recipe == "pickers.page")
    way, _, field = sort.rpartition(" ")
    assert page.sort == {field: -1 if way else 1}


def test_the_roots_of_a_tree_have_a_first_page() -> None:
    """Nodes below one are no roots, though both are asked by their parent."""
    compilation = build(design("picked_at")).compilation
    recipes = {each.recipe for each in shown(compilation)}
    assert {"places.roots", "places.roots_page"} <= recipes
    (roots,) = (each for each in shown(compilation) if each.recipe == "places.roots")
    assert list(without_a_beginning([each for each in shown(compilation) if each is not roots])) == [
        "places.roots_page"
    ]


@pytest.mark.parametrize("name", names())
def test_no_next_page_of_the_library_is_without_a_first(name: str) -> None:
    assert not list(without_a_beginning(shown(built(name).compilation)))


def test_all_pages_of_a_list_are_of_one_size() -> None:
    """An operation shows twelve of a worker's loads, and little of each: the list of whole ones has pages of twelve, too."""
    loads = {"name": "loads", "kind": "one-to-many", "strategy": "PARENT_REF", "from": {"entity": "Worker", "field": "loads"},
             "to": {"entity": "Load", "field": "worker", "has": {"min": 1, "max": 1}}}  # fmt: skip
    of_worker = {
        "name": "loads of a worker", "kind": "read", "entity": "Load", "filter": [{"field": "worker"}],
        "sort": [{"field": "picked_at", "direction": -1}], "limit": 12, "projection": ["picked_at"], "per_day": 9,
    }  # fmt: skip
    source = {**design("picked_at"), "relationships": [loads], "operations": [of_worker]}
    pages = {
        each.recipe: each.limit for each in build(source).compilation.plan.statements if each.op == "find"
    }
    assert {name: pages[name] for name in ("loads.read", "loads.page", "loads of a worker")} == {
        "loads.read": 12, "loads.page": 12, "loads of a worker": 12,
    }  # fmt: skip
