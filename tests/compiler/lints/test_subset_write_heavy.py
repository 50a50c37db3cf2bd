"""L23: slices that are written more than they are read."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.subset_write_heavy import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import op, pair


def slices(reads: float, strategy: str = "SUBSET") -> list[tuple[str, str]]:
    ops = (op("read", "Parent", "_id", includes=["r"], per_day=reads), op("insert", "Child", per_day=100))
    return found(LINT, planned(pair(has={"growth": "unbounded"}, rel={"strategy": strategy}, ops=ops)))


@pytest.mark.parametrize(("reads", "count"), [(200, 0), (199, 1)])
def test_two_reads_for_each_addition(reads: float, count: int) -> None:
    assert slices(reads) == [("Parent.children", "warning")] * count


def test_what_is_written_once_may_be_written_often() -> None:
    assert slices(1, "PARENT_REF") == []


def test_without_operations_nothing_is_known() -> None:
    model = pair(has={"growth": "unbounded"}, rel={"strategy": "SUBSET"})
    assert findings(LINT, planned(model)) == []
