"""Recipes: values that are told apart, what counts as a write."""

from __future__ import annotations

from designs.compiler.operations.context import ScriptFunction
from designs.compiler.operations.ir.stages import MergeStage


def test_two_values_of_one_name_are_told_apart() -> None:
    recipe = ScriptFunction("operation:x", "x", "read")
    first, again = recipe.param("a b", "c", "a b"), recipe.param("a b", "c", "a b")
    other, step = recipe.param("a_b", "c", "a_b"), recipe.step("a b")
    assert first == again and [first.name, other.name, step] == ["aB", "aB2", "aB3"]


def test_a_recipe_of_one_statement_has_its_name() -> None:
    recipe = ScriptFunction("operation:x", "x", "read", note="Why.")
    recipe.add("findOne", "c", filter={})
    assert [one.id for one in recipe.done()] == ["x"] and recipe.done()[0].comment == "Why."
    recipe.add("deleteOne", "c", filter={})
    assert [(one.id, one.writes) for one in recipe.done()] == [("x.1", False), ("x.2", True)]


def test_a_merge_is_a_write() -> None:
    recipe = ScriptFunction("operation:x", "x", "read")
    recipe.add("aggregate", "c", pipeline=[{"$match": {}}]).add(
        "aggregate", "c", pipeline=[MergeStage("d", "merge")]
    )
    assert [one.writes for one in recipe.done()] == [False, True]


def test_a_renamed_recipe_keeps_its_statements() -> None:
    recipe = ScriptFunction("relationship:r", "r.add", "add", note="A.", transaction=True)
    recipe.add("insertOne", "c", documents={}).add("updateOne", "d", filter={}, update={})
    other = recipe.renamed(ScriptFunction("operation:o", "o", "insert", note="B."))
    assert [(one.id, one.subject, one.recipe, one.purpose, one.transaction) for one in other.done()] == [
        ("o.1", "operation:o", "o", "insert", True), ("o.2", "operation:o", "o", "insert", True),
    ]  # fmt: skip
    assert other.done()[0].comment == "B."
