"""The table of strategies' functions: each entry is there to be loaded."""

from __future__ import annotations

import pytest

from designs.compiler import STRATEGIES
from designs.compiler.operations.functions.by_strategy import maker_of
from designs.compiler.strategies.table import strategies_with


@pytest.mark.parametrize("strategy", strategies_with(lambda row: row.functions))
def test_the_functions_of_a_strategy_load(strategy: str) -> None:
    maker = maker_of(strategy)
    assert maker is not None
    assert maker.__module__.endswith(STRATEGIES[strategy].functions.rpartition(".")[0])


def test_a_strategy_without_functions_has_no_maker() -> None:
    assert maker_of("POLY_SPLIT") is None
