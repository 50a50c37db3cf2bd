"""L21: slices without a cap."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.subset_uncapped import LINT
from designs.compiler.plan_model.physical import DocField, Element
from tests.compiler.composed import field
from tests.compiler.planned import found, pair, things, with_collection


@pytest.mark.parametrize(("most", "count"), [(5, 0), (None, 1)])
def test_a_slice_needs_a_maximum(most: int | None, count: int) -> None:
    items = Element(types=("object",))
    recent = DocField(name="recent", types=("array",), origin="subset", items=items, max_items=most)
    plan = with_collection(pair("SUBSET", None), "parents", fields=(recent,))
    assert found(LINT, plan) == [("parents.recent", "error")] * count


@pytest.mark.parametrize(
    ("name", "more", "count"),
    [("recent_reviews", {}, 1), ("recent_reviews", {"max_items": 10}, 0), ("reviews", {}, 0)],
)
def test_a_declared_slice_needs_one_too(name: str, more: dict[str, int], count: int) -> None:
    slice_of = field(name, "array", items={"type": "object", "fields": [field("x")]}, **more)
    assert found(LINT, things(slice_of)) == [(f"Thing.{name}", "error")] * count
    assert found(LINT, things(field(name))) == []
