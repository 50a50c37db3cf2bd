"""L61: stated shares that the operations contradict."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.workload.flag_mismatch import LINT
from tests.compiler.planned import findings, planned
from tests.compiler.small import op, pair

# Of 100 operations on Child 40 come alone; of 100 reads of Parent 60 need Child.
OPS = (
    op("read", "Parent", "_id", includes=["r"], per_day=60),
    op("read", "Parent", "_id", per_day=40),
    op("read", "Child", "text", per_day=40),
)


def stated(ops: tuple[dict[str, Any], ...] = OPS, **rel: Any) -> list[tuple[str, Any]]:
    told = findings(LINT, planned(pair(has={"max": 5}, rel=rel, ops=ops)))
    assert all(one.subject == "r" and one.severity == "warning" for one in told)
    return [(one.params["input"], one.params["measured"]) for one in told]


@pytest.mark.parametrize(("share", "count"), [(0.2, 0), (0.19, 1), (0.6, 0), (0.61, 1)])
def test_alone(share: float, count: int) -> None:
    assert stated(independent_access=share) == [("independent_access", 0.4)] * count


def test_the_share_is_said_in_words() -> None:
    (told,) = findings(LINT, planned(pair(has={"max": 5}, rel={"independent_access": 0.9}, ops=OPS)))
    assert (
        told.message == "independent_access (used alone) is stated as 90 %, and the operations come to 40 %"
    )


@pytest.mark.parametrize(("share", "count"), [(0.4, 0), (0.39, 1), (0.8, 0), (0.81, 1)])
def test_together(share: float, count: int) -> None:
    assert stated(accessed_together=share) == [("accessed_together", 0.6)] * count


@pytest.mark.parametrize(("there", "count"), [(79, 1), (80, 0), (100, 0)])
def test_directions(there: float, count: int) -> None:
    """All measured reads go from Parent to Child."""
    navigation = {"from_to_per_day": there, "to_from_per_day": 100 - there}
    assert stated(navigation=navigation) == [("navigation", 1.0)] * count


@pytest.mark.parametrize(("back", "count"), [(15, 0), (15.1, 1)])
def test_a_direction_that_is_stated_alone_is_added_to_what_is_measured(back: float, count: int) -> None:
    """Of 60 reads there and 15 back 80 % go there, and all of those that are measured."""
    assert stated(navigation={"to_from_per_day": back}) == [("navigation", 1.0)] * count


def test_what_is_not_stated_or_not_measured_contradicts_nothing() -> None:
    assert stated() == []
    assert stated(ops=(), independent_access=0.9, accessed_together=0.9) == []
    assert stated(navigation={"from_to_per_day": 0}) == []
