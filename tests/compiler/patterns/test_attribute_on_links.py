"""ATTRIBUTE (P3) among a link's own fields: in link documents and in the elements of embedded links."""

from __future__ import annotations

from typing import Any

import pytest
from bson import ObjectId, encode

from designs.compiler import EXPORTERS, Compilation
from designs.compiler.sampling import samples
from tests.compiler.bson_schema import complaints
from tests.compiler.compiled import compiled
from tests.compiler.composed import at
from tests.compiler.patterns.test_attribute import by
from tests.compiler.patterns.test_attribute_sizes import chosen, collection, survey_of
from tests.compiler.planned import keys

Json = dict[str, Any]
GROUP = {"variant_group": "traits"}
FIELDS: list[Json] = [
    {"name": "since", "type": "int"},
    {"name": "grade", "type": "int", "minimum": 0, **GROUP},
    {"name": "room", "type": "string", "average_bytes": 6, **GROUP},
    {"name": "size_cm", "type": "double", **GROUP},
]
NAMES = ["grade", "room", "size_cm"]
PLACES = [
    ("LINK_COLL", {"enrollments": "traits"}),
    ("EMBED_LINK", {"students": "courses.traits"}),
    ("ONE_WAY_EMBED", {"students": "courses.traits"}),
    ("TWO_WAY_EMBED", {"students": "courses.traits", "courses": "students.traits"}),
]


def school(strategy: str, ops: int = 2, fields: list[Json] = FIELDS, **more: Any) -> Compilation:
    """Students and courses, and operations that filter or sort students by what a link says of itself."""
    asked = [{"filter": by("courses.grade")}, {"filter": by("courses._id"), "sort": by("courses.size_cm")}]
    operations = [
        {"name": f"asked {place}", "kind": "read", "entity": "Student", "per_day": 1, **one}
        for place, one in enumerate(asked[:ops])
    ]
    link = {
        "name": "enrollments", "kind": "many-to-many", "strategy": strategy, "link_fields": fields, "link_owner": "from",
        "from": {"entity": "Student", "has": {"average": 2, "max": 9}}, "to": {"entity": "Course", "has": {"max": 9}},
        **more.pop("link", {}),
    }  # fmt: skip
    own = [{"name": "name", "type": "string", "average_bytes": 4}]
    entities = [{"name": name, "fields": own, **more.pop(name, {})} for name in ("Student", "Course")]
    return compiled(
        {"format": "nestlink/1", "name": "School", "database": "school", "entities": entities, "relationships": [link],
         "operations": operations, **more}
    )  # fmt: skip


def overlays(made: Compilation) -> list[tuple[str, str, str, tuple[str, ...]]]:
    found = made.plan.decisions[0].overlays
    return [(one.kind, one.collection, one.path, one.fields) for one in found if one.kind == "ATTRIBUTE"]


@pytest.mark.parametrize(("strategy", "places"), PLACES)
def test_the_array_stands_wherever_the_link_does(strategy: str, places: dict[str, str]) -> None:
    made = school(strategy)
    assert overlays(made) == [("ATTRIBUTE", name, path, tuple(NAMES)) for name, path in places.items()]
    for name, path in places.items():
        assert f"{path}.k:1,{path}.v:1" in keys(made, name)
        fields = at(collection(made, name).fields, path).items
        assert fields is not None and [one.name for one in fields.fields] == ["k", "v", "v", "v", "u"]
    for name, documents in samples(made).items():
        schema = collection(made, name).validator["$jsonSchema"]
        assert not [fault for one in documents for fault in complaints(schema, one)]
    assert not [one for one in made.findings if one.severity == "error"]


@pytest.mark.parametrize(("strategy", "places"), PLACES)
def test_one_operation_is_not_worth_an_array(strategy: str, places: dict[str, str]) -> None:
    made = school(strategy, ops=1)
    assert overlays(made) == []
    for name, path in places.items():
        assert at(collection(made, name).fields, path.replace("traits", "grade")).types == ("int",)
        assert not any("traits" in line for line in keys(made, name))


@pytest.mark.parametrize("strategy", [name for name, _ in PLACES])
def test_samples_have_each_once(strategy: str) -> None:
    documents = samples(school(strategy))["enrollments" if strategy == "LINK_COLL" else "students"]
    held = [one for document in documents for one in document.get("courses", [document])]
    assert held and all([one["k"] for one in link["traits"]] == NAMES for link in held)
    assert not any(name in link for name in NAMES for link in held)


@pytest.mark.parametrize(
    ("element", "passes"),
    [
        ({"k": "grade", "v": 2}, True),
        ({"k": "grade", "v": -2}, False),
        ({"k": "room", "v": 2}, False),
        ({"k": "size_cm", "v": 2.5, "u": "cm"}, True),
        ({"k": "other", "v": 2}, True),
        ({"v": 2}, False),
    ],
)
@pytest.mark.parametrize("strategy", ["LINK_COLL", "EMBED_LINK"])
def test_a_value_is_checked_by_its_name(strategy: str, element: Json, passes: bool) -> None:
    made, name = school(strategy), "enrollments" if strategy == "LINK_COLL" else "students"
    document = samples(made)[name][0]
    (document if strategy == "LINK_COLL" else document["courses"][0])["traits"] = [element]
    assert (not complaints(collection(made, name).validator["$jsonSchema"], document)) is passes


def link_document(**ids: Any) -> Json:
    values = {"grade": 1, "room": "x" * 6, "size_cm": 2.5}
    listed: list[Json] = [{"k": name, "v": value} for name, value in values.items()]
    listed[-1]["u"] = "cm"
    return {**ids, "since": 1, "traits": listed}


def test_links_weigh_what_their_documents_do() -> None:
    ids = {"student_id": ObjectId(), "course_id": ObjectId()}
    made = school("LINK_COLL")
    assert collection(made, "enrollments").bytes.today == len(encode(link_document(_id=ObjectId(), **ids)))
    student = {"_id": ObjectId(), "name": "x" * 4, "courses": [link_document(course_id=ObjectId())] * 2}
    assert collection(school("EMBED_LINK"), "students").bytes.today == len(encode(student))


@pytest.mark.parametrize("more", [0, -1])
def test_the_gate_of_embedded_links_is_on_both_sides_of_its_number(more: int) -> None:
    """G4: a student with as many courses as there are on average."""
    each = len(encode(link_document(course_id=ObjectId()))) + 3
    link = {"accessed_together": 0.9, "link_accessed_alone": False}
    limits = {
        "constants": {"doc_error": survey_of(school("EMBED_LINK")).own_bytes("Student") + 2 * each + more}
    }
    assert chosen(school("auto", link=link, **limits)) == ("LINK_COLL" if more else "EMBED_LINK")
    assert chosen(school("auto", ops=1, link=link, **limits)) == "EMBED_LINK"


@pytest.mark.parametrize(
    "more",
    [
        {"link": {"copies": [{"field": "name", "of": "to", "as": "traits"}]}},
        {"link": {"copies": [{"field": "name", "of": "to", "as": "traits.name"}]}},
        {"fields": [*FIELDS, {"name": "traits", "type": "string"}]},
        {"fields": [{**one, "variant_group": "some_id"} if one["name"] in NAMES else one for one in FIELDS]},
        {"fields": [{**one, "variant_group": "some.of"} if one["name"] in NAMES else one for one in FIELDS]},
    ],
)
def test_no_array_takes_the_name_of_something_else(more: Json) -> None:
    assert overlays(school("EMBED_LINK", **more)) == []


@pytest.mark.parametrize("strategy", ["EMBED_ARRAY", "CHILD_REFS"])
def test_a_link_that_is_not_many_to_many_is_asked_by_its_fields(strategy: str) -> None:
    made = school(strategy, link={"kind": "one-to-many", "to": {"entity": "Course", "has": {"max": 1}}})
    assert overlays(made) == [] and "courses.grade:1" in keys(made, "students")
    assert [one.code for one in made.findings if one.subject == "enrollments.grade"] == ["L55"]


@pytest.mark.parametrize(
    ("more", "left"),
    [
        (
            {"fields": [{**one, "sensitive": True} if one["name"] == "room" else one for one in FIELDS]},
            "room",
        ),
        ({"Student": {"indexes": [{"keys": [["courses.room", 1]]}]}}, "room"),
        ({"fields": [*FIELDS, {"name": "most", "type": "int", "computed": {"formula": "room + 1"}}]}, "room"),
    ],
)
def test_what_needs_a_path_of_its_own_stays_a_field(more: Json, left: str) -> None:
    made = school("EMBED_LINK", **more)
    assert [fields for *_, fields in overlays(made)] == [tuple(name for name in NAMES if name != left)]
    assert at(collection(made, "students").fields, f"courses.{left}").origin == "link"


@pytest.mark.parametrize("strategy", ["EMBED_LINK", "LINK_COLL"])
def test_only_the_list_of_links_has_their_bound(strategy: str) -> None:
    fields = [*FIELDS, {"name": "tags", "type": "array", "items": {"type": "string"}}]
    made = school(strategy, fields=fields)
    (drawing,) = [
        one.text for some in EXPORTERS for one in some.render(made) if one.path == "diagrams/documents.dot"
    ]
    assert drawing.count("0..9") == (1 if strategy == "EMBED_LINK" else 0)


@pytest.mark.parametrize(("strategy", "name"), [("LINK_COLL", "enrollments"), ("EMBED_LINK", "students")])
def test_lists_among_the_fields_of_a_link_are_values(strategy: str, name: str) -> None:
    fields = [
        {"name": "tags", "type": "array", "items": {"type": "string"}, "max_items": 4},
        {
            "name": "notes",
            "type": "array",
            "items": {"type": "object", "fields": [{"name": "text", "type": "string"}]},
        },
    ]
    made = school(strategy, ops=0, fields=fields)
    held = [one for document in samples(made)[name] for one in document.get("courses", [document])]
    assert all(isinstance(tag, str) for link in held for tag in link["tags"])
    assert all(isinstance(note["text"], str) for link in held for note in link["notes"])
    assert not [one for one in made.findings if one.code == "L44"]
    link = {"course_id": ObjectId(), "tags": ["x" * 20] * 2, "notes": [{"text": "x" * 20}] * 5}
    whole: Json = {"_id": ObjectId(), "name": "x" * 4, "courses": [link] * 2}
    if strategy == "LINK_COLL":
        whole = {"_id": ObjectId(), "student_id": ObjectId(), **link}
    assert collection(made, name).bytes.today == len(encode(whole))
