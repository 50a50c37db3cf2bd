"""A server alone has neither transactions nor change streams: what needs them says so, in every function."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

import pytest
from msgspec.structs import replace

from designs.compiler import read
from designs.compiler.exporters.mongosh import render
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Statement
from tests.compiler.in_parts import compile_design
from tests.compiler.library import names, text_of

TOLD = {
    "transaction": "Standalone servers don't support transactions",
    "watch": "Standalone servers don't support change streams",
}


@cache
def compiled(name: str, topology: Any) -> Compilation:
    model = read(text_of(name)).value
    assert model is not None
    return compile_design(replace(model, topology=topology))


def recipes(name: str, topology: Any) -> list[list[Statement]]:
    statements = compiled(name, topology).plan.statements
    return [list(group) for _, group in groupby(statements, lambda one: one.recipe)]


def needs(recipe: list[Statement]) -> set[str]:
    """What of a recipe a standalone server refuses."""
    found = {"transaction"} if any(one.transaction for one in recipe) else set()
    return found | ({"watch"} if any(one.op == "watch" for one in recipe) else set())


def says(recipe: list[Statement]) -> set[str]:
    return {need for need, told in TOLD.items() if told in recipe[0].comment}


@pytest.mark.parametrize("name", names())
def test_each_function_that_it_refuses_says_so_and_no_other_does(name: str) -> None:
    alone = recipes(name, "standalone")
    assert [says(one) for one in alone] == [needs(one) for one in alone]
    assert not any(says(one) for one in recipes(name, "replica-set"))


def test_there_are_such_functions_of_relationships_operations_and_streams() -> None:
    found = [
        (one[0].subject.split(":")[0], need)
        for name in names()
        for one in recipes(name, "standalone")
        for need in needs(one)
    ]
    assert {("relationship", "transaction"), ("operation", "transaction"), ("relationship", "watch")} <= set(
        found
    )


def test_the_script_of_copies_says_where_its_streams_are() -> None:
    for topology, told in (("standalone", True), ("replica-set", False), ("sharded", False)):
        (text,) = [
            file.text for file in render(compiled("cms", topology)) if file.path.endswith("05_sync.js")
        ]
        assert ("not supported on standalone servers" in text.replace("\n// ", " ")) is told


def test_no_function_that_a_second_call_completes_moves_a_number_from_where_it_is() -> None:
    """Called again it would be moved twice: counts and sums are recomputed, whichever rule has put the writes in
    their order."""
    told = [
        recipe
        for recipe in recipes("electronics_store", "standalone")
        if "call it again to complete it" in recipe[0].comment
    ]
    assert {"reviews.remove", "reviews.reassign"} <= {recipe[0].recipe for recipe in told}
    assert [one.id for recipe in told for one in recipe if "$subtract" in str(one.update)] == []
