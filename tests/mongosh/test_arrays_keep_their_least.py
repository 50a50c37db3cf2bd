"""What would take one of the last elements that an array must have is refused aloud, in one document or in many."""

from __future__ import annotations

from typing import Any

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, replay
from tests.mongosh.test_trees import Steps

Json = dict[str, Any]


def school() -> Json:
    """Teachers, each of whom works at a school at least."""
    works = {"entity": "Teacher", "field": "schools", "has": {"min": 1, "average": 2, "max": 3}}
    return {
        "format": "nestlink/1", "name": "Schools", "database": "schools",
        "entities": [entity("Teacher", field("_id", "int")), entity("School", field("_id", "int"), field("name"))],
        "relationships": [link("works", "many-to-many", works, end("School", 90, field="teachers"), strategy="ONE_WAY_EMBED", link_owner="from")],
        "operations": [{"name": "close", "kind": "delete", "entity": "School", "filter": [{"field": "_id"}], "per_day": 1}],
    }  # fmt: skip


def taught(play: Play) -> None:
    play.documents = {
        "teachers": [{"_id": 1, "schools": [7, 8]}, {"_id": 2, "schools": [8]}],
        "schools": [{"_id": 7, "name": "North"}, {"_id": 8, "name": "South"}],
    }


def refused(results: list[Any]) -> list[bool]:
    return [isinstance(result, dict) and "refused" in result for result in results]


@replay(school)
def test_the_last_link_of_one_stays(play: Play) -> Steps:
    taught(play)
    play.call("works.remove", teacherId=1, schoolId=7)
    play.call("works.remove", teacherId=1, schoolId=8)
    done = yield
    assert refused(done.results) == [False, True]
    assert done.one("teachers", 1, 1)["schools"] == [8]


@replay(school)
def test_what_is_not_listed_is_not_taken_out(play: Play) -> Steps:
    taught(play)
    play.call("works.remove", teacherId=2, schoolId=7)
    done = yield
    assert done.results[0]["refused"].startswith("not linked")
    assert done.one("teachers", 2, 0)["schools"] == [8]


@replay(school)
def test_nothing_is_deleted_that_one_needs(play: Play) -> Steps:
    taught(play)
    play.call("close", schoolId=8)
    play.call("close", schoolId=7)
    done = yield
    assert refused(done.results) == [True, False]
    assert [each["_id"] for each in done.all("schools", 1)] == [8]
    assert [each["schools"] for each in done.all("teachers", 1)] == [[8], [8]], "no list was touched"


def test_the_validator_asks_for_one() -> None:
    (teachers,) = [each for each in build(school()).compilation.plan.collections if each.name == "teachers"]
    rules = teachers.validator["$jsonSchema"] if teachers.validator else {}
    assert rules["required"] == ["schools"] and rules["properties"]["schools"]["minItems"] == 1
