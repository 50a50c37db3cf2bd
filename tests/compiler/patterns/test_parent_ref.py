"""PARENT_REF: the reference stands at the child, with the type of its target."""

from __future__ import annotations

import pytest

from tests.compiler.composed import at, collections, composed, design, entity, field, link, shapes

MODEL = design(
    [entity("Host", field("name")), entity("LogLine", field("text"))],
    [link("r", "one-to-many", "Host", ("LogLine", {"has": {"min": 1, "max": 1}}))],
)


def test_the_child_holds_the_reference() -> None:
    made = collections(MODEL, composed(MODEL, r=("PARENT_REF", "to")))
    reference = at(made["log_lines"].fields, "host_id")
    assert (reference.types, reference.target, reference.required) == (("objectId",), "hosts", True)
    assert reference.note.startswith("Reference to hosts._id (B7: ")
    assert [one.name for one in made["hosts"].fields] == ["_id", "name"]


def test_the_reference_has_the_type_of_its_target() -> None:
    model = design(
        [entity("User", field("_id", "int")), entity("Note")], [link("r", "one-to-many", "User", "Note")]
    )
    assert shapes(model, composed(model, r="PARENT_REF"))["notes"] == {"user_id": "int"}


def test_a_dotted_role_makes_a_sub_document_that_copies_join() -> None:
    copy = {"field": "name", "of": "from", "as": "author.name", "policy": "snapshot"}
    model = design(
        [entity("Author", field("name", required=True)), entity("Article")],
        [
            link(
                "r",
                "one-to-many",
                "Author",
                ("Article", {"field": "author._id", "has": {"min": 1}}),
                copies=[copy],
            )
        ],
    )
    made = collections(model, composed(model, r="PARENT_REF"))["articles"]
    author = at(made.fields, "author")
    assert author.required and [one.name for one in author.fields] == ["_id", "name"]
    assert at(made.fields, "author.name").policy == "snapshot"


def test_an_element_of_another_document_is_named_with_its_holder() -> None:
    model = design(
        [entity("Plan"), entity("Phase"), entity("Task")],
        [link("a", "one-to-many", "Plan", "Phase"), link("b", "one-to-many", "Phase", "Task")],
    )
    chosen = composed(model, ("Phase",), a="EMBED_ARRAY", b="PARENT_REF")
    assert shapes(model, chosen)["tasks"] == {"plan_id": "objectId", "phase_id": "objectId"}


def test_references_of_an_embedded_child_stand_in_its_elements() -> None:
    model = design(
        [entity("Post"), entity("Comment", field("text")), entity("Author")],
        [link("a", "one-to-many", "Post", "Comment"), link("by", "one-to-many", "Author", "Comment")],
    )
    shape = {"comments[].text": "string", "comments[].author_id": "objectId"}
    assert shapes(model, composed(model, a="EMBED_ARRAY", by="PARENT_REF"))["posts"] == shape


@pytest.mark.parametrize(("least", "required"), [(0, False), (1, True)])
@pytest.mark.parametrize("always", [True, False])
def test_what_each_child_has_it_must_have(least: int, required: bool, always: bool) -> None:
    """A copy is there where the reference is, and its source always."""
    copy = {"field": "name", "of": "from", "policy": "snapshot"}
    model = design(
        [entity("Host", field("name", required=always)), entity("LogLine", field("text"))],
        [link("r", "one-to-many", "Host", ("LogLine", {"has": {"min": least}}), copies=[copy])],
    )
    fields = collections(model, composed(model, r=("PARENT_REF", "to")))["log_lines"].fields
    assert at(fields, "host_id").required is required
    assert at(fields, "host_name").required is (required and always)
