"""Links that both ends hold (TWO_WAY_EMBED), with what each says of itself: whatever an operation writes on
one side stands on the other too."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from bson import ObjectId

from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay
from tests.mongosh.test_attributes_on_links import begin, traits
from tests.mongosh.test_attributes_on_links import school as attributed

Steps = Generator[None, Played, None]
Json = dict[str, Any]
Link = tuple[Any, ...]
ANN, BOB, ART, BIO, NEW = (ObjectId(f"{number:024x}") for number in range(1, 6))
BY_ID = [{"field": "_id"}]


def by(*paths: str) -> list[Json]:
    return [{"field": path} for path in paths]


def op(name: str, kind: str, filter: Any = (), of: str = "Student", **more: Any) -> Json:
    return {"name": name, "kind": kind, "entity": of, "filter": list(filter), **more}


LISTS = [
    op("replace", "update", BY_ID, changes=["courses"]),
    op("join", "update", BY_ID, effects=[{"field": "courses", "do": "push"}]),
    op("leave", "update", BY_ID, "Course", effects=[{"field": "students", "do": "pull"}]),
    op("enrol", "insert"),
]
SAYS = [
    op("one", "update", by("_id", "courses"), changes=["courses.since", "name"]),
    op("promote", "update", by("courses.role"), changes=["courses.role"], effects=[{"field": "courses.since", "do": "increment"}]),
    op("shown", "update", by("name"), "Course", changes=["students.role"], returns="after"),
]  # fmt: skip
SAID = [field("role"), field("since", "int")]
COPIES = [{"field": "name", "of": "from", "as": "called", "policy": "snapshot"}]


def school(ops: list[Json], *said: Json, **more: Any) -> Callable[[], Json]:
    ends = end("Student", 9, field="courses"), end("Course", 9, field="students")
    told = {"link_fields": list(said)} if said else {}
    return lambda: {
        "format": "nestlink/1", "name": "School", "database": "school", "operations": ops,
        "entities": [entity("Student", field("name")), entity("Course", field("name"))],
        "relationships": [link("links", "many-to-many", *ends, strategy="TWO_WAY_EMBED", **told, **more)],
    }  # fmt: skip


def fill(play: Play, *links: Link, names: bool = False) -> None:
    """Students and courses whose lists agree on these links: student, course, role and since."""
    called = {ANN: "Ann", BOB: "Bob", ART: "Art", BIO: "Bio"}

    def lists(key: str, own: int) -> Json:
        found: Json = {id: [] for id in called}
        for each in links:
            copy = {"called": called[each[0]]} if names and own else {}
            said = {"role": each[2], "since": each[3]} if each[2:] else {}
            found[each[own]].append({key: each[1 - own], **copy, **said} if said or copy else each[1 - own])
        return found

    there, here = lists("course_id", 0), lists("student_id", 1)
    play.documents = {
        "students": [{"_id": id, "name": called[id], "courses": there[id]} for id in (ANN, BOB)],
        "courses": [{"_id": id, "name": called[id], "students": here[id]} for id in (ART, BIO)],
    }


def links_of(done: Played, step: int = -1) -> set[Link]:
    """The links as the students have them, which are those that the courses have."""
    here, there = (
        {
            (one["_id"], each[key], each.get("role"), each.get("since")) if isinstance(each, dict) else (one["_id"], each)
            for one in done.all(name, step)
            for each in one.get(array, [])
        }
        for name, array, key in (("students", "courses", "course_id"), ("courses", "students", "student_id"))
    )  # fmt: skip
    assert here == {(each[1], each[0], *each[2:]) for each in there}
    return here


@replay(school(LISTS))
def test_bare_lists_change_on_both_sides(play: Play) -> Steps:
    fill(play, (ANN, ART), (BOB, ART), (BOB, BIO))
    play.call("replace", studentId=ANN, newCourses=[BIO])
    play.call("join", studentId=ANN, courseId=ART)
    play.call("leave", courseId=ART, studentId=BOB)
    play.call("enrol", student={"_id": NEW, "name": "New", "courses": [ART, BIO]})
    play.call("replace", studentId=BOB, newCourses=[])
    play.call("replace", studentId=ObjectId(), newCourses=[ART])
    play.audit()
    done = yield
    assert links_of(done, 0) == {(ANN, BIO), (BOB, ART), (BOB, BIO)}
    assert links_of(done, 1) == {(ANN, BIO), (ANN, ART), (BOB, ART), (BOB, BIO)}
    assert links_of(done, 2) == {(ANN, BIO), (ANN, ART), (BOB, BIO)}
    assert links_of(done, 3) == {(ANN, BIO), (ANN, ART), (BOB, BIO), (NEW, ART), (NEW, BIO)}
    assert links_of(done, 4) == {(ANN, BIO), (ANN, ART), (NEW, ART), (NEW, BIO)}
    assert "refused" in done.results[5] and done.states[5] == done.states[4]
    assert not done.found["links.disagreements.from"] + done.found["links.disagreements.to"]


@replay(school(LISTS, *SAID, copies=COPIES))
def test_lists_that_say_more_change_on_both_sides(play: Play) -> Steps:
    fill(play, (ANN, ART, "old", 1), (BOB, ART, "old", 2), names=True)
    new = [{"course_id": ART, "role": "new", "since": 3}, {"course_id": BIO, "role": "$x", "since": 4}]
    play.call("replace", studentId=ANN, newCourses=new)
    play.call("join", studentId=BOB, courseId=BIO, role="new", since=5)
    play.call("leave", courseId=ART, studentId=BOB)
    play.call("enrol", student={"_id": NEW, "name": "$New", "courses": new[:1]})
    done = yield
    ann = {(ANN, ART, "new", 3), (ANN, BIO, "$x", 4)}
    assert links_of(done, 0) == ann | {(BOB, ART, "old", 2)}
    assert links_of(done, 1) == ann | {(BOB, ART, "old", 2), (BOB, BIO, "new", 5)}
    assert links_of(done, 2) == ann | {(BOB, BIO, "new", 5)}
    assert links_of(done) == ann | {(BOB, BIO, "new", 5), (NEW, ART, "new", 3)}
    art, bio = (done.one("courses", id) or {} for id in (ART, BIO))
    assert [one["called"] for one in art["students"]] == ["Ann", "$New"]
    assert [one["called"] for one in bio["students"]] == ["Ann", "Bob"]


@replay(school(SAYS, *SAID))
def test_what_a_link_says_changes_on_both_sides(play: Play) -> Steps:
    fill(play, (ANN, ART, "old", 1), (ANN, BIO, "new", 2), (BOB, ART, "old", 3))
    play.call("one", id=ANN, courseId=ART, newCoursesSince=7, newName="Anna")
    play.call("promote", coursesRole="old", newCoursesRole="lead")
    play.call("shown", name="Bio", newStudentsRole="last")
    play.call("links.edit", studentId=BOB, courseId=ART, changes={"role": "guest"})
    play.call("shown", name="none", newStudentsRole="last")
    play.audit()
    done = yield
    assert links_of(done, 0) == {(ANN, ART, "old", 7), (ANN, BIO, "new", 2), (BOB, ART, "old", 3)}
    assert (done.one("students", ANN, 0) or {})["name"] == "Anna"
    assert links_of(done, 1) == {(ANN, ART, "lead", 8), (ANN, BIO, "new", 2), (BOB, ART, "lead", 4)}
    assert links_of(done, 2) == {(ANN, ART, "lead", 8), (ANN, BIO, "last", 2), (BOB, ART, "lead", 4)}
    assert done.results[2]["name"] == "Bio" and done.results[2]["students"][0]["role"] == "last"
    assert links_of(done, 3) == {(ANN, ART, "lead", 8), (ANN, BIO, "last", 2), (BOB, ART, "guest", 4)}
    assert done.results[4] is None and done.states[4] == done.states[3]
    assert not done.found["links.disagreements.from"] + done.found["links.disagreements.to"]


EITHER = {"$or": [{"name": "Ann"}, {"$and": [{"courses.role": "old"}, {"courses.since": {"$gt": 2}}]}]}
WITHIN = {"students.role": "old", "$or": [{"students.since": 1}, {"name": "Bio", "students.since": 2}]}
MIXED = [
    op("grow", "update", effects=[{"field": "courses.since", "do": "increment"}], always_filter=EITHER),
    op("mark", "update", BY_ID, changes=["courses.role"], always_filter=EITHER),
    op("back", "update", of="Course", changes=["students.role"], always_filter=WITHIN),
    op("shown", "update", by("_id"), changes=["courses.role"], always_filter=EITHER, returns="after"),
]  # fmt: skip


@replay(school(MIXED, *SAID))
def test_links_that_their_holder_or_they_themselves_are_asked_for(play: Play) -> Steps:
    fill(play, (ANN, ART, "old", 1), (ANN, BIO, "new", 2), (BOB, ART, "old", 2), (BOB, BIO, "old", 3))
    play.call("grow")
    play.call("mark", id=BOB, newCoursesRole="last")
    play.call("back", newStudentsRole="first")
    play.call("back", newStudentsRole="first")
    play.call("shown", id=ANN, newCoursesRole="$x")
    play.call("shown", id=BOB, newCoursesRole="none")
    play.audit()
    done = yield
    grown = {(ANN, ART, "old", 2), (ANN, BIO, "new", 3), (BOB, ART, "old", 2), (BOB, BIO, "old", 4)}
    assert links_of(done, 0) == grown
    marked = grown - {(BOB, BIO, "old", 4)} | {(BOB, BIO, "last", 4)}
    assert links_of(done, 1) == links_of(done, 2) == links_of(done, 3) == marked
    shown = {(ANN, ART, "$x", 2), (ANN, BIO, "$x", 3), (BOB, ART, "old", 2), (BOB, BIO, "last", 4)}
    assert links_of(done, 4) == shown and done.results[4]["courses"][0]["role"] == "$x"
    unlike = 'student found, but its name isn\'t "Ann"'
    assert done.results[5] == {"refused": unlike} and links_of(done, 5) == shown
    assert not done.found["links.disagreements.from"] + done.found["links.disagreements.to"]


@replay(school([], *SAID))
def test_the_audit_tells_what_only_one_side_says(play: Play) -> Steps:
    fill(play, (ANN, ART, "old", 1), (BOB, BIO, "old", 2), (BOB, ART, "old", 3))
    play.documents["courses"][0]["students"][0]["role"] = "new"
    del play.documents["students"][1]["courses"][1]["since"]
    play.audit()
    done = yield
    for side, ids in (("from", {ANN, BOB}), ("to", {ART})):
        assert {one["_id"] for one in done.found[f"links.disagreements.{side}"]} == ids


def colleges(*said: Json) -> Callable[[], Json]:
    """The school whose courses are elements of colleges, so that what they say stands there."""
    college = link(
        "offers", "one-to-many", end("College", 9, field="courses"), end("Course", 1), strategy="EMBED_ARRAY"
    )

    def design() -> Json:
        made = school([], *said)()
        made["entities"].append(entity("College", field("name")))
        made["relationships"].insert(0, college)
        return made

    return design


def fill_colleges(play: Play, *links: Link) -> None:
    """Students and the courses of two colleges, two in the first."""
    fill(play, *links)
    courses = play.documents.pop("courses")
    courses.append({"_id": NEW, "name": "New", "students": []})
    for student in play.documents["students"]:
        student["courses"] = [
            each if isinstance(each, dict) else {"course_id": each} for each in student["courses"]
        ]
        for each in student["courses"]:
            each["college_id"] = each["course_id"]
    play.documents["colleges"] = [
        {"_id": ART, "name": "First", "courses": courses[:2]},
        {"_id": BIO, "name": "Second", "courses": courses[2:]},
    ]


def audited(done: Played) -> tuple[list[Any], list[Any]]:
    """The links that the other side does not hold: of students and courses, each by its id and the other's."""
    here = [(one["_id"], one["courses"]["course_id"]) for one in done.found["links.disagreements.from"]]
    there = [
        (one["courses"]["_id"], each if isinstance(each, ObjectId) else each["student_id"])
        for one in done.found["links.disagreements.to"]
        for each in [one["courses"]["students"]]
    ]
    return here, there


@replay(colleges())
def test_the_audit_of_elements_is_silent_where_both_sides_agree(play: Play) -> Steps:
    fill_colleges(play, (ANN, ART), (ANN, BIO), (BOB, BIO))
    play.audit()
    done = yield
    assert audited(done) == ([], [])


@replay(colleges())
def test_the_audit_of_elements_tells_a_neighbour_from_the_one_that_is_meant(play: Play) -> Steps:
    fill_colleges(play, (ANN, ART), (BOB, BIO))
    play.documents["colleges"][0]["courses"][0]["students"] = [BOB]
    play.documents["colleges"][0]["courses"][1]["students"] += [ANN]
    play.audit()
    done = yield
    assert audited(done) == ([(ANN, ART)], [(ART, BOB), (BIO, ANN)])


@replay(colleges(*SAID))
def test_the_audit_of_elements_is_silent_where_both_sides_say_the_same(play: Play) -> Steps:
    fill_colleges(play, (ANN, ART, "old", 1), (ANN, BIO, "new", 2), (BOB, BIO, "old", 3))
    play.audit()
    done = yield
    assert audited(done) == ([], [])


@replay(colleges(*SAID))
def test_the_audit_of_elements_tells_what_only_one_side_says(play: Play) -> Steps:
    fill_colleges(play, (ANN, ART, "old", 1), (ANN, BIO, "new", 2), (BOB, BIO, "old", 3))
    play.documents["colleges"][0]["courses"][1]["students"][0]["role"] = "other"
    play.audit()
    done = yield
    assert audited(done) == ([(ANN, BIO)], [(BIO, ANN)])


@replay(attributed("TWO_WAY_EMBED"))
def test_an_attribute_of_a_link_changes_on_both_sides(play: Play) -> Steps:
    (one, two), links = begin(play)
    courses = [each["_id"] for each in play.documents["courses"]]

    def back(number: int, student: Any) -> Json:
        rest = {name: value for name, value in links[number].items() if name != "course_id"}
        return {"student_id": student, **rest}

    sides = [[back(0, one), back(3, two)], [back(1, one)], [back(2, one)]]
    play.documents["courses"] = [
        {"_id": id, "students": side} for id, side in zip(courses, sides, strict=False)
    ]
    play.call("move", id=one, coursesRoom="b", newCoursesSizeCm=7, newCoursesSince=5)
    play.call("raise", coursesGrade=3)
    play.call("enrollments.attribute", studentId=one, courseId=courses[2], newGrade=8)
    done = yield
    assert (done.one("courses", courses[0], 0) or {})["students"] == sides[0]
    assert (done.one("courses", courses[1], 0) or {})["students"] == [
        {"student_id": one, "since": 5, **traits(room="b", size_cm=7)}
    ]
    graded = {"student_id": two, "since": 4, **traits(size_cm=9, grade=5)}
    assert (done.one("courses", courses[0], 1) or {})["students"] == [sides[0][0], graded]
    for name, id, at in (("courses", courses[2], 0), ("students", one, 2)):
        array = "students" if name == "courses" else "courses"
        assert (done.one(name, id) or {})[array][at]["traits"] == [{"k": "grade", "v": 8}]


@replay(school(LISTS))
def test_a_list_of_nobody_or_of_one_twice_is_refused(play: Play) -> Steps:
    fill(play, (ANN, ART))
    for courses in ([BIO, NEW], [BIO, BIO], [BIO]):
        play.call("replace", studentId=ANN, newCourses=courses)
    done = yield
    said = ["course not found", "the same course is given twice, but can be linked only once", None]
    assert [(result or {}).get("refused") for result in done.results] == said
    assert [links_of(done, step) for step in range(3)] == [{(ANN, ART)}, {(ANN, ART)}, {(ANN, BIO)}]


@replay(school(LISTS, *SAID))
def test_a_list_of_links_to_nobody_or_to_one_twice_is_refused(play: Play) -> Steps:
    fill(play, (ANN, ART, "old", 1))
    for courses in ([NEW], [BIO, BIO], [BIO]):
        links = [{"course_id": course, "role": "new", "since": 2} for course in courses]
        play.call("replace", studentId=ANN, newCourses=links)
    done = yield
    assert [bool((result or {}).get("refused")) for result in done.results] == [True, True, False]
    assert links_of(done, 1) == {(ANN, ART, "old", 1)} and links_of(done) == {(ANN, BIO, "new", 2)}
