"""Results that jobs work out from time to time, with results of results between them: each job runs once, in the order
in which they stand."""

from __future__ import annotations

import pytest

from tests.oracle.test_results_of_results import SUMS, failing, three_levels


@pytest.mark.parametrize(
    "refresh",
    [
        ("periodic", "periodic", "periodic", "periodic"),
        ("on-write", "periodic", "on-write", "periodic"),
        ("periodic", "on-write", "on-write", "periodic"),
        ("on-write", "periodic", "on-write", "on-write"),
    ],
)
def test_each_level_follows(refresh: tuple[str, str, str, str]) -> None:
    """refresh: of the income of cities, the takings and the fee of shops, the total of orders."""
    design = three_levels(("PARENT_REF", "PARENT_REF", "PARENT_REF"), SUMS, "replica-set")
    city, shop, order, _ = design["entities"]
    results = (city["fields"][1], shop["fields"][1], shop["fields"][2], order["fields"][1])
    for result, when in zip(results, refresh, strict=True):
        result["computed"]["refresh"] = when
    assert not failing(design)
