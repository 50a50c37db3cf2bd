"""An insert operation of a tree's nodes adds below another one, or a root where no parent is named."""

from __future__ import annotations

from typing import Any

from bson import ObjectId

from tests.compiler.compiled import compiled
from tests.mongosh.odd import end
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import NEW, OTHER, Json, Steps, staff


def _hiring(strategy: str) -> Json:
    design = staff(strategy)
    if strategy == "TREE_CHILD":
        design["relationships"][1]["from"] = end("Employee", 9, field="team")
    return design | {"operations": [{"name": "hire", "kind": "insert", "entity": "Employee", "per_day": 3}]}


def _hired(play: Play, place: str, root: Any) -> Steps:
    """The operation adds below another one, or as a root; a parent that is named must be there. place: the field that
    tells where a node stands; root: what it is of a root."""
    hotel, above = play.first("hotels")["_id"], play.first("employees")["_id"]
    play.call("hire", parentId=None, employee={"_id": NEW, "name": "Ada", "hotel": hotel})
    play.call("hire", parentId=ObjectId(), employee={"_id": OTHER, "name": "Bo", "hotel": hotel})
    play.call("hire", parentId=above, employee={"_id": OTHER, "name": "Bo", "hotel": hotel})
    play.audit()
    done = yield
    refused = [str((result or {}).get("refused", "")) for result in done.results[:3]]
    assert [each.partition(",")[0].removesuffix(" or full") for each in refused] == [
        "",
        "parent not found",
        "",
    ]
    assert (done.one("employees", NEW) or {})[place] == root
    assert done.one("employees", OTHER) is not None
    assert not any(found for name, found in done.found.items() if name.startswith("supervisors."))


@replay(lambda: _hiring("TREE_ANCESTORS"))
def test_an_insert_plants_a_root_with_a_list_of_those_above(play: Play) -> Steps:
    yield from _hired(play, "ancestors", [])


@replay(lambda: _hiring("TREE_PATH"))
def test_an_insert_plants_a_root_with_a_path(play: Play) -> Steps:
    yield from _hired(play, "path", ",")


@replay(lambda: _hiring("TREE_CHILD"))
def test_an_insert_plants_a_root_that_nobody_lists(play: Play) -> Steps:
    yield from _hired(play, "team", [])


def test_functions_say_what_a_null_parent_makes_and_read_what_they_need() -> None:
    """No function of its own adds roots, where that of the operation does."""
    for strategy, read in (("TREE_ANCESTORS", {"ancestors"}), ("TREE_PATH", {"path", "_id"})):
        statements = compiled(_hiring(strategy)).plan.statements
        hire = [each for each in statements if each.recipe == "hire"]
        assert "parentId null makes it a root." in hire[0].comment
        assert [set(each.projection) for each in hire if each.step == "parent"] == [read]
        assert not any(each.recipe == "supervisors.plant" for each in statements)
