"""A function of one relationship that inserts a document enters it into what other relationships store about it."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters.mongosh import render
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY = "one-to-many"
FEW, UNBOUNDED = {"has": {"max": 9}}, {"has": {"growth": "unbounded"}}
REFERENCE = link("wrote", MANY, ("Author", UNBOUNDED), "Post", strategy="PARENT_REF")
SLICE = link("latest", MANY, ("Tag", UNBOUNDED), "Post", strategy="SUBSET")
LIST = link("listed", MANY, ("Tag", FEW), "Post", strategy="TWO_WAY_REFS")


def statements_of(function: str, *links: Json) -> list[Statement]:
    """The statements of a function in a design of three entities and these relationships."""
    entities = [
        entity("Author", field("name")),
        entity("Post", field("title")),
        entity("Tag", field("label")),
    ]
    plan = compile_design(design(entities, list(links))).plan
    return [statement for statement in plan.statements if statement.recipe == function]


@pytest.mark.parametrize(("other", "array", "operator"), [(SLICE, "recent_posts", "$push"), (LIST, "posts", "$addToSet")])  # fmt: skip
def test_a_new_child_is_entered_into_what_another_parent_stores(
    other: Json, array: str, operator: str
) -> None:
    ask, insert, enter = statements_of("wrote.add", REFERENCE, other)
    assert (insert.op, enter.op, enter.collection) == ("insertOne", "updateOne", "tags")
    assert [*enter.update] == [operator] and [*enter.update[operator]] == [array]
    assert enter.filter["_id"].step == insert.documents.name and enter.filter["_id"].path == "tag_id"
    assert f"Also updates {array} of its tag" in ask.comment


def test_a_child_that_no_other_parent_stores_is_one_write_behind_the_read_of_its_parent() -> None:
    ask, insert = statements_of("wrote.add", REFERENCE)
    assert (ask.op, ask.collection, insert.op) == ("findOne", "authors", "insertOne")
    assert ask.must_match == "author not found"
    assert ask.comment.endswith("Fails if the author doesn't exist (one read).")


def test_a_parent_that_is_written_anyway_is_not_read_first() -> None:
    """The transaction takes the insert back where the slice has no holder."""
    *_, enter = statements_of("wrote.add", REFERENCE, SLICE)
    assert (enter.op, enter.must_match) == ("updateOne", "tag not found")


def test_an_optional_parent_is_asked_for_where_it_is_named() -> None:
    optional = link(
        "wrote", MANY, ("Author", UNBOUNDED), ("Post", {"has": {"min": 0, "max": 1}}), strategy="PARENT_REF"
    )
    required = link(
        "wrote", MANY, ("Author", UNBOUNDED), ("Post", {"has": {"min": 1, "max": 1}}), strategy="PARENT_REF"
    )
    named = [statements_of("wrote.add", each)[0].only_with for each in (optional, required)]
    assert named[0].path == "author_id" and named[1] is None
    compilation = compile_design(design([entity("Author"), entity("Post")], [optional]))
    (text,) = [each.text for each in render(compilation) if each.path.endswith("04_queries.js")]
    condition, ask, *_ = [line.strip() for line in text.splitlines() if "post?.author_id" in line]
    assert condition.startswith("if (") and ask.startswith("const author = ")


def test_a_change_of_what_is_not_there_is_refused() -> None:
    _, move = statements_of("wrote.reassign", REFERENCE)
    assert (move.op, move.must_match, move.answers) == ("updateOne", "post not found", True)


def test_what_the_relationship_itself_enters_is_entered_once() -> None:
    found = statements_of("latest.add", REFERENCE, SLICE)
    assert [statement.op for statement in found] == ["findOne", "insertOne", "updateOne"]


def test_a_parent_of_the_same_entity_is_called_by_the_field_that_names_it() -> None:
    """ "Author not found" would be said of the author that is being added."""
    hint = link(
        "hints",
        MANY,
        ("Author", {"field": "referred", **UNBOUNDED}),
        ("Author", {"field": "referred_by", "has": {"min": 0, "max": 1}}),
        strategy="PARENT_REF",
    )
    statements = statements_of("hints.add", hint)
    assert [each.must_match for each in statements if each.op == "findOne"] == [
        "author of referred_by not found"
    ]
    assert "Fails if the author of referred_by doesn't exist (one read)." in statements[0].comment
