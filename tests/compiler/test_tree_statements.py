"""What the functions of trees write: fields inside objects, and what stands before a transaction."""

from __future__ import annotations

from typing import Any

from designs.compiler.emit.javascript.values import literal
from designs.compiler.operations.functions.trees.branches import _all_of, _before_transaction
from designs.compiler.operations.functions.trees.nodes import _nested
from designs.compiler.plan_model.physical import Made, Param, Statement


def test_a_generated_field_of_an_object_stands_in_the_object() -> None:
    given = Param(name="node", collection="nodes", path="")
    made = Made("document", (given, _nested({"above": [], "a.b.c": 1, "a.d": 2}, "node")))
    assert literal(made) == ("{ ...node, above: [], a: { ...node?.a, b: { ...node?.a?.b, c: 1 }, d: 2 } }")


def statement(**parts: Any) -> Statement:
    return Statement(
        id="", subject="", purpose="cascade", collection="nodes", script="", transaction=True, **parts
    )


def test_several_deletes_are_one() -> None:
    below, itself = (
        statement(op="deleteMany", filter={"above": 1}),
        statement(op="deleteOne", filter={"_id": 1}),
    )
    assert _all_of([itself]) is itself
    assert (_all_of([below, itself]).op, _all_of([below, itself]).filter) == (
        "deleteMany",
        {"$or": [{"above": 1}, {"_id": 1}]},
    )


def test_what_merges_stands_before_the_transaction() -> None:
    read, merge = statement(op="find"), statement(op="aggregate", pipeline=[{"$merge": {"into": "lists"}}])
    delete = statement(op="deleteMany")
    assert [one.transaction for one in _before_transaction([read, merge, delete])] == [False, False, True]
    assert [one.transaction for one in _before_transaction([read, delete])] == [True, True]
