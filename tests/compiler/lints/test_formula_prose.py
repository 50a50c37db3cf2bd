"""FORMULA_PROSE: formulas that cannot be computed."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.formula_prose import LINT
from tests.compiler.composed import field
from tests.compiler.planned import found, things


@pytest.mark.parametrize(
    ("formula", "count"), [("a * 2 + 1", 0), ("round(a, 2)", 0), ("twice a", 1), ("a *", 1)]
)
def test_what_does_not_parse_is_prose(formula: str, count: int) -> None:
    plan = things(field("a", "int"), field("b", "int", computed={"formula": formula}))
    assert found(LINT, plan) == [("Thing.b", "warning")] * count
