"""What a function reads of documents that are about to change stands in front of whatever asks for it."""

from __future__ import annotations

from designs.compiler.operations.change_last import reads_first
from designs.compiler.operations.context import ScriptFunction, outcome
from designs.compiler.operations.ir.conditions import filter_of
from designs.compiler.operations.ir.expressions import FieldPath
from designs.compiler.operations.ir.predicates import In
from designs.compiler.operations.ir.stages import GroupStage, MatchStage


def test_a_gathering_read_too() -> None:
    """A function ended with "Cannot access … before initialization"."""
    function = ScriptFunction("entity:Book", "book.delete", "delete")
    step = function.step("going")
    ids = In(outcome(step, many=True, each="_id"))
    function.add("find", "pages", filter=filter_of({"book": ids}), step=function.step("changing"))
    pipeline = [MatchStage(filter_of({"shelf": 1})), GroupStage({"_id": FieldPath("_id")})]
    function.add("aggregate", "books", pipeline=pipeline, step=step)
    function.add("deleteMany", "books", filter=filter_of({"_id": ids}))
    assert [each.collection for each in function.statements] == ["pages", "books", "books"]
    assert [each.op for each in reads_first(function.statements)] == ["aggregate", "find", "deleteMany"]
