"""Results as their fields' types allow, and addends that are absent."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.model.formulas import evaluate, parse, possible, widest
from designs.compiler.operations.ir.condition_rendering import rendered_expression
from designs.compiler.operations.number_types import narrowed
from tests.mongosh.cases import build

TYPES = {
    "whole": ("int",),
    "long": ("long",),
    "part": ("double",),
    "money": ("decimal", "null"),
    "text": ("string",),
}


def expression(formula: str) -> Any:
    found = parse(formula)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("whole + 1", "int"),
        ("whole * long", "long"),
        ("whole / 2", "double"),
        ("money / 2", "decimal"),
        ("avg(whole)", "double"),
        ("sum(part * money)", "decimal"),
        ("count(money)", "int"),
        ("round(part, 2)", "double"),
        ("0.5 * whole", "double"),
        ("max(text)", None),
    ],
)
def test_the_widest_type_that_a_formula_gives(formula: str, expected: str | None) -> None:
    assert widest(expression(formula), TYPES.__getitem__) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("whole + long", {"long"}),
        ("whole / 2", {"double"}),
        ("sum(money)", {"decimal", "int", "long"}),
        ("money * 0.2", {"decimal", "double"}),  # of a price that a driver sent as a whole number
        ("sum(money) * part", {"decimal", "double"}),
        ("avg(part)", {"double"}),
        ("count(text)", {"int"}),
        ("max(text)", set()),
        ("sum(text)", set()),
    ],
)
def test_the_types_that_a_formula_may_give(formula: str, expected: set[str]) -> None:
    assert possible(expression(formula), TYPES.__getitem__) == expected


@pytest.mark.parametrize(
    ("formula", "types", "expected"),
    [
        ("money * 2", ("int", "null"), {"$toInt": {"$round": ["x", 0]}}),
        ("round(part)", ("int",), {"$toInt": "x"}),
        ("round(part, 1)", ("long",), {"$toLong": {"$round": ["x", 0]}}),
        ("whole * long", ("int",), {"$toInt": "x"}),
        ("whole + 1", ("int",), "x"),
        ("money * 2", ("int", "decimal"), "x"),
        ("money * 2", ("double",), "x"),
        ("max(text)", ("int",), "x"),
        ("money * 2", ("decimal",), "x"),
        ("sum(money)", ("decimal", "null"), "x"),
        ("avg(whole)", ("decimal", "null"), {"$toDecimal": "x"}),
        ("sum(part)", ("decimal",), {"$toDecimal": "x"}),
        ("sum(part)", ("decimal", "double"), "x"),
    ],
)
def test_a_result_takes_what_its_field_allows(formula: str, types: tuple[str, ...], expected: Any) -> None:
    result = narrowed(expression(formula), TYPES.__getitem__, types, "x")
    assert rendered_expression(result) == expected


def design(*fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": "nestlink/1", "name": "Sums", "database": "sums", "entities": [{"name": "Note", "count": 10, "fields": [*fields]}]
    }  # fmt: skip


def computed(*fields: dict[str, Any]) -> Any:
    statements = build(design(*fields)).compilation.plan.statements
    (found,) = [one.update for one in statements if one.purpose == "compute"]
    return found


def test_an_addend_that_may_be_absent_counts_nothing() -> None:
    always, sometimes = {"name": "a", "type": "int", "required": True}, {"name": "b", "type": "int"}
    total = {"name": "c", "type": "int", "computed": {"formula": "a - b", "refresh": "on-write"}}
    assert computed(always, sometimes, total) == [
        {"$set": {"c": {"$subtract": ["$a", {"$ifNull": ["$b", 0]}]}}}
    ]
    assert evaluate(expression("a - b"), {"a": 3, "b": None}.get) == 3
    assert evaluate(expression("a * b"), {"a": 3, "b": None}.get) is None


def test_a_result_is_written_as_its_field_allows() -> None:
    half = {"name": "c", "type": "int", "computed": {"formula": "a / 2", "refresh": "on-write"}}
    made = computed({"name": "a", "type": "int", "required": True}, half)
    assert made == [{"$set": {"c": {"$toInt": {"$round": [{"$divide": ["$a", 2]}, 0]}}}}]


def test_a_change_that_keeps_the_past_works_results_out_too() -> None:
    price = {"name": "a", "type": "int", "required": True}
    total = {"name": "c", "type": "int", "computed": {"formula": "a * 2", "refresh": "on-write"}}
    source = design(price, total)
    source["entities"][0]["history"] = "revisions"
    statements = build(source).compilation.plan.statements
    (update,) = [one.update for one in statements if one.purpose == "change" and one.op == "updateOne"]
    assert {"$set": {"c": {"$multiply": ["$a", 2]}}} in update
