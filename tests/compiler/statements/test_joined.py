"""Reads that filter or sort by what stands behind a reference: joined first."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import compile_design
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link

Json = dict[str, Any]
MANY = {"has": {"max": None, "growth": "unbounded"}}
ONE = {"has": {"min": 1, "max": 1}}


def read(
    reader: str, *sort: str, strategy: str = "PARENT_REF", needs: str = "all", **more: Any
) -> list[Statement]:
    """The statements of a read of parents or children by their name; a sort with - in front goes down."""
    parts = [entity(name, field("name"), field("made", "date")) for name in ("Parent", "Child")]
    kind, other = ("many-to-many", MANY) if strategy == "LINK_COLL" else ("one-to-many", ONE)
    kids = link("kids", kind, ("Parent", MANY), ("Child", other), strategy=strategy, together_needs=needs)
    order = [{"field": one.lstrip("-"), "direction": -1 if one[0] == "-" else 1} for one in sort]
    it = {
        "name": "it",
        "kind": "read",
        "entity": reader,
        "filter": [{"field": "name", "value": "x"}],
        "sort": order,
    }
    plan = compile_design(design(parts, [kids], operations=[{**it, **more}])).plan
    return [one for one in plan.statements if one.subject == "operation:it"]


UP = {"$lookup": {"from": "parents", "localField": "parent_id", "foreignField": "_id", "as": "parent"}}
DOWN = {"$lookup": {"from": "children", "localField": "_id", "foreignField": "parent_id", "as": "children"}}
FIRST = {"$set": {"parent": {"$first": "$parent"}}}
OWN = {"$match": {"name": "x"}}


def test_children_in_the_order_of_their_parents() -> None:
    """What is joined for the order alone goes again, and what stands in the child orders behind it."""
    (one,) = read("Child", "parent_id.made", "-made", limit=4)
    order = {"$sort": {"parent.made": 1, "made": -1}}
    assert one.pipeline == [OWN, UP, FIRST, order, {"$limit": 4}, {"$unset": ["parent"]}]


def test_what_is_asked_for_stays() -> None:
    (one,) = read("Child", "parent_id.made", includes=["kids"])
    assert one.pipeline == [OWN, UP, FIRST, {"$sort": {"parent.made": 1}}]
    (few,) = read("Child", "parent_id.made", includes=["kids"], projection=["made"])
    assert few.pipeline[-1] == {"$project": {"made": 1, "parent": 1}}
    (bare,) = read("Child", "parent_id.made", projection=["made"])
    assert bare.pipeline[-1] == {"$project": {"made": 1}}


def test_parents_in_the_order_of_their_children() -> None:
    """As one document with a list of them would sort: by the least, or going down by the greatest."""
    (one,) = read("Parent", "-kids.made", includes=["kids"])
    assert one.pipeline == [OWN, DOWN, {"$sort": {"children.made": -1}}]


def test_through_links() -> None:
    (one,) = read("Parent", "kids.made", strategy="LINK_COLL", includes=["kids"])
    assert [next(iter(stage)) for stage in one.pipeline] == ["$match", "$lookup", "$lookup", "$sort"]
    assert one.pipeline[-1] == {"$sort": {"children.made": 1}}


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
def test_elements_of_pages_are_not_sorted_so(strategy: str) -> None:
    assert read("Child", "parent_id.made", strategy=strategy) == []


def test_parents_by_what_their_children_have() -> None:
    """One child must meet all that is asked of it."""
    asked = [{"field": "children.name", "value": "x"}, {"field": "children.made", "match": "exists"}]
    (one,) = read("Parent", filter=asked)
    met = {"$match": {"children": {"$elemMatch": {"name": "x", "made": {"$exists": True}}}}}
    assert one.pipeline == [DOWN, met, {"$unset": ["children"]}]
    (both,) = read("Parent", "children.made", filter=asked[:1], includes=["kids"])
    order = {"$sort": {"children.made": 1}}
    assert both.pipeline == [DOWN, {"$match": {"children": {"$elemMatch": {"name": "x"}}}}, order]


@pytest.mark.parametrize("needs", ["recent", "page"])
def test_a_part_of_the_children_says_nothing_about_all(needs: str) -> None:
    kids = {"filter": [{"field": "kids.name", "value": "x"}], "includes": ["kids"]}
    assert read("Parent", needs=needs, **kids) == []
    assert read("Parent", strategy="SUBSET", **kids) == []


def test_links_with_fields_of_their_own() -> None:
    parts = [entity("Parent", field("name")), entity("Child", field("name"))]
    kids = link("kids", "many-to-many", ("Parent", MANY), ("Child", MANY), link_fields=[field("since")])
    it = {
        "name": "it",
        "kind": "read",
        "entity": "Parent",
        "sort": [{"field": "kids.name"}],
        "includes": ["kids"],
    }
    plan = compile_design(design(parts, [kids], operations=[it])).plan
    assert [one.op for one in plan.statements if one.subject == "operation:it"] == ["aggregate"]


def test_a_path_of_two_references_is_not_taken_for_one() -> None:
    parts = [entity(name, field("name")) for name in ("Country", "City", "House")]
    cities = link("cities", "one-to-many", ("Country", MANY), ("City", ONE), strategy="PARENT_REF")
    houses = link("houses", "one-to-many", ("City", MANY), ("House", ONE), strategy="PARENT_REF")
    filter = [{"field": "city_id.country_id.name"}]
    it = {"name": "it", "kind": "read", "entity": "House", "filter": filter}
    plan = compile_design(design(parts, [cities, houses], operations=[it])).plan
    assert [one for one in plan.statements if one.subject == "operation:it"] == []


def test_a_constant_filter_asks_for_what_stands_here() -> None:
    always = {"always_filter": {"children.name": {"$exists": True}}}
    assert read("Parent", filter=[{"field": "children.name"}], **always) == []


def test_only_reads_sort() -> None:
    assert all(one.op != "aggregate" for one in read("Child", "parent_id.made", kind="delete"))
