"""What calls leave of sample documents, and which a guard or a unique index stops."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from designs.compiler.exporters.mongosh.evaluating import UNKNOWN, has_unknown
from designs.compiler.exporters.mongosh.playing import PlayedDocuments, Refused, changed
from designs.compiler.plan_model.physical import Collection, Outcome, Param, PlannedIndex, Statement

TEAM = Param(name="teamId", collection="teams", path="_id")
TEAMS = Collection(
    name="teams", file="teams", entity="Team", kind="standard", fields=(),
    indexes=(PlannedIndex(keys=(("name", 1),), options={"unique": True}),
             PlannedIndex(keys=(("code", 1),), options={"unique": True, "partialFilterExpression": {"code": {"$type": "int"}}})),
)  # fmt: skip
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "teams": [
        {"_id": 1, "name": "Reds", "path": ",", "players": [7], "code": 5},
        {"_id": 2, "name": "Blues", "path": ",1,", "players": [7, 8], "code": None},
    ],
    "past": [],
}


def statement(op: str, **parts: Any) -> Statement:
    given = {"collection": "teams", "subject": "operation:x", "script": "04_queries", "purpose": "x"} | parts
    return Statement(id="x", recipe="x", op=op, **given)


def played(*recipe: Statement) -> tuple[bool, list[dict[str, Any]]]:
    world = PlayedDocuments([TEAMS], SAMPLES)
    return world.play(recipe), world.of("teams")


def test_a_branch_goes_with_what_is_below_it() -> None:
    ask = statement("findOne", filter={"_id": TEAM}, step="team", must_match="gone")
    below = statement("deleteMany", filter={"path": {"$in": [",1,"]}})
    last = statement("deleteOne", filter={"_id": Outcome(step="team", path="_id")})
    assert played(ask, below, last) == (True, [])


def test_what_a_guard_stops_changes_nothing() -> None:
    gone = statement("deleteOne", filter={"_id": TEAM})
    guard = statement("findOne", filter={"_id": TEAM}, must_match="team not found")
    assert played(gone, guard) == (False, SAMPLES["teams"])


def test_what_is_in_use_stays() -> None:
    used = statement("findOne", filter={"_id": TEAM}, must_miss="the team is in use")
    gone = statement("deleteOne", filter={"_id": TEAM})
    assert played(used, gone) == (False, SAMPLES["teams"])
    assert played(statement("findOne", filter={"_id": 99}, must_miss="in use"), gone)[0]


@pytest.mark.parametrize(
    ("stages", "is_taken"), [([], False), ([{"$graphLookup": {}}], False), ([{"$match": {"_id": 99}}], True)]
)
def test_what_may_be_in_use_stays(stages: list[Any], is_taken: bool) -> None:
    """Of ids that are read first, too, and of those of which nobody knows."""
    read = statement("aggregate", pipeline=[*stages, {"$group": {"_id": "$_id"}}], step="ids")
    ids = Outcome(step="ids", many=True, each="_id")
    used = statement("findOne", filter={"_id": {"$in": ids}}, must_miss="the team is in use")
    assert played(read, used, statement("deleteOne", filter={"_id": TEAM}))[0] is is_taken


@pytest.mark.parametrize(
    ("new", "is_taken"),
    [({"name": "Reds"}, False), ({"name": "Greens"}, True), ({"name": "Greens", "code": 5}, False),
     ({"name": "Greens", "code": None}, True), ({"_id": 2, "name": "Greens"}, False)],
)  # fmt: skip
def test_a_unique_index_stops_an_insert(new: dict[str, Any], is_taken: bool) -> None:
    assert played(statement("insertOne", documents=new))[0] is is_taken


def test_what_was_is_kept_once() -> None:
    past = Collection(
        name="past", file="past", entity=None, kind="revisions", fields=(),
        indexes=(PlannedIndex(keys=(("team", 1), ("revision", 1)), options={"unique": True}),),
    )  # fmt: skip
    before = [{"$match": {"_id": TEAM}}, {"$set": {"team": "$_id", "revision": 1}}, {"$unset": "_id"}]
    recipe = [
        statement("aggregate", pipeline=before, step="before"),
        statement("insertOne", collection="past", documents=Outcome(step="each"), each="before"),
    ]
    world = PlayedDocuments([TEAMS, past], SAMPLES)
    assert world.play(recipe) and not world.play(recipe)
    assert [kept["team"] for kept in world.of("past")] == [1]


@pytest.mark.parametrize(
    ("update", "left"),
    [
        ({"$set": {"place.city": "Graz"}, "$unset": {"name": ""}}, {"n": 1, "list": [{"k": 1}, {"k": 2}], "place": {"city": "Graz"}}),
        ({"$inc": {"n": 2}}, {"n": 3}),
        ({"$push": {"list": {"$each": [{"k": 3}], "$slice": -5}}}, {"list": [{"k": 1}, {"k": 2}, {"k": 3}]}),
        ({"$addToSet": {"list": {"k": 2}}}, {"list": [{"k": 1}, {"k": 2}]}),
        ({"$pull": {"list": {"k": {"$gte": 2}}}}, {"list": [{"k": 1}]}),
        ({"$pullAll": {"list": [{"k": 1}]}}, {"list": [{"k": 2}]}),
        ({"$set": {"list.$.k": 9}}, {"list": [{"k": 1}, {"k": 9}]}),
        ({"$set": {"list.$[one].k": 9}}, {"list": [{"k": 9}, {"k": 2}]}),
        ({"$set": {"list.$[].k": 9}}, {"list": [{"k": 9}, {"k": 9}]}),
        ([{"$set": {"n": {"$add": ["$n", 1]}, "name": {"$literal": "x"}}}], {"n": 2, "name": "x"}),
        ([{"$set": {"n": {"$subtract": [{"$ifNull": ["$n", 0]}, 1]}}}], {"n": 0}),
        ([{"$set": {"list": {"$filter": {"input": {"$ifNull": ["$list", []]}, "as": "one",
            "cond": {"$not": [{"$in": ["$$one", [{"$literal": {"k": 1}}]]}]}}}}}], {"list": [{"k": 2}]}),
        ([{"$set": {"list": {"$filter": {"input": "$list", "as": "one", "cond": {"$ne": ["$$one.k", 2]}}}}}],
         {"list": [{"k": 1}]}),
    ],
)  # fmt: skip
def test_an_update_leaves_what_its_operators_say(update: Any, left: dict[str, Any]) -> None:
    document = {"n": 1, "name": "a", "list": [{"k": 1}, {"k": 2}]}
    left_over = changed(document, update, {"list.k": 2}, {"arrayFilters": [{"one.k": 1}]})
    assert {name: left_over[name] for name in left} == left and not has_unknown(left_over)
    assert ("name" in left_over) is ("$unset" not in update)


def test_what_a_pipeline_computes_equals_everything() -> None:
    left_over = changed({"n": 1}, [{"$set": {"n": {"$max": ["$n", 3]}}}], {}, {})
    assert left_over["n"] is UNKNOWN and left_over["n"] == 3 and left_over["n"] != 3


def test_a_filter_of_elements_by_what_nobody_can_tell_is_unknown() -> None:
    kept = {"$filter": {"input": "$list", "as": "one", "cond": {"$gt": ["$$one", 1]}}}
    assert changed({"list": [1, 2]}, [{"$set": {"list": kept}}], {}, {})["list"] is UNKNOWN


LISTS = {
    "$jsonSchema": {
        "properties": {"players": {"bsonType": "array", "uniqueItems": True, "maxItems": 3, "minItems": 1}}
    }
}


@pytest.mark.parametrize(
    ("update", "is_taken"),
    [({"$push": {"players": 9}}, True), ({"$push": {"players": 7}}, False), ({"$pull": {"players": 7}}, False),
     ({"$set": {"players": [1, 2, 3, 4]}}, False), ([{"$set": {"players": {"$reverseArray": "$players"}}}], True)],
)  # fmt: skip
def test_a_validator_that_counts_a_list_stops_a_write(update: Any, is_taken: bool) -> None:
    """What a pipeline computes is unknown, and stops nothing."""
    world = PlayedDocuments([replace(TEAMS, validator=LISTS)], SAMPLES)
    assert world.play([statement("updateOne", filter={"_id": TEAM}, update=update)]) is is_taken


@pytest.mark.parametrize(("least", "is_taken"), [(5, False), (4, True)])
def test_a_validator_that_bounds_a_number_stops_a_write(least: int, is_taken: bool) -> None:
    """A demonstration took children from a parent that counted none of them."""
    bounded = {"$jsonSchema": {"properties": {"code": {"bsonType": ["int", "null"], "minimum": least}}}}
    world = PlayedDocuments([replace(TEAMS, validator=bounded)], SAMPLES)
    down = [{"$set": {"code": {"$subtract": ["$code", 1]}}}]
    assert world.play([statement("updateOne", filter={"_id": TEAM}, update=down)]) is is_taken


def test_a_list_that_has_the_id_of_a_new_document_is_not_given_it_again() -> None:
    add = statement("insertOne", collection="past", documents={"_id": 7}, step="added")
    listed = {"_id": TEAM, "players": {"$ne": Outcome(step="added", path="insertedId")}}
    push = statement("updateOne", filter=listed, update={"$inc": {"code": 1}}, must_match="no room")
    assert not played(add, push)[0]


@pytest.mark.parametrize(("name", "is_called"), [("Greens", True), (None, False)])
def test_a_change_of_nothing_is_refused(name: str | None, is_called: bool) -> None:
    """Each field of an object of changes may be left out, but not all of them."""
    part = Param(name="name", value=name, part="name")
    changes = Param(name="changes", value={"name": part})
    change = statement("updateOne", filter={"_id": TEAM}, update={"$set": {"name": Outcome(step="changes", path="name")}},
                       only_with=changes)  # fmt: skip
    assert played(change)[0] is is_called


@pytest.mark.parametrize("op", ["push", "insert"])
def test_what_no_sample_has_is_not_added(op: str) -> None:
    none = Param(name="player", collection="past", path="")
    push = statement("updateOne", filter={"_id": TEAM}, update={"$push": {"players": none}})
    assert not played(push if op == "push" else statement("insertOne", documents=none))[0]


def test_an_element_that_a_filter_does_not_name_cannot_change() -> None:
    with pytest.raises(Refused):
        changed({"list": [{"k": 1}]}, {"$set": {"list.$.k": 9}}, {"list.k": 2}, {})


TREE = {
    "teams": [
        {"_id": number, "up": up, "name": f"Team {number}"}
        for number, up in ((1, None), (2, 1), (3, 2), (4, None))
    ],
    "games": [{"_id": 9, "team": 3}],
}
BRANCH = [
    {"$match": {"_id": TEAM}},
    {"$graphLookup": {"from": "teams", "startWith": "$_id", "connectFromField": "_id", "connectToField": "up", "as": "below"}},
    {"$project": {"below": {"$concatArrays": [["$_id"], "$below._id"]}}},
    {"$unwind": "$below"},
    {"$project": {"_id": "$below"}},
]  # fmt: skip


@pytest.mark.parametrize(
    ("pipeline", "left"),
    [(BRANCH, [4]), ([{"$match": {"up": None}}, {"$group": {"_id": "$name"}}], [1, 2, 3, 4]), ([{"$sample": {"size": 1}}], [1, 2, 3, 4]),
     ([{"$match": {"up": None}}, {"$group": {"_id": "$_id"}}], [2, 3])],
)  # fmt: skip
def test_what_a_search_gathers_goes(pipeline: list[Any], left: list[int]) -> None:
    """A branch with all that is below it; nothing where only the server knows."""
    which = Outcome(step="found", many=True, each="_id")
    recipe = [
        statement("aggregate", pipeline=pipeline, step="found"),
        statement("deleteMany", filter={"_id": {"$in": which}}),
    ]
    world = PlayedDocuments([], TREE)
    assert world.play(recipe) and [team["_id"] for team in world.of("teams")] == left


def test_what_is_in_use_below_stays() -> None:
    ask = statement("aggregate", pipeline=BRANCH, step="found")
    use = statement(
        "findOne", collection="games", filter={"team": {"$in": Outcome(step="found", many=True, each="_id")}}, must_miss="in use"
    )  # fmt: skip
    assert not PlayedDocuments([], TREE).play([ask, use])
