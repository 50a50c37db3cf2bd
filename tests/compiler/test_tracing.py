"""Traced numbers behave like numbers, and know where their comparisons turn."""

from __future__ import annotations

import math
import operator
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from designs.compiler.sensitivity.breakpoints import Log
from designs.compiler.sensitivity.traced import Traced, traced

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
    log = Log()
    plain = FORMULAS[name](x, y)
    found = FORMULAS[name](traced("x", x, log), traced("y", y, log))
    assert float(found) == plain
    assert compare(found, limit) == compare(plain, limit)
    assert compare(limit, found) == compare(limit, plain)


@given(numbers, numbers, st.sampled_from(sorted(FORMULAS)), numbers)
def test_a_threshold_is_where_the_comparison_turns(x: float, y: float, name: str, limit: float) -> None:
    assume(y != 0)
    log = Log()
    formula = FORMULAS[name]
    assert (formula(traced("x", x, log), traced("y", y, log)) > limit) == (formula(x, y) > limit)
    for input_name, gaps in log.gaps.items():
        for gap in gaps:
            moved = {"x": x, "y": y}
            moved[input_name] += gap
            if moved["y"]:
                scale = max(1.0, abs(limit), abs(moved["x"]), abs(moved["y"]))
                assert formula(**moved) == pytest.approx(limit, abs=1e-6 * scale * scale)


def test_two_inputs_each_learn_where_they_meet() -> None:
    log = Log()
    assert not traced("x", 3, log) > traced("y", 5, log)
    assert log.gaps == {"x": {2.0}, "y": {-2.0}}


def test_the_smaller_of_two_remembers_the_other() -> None:
    log = Log()
    least = min(10.0, traced("x", 3, log))
    assert isinstance(least, Traced) and log.gaps == {"x": {7.0}}


def test_endless_numbers_leave_nothing() -> None:
    log = Log()
    assert traced("x", 3, log) < math.inf
    assert log.gaps == {}


WAYS: dict[str, Any] = {
    "itself": lambda x: x > 4,
    "equal": lambda x: x == 4,
    "at least": lambda x: x * 2 + 1 >= 9,
    "share": lambda x: x / (x + 12) < 0.25,
    "inverse": lambda x: 100 / x <= 25 if x else None,
    "least": lambda x: min(x, 4.0) + max(x, 9.0) > 13.5,
    "parts of one whole": lambda x: [x / whole < 4 / whole for whole in (x + 20,)],
    "zero": lambda x: "some" if x else "none",
    "none": lambda x: (x * 0.0) > 1,
}


def covers(log: Log, value: float) -> bool:
    """Whether everything goes the same way at another value of x, for sure."""
    low, high, _ = log.span("x")
    return low < value < high


LOOSE: dict[str, Any] = {
    "digits": lambda x: len(str(int(x))) > 1,
    "whole": lambda x: x // 3 > 1,
    "rounded": lambda x: round(x) > 4,
    "square": lambda x: x * x > 16,
    "of a share": lambda x: (100 / (x + 1)) * 2 > 5,
    "not equal": lambda x: x != 4,
    "shares of each other": lambda x: x / (x + 1) > 1 / (x + 2),
}


@example(0, "parts of one whole", 18)
@given(st.integers(-12, 12), st.sampled_from(sorted(WAYS)), st.integers(-60, 60))
def test_between_its_limits_an_input_is_answered_alike(start: int, name: str, other: int) -> None:
    log, way = Log(), WAYS[name]
    first = way(traced("x", start / 2, log))
    assert first == way(start / 2)
    if covers(log, other / 4):
        assert way(other / 4) == first
    assert name == "none" or not (covers(log, -1e9) and covers(log, 1e9))


def test_an_input_that_was_compared_itself_may_move_right_up_to_that() -> None:
    log = Log()
    assert not traced("x", 3, log) > 4 and not traced("x", 3, log) >= 5
    assert covers(log, 4) and not covers(log, math.nextafter(4, 5))
    assert covers(log, -1e300)


@pytest.mark.parametrize("name", sorted(LOOSE))
def test_what_is_not_traced_lets_no_answer_last(name: str) -> None:
    log = Log()
    LOOSE[name](traced("x", 3, log))
    assert not covers(log, 3)


def test_a_cut_parts_what_was_heard_before_from_what_comes() -> None:
    log = Log()
    number = traced("x", 3, log)
    assert not number > 4
    before = log.cut()
    assert not number > 7
    after = log.cut()
    assert before.gaps == {"x": {1.0}} and after.gaps == {"x": {4.0}}
    assert not covers(before, 5) and covers(after, 5)
