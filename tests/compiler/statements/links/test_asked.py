"""Operations that ask what a link collection knows: links first, then the documents that they name."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Outcome, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.statements.test_operations import names

Json = dict[str, Any]
MANY = {"has": {"max": None, "growth": "unbounded"}}
GRADE = {"field": "courses.grade", "match": "range", "at_least": 5}
COURSE = {"field": "courses"}
BY_LINKS = {"$in": Outcome(step="enrolmentsLinks", many=True, each="student_id")}


def campus(kind: str, *filters: Json, **more: Any) -> tuple[Compilation, list[Statement]]:
    """Students and courses, linked in a collection with fields of its own, and one operation on students."""
    entities = [
        entity("Student", field("name", required=True), field("year", "int")),
        entity("Course", field("title"), field("level", "int")),
    ]
    ends = ("Student", {"field": "courses", **MANY}), ("Course", {"field": "students", **MANY})
    copies = [{"field": "title", "of": "to", "policy": "batch", "reads_per_day": 1e6}]
    fields = [field("grade", "int"), field("since", "date")]
    linked = link(
        "enrolments", "many-to-many", *ends, strategy="LINK_COLL", link_fields=fields, copies=copies
    )
    asked = {"name": "it", "kind": kind, "entity": "Student", "filter": list(filters), **more}
    made = compile_design(design(entities, [linked], operations=[asked]))
    return made, [one for one in made.plan.statements if one.subject == "operation:it"]


def stages(one: Statement) -> list[str]:
    return [next(iter(stage)) for stage in one.pipeline]


JOINED = ["$lookup", "$unwind", "$replaceRoot"]


def test_a_read_goes_from_the_links_to_their_documents_each_once() -> None:
    made, (read,) = campus("read", GRADE, {"field": "year"}, limit=5, sort=[{"field": "name"}])
    assert (read.op, read.collection) == ("aggregate", "enrolments")
    assert stages(read) == [
        "$match",
        "$group",
        "$lookup",
        "$unwind",
        "$sort",
        "$replaceRoot",
        "$match",
        "$limit",
    ]
    assert read.pipeline[:2] == [{"$match": {"grade": {"$gte": 5}}}, {"$group": {"_id": "$student_id"}}]
    assert read.pipeline[4] == {"$sort": {"student.name": 1}} and names(read.pipeline[6])["$match"] == {
        "year": "year"
    }
    (links,) = [one for one in made.plan.collections if one.name == "enrolments"]
    assert (("grade", 1),) in [one.keys for one in links.indexes]


@pytest.mark.parametrize(("filter", "grouped"), [(GRADE, True), (COURSE, False)])
def test_the_links_of_one_other_end_are_each_of_another_document(filter: Json, grouped: bool) -> None:
    _, (read,) = campus("read", filter)
    assert stages(read) == ["$match", *(["$group"] if grouped else []), *JOINED]


def test_documents_are_in_the_order_of_their_links() -> None:
    order = [{"field": "courses.since", "direction": -1}, {"field": "name"}]
    _, (read,) = campus("read", GRADE, sort=order)
    assert read.pipeline[1] == {"$sort": {"since": -1}}
    assert read.pipeline[2] == {"$group": {"_id": "$student_id", "link": {"$first": "$$ROOT"}}}
    assert read.pipeline[5] == {"$sort": {"link.since": -1, "student.name": 1}}
    _, (read,) = campus("read", COURSE, GRADE, sort=order)
    assert read.pipeline[3] == {"$sort": {"since": -1, "student.name": 1}}


def test_what_links_copy_is_asked_of_them() -> None:
    _, (read,) = campus("read", {"field": "courses.title", "value": "x"})
    assert read.pipeline[0] == {"$match": {"course_title": "x"}}


def test_one_document_is_told_to_its_links_too() -> None:
    _, (links, read) = campus("read", GRADE, {"field": "_id"})
    assert (links.op, links.collection) == ("find", "enrolments")
    assert names(links.filter) == {"student_id": "id", "grade": {"$gte": 5}}
    assert (read.op, names(read.filter)) == ("findOne", {"$and": [{"_id": "id"}, {"_id": BY_LINKS}]})


def test_updates_are_of_the_documents_that_links_name() -> None:
    made, (links, write) = campus("update", GRADE, {"field": "year"}, changes=["name"])
    assert (links.collection, links.projection, links.step) == (
        "enrolments",
        {"_id": 0, "student_id": 1},
        "enrolmentsLinks",
    )
    assert (write.op, write.collection) == ("updateMany", "students")
    assert names(write.filter) == {"year": "year", "_id": BY_LINKS}
    assert not [one for one in made.findings if one.code == "OPERATION_UNWRITTEN"]


def test_deletes_are_of_the_documents_that_links_name_and_their_links_go_first() -> None:
    made, (links, found, unlinked, write) = campus("delete", GRADE, {"field": "year"})
    assert (links.collection, links.step) == ("enrolments", "enrolmentsLinks")
    assert (found.op, names(found.filter)) == ("find", {"year": "year", "_id": BY_LINKS})
    assert (unlinked.op, unlinked.collection) == ("deleteMany", "enrolments")
    assert (write.op, write.collection) == ("deleteMany", "students")
    assert list(unlinked.filter) == ["student_id"] and unlinked.filter["student_id"] == write.filter["_id"]
    assert not [one for one in made.findings if one.code == "OPERATION_UNWRITTEN"]


def test_a_field_of_a_link_is_changed_where_the_link_is() -> None:
    _, (one,) = campus("update", {"field": "_id"}, COURSE, changes=["courses.grade"])
    assert (one.op, one.collection) == ("updateOne", "enrolments")
    assert names(one.filter) == {"student_id": "id", "course_id": "courseId"}
    assert names(one.update) == {"$set": {"grade": "newCoursesGrade"}}
    _, (many,) = campus("update", {"field": "_id"}, changes=["courses.grade"])
    assert (many.op, names(many.filter)) == ("updateMany", {"student_id": "id"})


def test_links_of_the_documents_that_a_filter_means_are_changed() -> None:
    _, (first, write) = campus(
        "update", {"field": "year"}, GRADE, effects=[{"field": "courses.grade", "do": "increment"}]
    )
    assert (first.collection, names(first.filter), first.projection) == (
        "students",
        {"year": "year"},
        {"_id": 1},
    )
    found = {"$in": Outcome(step=first.step, many=True, each="_id")}
    assert (write.collection, write.filter) == ("enrolments", {"grade": {"$gte": 5}, "student_id": found})


def test_what_stands_in_neither_stays_a_finding() -> None:
    made, found = campus("read", GRADE, {"field": "courses.level"})
    assert not found and "OPERATION_UNWRITTEN" in [one.code for one in made.findings]
