"""L59: calls of an old shell."""

from __future__ import annotations

import pytest

from designs.compiler.lints.lifecycle.legacy_api import LINT
from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import field
from tests.compiler.planned import found, things, with_plan


@pytest.mark.parametrize("call", ["save", "insert", "update", "remove", "ensureIndex", "findAndModify"])
def test_a_note_may_hold_an_old_call(call: str) -> None:
    notes = [{"text": f"run db.things.{call}({{}}) first"}]
    assert found(LINT, things(top={"notes": notes})) == [("note 1", "warning")]


@pytest.mark.parametrize(
    "text", ["db.things.insertOne({})", "insert it (soon)", "db.updates.find()", "db.things.updateOne()"]
)
def test_other_words_are_no_calls(text: str) -> None:
    assert found(LINT, things(top={"notes": [{"text": text}]})) == []


def test_descriptions_are_read_too() -> None:
    old = "db.things.save()"
    assert found(LINT, things(description=old)) == [("Thing", "warning")]
    assert found(LINT, things(field("name", description=old))) == [("Thing.name", "warning")]
    assert found(LINT, things(top={"description": old})) == [("Test", "warning")]


@pytest.mark.parametrize(("op", "count"), [("insertOne", 0), ("save", 1)])
def test_our_scripts_call_what_there_is(op: str, count: int) -> None:
    made = Statement(
        id="one", subject="entity:Thing", purpose="add", op=op, collection="things", script="04_queries"
    )
    assert found(LINT, with_plan(things(), statements=(made,))) == [("one", "warning")] * count


@pytest.mark.parametrize("place", ["getCollection('things')", "things"])
def test_a_collection_may_be_named_in_two_ways(place: str) -> None:
    assert found(LINT, things(top={"notes": [{"text": f"db.{place}.save({{}})"}]})) == [("note 1", "warning")]
    assert found(LINT, things(top={"notes": [{"text": f"db.{place}.find({{}})"}]})) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("db.books.find({ things: thing.id })", 1),
        ("db.books.find({ things: thing._id })", 0),
        ("db.books.find({ things: other.id })", 0),
        ("the label on thing.id is old", 0),
    ],
)
def test_the_key_is_called_id_with_an_underscore(text: str, count: int) -> None:
    assert found(LINT, things(description=text)) == [("Thing", "warning")] * count
    assert found(LINT, things(field("id"), description=text)) == []
