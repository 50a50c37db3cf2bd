"""L11: read together, stored apart."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.embedding.split_together import LINT
from tests.compiler.planned import found, planned
from tests.compiler.small import EXPIRING, MANY, ONE, op, pair

AGAIN = [("Parent.children", "warning")]


def apart(kind: str = MANY, most: float = 10, **rel: Any) -> list[tuple[str, str]]:
    wish = {"strategy": "PARENT_REF", "exclusive_owner": True, "accessed_together": 0.9, **rel}
    return found(LINT, planned(pair(kind, has={"max": most} if kind == MANY else {}, rel=wish)))


@pytest.mark.parametrize(("share", "count"), [(0.8, 0), (0.81, 1)])
def test_four_fifths_of_the_reads_together(share: float, count: int) -> None:
    assert apart(accessed_together=share) == AGAIN * count


def test_what_lives_alone_or_has_no_owner_may_be_apart() -> None:
    assert apart() == AGAIN
    assert apart(independent_access=0.19) == AGAIN and apart(independent_access=0.2) == []
    assert apart(exclusive_owner=False) == []


def test_many_are_apart_for_a_reason() -> None:
    assert apart(most=200) == AGAIN and apart(most=201) == []


def test_a_part_of_one_is_few_and_owned() -> None:
    assert apart(ONE, strategy="LINK_ONE") == [("Parent.child", "warning")]


def test_what_a_gate_bars_cannot_be_embedded() -> None:
    rel = {"exclusive_owner": True, "accessed_together": 0.9}
    child = {"fields": [{"name": "made", "type": "date"}], "retention": EXPIRING}
    assert found(LINT, planned(pair(has={"max": 10}, rel=rel, child=child))) == []


def test_embedded_is_together() -> None:
    assert apart(strategy="EMBED_ARRAY") == []


@pytest.mark.parametrize(("together", "count"), [(9, 1), (5, 0)])
def test_a_share_that_the_operations_contradict_is_no_reason(together: int, count: int) -> None:
    """Stated as 90 %; of ten reads of the parent so many include the children."""
    rel = {
        "strategy": "PARENT_REF",
        "exclusive_owner": True,
        "accessed_together": 0.9,
        "independent_access": 0.1,
    }
    ops = (
        op("read", "Parent", per_day=together, includes=["r"]),
        op("read", "Parent", per_day=10 - together),
    )
    assert len(found(LINT, planned(pair(has={"max": 10}, rel=rel, ops=ops)))) == count
