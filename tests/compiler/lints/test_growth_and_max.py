"""GROWTH_AND_MAX: a maximum beside growth without bound."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.workload.growth_and_max import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import pair


@pytest.mark.parametrize(
    ("has", "count"),
    [
        ({"max": 500, "growth": "unbounded"}, 1),
        ({"max": 500, "growth": "bounded"}, 0),
        ({"max": 500}, 0),
        ({"max": None, "growth": "unbounded"}, 0),
        ({"growth": "unbounded"}, 0),
    ],
)
def test_growth_says_that_there_is_no_limit(has: dict[str, Any], count: int) -> None:
    assert found(LINT, planned(pair(has=has))) == [("Parent.children", "info")] * count


def test_the_number_is_told() -> None:
    (told,) = findings(LINT, planned(pair(has={"max": 1500, "growth": "unbounded"})))
    assert "1,500" in told.message and told.params == {"max": 1500}
