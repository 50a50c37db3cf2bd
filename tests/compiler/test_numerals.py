"""Numbers as people read them."""

from __future__ import annotations

import math

import pytest

from designs.compiler.plan_model.number_format import LONG, grouped, is_long
from designs.compiler.sensitivity.breakpoints import Log
from designs.compiler.sensitivity.traced import traced


@pytest.mark.parametrize(
    ("value", "spec", "told"),
    [
        (1234, ",", "1,234"),
        (0.5, ",.2f", "0.50"),
        (1e15 - 1, ",.0f", "999,999,999,999,999"),
        (10**15, ",", "1e15"),
        (1e15, ",.1f", "1e15"),
        (1.2345e300, ",.0f", "1.23e300"),
        (-1e300, ",", "-1e300"),
        (math.inf, ",", "inf"),
        (10**17, "", "1e17"),
    ],
)
def test_a_number_is_written_out_as_long_as_people_read_it(value: float, spec: str, told: str) -> None:
    assert grouped(value, spec) == told


def test_writing_a_number_leaves_no_threshold_behind() -> None:
    log = Log()
    number = traced("max", 2e15, log)
    assert is_long(number) and log.notes == set()
    assert number > LONG and log.notes  # as any other comparison does
