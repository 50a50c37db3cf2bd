"""L25: buckets that a race can create twice."""

from __future__ import annotations

from designs.compiler.lints.lifecycle.bucket_no_unique import LINT
from tests.compiler.planned import found, pair, with_collection


def test_pages_need_a_unique_index() -> None:
    plan = pair("BUCKET", None)
    assert found(LINT, plan) == []
    assert found(LINT, with_collection(plan, "child_pages", indexes=())) == [("child_pages", "warning")]


def test_a_window_is_unique_by_its_id() -> None:
    plan = pair("BUCKET_TIME", None, time_window="day")
    assert found(LINT, plan) == []
    assert all(not c.indexes for c in plan.plan.collections if c.kind == "bucket")
