"""A function of one relationship that deletes a document takes it out of all that other relationships store."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
MANY, PAIRED = "one-to-many", "many-to-many"
FEW, UNBOUNDED = {"has": {"max": 9}}, {"has": {"growth": "unbounded"}}


def statements_of(function: str, *links: Json) -> list[Statement]:
    """The statements of a function in a design of three entities and these relationships."""
    entities = [
        entity("Author", field("name")),
        entity("Post", field("title")),
        entity("Tag", field("label")),
    ]
    plan = compile_design(design(entities, list(links))).plan
    return [statement for statement in plan.statements if statement.recipe == function]


def written(statements: list[Statement]) -> list[tuple[str, str]]:
    return [(statement.op, statement.collection) for statement in statements]


REFERENCE = link("wrote", MANY, ("Author", UNBOUNDED), "Post", strategy="PARENT_REF")
OTHERS = {
    "a collection of links": (
        link("tagged", PAIRED, ("Post", UNBOUNDED), ("Tag", UNBOUNDED), strategy="LINK_COLL"),
        ("deleteMany", "tagged"),
    ),
    "an array of ids": (
        link("shown", PAIRED, ("Tag", FEW), ("Post", UNBOUNDED), strategy="ONE_WAY_EMBED"),
        ("updateMany", "tags"),
    ),
    "a slice": (
        link("latest", MANY, ("Tag", UNBOUNDED), "Post", strategy="SUBSET"),
        ("find", "posts"),
        ("aggregate", "tags"),
        ("updateOne", "tags"),
    ),
    "a list of children": (
        link("listed", MANY, ("Tag", FEW), "Post", strategy="CHILD_REFS"),
        ("updateMany", "tags"),
    ),
}


@pytest.mark.parametrize("place", OTHERS)
def test_a_child_is_taken_out_of_what_else_names_it(place: str) -> None:
    other, *lets_go = OTHERS[place]
    found = statements_of("wrote.remove", REFERENCE, other)
    assert written(found) == [*lets_go, ("deleteOne", "posts")]
    unlinked = any(one.op != "deleteMany" for one in found[:-1] if one.writes)
    assert ("Optional references to it in tags" in found[0].comment) == unlinked
    goes = "Its links in tagged are deleted first." in found[0].comment
    assert goes == (place == "a collection of links") and "one write" not in found[0].comment


@pytest.mark.parametrize(
    ("said", "end"), [([], "."), ([{"name": "since", "type": "date"}], ", with their fields.")]
)
def test_what_links_say_goes_with_them(said: list[dict[str, Any]], end: str) -> None:
    """Nobody's children are in a collection of links."""
    other = OTHERS["a collection of links"][0] | {"link_fields": said}
    comment = statements_of("wrote.remove", REFERENCE, other)[0].comment
    assert f"Its links in tagged are deleted first{end}" in comment and "children" not in comment


def test_a_child_that_nothing_else_names_is_one_write() -> None:
    (alone,) = statements_of("wrote.remove", REFERENCE)
    assert alone.op == "deleteOne" and "one write" in alone.comment


def test_what_several_relationships_name_is_taken_out_of_each_once() -> None:
    tagged, shown = OTHERS["a collection of links"][0], OTHERS["an array of ids"][0]
    assert written(statements_of("tagged.delete_back", tagged, shown)) == [
        ("deleteMany", "tagged"), ("updateMany", "tags"), ("deleteOne", "posts"),
    ]  # fmt: skip


def test_an_end_of_links_among_its_own_is_taken_out_of_both() -> None:
    related = link("related", "graph", ("Post", UNBOUNDED), ("Post", UNBOUNDED), strategy="LINK_COLL")
    found = statements_of("related.delete", related)
    assert written(found) == [("deleteMany", "related")] * 2 + [("deleteOne", "posts")]
    assert len({key for one in found[:2] for key in one.filter}) == 2


def test_in_a_transaction_slices_are_read_and_written_since_nothing_merges() -> None:
    both = link("wrote", MANY, ("Author", FEW), "Post", strategy="TWO_WAY_REFS")
    found = statements_of("wrote.remove", both, OTHERS["a slice"][0])
    assert written(found) == [
        ("updateMany", "authors"), ("find", "posts"), ("aggregate", "tags"), ("updateOne", "tags"), ("deleteOne", "posts"),
    ]  # fmt: skip
    _, holders, gathered, refilled, _ = found
    assert [bool(one.comment) for one in found] == [True, False, False, False, False]
    assert holders.projection == {"_id": 0, "tag_id": 1}
    named = (gathered.pipeline or ())[0]["$match"]["_id"]["$in"]
    assert (named.step, named.each, named.many) == (holders.step, "tag_id", True)
    assert refilled.each == gathered.step and not any(
        "$merge" in stage for one in found for stage in one.pipeline or ()
    )
