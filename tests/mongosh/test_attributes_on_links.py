"""Attributes among a link's own fields: found, sorted, added and changed in link documents and in elements."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
GROUP = {"variant_group": "traits"}


def by(*names: str, **more: Any) -> list[Json]:
    return [{"field": name, **more} for name in names]


ASKED: list[Json] = [
    {"name": "graded", "kind": "read", "filter": by("courses.grade", match="range", at_least=2)},
    {"name": "roomless", "kind": "read", "filter": by("courses.room", match="exists", value=False)},
    {"name": "biggest", "kind": "read", "filter": by("courses.room"), "sort": by("courses.size_cm", direction=-1)},
    {"name": "move", "kind": "update", "filter": by("_id", "courses.room"), "changes": ["courses.size_cm", "courses.since"]},
    {"name": "raise", "kind": "update", "filter": by("courses.grade"), "effects": [
        {"field": "courses.grade", "do": "increment", "by": 2}, {"field": "courses.room", "do": "unset"}]},
]  # fmt: skip


def school(strategy: str) -> Callable[[], Json]:
    fields = [
        field("since", "int"),
        field("grade", "int", **GROUP),
        field("room", **GROUP),
        field("size_cm", "int", **GROUP),
    ]

    def made() -> Json:
        one = link(
            "enrollments", "many-to-many", end("Student", 9), end("Course", 9), strategy=strategy, link_fields=fields,
            link_owner="from",
        )  # fmt: skip
        return {
            "format": "nestlink/1", "name": "School", "database": "school",
            "entities": [entity("Student", field("name")), entity("Course", field("title"))],
            "relationships": [one], "operations": [{"entity": "Student", **asked} for asked in ASKED],
        }  # fmt: skip

    return made


def traits(**values: Any) -> Json:
    units = {"size_cm": {"u": "cm"}}
    return {"traits": [{"k": name, "v": value, **units.get(name, {})} for name, value in values.items()]}


def begin(play: Play) -> tuple[list[Any], list[Json]]:
    """Two students: of three courses, and of one."""
    one, two = [each["_id"] for each in play.documents["students"][:2]]
    courses = [each["_id"] for each in play.documents["courses"]]
    links = [
        {"course_id": courses[0], "since": 1, **traits(grade=1, room="a")},
        {"course_id": courses[1], "since": 2, **traits(room="b", size_cm=4)},
        {"course_id": courses[2], "since": 3},
        {"course_id": courses[0], "since": 4, **traits(grade=3, room="b", size_cm=9)},
    ]
    play.documents["students"] = [
        {"_id": one, "name": "one", "courses": links[:3]},
        {"_id": two, "name": "two", "courses": links[3:]},
    ]
    return [one, two], links


def _students(strategy: str) -> None:
    """What students are found and changed by, wherever the array of their courses comes from."""

    def scenario(play: Play) -> Steps:
        (one, two), links = begin(play)
        play.call("graded")
        play.call("roomless")
        play.call("biggest", coursesRoom="b")
        play.call("move", id=one, coursesRoom="b", newCoursesSizeCm=7, newCoursesSince=5)
        play.call("raise", coursesGrade=3)
        done = yield
        graded, roomless, biggest = ([each["_id"] for each in done.results[place]] for place in range(3))
        assert graded == [two] and roomless == [] and biggest == [two, one]
        moved = {**links[1], "since": 5, **traits(room="b", size_cm=7)}
        assert done.one("students", one, 3)["courses"] == [links[0], moved, links[2]]
        assert done.one("students", two, 3)["courses"] == links[3:]
        assert done.one("students", two)["courses"] == [{**links[3], **traits(size_cm=9, grade=5)}]
        assert done.one("students", one)["courses"] == [links[0], moved, links[2]]

    scenario.__name__ = f"test_students_by_their_courses_{strategy.lower()}"
    globals()[scenario.__name__] = replay(school(strategy))(scenario)


for name in ("EMBED_LINK", "ONE_WAY_EMBED", "TWO_WAY_EMBED"):
    _students(name)


@replay(school("EMBED_LINK"))
def test_one_attribute_of_one_embedded_link(play: Play) -> Steps:
    (one, two), links = begin(play)
    play.call("enrollments.attribute", studentId=one, courseId=links[2]["course_id"], newGrade=8)
    play.call("enrollments.attribute", studentId=two, courseId=links[3]["course_id"], newGrade=9)
    play.call("enrollments.attribute", studentId=two, courseId=links[1]["course_id"], newGrade=9)
    play.call(
        "enrollments.add",
        studentId=two,
        courseId=links[1]["course_id"],
        since=6,
        grade=1,
        room="$c",
        sizeCm=2,
    )
    done = yield
    assert done.one("students", one)["courses"] == [*links[:2], {**links[2], **traits(grade=8)}]
    changed = {**links[3], **traits(room="b", size_cm=9, grade=9)}
    added = {"course_id": links[1]["course_id"], "since": 6, **traits(grade=1, room="$c", size_cm=2)}
    assert done.one("students", two, 2)["courses"] == [changed]
    assert done.one("students", two)["courses"] == [changed, added]


@replay(school("LINK_COLL"))
def test_link_documents_have_them(play: Play) -> Steps:
    (one, two), links = begin(play)
    play.documents["students"] = [{"_id": one, "name": "one"}, {"_id": two, "name": "two"}]
    ids = [each["_id"] for each in play.documents["enrollments"][:3]]
    own = [{"_id": id, "student_id": one, **each} for id, each in zip(ids, links, strict=False)]
    play.documents["enrollments"] = own
    play.call("enrollments.attribute", studentId=one, courseId=links[0]["course_id"], newGrade="$8")
    play.call("enrollments.attribute", studentId=one, courseId=links[2]["course_id"], newGrade=4)
    play.call(
        "enrollments.add",
        studentId=two,
        courseId=links[0]["course_id"],
        since=6,
        grade=1,
        room="$c",
        sizeCm=2,
    )
    play.call("enrollments.edit", studentId=one, courseId=links[1]["course_id"], changes={"since": 7})
    done = yield
    *known, made = done.all("enrollments")
    assert known[0] == {**own[0], **traits(room="a", grade="$8")}
    assert known[1:] == [{**own[1], "since": 7}, {**own[2], **traits(grade=4)}]
    wanted = {
        "student_id": two,
        "course_id": links[0]["course_id"],
        "since": 6,
        **traits(grade=1, room="$c", size_cm=2),
    }
    assert {name: value for name, value in made.items() if name != "_id"} == wanted
