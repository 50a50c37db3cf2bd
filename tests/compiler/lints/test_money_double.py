"""L45: money as doubles."""

from __future__ import annotations

import pytest

from designs.compiler.lints.types.money_double import LINT
from tests.compiler.composed import field
from tests.compiler.planned import found, things


@pytest.mark.parametrize(
    ("kind", "money", "wrong"),
    [("double", True, 1), ("decimal", True, 0), ("int", True, 0), ("double", False, 0)],
)
def test_cents_need_an_exact_type(kind: str, money: bool, wrong: int) -> None:
    assert found(LINT, things(field("price", kind, money=money))) == [("Thing.price", "warning")] * wrong
