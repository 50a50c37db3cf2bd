"""How large documents are: what a page or a window holds, not what a parent has in the end."""

from __future__ import annotations

import pytest

from designs.compiler.plan_model.physical import Collection
from tests.compiler.composed import design, entity, field, link
from tests.compiler.planned import planned


def buckets(strategy: str, window: str | None = None, **has: float | None) -> Collection:
    """The buckets of a parent's children, each of 100 bytes."""
    child = entity("Child", field("text", average_bytes=100), field("at", "date", required=True))
    more = {"time_window": window} if window else {}
    ends = ("Parent", {"has": {"growth": "unbounded", **has}}), ("Child", {"has": {"max": 1}})
    model = design([entity("Parent", field("name")), child], [link("kids", "one-to-many", *ends, **more)])
    bound = {"BUCKET": 50, "BUCKET_TIME": 1000}[strategy]
    plan = planned(model, kids=(strategy, "to", {"bound": bound})).plan
    return next(one for one in plan.collections if one.kind == "bucket")


def today(*args: str, **has: float | None) -> int:
    found = buckets(*args, **has).bytes
    assert found is not None
    return found.today


@pytest.mark.parametrize(("window", "times"), [("day", 1), ("week", 7), ("month", 30)])
def test_a_window_holds_what_is_added_in_it(window: str, times: int) -> None:
    one = today("BUCKET_TIME", "day", average=4000, adds_per_day=20)
    assert 20 * 100 < one < 20 * 200
    assert times * 20 * 100 < today("BUCKET_TIME", window, average=4000, adds_per_day=20) < times * 20 * 200


def test_a_window_of_unknown_additions_holds_what_a_parent_has_up_to_its_bound() -> None:
    assert 1000 * 100 < today("BUCKET_TIME", "day", average=4000) < 1000 * 200


def test_a_page_holds_its_bound() -> None:
    assert 50 * 100 < today("BUCKET", average=4000, adds_per_day=20) < 50 * 200
    assert 10 * 100 < today("BUCKET", average=10, adds_per_day=20) < 10 * 200
