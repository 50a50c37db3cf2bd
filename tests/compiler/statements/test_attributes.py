"""Attributes in filters and sorts, in documents and in lists of them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.operations.ir.condition_reading import read_filter
from designs.compiler.operations.ir.condition_rendering import rendered_filter
from tests.compiler.patterns.test_attribute import TWICE, by, held, op, shop, statement

Json = dict[str, Any]


def asked(name: str, **more: Any) -> Json:
    """The condition on an attribute, whatever its parameter is called."""
    return {"$elemMatch": {"k": name, "v": more.get("v", "?")}}


def shown(value: Any) -> Any:
    """The value with each parameter as a question mark."""
    if isinstance(value, dict):
        return {key: shown(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [shown(one) for one in value]
    return "?" if type(value).__name__ == "Param" else value


@pytest.mark.parametrize(
    ("filter", "path", "condition", "made"),
    [
        ({}, "a", 1, {"a": 1}),
        ({"b": 2}, "a", 1, {"b": 2, "a": 1}),
        ({"b": 2, "a": 3}, "a", 1, {"$and": [{"a": 3}, {"a": 1}], "b": 2}),
        ({"$and": [{"a": 3}, {"a": 1}]}, "a", 4, {"$and": [{"a": 3}, {"a": 1}], "a": 4}),
        ({"$and": [{"a": 3}], "b": 2}, "b", 4, {"$and": [{"a": 3}, {"b": 2}, {"b": 4}]}),
        ({"a": 3}, "$and", [{"a": 1}], {"a": 3, "$and": [{"a": 1}]}),
        ({"$and": [{"a": 3}]}, "$and", [{"a": 1}], {"$and": [{"a": 3}, {"a": 1}]}),
        ({"$or": [{"a": 1}]}, "$or", [{"a": 2}], {"$and": [{"$or": [{"a": 1}]}, {"$or": [{"a": 2}]}]}),
    ],
)
def test_conditions_on_one_path_hold_together(filter: Json, path: str, condition: Any, made: Json) -> None:
    (added,) = read_filter({path: condition}).conditions
    both = rendered_filter(read_filter(filter).also(added))
    assert both == made and list(both) == list(made)


def test_a_read_of_elements_gives_those_that_match() -> None:
    made = shop(*TWICE, op("both", filter=by("color", "category")), links=[held()])
    first, unwound, second, _ = shown(statement(made, "both").pipeline)
    inner = {"attributes": asked("color"), "category": "?"}
    assert first == {"$match": {"products": {"$elemMatch": inner}}} and unwound == {"$unwind": "$products"}
    assert second == {"$match": {f"products.{path}": said for path, said in inner.items()}}


def test_one_attribute_needs_no_word_for_the_element_around_it() -> None:
    stages = shown(statement(shop(*TWICE, links=[held()]), "one").pipeline)
    assert stages[0] == {"$match": {"products.attributes": asked("color")}}


@pytest.mark.parametrize(
    ("entity", "path", "depth"), [("Product", "weight", 0), ("Shelf", "products.weight", 1)]
)
@pytest.mark.parametrize(("direction", "which"), [(1, "$min"), (-1, "$max")])
def test_a_sort_takes_elements_apart_or_looks_into_all(
    entity: str, path: str, depth: int, direction: int, which: str
) -> None:
    sort = [{"field": path, "direction": direction}]
    made = shop(*TWICE, {**op("sorted", sort=sort, limit=2), "entity": entity}, links=[held()])
    stages = statement(made, "sorted").pipeline
    assert ("$unwind" in stages[0]) is not bool(depth)
    (key,) = next(one["$set"] for one in stages if "$set" in one).values()
    assert ("$reduce" in str(key), which in key) == (bool(depth), bool(depth))
    last = {"$unset": ["sorted_by_1"]} if depth else {"$project": {"products": 1}}
    assert {"$sort": {"sorted_by_1": direction}} in stages and stages[-1] == last


def test_a_sort_by_an_attribute_never_leaves_pages_out() -> None:
    made = shop(*TWICE, op("heaviest", sort=by("weight"), limit=2), links=[held("BUCKET")])
    stages = [next(iter(one)) for one in statement(made, "heaviest").pipeline]
    assert stages == ["$unwind", "$set", "$sort", "$limit", "$unset"]


def test_one_attribute_of_an_element_is_set_or_added() -> None:
    made = shop(*TWICE, links=[held()])
    change, add = [one for one in made.plan.statements if one.recipe == "held.attribute"]
    assert shown(change.update) == {"$set": {"products.$[found].attributes.$[attribute].v": "?"}}
    has = {"found": "?", "found.attributes.k": "color"}
    assert shown(change.options) == {"arrayFilters": [has, {"attribute.k": "color"}]}
    assert shown(add.update) == {"$push": {"products.$[found].attributes": {"k": "color", "v": "?"}}}
    assert shown(add.options) == {"arrayFilters": [{"found": "?", "found.attributes.k": {"$ne": "color"}}]}
    assert not [one for one in shop(links=[held()]).plan.statements if one.recipe == "held.attribute"]
