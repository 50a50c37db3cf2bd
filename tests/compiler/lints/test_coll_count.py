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


@pytest.mark.parametrize("period", ["day", "year"])
def test_what_is_kept_for_a_period_is_one_collection(period: str) -> None:
    """As forecasts count it: a TTL index deletes what is older."""
    rolling = {"policy": "rolling", "period": period, "field": "made"}
    plan = things(
        field("made", "date"), retention=rolling, top={"constants": {"coll_warn": 9, "horizon": 99}}
    )
    (finding,) = findings(LINT, plan)
    assert finding.message == "1 collections. The limit is 0.90."
