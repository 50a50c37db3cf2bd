"""L38: very many collections."""

from __future__ import annotations

import pytest

from designs.compiler.lints.workload.coll_count import LINT
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, pair, things


@pytest.mark.parametrize(("limit", "severities"), [(10, []), (9, ["warning"]), (0.9, ["error"])])
def test_a_tenth_of_the_limit_is_many(limit: float, severities: list[str]) -> None:
    plan = things(top={"constants": {"coll_warn": limit}})
    assert found(LINT, plan) == [("test", severity) for severity in severities]


@pytest.mark.parametrize(("limit", "count"), [(30, 0), (29, 1)])
def test_a_collection_of_links_counts_too(limit: int, count: int) -> None:
    made = pair("LINK_COLL", kind="many-to-many", top={"constants": {"coll_warn": limit}})
    assert [one.params["count"] for one in findings(LINT, made)] == [3] * count


@pytest.mark.parametrize(("period", "count"), [("month", 0), ("week", 0), ("day", 1)])
def test_a_rolling_collection_counts_once_a_period(period: str, count: int) -> None:
    rolling = {"policy": "rolling", "period": period}
    told = findings(LINT, things(field("made", "date"), retention=rolling))
    assert len(told) == count
    assert all(one.params["count"] == 3 * 365 and "1,095" in one.message for one in told)


@pytest.mark.parametrize(
    ("years", "severities"), [(1000, []), (1001, ["warning"]), (10_000, ["warning"]), (10_001, ["error"])]
)
def test_a_thousand_are_many_and_ten_thousand_too_many(years: int, severities: list[str]) -> None:
    """A collection of each year, for so many years ahead."""
    rolling = {"policy": "rolling", "period": "year"}
    plan = things(field("made", "date"), retention=rolling, top={"constants": {"horizon": years}})
    assert found(LINT, plan) == [("test", severity) for severity in severities]


def test_only_what_counts_more_than_once_is_told() -> None:
    rolling = {"policy": "rolling", "period": "year"}
    for years, told in (
        (2, "2 collections (Thing 2 in 2 years), more than 1"),
        (1, "1 collections, more than 0.50"),
    ):
        limits = {"constants": {"horizon": years, "coll_warn": 10 if years == 2 else 5}}
        (found_one,) = findings(LINT, things(field("made", "date"), retention=rolling, top=limits))
        assert found_one.message == told
