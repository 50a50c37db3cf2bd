"""Aggregation expressions: what their nodes become for a server."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from designs.compiler.operations.ir import expressions
from designs.compiler.operations.ir.condition_rendering import rendered_expression, rendered_value
from designs.compiler.operations.ir.conditions import where
from designs.compiler.operations.ir.expressions import (
    DOCUMENT,
    NOW,
    REDUCED,
    ROOT,
    THIS,
    AggregationExpression,
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    WindowCall,
    add,
    any_true,
    cond,
    eq,
    filter_array,
    if_null,
    is_array,
    let,
    reduce_array,
    regex_match,
    size_of,
    sum_of,
    switch,
)
from designs.compiler.operations.parameters import with_parameters
from designs.compiler.plan_model.physical import BuiltValue, Param

EACH = Variable("each")


@pytest.mark.parametrize(
    ("node", "written"),
    [
        (FieldPath("a.b"), "$a.b"),
        (DOCUMENT.down("a").down("b"), "$a.b"),
        (EACH, "$$each"),
        (EACH.down("a").down("b"), "$$each.a.b"),
        ([ROOT, NOW], ["$$ROOT", "$$NOW"]),
        (LiteralValue("$a"), {"$literal": "$a"}),
        (LiteralValue({"b": 1}), {"$literal": {"b": 1}}),
        (add(FieldPath("a"), 1, 2), {"$add": ["$a", 1, 2]}),
        (size_of(if_null(FieldPath("a"), [])), {"$size": {"$ifNull": ["$a", []]}}),
        (cond(is_array(EACH), EACH, [EACH]), {"$cond": [{"$isArray": "$$each"}, "$$each", ["$$each"]]}),
        (
            filter_array(FieldPath("a"), "each", eq(EACH.down("b"), None)),
            {"$filter": {"input": "$a", "as": "each", "cond": {"$eq": ["$$each.b", None]}}},
        ),
        (
            reduce_array(FieldPath("a"), 0, add(REDUCED, THIS)),
            {"$reduce": {"input": "$a", "initialValue": 0, "in": {"$add": ["$$value", "$$this"]}}},
        ),
        (let({"x": {"n": FieldPath("a")}}, Variable("x", "n")), {"$let": {"vars": {"x": {"n": "$a"}}, "in": "$$x.n"}}),
        (
            switch([(eq(FieldPath("a"), 1), "one")], None),
            {"$switch": {"branches": [{"case": {"$eq": ["$a", 1]}, "then": "one"}], "default": None}},
        ),
        (regex_match(EACH, "^a", "i"), {"$regexMatch": {"input": "$$each", "regex": "^a", "options": "i"}}),
        (regex_match(EACH, "^a"), {"$regexMatch": {"input": "$$each", "regex": "^a"}}),
        (any_true([eq(EACH, 1)]), {"$eq": ["$$each", 1]}),
        (any_true([eq(EACH, 1), eq(EACH, 2)]), {"$or": [{"$eq": ["$$each", 1]}, {"$eq": ["$$each", 2]}]}),
        (
            WindowCall(sum_of(FieldPath("a")), ("unbounded", -1)),
            {"$sum": "$a", "window": {"documents": ["unbounded", -1]}},
        ),
    ],
)  # fmt: skip
def test_an_expression_as_a_server_takes_it(node: Any, written: Any) -> None:
    assert rendered_expression(node) == written


def test_expressions_in_filters_and_in_what_a_script_puts_together() -> None:
    assert rendered_value(where(eq(FieldPath("a"), 1))) == {"$expr": {"$eq": ["$a", 1]}}
    assert rendered_value(BuiltValue("given", ({"a": FieldPath("b")},))) == BuiltValue(
        "given", ({"a": "$b"},)
    )


def test_a_kind_of_expression_that_nothing_writes_is_a_mistake() -> None:
    class Other(AggregationExpression, frozen=True):
        pass

    with pytest.raises(TypeError, match="Other"):
        rendered_expression([Other()])


def test_parameters_within_an_expression_are_replaced() -> None:
    old, new = Param(name="old"), Param(name="new")
    node = filter_array(FieldPath("a"), "each", eq(EACH, LiteralValue(old)))
    assert with_parameters(node, lambda _: new) == filter_array(
        FieldPath("a"), "each", eq(EACH, LiteralValue(new))
    )


def _makers() -> list[Callable[..., Any]]:
    """Return the functions that make an expression; a generator only looks through one."""
    functions = inspect.getmembers(expressions, inspect.isfunction)
    made_otherwise = ("all_true", "any_true", "switch", "let", "_is_list_counted", "unmet")
    return [
        function
        for name, function in functions
        if name not in made_otherwise and not inspect.isgeneratorfunction(function)
    ]


@pytest.mark.parametrize("make", _makers(), ids=lambda make: make.__name__)
def test_each_maker_gives_one_call_of_all_its_operands(make: Callable[..., Any]) -> None:
    parameters = [
        each for each in inspect.signature(make).parameters.values() if each.kind is not each.VAR_POSITIONAL
    ]
    operands = [f"operand{number}" for number, _ in enumerate(parameters)]
    call = make(*operands)
    assert isinstance(call, OperatorCall)
    (operand,) = rendered_expression(call).values()
    parts = (
        operand.values() if isinstance(operand, dict) else operand if isinstance(operand, list) else [operand]
    )
    named = [call.operator] if operands and call.operator == operands[0] else []
    assert sorted([*parts, *named]) == operands
