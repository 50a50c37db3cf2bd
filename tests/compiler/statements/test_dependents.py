"""What a write moves in documents of other collections: which writes do, whom they ask for, and what says so."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.operations.ir.changes import (
    Compute,
    DocumentChange,
    Inc,
    Push,
    Put,
    Unset,
    Update,
    UpdatePath,
)  # fmt: skip
from designs.compiler.operations.write.written_paths import touches
from designs.compiler.plan_model.physical import Statement
from tests.compiler.in_parts import compile_design
from tests.mongosh.test_results_follow_updates import rated
from tests.mongosh.test_results_over_elements import threads

Json = dict[str, Any]


@cache
def statements(source: str) -> dict[str, list[Statement]]:
    model = read(source).value
    assert model is not None
    found: dict[str, list[Statement]] = {}
    for one in compile_design(model).plan.statements:
        found.setdefault(one.recipe, []).append(one)
    return found


def of(source: Json, recipe: str) -> list[Statement]:
    return statements(json.dumps(source))[recipe]


def write(op: str, kind: type[DocumentChange] | None = None, path: str = "", *value: Any) -> Statement:
    update = kind and Update.of(kind(UpdatePath(path), *value))
    return Statement(id="x", subject="", purpose="", op=op, collection="posts", script="", update=update)


@pytest.mark.parametrize(
    ("one", "touched"),
    [
        (write("updateOne", Put, "title", 1), False),
        (write("updateOne", Inc, "comments.likes", 1), True),
        (write("updateOne", Put, "comments.text", 1), False),
        (write("updateOne", Push, "comments", 1), True),
        (write("updateOne", Put, "comments.author_id", 1), True),
        (write("updateMany", Compute, "comments.likes", 1), True),
        (write("updateMany", Unset, "title"), False),
        (write("updateMany", Unset, "comments"), True),
        (write("insertOne"), True),
        (write("deleteMany"), True),
        (write("find"), False),
    ],
)
def test_a_write_moves_what_it_writes_or_stands_around(one: Statement, touched: bool) -> None:
    assert touches(one, ["comments.author_id", "comments.likes"]) is touched


def test_those_are_asked_for_that_the_elements_refer_to_before_the_write() -> None:
    authors, blogs, update, *follow = of(threads(), "like")
    assert [next(iter(stage)) for stage in authors.pipeline] == ["$match", "$unwind", "$group"]
    assert blogs.pipeline[-1] == {"$group": {"_id": "$blog_id"}} and update.op == "updateOne"
    assert [(one.op, one.collection) for one in follow] == [
        (op, name) for name in ("authors", "blogs") for op in ("aggregate", "updateOne")
    ]
    assert authors.step in str(follow[0].pipeline[0]) and blogs.step in str(follow[2].pipeline[0])
    assert [one.each for one in follow[1::2]] == [one.step for one in follow[::2]]


def test_an_element_that_is_added_says_itself_whom_it_moves() -> None:
    recipe = of(threads(), "thread.add")
    follow = next(one for one in recipe if one.collection == "authors" and one.pipeline)
    assert "author_id" in str(follow.pipeline[0]) and "$in" not in str(follow.pipeline[0])
    lookup = next(stage["$lookup"] for stage in follow.pipeline if "$lookup" in stage)
    assert lookup["let"] == {"own": "$_id"}
    assert lookup["pipeline"][1] == {"$match": {"$expr": {"$eq": ["$comments.author_id", "$$own"]}}}


def test_parents_that_go_too_are_not_asked_for() -> None:
    assert not [one for one in of(threads(), "posting.cascade") if one.collection == "blogs" and one.pipeline]


@pytest.mark.parametrize("returns", ["nothing", "after"])
def test_what_is_asked_for_stays_the_answer(returns: str) -> None:
    source = rated("PARENT_REF")()
    for operation in source["operations"]:
        operation["returns"] = returns if operation["name"] == "correct" else "nothing"
    made = of(source, "correct")
    assert made[-1].collection == "products" and "recomputed" in made[0].comment
    answers = [one.op for one in made if one.answers]
    assert answers == (["findOneAndUpdate"] if returns == "after" else [])


def test_a_transaction_works_out_what_follows() -> None:
    made = of(threads(), "thread.reassign")
    assert all(one.transaction for one in made) and made[-1].collection == "blogs"
    assert "recomputed" in made[0].comment and "RecomputeOne" not in made[0].comment
