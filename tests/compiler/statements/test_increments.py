"""Additions that move a stored result, and those that do not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.in_parts import compile_design
from tests.compiler.small import design, entity, op

NUMBERS = [{"name": name, "type": "int"} for name in "abc"]


def operators(formula: str, steps: dict[str, float], second: str = "") -> list[str] | str:
    """What the update of an operation is made of: operators, or the fields that its last stage sets."""
    computed = [("total", formula)] + ([("twice", second)] if second else [])
    fields = [
        {"name": name, "type": "int", "computed": {"formula": one, "refresh": "on-write"}}
        for name, one in computed
    ]
    effects = [{"field": field, "do": "increment", "by": by} for field, by in steps.items()]
    write: Any = op("update", "Thing", "_id", effects=effects)
    made = compile_design(design([entity("Thing", *NUMBERS, *fields)], [], (write,))).plan.statements
    (one,) = [each for each in made if each.subject == "operation:operation 0"]
    return list(one.update) if isinstance(one.update, dict) else " ".join(one.update[-1]["$set"])


@pytest.mark.parametrize(
    ("formula", "steps", "expected"),
    [
        ("a - b", {"a": -1, "b": -1}, ["$inc"]),
        ("a - b", {"a": -1, "b": 1}, "total"),
        ("a - b", {"c": 1}, ["$inc"]),
        ("a + b", {"a": 1, "b": -1}, ["$inc"]),
        ("a * 2 - b", {"a": 1, "b": 2}, ["$inc"]),
        ("a * b", {"a": 1, "b": -1}, "total"),
        ("a / b", {"a": 1, "b": 1}, "total"),
    ],
)
def test_what_adds_up_to_nothing_stays_a_plain_addition(
    formula: str, steps: dict[str, float], expected: list[str] | str
) -> None:
    assert operators(formula, steps) == expected


def test_what_follows_from_a_moved_result_moves() -> None:
    assert operators("a - b", {"a": 1}, "total * 2") == "twice"
    assert operators("a - b", {"a": 1, "b": 1}, "total * 2") == ["$inc"]
