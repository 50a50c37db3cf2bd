"""The table of strategies' functions: each entry is there to be loaded."""

from __future__ import annotations

import pytest

from designs.compiler import STRATEGIES
from designs.compiler.operations.functions.by_strategy import MAKERS, maker_of


@pytest.mark.parametrize("strategy", MAKERS)
def test_the_functions_of_a_strategy_load(strategy: str) -> None:
    maker = maker_of(strategy)
    assert maker is not None and strategy in STRATEGIES
    assert maker.__module__.endswith(MAKERS[strategy].rpartition(".")[0])


def test_a_strategy_without_functions_has_no_maker() -> None:
    assert maker_of("POLY_SPLIT") is None
