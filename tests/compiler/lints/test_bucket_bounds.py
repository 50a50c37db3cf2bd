"""L24: buckets that grow too large."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.lifecycle.bucket_bounds import LINT
from tests.compiler.planned import found, planned
from tests.compiler.small import case, pair, text

AGAIN = [("Parent.children", "error")]


def bucket(strategy: str, adds: float = 10, size: int = 20, **rel: Any) -> list[tuple[str, str]]:
    has = {"growth": "unbounded", "adds_per_day": adds}
    child = {"kind": "event", "fields": [text(size), {"name": "made", "type": "date"}]}
    return found(LINT, planned(pair(has=has, child=child, rel={"strategy": strategy, **rel})))


def test_a_page_is_made_to_fit() -> None:
    assert bucket("BUCKET", page_size=5000) == []
    assert bucket("BUCKET", size=100_000) == []


@pytest.mark.parametrize(("size", "count"), [(1_048_576 - 50, 0), (1_048_576, 1)])
def test_one_element_may_fill_a_page_alone(size: int, count: int) -> None:
    assert bucket("BUCKET", size=size) == AGAIN * count


@pytest.mark.parametrize(("adds", "count"), [(24_000, 0), (24_024, 1)])
def test_an_hour_holds_a_thousand(adds: float, count: int) -> None:
    assert bucket("BUCKET_TIME", adds=adds, time_window="hour") == AGAIN * count


@pytest.mark.parametrize(("window", "size", "count"), [("day", 100, 0), ("day", 200, 1), ("hour", 200, 0)])
def test_a_day_holds_125_kilobytes(window: str, size: int, count: int) -> None:
    assert bucket("BUCKET_TIME", adds=900, size=size, time_window=window) == AGAIN * count


def test_a_shorter_window_is_taken_by_itself() -> None:
    assert bucket("BUCKET_TIME", adds=5000, time_window="month") == []


@pytest.mark.parametrize(
    ("strategy", "items", "most", "count"),
    [
        *(("BUCKET", 1, 2**20, 0), ("BUCKET", 1, 2**20 + 1, 1)),
        *(("BUCKET_TIME", 1000, 128_000, 0), ("BUCKET_TIME", 3, 128_001, 1)),
    ],
)
def test_one_byte_more_than_a_bucket_holds(strategy: str, items: int, most: int, count: int) -> None:
    fields = [text(0), {"name": "made", "type": "date"}]
    kept = {"growth": "unbounded", "adds_per_day": items}
    rest = int(case(child={"kind": "event", "fields": fields}, has=kept).element)
    window = {"time_window": "day"} if strategy == "BUCKET_TIME" else {}
    assert bucket(strategy, adds=items, size=most // items - rest, **window) == AGAIN * count
