"""Operations by what links say: the documents that they name are read and written, and no others."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
GOOD = {"field": "courses.grade", "match": "range", "at_least": 5}
STUDENTS = [
    {"_id": key, "name": key, "year": year, "mean": 0.0} for key, year in (("a", 1), ("b", 2), ("c", 2))
]
LINKS = [("a", "x", 9), ("a", "y", 6), ("b", "x", 7), ("b", "y", 2), ("c", "y", 3)]


def campus() -> Json:
    """Students and courses with graded enrolments, and operations on students by their grades."""
    student = {"entity": "Student"}
    mean = field("mean", "double", computed={"formula": "avg(courses.grade)", "refresh": "on-write"})
    first = {"sort": [{"field": "courses.grade", "direction": -1}]}
    return {
        "format": "nestlink/1", "name": "Campus", "database": "campus",
        "entities": [
            entity("Student", field("name", required=True), field("year", "int"), mean),
            entity("Course", field("title")),
        ],
        "relationships": [
            link("enrolments", "many-to-many", end("Student", field="courses"), end("Course", field="students"),
                 strategy="LINK_COLL", link_fields=[field("grade", "int")]),
        ],
        "operations": [
            {"name": "good", "kind": "read", **student, "filter": [GOOD], "sort": [{"field": "name"}]},
            {"name": "best", "kind": "read", **student, "filter": [GOOD], **first, "limit": 1},
            {"name": "good in", "kind": "read", **student, "filter": [GOOD, {"field": "courses"}], **first},
            {"name": "promote", "kind": "update", **student, "filter": [GOOD, {"field": "year"}],
             "effects": [{"field": "year", "do": "increment"}]},
            {"name": "mark", "kind": "update", **student, "filter": [{"field": "_id"}, {"field": "courses"}], "changes": ["courses.grade"]},
            {"name": "mark all", "kind": "update", **student, "filter": [{"field": "year"}],
             "effects": [{"field": "courses.grade", "do": "increment"}]},
            {"name": "expel", "kind": "delete", **student,
             "filter": [{"field": "courses.grade", "match": "range", "at_most": 2}]},
        ],
    }  # fmt: skip


def fill(play: Play) -> None:
    links = [
        {"_id": f"{one}{other}", "student_id": one, "course_id": other, "grade": grade}
        for one, other, grade in LINKS
    ]
    play.documents |= {"students": [dict(one) for one in STUDENTS], "enrolments": links}


@replay(campus)
def test_documents_are_read_by_their_links(play: Play) -> Steps:
    fill(play)
    play.call("good")
    play.call("best")
    play.call("good in", courseId="x")
    done = yield
    assert [[one["name"] for one in found] for found in done.results] == [["a", "b"], ["a"], ["a", "b"]]
    assert done.results[0][0] == STUDENTS[0]


@replay(campus)
def test_documents_and_links_are_written_by_links(play: Play) -> Steps:
    fill(play)
    play.call("promote", year=2)
    play.call("mark", id="a", courseId="y", newCoursesGrade=7)
    play.call("mark all", year=2)
    play.call("expel")
    done = yield
    assert [one["year"] for one in done.all("students", 0)] == [1, 3, 2]
    grades = {one["_id"]: one["grade"] for one in done.all("enrolments", 1)}
    assert grades == {"ax": 9, "ay": 7, "bx": 7, "by": 2, "cy": 3}
    assert [one["mean"] for one in done.all("students", 1)] == [8.0, 0.0, 0.0]
    assert {one["_id"]: one["grade"] for one in done.all("enrolments", 2)} == {**grades, "cy": 4}
    assert [one["_id"] for one in done.all("students")] == ["a", "c"]
