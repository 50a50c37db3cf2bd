"""No function that writes reads what it never uses, or the same twice in a row."""

from __future__ import annotations

from pathlib import Path

from designs.compiler import read
from designs.compiler.exporters.mongosh import render
from designs.compiler.operations.context import ScriptFunction, outcome
from designs.compiler.operations.ir.changes import Update
from designs.compiler.operations.ir.predicates import In
from designs.compiler.operations.passes.unasked_reads import without_unasked_reads
from tests.compiler.in_parts import compile_design

DESIGNS = Path(__file__).resolve().parents[1] / "oracle" / "designs" / "at_length"


def _function(*, between: bool = False) -> ScriptFunction:
    """A function with a read that nothing asks for, and two alike. between: whether something is written between these."""
    recipe = ScriptFunction("operation:x", "x", "update", note="Why.")
    recipe.add("find", "lessons", filter={"kind": 1}, step="unused")
    recipe.add("find", "lessons", filter={"kind": 2}, step="first")
    if between:
        recipe.add("deleteMany", "lessons", filter={"kind": 3})
    recipe.add("find", "lessons", filter={"kind": 2}, step="second")
    for step in ("first", "second"):
        ids = In(outcome(step, many=True, each="_id"))
        recipe.add("updateMany", "tutors", filter={"_id": ids}, update=Update.setting({step: 1}))
    return recipe


def test_a_read_is_made_once_and_only_where_something_asks_for_it() -> None:
    left = without_unasked_reads(_function()).statements
    assert [each.step for each in left if not each.writes] == ["first"]
    asked = [each.filter.predicate("_id") for each in left if each.writes]
    assert asked == [In(outcome("first", many=True, each="_id"))] * 2
    assert left[0].comment == "Why."


def test_what_is_read_again_behind_a_write_is_read_again() -> None:
    left = without_unasked_reads(_function(between=True)).statements
    assert [each.step for each in left if not each.writes] == ["first", "second"]


def test_no_function_of_a_hotel_group_throws_an_answer_away() -> None:
    model = read((DESIGNS / "hotel_group.json").read_text()).value
    assert model is not None
    (script,) = [file.text for file in render(compile_design(model)) if file.path.endswith("04_queries.js")]
    reads = [line.strip() for line in script.splitlines() if line.endswith(".toArray();")]
    assert any(line.startswith("const ") for line in reads)
    assert not [line for line in reads if line.startswith(("db.", "inside.")) and "$merge" not in line]
