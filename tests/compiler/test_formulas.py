"""The formula grammar and its arithmetic."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pytest
from bson.decimal128 import Decimal128
from hypothesis import given, strategies

from designs.compiler.model.formulas import Binary, Call, Number, PathRef, evaluate, parse, paths_of

DAY = datetime.datetime(2024, 5, 1, tzinfo=datetime.UTC)
VALUES: dict[str, Any] = {
    "items.price": [79.99, 249.99], "items.quantity": [1, 1], "other.rows": [1, 2, 3], "a": 6, "b": 4, "zero": 0,
    "rate": 0.1, "cost": Decimal128("2.50"), "reviews": [{"r": 1}, {"r": 2}], "reviews.rating": [5, 4, None, 4],
    "reviews.date": [DAY, None], "distribution.1": 7, "count": 2, "none": None, "empty": [], "big": 10**40,
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("sum(items.price * items.quantity)", 329.98),
        ("sum(items.price * 2)", 659.96),
        ("a - b", 2),
        ("a - b - 1", 1),
        ("a + b * 2", 14),
        ("(a + b) * 2", 20),
        ("-a + b", -2),
        ("a / b", 1.5),
        ("a / zero", None),
        ("a + none", 6),
        ("a * none", None),
        ("count(reviews)", 2),
        ("count(empty)", 0),
        ("sum(empty)", 0),
        ("avg(empty)", None),
        ("round(avg(reviews.rating), 2)", 4.33),
        ("avg(reviews.rating) * 3", 13),
        ("max(reviews.rating)", 5),
        ("max(reviews.date)", DAY),
        ("first(reviews.rating)", 5),
        ("last(reviews.rating)", 4),
        ("min(a, b)", 4),
        ("round(2.5)", 2),
        ("rate + rate + rate", 0.3),
        ("cost * 2", Decimal("5.00")),
        ("(distribution.1 + 2 * distribution.1) / count", 10.5),
        ("sum(items.price * other.rows)", None),
        ("round(big)", 10**40),
    ],
)
def test_values(text: str, value: Any) -> None:
    expression = parse(text)
    assert expression is not None
    found = evaluate(expression, VALUES.get)
    assert found == pytest.approx(value) if isinstance(value, float) else found == value
    assert type(found) is type(value) or text.startswith(("round", "min"))


@pytest.mark.parametrize(
    "prose",
    [
        "one for each time the page is shown", "number of students", "", "a +", "sum()", "median(a)", "a b",
        "round(a, 1, 2)", "count(a, b)", "a; b", "'text'", "(" * 100 + "a" + ")" * 100, "a+" * 2000 + "a", "a+" * 200 + "a", "$a", "1.",
    ],
)  # fmt: skip
def test_what_does_not_parse_is_prose(prose: str) -> None:
    assert parse(prose) is None


def test_the_tree_and_its_paths() -> None:
    expression = parse("sum(items.price * items.quantity) - items.price + 1")
    product = Binary("*", PathRef("items.price"), PathRef("items.quantity"))
    assert expression == Binary(
        "+", Binary("-", Call("sum", (product,)), PathRef("items.price")), Number(Decimal(1))
    )
    assert paths_of(expression) == ("items.price", "items.quantity")


@given(strategies.text("ab.,+-*/()1 sumround\u00e9'\"$", max_size=60))
def test_any_text_parses_or_is_prose(text: str) -> None:
    expression = parse(text)
    if expression is not None:
        evaluate(expression, lambda path: 2)
