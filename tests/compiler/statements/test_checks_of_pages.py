"""What writes into pages and windows check: what the same write checks where each thing has a document of its own."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import Compilation
from designs.compiler.plan_model.physical import BuiltValue, Param, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

Json = dict[str, Any]
TENDER = {"kind": "insert", "entity": "Question"}
BY_ID = {"entity": "Question", "filter": [{"field": "_id"}]}


def portal(strategy: str, *operations: Json, most: int | None = 500, at: Json | None = None) -> Compilation:
    """Questions of a tender, in pages or windows, each asked by a supplier."""
    moment = at or field("asked_at", "date", required=True)
    has = {"max": most} if most else {"growth": "unbounded"}
    links = [
        link("questions", "one-to-many", ("Tender", {"field": "questions", "has": has}),
             ("Question", {"field": "tender", "has": {"min": 1, "max": 1}}),
             strategy=strategy, page_size=20, time_window="day"),
        link("askers", "one-to-many", ("Supplier", {"has": {"growth": "unbounded"}}),
             ("Question", {"field": "asker", "has": {"min": 1, "max": 1}}), strategy="PARENT_REF"),
    ]  # fmt: skip
    entities = [
        entity("Tender", field("title")),
        entity("Supplier", field("name")),
        entity("Question", field("text"), moment, field("answer")),
    ]
    named = [{"name": f"do {number}", **each} for number, each in enumerate(operations)]
    return compile_design(design(entities, links, operations=named))


def function(made: Compilation, recipe: str) -> list[Statement]:
    return [each for each in made.plan.statements if each.recipe == recipe and each.script == "04_queries"]


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME", "PARENT_REF"])
def test_what_a_new_item_names_must_be_there(strategy: str) -> None:
    added = function(portal(strategy, TENDER), "do 0")
    assert {each.must_match for each in added if each.op == "findOne"} == {
        "tender not found", "supplier not found",
    }  # fmt: skip
    assert "Fails if the tender or the supplier doesn't exist (one read each)." in added[0].comment


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME", "PARENT_REF"])
@pytest.mark.parametrize("most", [500, None])
def test_what_is_not_asked_of_the_maximum_is_said_and_audited(strategy: str, most: int | None) -> None:
    made = portal(strategy, TENDER, most=most)
    (comment,) = [each.comment for each in function(made, "do 0") if each.comment]
    said = "Doesn't check the maximum of 500 questions per tender; the audit does."
    assert (said in comment) is (most is not None)
    audits = [each for each in made.plan.statements if each.recipe == "questions.beyond"]
    assert [each.script for each in audits] == ["06_audit"] * (most is not None)


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME", "EMBED_ARRAY"])
@pytest.mark.parametrize(
    "operation",
    [
        {"kind": "update", **BY_ID, "changes": ["answer"]},
        {"kind": "update", **BY_ID, "changes": ["asker"]},
        {"kind": "delete", **BY_ID},
    ],
)
def test_an_item_that_is_not_there_is_not_found(strategy: str, operation: Json) -> None:
    """A change of nothing looked as if it had been made."""
    done = function(portal(strategy, operation, most=30), "do 0")
    assert [each.must_match for each in done if each.writes] == ["question not found"]


@pytest.mark.parametrize("strategy", ["BUCKET", "BUCKET_TIME", "EMBED_ARRAY"])
def test_an_item_that_is_not_there_is_not_removed(strategy: str) -> None:
    made = portal(strategy, {"kind": "read", **BY_ID}, most=30)
    removed = [each for each in function(made, "questions.remove") if each.writes]
    assert [each.must_match for each in removed] == ["question not found"]


@pytest.mark.parametrize(
    ("at", "is_own"),
    [(field("asked_at", "date", required=True), True), (field("asked_at", "date"), False),
     ({**field("asked_at", "date", required=True), "nullable": True}, False)],
)  # fmt: skip
def test_an_item_is_put_into_the_window_of_its_own_time(at: Json, is_own: bool) -> None:
    """Its caller told the start of the window, and nothing kept them from telling another."""
    (write,) = [each for each in function(portal("BUCKET_TIME", TENDER, at=at), "do 0") if each.writes]
    start = write.filter["_id"]["date"]
    assert isinstance(start, BuiltValue if is_own else Param)
    if is_own:
        assert start.kind == "start_of" and start.parts[0] == "day" and start.parts[1].path == "asked_at"
