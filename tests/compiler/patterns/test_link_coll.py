"""LINK_COLL: one document for each link."""

from __future__ import annotations

from tests.compiler.composed import collections, composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Student"), entity("Course", field("name"))],
    [
        link(
            "enrollments",
            "many-to-many",
            "Student",
            "Course",
            link_fields=[field("grade", "int")],
            copies=[{"field": "name", "of": "to", "policy": "immutable"}],
        )
    ],
)
CHOSEN = composed(MODEL, enrollments="LINK_COLL")


def test_a_link_names_both_ends_and_has_its_fields() -> None:
    assert shapes(MODEL, CHOSEN)["enrollments"] == {
        "student_id": "objectId",
        "course_id": "objectId",
        "course_name": "string",
        "grade": "int",
    }


def test_the_collection_is_nobody_elses() -> None:
    made = collections(MODEL, CHOSEN)["enrollments"]
    assert (made.kind, made.entity, made.relationship) == ("link", None, "enrollments")


def test_links_named_like_an_entity_get_a_name_of_their_own() -> None:
    model = design(
        [entity("Student"), entity("Course")], [link("courses", "many-to-many", "Student", "Course")]
    )
    assert set(shapes(model, composed(model, courses="LINK_COLL"))) == {
        "students",
        "courses",
        "students_courses",
    }


def test_a_graphs_links_tell_its_ends_apart() -> None:
    ends = ({"field": "follows"}, {"field": "followers"})
    model = design([entity("User")], [link("follow", "graph", ("User", ends[0]), ("User", ends[1]))])
    assert shapes(model, composed(model, follow="LINK_COLL"))["follow"] == {
        "follower_id": "objectId",
        "follow_id": "objectId",
    }
