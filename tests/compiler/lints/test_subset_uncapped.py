"""L21: slices without a cap."""

from __future__ import annotations

import pytest

from designs.compiler.lints.subset_uncapped import LINT
from designs.compiler.physical import DocField, Element
from tests.compiler.planned import found, pair, with_collection


@pytest.mark.parametrize(("most", "count"), [(5, 0), (None, 1)])
def test_a_slice_needs_a_maximum(most: int | None, count: int) -> None:
    items = Element(types=("object",))
    recent = DocField(name="recent", types=("array",), origin="subset", items=items, max_items=most)
    plan = with_collection(pair("SUBSET", None), "parents", fields=(recent,))
    assert found(LINT, plan) == [("parents.recent", "error")] * count
