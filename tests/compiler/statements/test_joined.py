"""Reads that filter or sort by what stands behind a reference: joined first."""

from __future__ import annotations

from typing import Any

import pytest
from bson import Regex

from designs.compiler.plan_model.physical import Param, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

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
IN_ORDER = {"$lookup": {**DOWN["$lookup"], "pipeline": [{"$sort": {"made": -1}}]}}
FIRST = {"$set": {"parent": {"$first": "$parent"}}}
OWN = {"$match": {"name": "x"}}
PAGE = {"$limit": Param(name="limit", value=50, optional=True)}


def test_children_in_the_order_of_their_parents() -> None:
    """What is joined for the order alone goes again, and what stands in the child orders behind it."""
    (one,) = read("Child", "parent_id.made", "-made", limit=4)
    order = {"$sort": {"parent.made": 1, "made": -1}}
    assert one.pipeline == [OWN, UP, FIRST, order, {"$limit": 4}, {"$unset": ["parent"]}]


def test_what_is_asked_for_stays() -> None:
    (one,) = read("Child", "parent_id.made", includes=["kids"])
    assert one.pipeline == [OWN, UP, FIRST, {"$sort": {"parent.made": 1}}, PAGE]
    (few,) = read("Child", "parent_id.made", includes=["kids"], projection=["made"])
    assert few.pipeline[-1] == {"$project": {"made": 1, "parent": 1}}
    (bare,) = read("Child", "parent_id.made", projection=["made"])
    assert bare.pipeline[-1] == {"$project": {"made": 1}}


def test_parents_in_the_order_of_their_children() -> None:
    """As one document with a list of them would sort: by the least, or going down by the greatest."""
    (one,) = read("Parent", "-kids.made", includes=["kids"])
    assert one.pipeline == [OWN, IN_ORDER, {"$sort": {"children.made": -1}}, PAGE]


def test_through_links() -> None:
    (one,) = read("Parent", "kids.made", strategy="LINK_COLL", includes=["kids"])
    names = [next(iter(stage)) for stage in one.pipeline]
    assert names == ["$match", "$lookup", "$lookup", "$sort", "$limit"]
    assert one.pipeline[-2:] == [{"$sort": {"children.made": 1}}, PAGE]


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME"])
def test_elements_of_pages_are_not_sorted_so(strategy: str) -> None:
    assert read("Child", "parent_id.made", strategy=strategy) == []


def test_parents_by_what_their_children_have() -> None:
    """One child must meet all that is asked of it."""
    listed = {"field": "children.name", "match": "regex", "value": "x"}
    asked = [listed, {"field": "children.made", "match": "exists"}]
    (one,) = read("Parent", filter=asked)
    met = {"$match": {"children": {"$elemMatch": {"name": Regex("x"), "made": {"$exists": True}}}}}
    assert one.pipeline == [DOWN, met, PAGE, {"$unset": ["children"]}]
    (both,) = read("Parent", "children.made", filter=asked[:1], includes=["kids"])
    order = {"$sort": {"children.made": 1}}
    assert both.pipeline == [
        IN_ORDER,
        {"$match": {"children": {"$elemMatch": {"name": Regex("x")}}}},
        order,
        PAGE,
    ]


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


def houses(*filter: Json, **more: Any) -> tuple[list[Statement], str]:
    """The statements of a read of houses in cities of countries, whose own name finds fewer than any city has, and what its function says of itself."""
    parts = [entity(name, field("name"), field("size", "int")) for name in ("Country", "City")]
    parts.append(entity("House", field("name", unique=True), field("size", "int"), count=1_000_000))
    links = [
        link("cities", "one-to-many", ("Country", MANY), ("City", ONE), strategy="PARENT_REF"),
        link("houses", "one-to-many", ("City", MANY), ("House", ONE), strategy="PARENT_REF"),
    ]
    it = {"name": "it", "kind": "read", "entity": "House", "filter": list(filter), **more}
    compilation = compile_design(design(parts, links, operations=[it]))
    statements = [one for one in compilation.plan.statements if one.subject == "operation:it"]
    return statements, " ".join(one.comment for one in statements)


IN_COUNTRY = {"field": "city_id.country_id"}
NAMED = {"field": "name", "value": "x"}


def stages_of(statement: Statement) -> list[str]:
    return [next(iter(stage)) for stage in statement.pipeline]


def test_what_is_joined_is_asked_for_the_reference_that_it_holds() -> None:
    """Own conditions come first, and the order by another field of what is joined is kept."""
    (one,), note = houses(
        IN_COUNTRY, NAMED, sort=[{"field": "city_id.size"}], always_filter={"size": 3}, projection=["size"]
    )
    assert one.pipeline[0] == {"$match": {"name": "x", "size": 3}}
    assert stages_of(one) == ["$match", "$lookup", "$set", "$match", "$sort", "$limit", "$project"]
    assert list(one.pipeline[3]["$match"]) == ["city.country_id"]
    assert one.pipeline[4] == {"$sort": {"city.size": 1}}
    assert one.pipeline[-1] == {"$project": {"size": 1}}
    assert "isn't filtered" not in note


def test_a_read_by_what_a_reference_leads_to_shows_what_it_names() -> None:
    (one,), _ = houses(IN_COUNTRY, NAMED, projection=["size"])
    assert stages_of(one) == ["$match", "$lookup", "$match", "$limit", "$project"]
    assert one.pipeline[-1] == {"$project": {"size": 1}}


def test_a_read_by_what_a_reference_leads_to_joins_what_it_includes() -> None:
    (one,), _ = houses(IN_COUNTRY, NAMED, includes=["houses"], projection=["size"])
    assert one.pipeline[-1] == {"$project": {"size": 1, "city": 1}}


def test_what_cannot_be_asked_takes_no_other_condition_along() -> None:
    """The country's name is out of reach; all that the house itself holds is asked, and the note names the rest."""
    far = {"field": "city_id.country_id.name"}
    order = [{"field": "size"}, {"field": "city_id.country_id.size"}]
    (one,), note = houses(IN_COUNTRY, NAMED, far, sort=order, always_filter={"size": 3}, projection=["name"])
    assert one.pipeline[0] == {"$match": {"name": "x", "size": 3}}
    assert stages_of(one) == ["$match", "$sort", "$lookup", "$match", "$limit", "$project"]
    assert one.pipeline[1] == {"$sort": {"size": 1}}
    unasked = "city_id.country_id.name and city_id.country_id.size"
    assert f"{unasked} isn't filtered: houses documents don't contain it." in note


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
