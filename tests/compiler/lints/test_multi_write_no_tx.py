"""L17: several writes without a transaction."""

from __future__ import annotations

import pytest

from designs.compiler.lints.multi_write_no_tx import LINT
from tests.compiler.planned import findings, found, pair

ALONE = {"topology": "standalone"}


@pytest.mark.parametrize("strategy", ["TWO_WAY_REFS", "CHILD_REFS", "SUBSET"])
def test_strategies_that_write_twice_need_a_replica_set(strategy: str) -> None:
    assert [severity for _, severity in found(LINT, pair(strategy, top=ALONE))] == ["warning"]
    assert found(LINT, pair(strategy)) == []


@pytest.mark.parametrize(("policy", "count"), [("strong", 1), ("eventual", 1), ("batch", 0), ("snapshot", 0)])
def test_copies_that_a_transaction_or_a_stream_keeps(policy: str, count: int) -> None:
    copy = {"field": "a", "of": "from", "policy": policy, "reads_per_day": 9000, "updates_per_day": 1}
    told = findings(LINT, pair("PARENT_REF", top=ALONE, copies=[copy]))
    assert ["a copy of policy" in one.message for one in told] == [True] * count
    assert found(LINT, pair("PARENT_REF", copies=[copy])) == []


def test_what_must_change_together_is_better_not_apart() -> None:
    assert found(LINT, pair("PARENT_REF", top=ALONE)) == []
    assert len(found(LINT, pair("PARENT_REF", top=ALONE, atomic=True))) == 1
    assert found(LINT, pair("EMBED_ARRAY", top=ALONE, atomic=True)) == []
    (told,) = findings(LINT, pair("PARENT_REF", top=ALONE, atomic=True))
    assert "are to change together, PARENT_REF stores them apart" in told.message
