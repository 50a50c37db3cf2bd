"""COPY_DROPPED: copies that embedding makes unnecessary."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.copy_dropped import LINT
from tests.compiler.planned import found, pair


@pytest.mark.parametrize(
    ("strategy", "count"), [("EMBED_ARRAY", 1), ("OUTLIER", 1), ("PARENT_REF", 0), ("FOLD_ONE", 0)]
)
def test_a_copy_into_an_embedded_child_is_dropped(strategy: str, count: int) -> None:
    plan = pair(strategy, copies=[{"field": "title", "of": "from", "policy": "snapshot"}])
    assert found(LINT, plan) == [("Child.parent_title", "info")] * count
