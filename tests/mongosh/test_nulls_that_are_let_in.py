"""Where a design lets null in for what is absent, functions find it, add to it, and write below it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tests.compiler.composed import design
from tests.compiler.composed import entity as of_model
from tests.compiler.composed import field as model_field
from tests.compiler.composed import link as model_link
from tests.compiler.in_parts import compile_design
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def ferry() -> Json:
    """A ship with decks inside it, and sailings that may be without a ship."""
    which: Json = {"kind": "update", "entity": "Ship", "filter": [{"field": "_id"}]}
    papers = field("papers", "array", items={"type": "string"})
    engine = field("engine", "object", fields=[field("maker"), field("hours", "int")])
    return {
        "format": "nestlink/1", "name": "Ferries", "database": "ferries", "absent": "either",
        "entities": [
            entity("Ship", field("name", required=True), field("least", "int"), papers, engine),
            entity("Deck", field("_id", "int"), field("height", "int")),
            entity("Sailing", field("port", required=True), field("left_at", "date")),
        ],
        "relationships": [
            link("decks", "one-to-many", end("Ship", 5), end("Deck", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
            link("sailings", "one-to-many", end("Ship", 900), {"entity": "Sailing", "has": {"min": 0, "max": 1}},
                 strategy="PARENT_REF"),
        ],
        "operations": [
            {"name": "file paper", **which, "effects": [{"field": "papers", "do": "push"}]},
            {"name": "drop paper", **which, "effects": [{"field": "papers", "do": "pull"}]},
            {"name": "note least", **which, "effects": [{"field": "least", "do": "minimum"}]},
            {"name": "run engine", **which, "effects": [{"field": "engine.hours", "do": "increment"}]},
            {"name": "name maker", **which, "changes": ["engine.maker"]},
            {"name": "sailings in port", "kind": "read", "entity": "Sailing",
             "filter": [{"field": "left_at", "match": "exists", "value": False}]},
            {"name": "sailings at sea", "kind": "read", "entity": "Sailing",
             "filter": [{"field": "left_at", "match": "exists", "value": True}]},
            {"name": "add sailing", "kind": "insert", "entity": "Sailing"},
        ],
    }  # fmt: skip


def _with_nulls(play: Play) -> Json:
    """The first ship with null in all that it need not have."""
    ship = {
        **play.first("ships"),
        "decks": None,
        "papers": None,
        "least": None,
        "engine": None,
    }
    play.documents["ships"] = [ship]
    return ship


@pytest.mark.parametrize("null", [True, False])
def test_ends_follow_what_the_design_says(null: bool) -> None:
    has = {"min": 0, "max": 1}
    child = of_model("Sailing", model_field("port", required=True))
    sailings = model_link(
        "sailings", "one-to-many", ("Ship", {}), ("Sailing", {"has": has}), strategy="PARENT_REF"
    )
    model = design([of_model("Ship"), child], [sailings], absent="either" if null else "missing")
    schema = next(
        each.validator["$jsonSchema"]["properties"]
        for each in compile_design(model).plan.collections
        if each.name == "sailings"
    )
    reference = next(each for name, each in schema.items() if name not in ("_id", "port"))
    assert reference["bsonType"] == (["objectId", "null"] if null else "objectId")


@replay(ferry)
def test_elements_are_added_where_null_stands(play: Play) -> Steps:
    ship = _with_nulls(play)
    play.call("decks.add", shipId=ship["_id"], deck={"_id": 1, "height": 4})
    play.call("file paper", id=ship["_id"], newPaper="a")
    play.call("drop paper", id=ship["_id"], removedPaper="a")
    done = yield
    assert done.one("ships", ship["_id"], 0)["decks"] == [{"_id": 1, "height": 4}]
    assert done.one("ships", ship["_id"], 1)["papers"] == ["a"]
    assert done.one("ships", ship["_id"], 2)["papers"] == []


@replay(ferry)
def test_fields_are_set_below_null(play: Play) -> Steps:
    ship = _with_nulls(play)
    play.call("run engine", id=ship["_id"], addedEngineHours=3)
    play.call("name maker", id=ship["_id"], newEngineMaker="Wa")
    play.call("note least", id=ship["_id"], newLeast=5)
    done = yield
    assert done.one("ships", ship["_id"], 0)["engine"] == {"hours": 3}
    assert done.one("ships", ship["_id"], 1)["engine"] == {"hours": 3, "maker": "Wa"}
    assert done.one("ships", ship["_id"], 2)["least"] == 5


@replay(ferry)
def test_null_is_no_value(play: Play) -> Steps:
    one = {**play.first("sailings"), "left_at": None}
    play.documents["sailings"] = [one]
    play.call("sailings in port")
    play.call("sailings at sea")
    done = yield
    assert [[each["_id"] for each in result] for result in done.results] == [[one["_id"]], []]


@replay(ferry)
def test_a_reference_may_be_null(play: Play) -> Steps:
    first = play.first("sailings")
    one = {name: None if name.startswith("ship") else value for name, value in first.items()}
    play.documents["sailings"] = []
    play.call("add sailing", sailing=one)
    play.audit()
    done = yield
    assert done.one("sailings", one["_id"]) == one
    assert [each for each, found in done.found.items() if "orphans" in each and found] == []
