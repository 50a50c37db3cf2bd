"""Functions that take away one thing, called for what is not there: they say so, and change nothing."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tests.mongosh.cases import built_once
from tests.mongosh.expected import recipes
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]


def clubs(**more: Any) -> Json:
    """A club with members in a collection, rooms inside, links of each form, and a tree of sections."""
    size = field("size", "int", computed={"formula": "count(members)", "refresh": "on-write"})
    return {
        "format": "nestlink/1", "name": "Clubs", "database": "clubs",
        "entities": [
            entity("Club", field("name", required=True), size),
            entity("Member", field("name", required=True)),
            entity("Badge", field("name", required=True)),
            entity("Room", field("label", required=True)),
            entity("Course", field("title", required=True)),
            entity("Rule", field("text", required=True)),
            entity("Crest", field("motto", required=True)),
            entity("Section", field("title", required=True)),
        ],
        "relationships": [
            link("members", "one-to-many", end("Club", None, field="members"), end("Member", 1, field="club"),
                 strategy="PARENT_REF"),
            link("badges", "one-to-many", end("Member", None, field="badges"), end("Badge", 1, field="member"),
                 strategy="PARENT_REF"),
            link("rooms", "one-to-many", end("Club", 9, field="rooms"), end("Room", 1, field="club"),
                 strategy="EMBED_ARRAY"),
            link("crest", "one-to-one", end("Club", 1, field="crest"), end("Crest", 1), strategy="EMBED_ONE"),
            link("attends", "many-to-many", end("Member", 9, field="courses"), end("Course", 9, field="members"),
                 strategy="TWO_WAY_EMBED"),
            link("keeps", "many-to-many", end("Member", None, field="rules"), end("Rule", None, field="keepers"),
                 strategy="LINK_COLL"),
            link("sections", "tree", end("Section", field="parts"), end("Section", 1, field="above"),
                 strategy="TREE_PARENT"),
        ],
        "operations": [
            {"name": "rename room", "kind": "update", "entity": "Room", "filter": [{"field": "_id"}],
             "changes": ["label"], "per_day": 3},
            {"name": "leave", "kind": "delete", "entity": "Member", "filter": [{"field": "_id"}], "per_day": 3},
            {"name": "close", "kind": "delete", "entity": "Badge",
             "filter": [{"field": "_id"}, {"field": "name"}], "per_day": 3},
        ],
    } | more  # fmt: skip


NOBODY = 99
MISSING: list[tuple[str, Json, str]] = [
    ("badges.remove", {"badgeId": NOBODY}, "badge not found"),
    ("rooms.remove", {"roomId": NOBODY}, "room not found"),
    ("crest.remove", {"clubId": NOBODY}, "crest not found"),
    ("attends.remove", {"courseId": NOBODY}, "not linked"),
    ("keeps.remove", {"ruleId": NOBODY}, "link not found"),
    ("keeps.delete", {"ruleId": NOBODY}, "rule not found"),
    ("sections.cascade", {"sectionId": NOBODY}, "section not found"),
    ("leave", {"id": NOBODY}, "member not found"),
    ("close", {"name": "no such name"}, "badge found, but its name doesn't match the filter"),
]


@replay(clubs)
def test_what_is_not_there_is_said_and_nothing_changes(play: Play) -> Steps:
    for recipe, values, _ in MISSING:
        play.call(recipe, **values)
    done = yield
    said = [
        (recipe, (result or {}).get("refused"))
        for (recipe, *_), result in zip(MISSING, done.results, strict=True)
    ]
    assert said == [(recipe, why) for recipe, _, why in MISSING]
    assert all(done.all(name) == documents for name, documents in play.documents.items())


@replay(clubs)
def test_what_is_there_goes_and_is_counted(play: Play) -> Steps:
    member, course = play.first("members"), play.first("courses")
    member["courses"], course["members"] = [course["_id"]], []  # one of the two sides has it
    play.call("badges.remove", badgeId=play.first("badges")["_id"])
    play.call("attends.remove", memberId=member["_id"], courseId=course["_id"])
    done = yield
    assert [
        result["deletedCount" if n == 0 else "matchedCount"] for n, result in enumerate(done.results)
    ] == [1, 1]
    assert (done.one("members", member["_id"]) or {}).get("courses", []) == []


@pytest.mark.parametrize("topology", ["replica-set", "standalone"])
def test_a_second_call_completes_what_no_transaction_holds(topology: str) -> None:
    """A delete that others follow ends no function where nothing takes it back: these would never be written."""
    found = {each[0].recipe: each for each in recipes(built_once(clubs(topology=topology)), "04_queries")}
    for statements in found.values():
        writes = [each for each in statements if each.writes]
        deletes = [each for each in writes if each.op == "deleteOne"]
        for each in deletes:
            is_followed = each is not writes[-1] and not each.transaction
            assert not (each.must_match and is_followed), each.recipe
    assert any(each.must_match for each in found["badges.remove"])
