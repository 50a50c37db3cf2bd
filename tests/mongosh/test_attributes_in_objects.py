"""Attributes inside of an object: found, sorted and changed by their names, the object's other fields untouched."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
GROUP = {"variant_group": "attrs"}
SPECS = field(
    "specs", "object",
    fields=[field("color", **GROUP), field("weight", "int", **GROUP), field("maker"), field("old", until_version=1)],
)  # fmt: skip


def by(name: str, **more: Any) -> list[Json]:
    return [{"field": name, **more}]


OPERATIONS: list[Json] = [
    {"name": "by both", "kind": "read", "entity": "Good", "filter": [*by("specs.color"), *by("specs.weight", match="range", at_most=5)]},
    {"name": "by weight", "kind": "read", "entity": "Good", "sort": by("specs.weight")},
    {"name": "without", "kind": "read", "entity": "Good", "filter": by("specs.color", match="exists", value=False)},
    {"name": "paint", "kind": "update", "entity": "Good", "filter": by("_id"), "changes": ["specs.color"]},
    {"name": "load", "kind": "update", "entity": "Good", "filter": by("_id"), "effects": [
        {"field": "specs.weight", "do": "increment", "by": 2}, {"field": "specs.color", "do": "unset"}]},
]  # fmt: skip


def goods() -> Json:
    return {
        "format": "nestlink/1", "name": "Goods", "database": "goods", "relationships": [], "operations": OPERATIONS,
        "entities": [entity("Good", field("name"), SPECS)],
    }  # fmt: skip


def shops() -> Json:
    ends = end("Shop", 5), end("Good", 1)
    held = link("goods", "one-to-many", *ends, strategy="EMBED_ARRAY", exclusive_owner=True)
    return goods() | {
        "entities": [entity("Shop", field("n")), *goods()["entities"]],
        "relationships": [held],
    }


def made(*attrs: tuple[str, Any], **more: Any) -> Json:
    listed = [{"k": name, "v": value} for name, value in attrs]
    return {"_id": ObjectId(), "schema_version": 1, "name": "n", "specs": {"attrs": listed, "maker": "m", **more}}  # fmt: skip


@replay(goods)
def test_attributes_in_an_object_are_found_sorted_and_changed(play: Play) -> Steps:
    one, other = made(("color", "red"), ("weight", 9)), made(("weight", 5))
    play.documents["goods"] = [one, other]
    play.call("by both", specsColor="red")
    play.call("by weight")
    play.call("without")
    play.call("paint", id=other["_id"], newSpecsColor="$blue")
    play.call("load", id=one["_id"])
    done = yield
    both, ordered, without = done.results[:3]
    assert both == [] and [each["_id"] for each in ordered] == [other["_id"], one["_id"]]
    assert [each["_id"] for each in without] == [other["_id"]]
    painted = [{"k": "weight", "v": 5}, {"k": "color", "v": "$blue"}]
    assert done.one("goods", other["_id"]) == {**other, "specs": {"attrs": painted, "maker": "m"}}
    loaded = {"attrs": [{"k": "weight", "v": 11}], "maker": "m"}
    assert done.one("goods", one["_id"]) == {**one, "specs": loaded}


@replay(goods)
def test_an_older_shape_moves_and_keeps_its_attributes(play: Play) -> Steps:
    one = made(("color", "red"), old="o")
    play.documents["goods"] = [one]
    play.call("Good.upgrade_all.1")
    done = yield
    kept = {"attrs": one["specs"]["attrs"], "maker": "m"}
    assert done.one("goods", one["_id"]) == {**one, "schema_version": 2, "specs": kept}


@replay(shops)
def test_attributes_in_an_object_of_an_element_are_changed_alone(play: Play) -> Steps:
    one, other = made(("color", "red"), ("weight", 9)), made(("color", "red"))
    shop = {"_id": ObjectId(), "n": "n", "goods": [one, other]}
    play.documents["shops"] = [shop]
    play.call("paint", id=other["_id"], newSpecsColor="blue")
    play.call("load", id=one["_id"])
    done = yield
    first = {**one, "specs": {"attrs": [{"k": "weight", "v": 11}], "maker": "m"}}
    second = {**other, "specs": {"attrs": [{"k": "color", "v": "blue"}], "maker": "m"}}
    assert done.one("shops", shop["_id"]) == {**shop, "goods": [first, second]}
