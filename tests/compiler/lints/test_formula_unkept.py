"""FORMULA_UNKEPT: stored formulas that no function computes."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.formula_unkept import LINT
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import found

MANY = {"field": "kids", "has": {"max": None, "growth": "unbounded"}}
ONE = {"has": {"min": 1, "max": 1}}


@pytest.mark.parametrize(
    ("strategy", "formula", "count"),
    [
        ("PARENT_REF", "count(kids)", 0),
        ("PARENT_REF", "round(avg(kids.x), 1)", 0),
        ("PARENT_REF", "a + 1", 0),
        ("PARENT_REF", "first(kids.x)", 1),
        ("SUBSET", "count(kids)", 0),
        ("SUBSET", "max(kids.x)", 0),
        ("OUTLIER", "count(kids)", 0),
        ("OUTLIER", "round(avg(kids.x), 1)", 0),
        ("OUTLIER", "last(kids.x)", 1),
    ],
)
def test_what_no_function_computes_is_said(strategy: str, formula: str, count: int) -> None:
    parent = entity("Parent", field("a", "int"), field("b", "int", computed={"formula": formula}))
    child = entity("Child", field("x", "int"), field("made", "date", required=True))
    links = [link("r", "one-to-many", ("Parent", MANY), ("Child", ONE), strategy=strategy)]
    plan = compile_design(design([parent, child], links))
    assert found(LINT, plan) == [("Parent.b", "warning")] * count
