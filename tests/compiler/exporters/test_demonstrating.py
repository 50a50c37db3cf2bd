"""Which writes demo() calls, in which order, and with which values."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters import mongosh
from designs.compiler.exporters.mongosh.demonstrating import (
    SampleWorld,
    contradictions,
    demonstrated,
    free_value,
)
from designs.compiler.plan_model.findings import Finding
from designs.compiler.plan_model.physical import (
    Collection,
    DocField,
    Element,
    Outcome,
    Param,
    PlannedIndex,
    Statement,
)
from tests.compiler.compiled import compiled

TEAM = Param(name="teamId", collection="teams", path="_id")
OTHER = Param(name="newTeamId", collection="teams", path="_id", document=1)
PLAYER = Param(name="playerId", collection="players", path="_id")
SHIRTS = DocField(name="shirts", types=("array",), items=Element(types=("string",)), min_items=1)
TEAMS = Collection(
    name="teams", file="teams", entity="Team", kind="standard", fields=(SHIRTS,),
    indexes=(PlannedIndex(keys=(("name", 1),), options={"unique": True}),),
)  # fmt: skip
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "teams": [
        {"_id": 1, "name": "Team 001", "revision": 1, "shirts": ["red"], "players": [{"id": 7}], "coach": 3},
        {
            "_id": 2,
            "name": "Team 002",
            "revision": 1,
            "shirts": ["red", "blue"],
            "players": [{"id": 7}, {"id": 8}],
        },
        {"_id": 4, "name": "Team 003", "revision": 1, "shirts": [], "players": []},
    ],
    "players": [{"_id": 7}, {"_id": 8}],
}


def write(recipe: str, purpose: str, **parts: Any) -> list[Statement]:
    given = {
        "op": "updateOne",
        "collection": "teams",
        "subject": "relationship:squad",
        "must_match": "gone",
    } | parts
    return [Statement(id=recipe, recipe=recipe, purpose=purpose, script="04_queries", writes=True, **given)]


def order(*recipes: list[Statement]) -> list[str]:
    return [recipe[0].recipe for recipe in demonstrated(recipes, [TEAMS], SAMPLES, {})[0]]


def test_a_link_is_taken_out_before_it_is_put_in_again() -> None:
    add = write("squad.add", "add", filter={"_id": TEAM, "players.id": {"$ne": PLAYER}})
    remove = write(
        "squad.remove", "remove", filter={"_id": TEAM}, update={"$pull": {"players": {"id": PLAYER}}}
    )
    assert order(add, remove) == ["squad.remove", "squad.add"]


def test_what_adds_a_whole_element_runs_before_that_is_removed() -> None:
    add = write(
        "squad.add", "add", filter={"_id": TEAM}, update={"$push": {"shirts": Param(name="shirt", value="x")}}
    )
    remove = write("squad.remove", "remove", filter={"_id": TEAM})
    assert order(add, remove) == ["squad.add", "squad.remove"]


def test_what_names_the_old_parent_runs_before_anything_is_moved() -> None:
    """And an edit before both: it names the element as it was."""
    old = Param(name="oldTeamId", collection="teams", path="_id")
    move = write("squad.replace", "replace", filter={"_id": TEAM})
    edit = write("squad.edit", "edit", filter={"_id": TEAM})
    assert order(move, write("squad.reassign", "reassign", filter={"_id": old}), edit) == [
        "squad.edit",
        "squad.reassign",
        "squad.replace",
    ]


def test_what_names_a_revision_gets_that_which_earlier_calls_have_left() -> None:
    revision = Param(name="revision", collection="teams", path="revision")
    first = write("plant", "add", filter={"_id": TEAM}, update={"$inc": {"revision": 1}})
    change = write(
        "later", "cascade", filter={"_id": TEAM, "revision": revision}, update={"$inc": {"revision": 1}}
    )
    (_, called), hidden = demonstrated([first, change], [TEAMS], SAMPLES, {})
    assert called[0].filter["revision"].value == 2 and not hidden


def test_what_was_moved_is_moved_back() -> None:
    coach = Param(name="oldCoach", collection="teams", path="coach")
    new = Param(name="newCoach", collection="players", path="_id", document=1)
    move = {"filter": {"_id": TEAM, "coach": coach}, "update": {"$set": {"coach": new}}}
    (first, second), _ = demonstrated(
        [write("a", "update", **move), write("b", "update", **move)], [TEAMS], SAMPLES, {}
    )
    assert isinstance(first[0].filter["coach"].value, type(coach.value))
    assert second[0].filter["coach"].value == 8 and second[0].update["$set"]["coach"].value == 3


@pytest.mark.parametrize(("most", "chosen"), [(2, None), (1, 1), (0, 4)])
def test_what_takes_something_over_has_room_for_it(most: int, chosen: int | None) -> None:
    room = {"_id": OTHER, f"players.{most}": {"$exists": False}}
    values = SampleWorld([TEAMS], SAMPLES).values_for(write("give", "update", filter=room))
    assert values == ({} if chosen is None else {"newTeamId": chosen})


def test_what_no_document_has_room_for_is_not_shown() -> None:
    full = {"_id": OTHER, "name": {"$exists": False}}
    prepare = write("give.prepare", "prepare", filter={"_id": TEAM}, op="deleteOne")
    called, hidden = demonstrated([prepare, write("give", "insert", filter=full)], [TEAMS], SAMPLES, {})
    assert not called and hidden == {"give": "no suitable sample document is left after the earlier calls"}


@pytest.mark.parametrize(("needed", "is_called"), [({"close": ("reason",)}, False), ({}, True)])
def test_what_needs_a_value_that_no_sample_has_is_not_shown(
    needed: dict[str, tuple[str, ...]], is_called: bool
) -> None:
    reason = Param(name="reason", collection="teams", path="reason")
    close = write("close", "update", filter={"_id": TEAM}, update={"$set": {"reason": reason}})
    called, hidden = demonstrated([close], [TEAMS], SAMPLES, {}, needed)
    assert bool(called) is is_called
    assert hidden == ({} if is_called else {"close": "no sample document has the values it needs"})


@pytest.mark.parametrize(("params", "is_called"), [({"refused": True}, False), ({}, True)])
def test_what_a_server_always_refuses_is_not_shown(params: dict[str, bool], is_called: bool) -> None:
    findings = [
        Finding(code="BAD_OPERATION", severity="error", subject="trade", message=message, params=params)
        for message in ("unset takes name away", "increment works on a number")
    ]
    trade = write("trade", "update", subject="operation:trade", filter={"_id": TEAM})
    called, hidden = demonstrated([trade], [TEAMS], SAMPLES, contradictions(findings))
    assert bool(called) is is_called
    assert hidden == ({} if is_called else {"trade": "unset takes name away"})


@pytest.mark.parametrize(("old", "stored"), [(None, 3), (8, 8)])
def test_the_old_parent_is_that_which_the_document_names(old: int | None, stored: int) -> None:
    """Coach 8 is nobody's: the guard would refuse it."""
    coach = Param(name="oldCoach", collection="players", path="_id", document=1)
    move = write("move", "reassign", filter={"_id": TEAM, "coach": coach}, update={"$set": {"coach": 7}})
    teams = [{**team, "coach": old or team.get("coach")} for team in SAMPLES["teams"]]
    values = SampleWorld([TEAMS], {**SAMPLES, "teams": teams}).values_for(move)
    assert (values or {}).get("oldCoach", 8) == stored


def test_what_is_gone_is_not_deleted_again_and_another_is() -> None:
    gone = write("dissolve", "cascade", filter={"_id": TEAM}, op="deleteOne")
    again = write("merge", "cascade", filter={"_id": TEAM}, op="findOne")
    (_, (merge,)), hidden = demonstrated([gone, again], [TEAMS], SAMPLES, {})
    assert merge.filter["_id"].value == 2 and not hidden


@pytest.mark.parametrize(("document", "is_shown"), [(0, False), (1, True)])
def test_nothing_is_taken_from_a_list_that_has_as_few_as_it_may(document: int, is_shown: bool) -> None:
    which = Param(name="teamId", collection="teams", path="_id", document=document)
    take = write("take", "update", filter={"_id": which}, written=(("shirts", "pull"),))
    assert (SampleWorld([TEAMS], SAMPLES).values_for(take) is not None) is is_shown


def test_a_new_key_is_nobodys() -> None:
    name = Param(name="newName", collection="teams", path="name", document=1)
    rename = write("rename", "rename", filter={"_id": TEAM}, update={"$set": {"name": name}})
    assert SampleWorld([TEAMS], SAMPLES).values_for(rename) == {"newName": "Team 004"}


@pytest.mark.parametrize(
    ("wanted", "taken", "free"),
    [
        ("LOT-09", ["LOT-09", "LOT-10"], "LOT-11"),
        ("red", ["red"], "red 2"),
        (3, [9], 10),
        (True, [True], True),
    ],
)
def test_a_free_value_looks_like_the_wanted_one(wanted: Any, taken: list[Any], free: Any) -> None:
    assert free_value(wanted, taken) == free


def test_what_an_earlier_statement_returns_is_not_asked_for() -> None:
    asked = {"_id": OTHER, "coach": Outcome(step="coach")}
    assert SampleWorld([TEAMS], SAMPLES).values_for(write("give", "update", filter=asked)) == {}


def test_a_version_that_an_operation_ends_is_not_ended_again() -> None:
    end = {"filter": {"_id": TEAM, "valid_to": None}, "update": {"$set": {"valid_to": 1}}}
    again = write("squad.remove", "remove", **end)
    assert order(again, write("dissolve", "delete", subject="operation:dissolve", **end)) == ["dissolve"]


@pytest.mark.parametrize(("kind", "warned"), [("objectId", False), ("int", True), ("string", True)])
def test_samples_whose_ids_people_may_give_too_are_noted(kind: str, warned: bool) -> None:
    room = {"name": "Room", "fields": [{"name": "_id", "type": kind}, {"name": "title", "type": "string"}]}
    compilation = compiled({"format": "nestlink/1", "name": "Hotel", "database": "hotel", "entities": [room]})
    scripts = {file.path: file.text for file in mongosh.render(compilation)}
    for name in ("03_sample_data", "04_queries"):
        head = scripts[f"mongosh/{name}.js"].partition("\ndb = ")[0]
        assert ("Your own document with the _id of a sample" in head) is warned
    assert ("isSample" in scripts["mongosh/03_sample_data.js"]) is warned
