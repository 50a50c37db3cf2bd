"""Traced numbers behave like numbers, and know where their comparisons turn."""

from __future__ import annotations

import math
import operator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from designs.compiler.tracing import Log, Traced, traced

numbers = st.integers(-1000, 1000).map(float)
COMPARE = (operator.lt, operator.le, operator.gt, operator.ge)
FORMULAS: dict[str, Any] = {
    "sum": lambda x, y: x * 2 + y,
    "reverse": lambda x, y: 7 - x,
    "product": lambda x, y: x * y,
    "quotient": lambda x, y: x / y,
    "inverse": lambda x, y: 100 / y,
    "projection": lambda x, y: x + y * 365 * 3,
}


@given(numbers, numbers, st.sampled_from(sorted(FORMULAS)), numbers, st.sampled_from(COMPARE))
def test_they_count_and_compare_like_plain_ones(
    x: float, y: float, name: str, limit: float, compare: Any
) -> None:
    assume(y != 0)
    log: Log = {}
    plain = FORMULAS[name](x, y)
    found = FORMULAS[name](traced("x", x, log), traced("y", y, log))
    assert float(found) == plain
    assert compare(found, limit) == compare(plain, limit)
    assert compare(limit, found) == compare(limit, plain)


@given(numbers, numbers, st.sampled_from(sorted(FORMULAS)), numbers)
def test_a_threshold_is_where_the_comparison_turns(x: float, y: float, name: str, limit: float) -> None:
    assume(y != 0)
    log: Log = {}
    formula = FORMULAS[name]
    assert (formula(traced("x", x, log), traced("y", y, log)) > limit) == (formula(x, y) > limit)
    for input_name, gaps in log.items():
        for gap in gaps:
            moved = {"x": x, "y": y}
            moved[input_name] += gap
            if moved["y"]:
                scale = max(1.0, abs(limit), abs(moved["x"]), abs(moved["y"]))
                assert formula(**moved) == pytest.approx(limit, abs=1e-6 * scale * scale)


def test_two_inputs_each_learn_where_they_meet() -> None:
    log: Log = {}
    assert not traced("x", 3, log) > traced("y", 5, log)
    assert log == {"x": {2.0}, "y": {-2.0}}


def test_the_smaller_of_two_remembers_the_other() -> None:
    log: Log = {}
    least = min(10.0, traced("x", 3, log))
    assert isinstance(least, Traced) and log == {"x": {7.0}}


def test_endless_numbers_leave_nothing() -> None:
    log: Log = {}
    assert traced("x", 3, log) < math.inf
    assert log == {}
