"""SINGLE_COLL: offered beside the choice, on both sides of each of its conditions, never chosen."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.strategies.table import STRATEGIES
from tests.compiler.small import MANY, NM, decide

BUSY: dict[str, Any] = {"workload_profile": "write-heavy"}
COPY = [{"field": "text", "of": "to", "policy": "snapshot"}]


def offered(kind: str = NM, together: float = 0.5, copies: Any = None, **more: Any) -> bool:
    rel = {"accessed_together": together, **({"copies": copies} if copies else {})}
    decision = decide(kind, has={"max": 5}, back={"max": 3 if kind == NM else 1}, rel=rel, **more)
    assert decision.strategy != "SINGLE_COLL"
    return any("SINGLE_COLL" in one for one in decision.caveats)


def test_documents_that_are_written_often_and_wanted_together_may_share_a_collection() -> None:
    assert offered(**BUSY)


@pytest.mark.parametrize("profile", ["mixed", "read-heavy"])
def test_not_where_writes_are_not_what_counts(profile: str) -> None:
    assert not offered(workload_profile=profile)


def test_not_where_they_are_wanted_apart() -> None:
    assert not offered(together=0.49, **BUSY)


def test_not_where_values_are_copied_anyway() -> None:
    assert not offered(copies=COPY, **BUSY)


def test_not_for_a_parent_and_its_children() -> None:
    assert not offered(kind=MANY, **BUSY)


def test_nobody_can_choose_it() -> None:
    assert "SINGLE_COLL" not in STRATEGIES
