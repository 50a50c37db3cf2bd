"""L17: several writes without a transaction."""

from __future__ import annotations

import pytest

from designs.compiler.lints.multi_write_no_tx import LINT
from tests.compiler.planned import found, pair

ALONE = {"topology": "standalone"}


@pytest.mark.parametrize("strategy", ["TWO_WAY_REFS", "CHILD_REFS", "SUBSET"])
def test_strategies_that_write_twice_need_a_replica_set(strategy: str) -> None:
    assert [severity for _, severity in found(LINT, pair(strategy, top=ALONE))] == ["warning"]
    assert found(LINT, pair(strategy)) == []


def test_what_must_change_together_is_better_not_apart() -> None:
    assert found(LINT, pair("PARENT_REF", top=ALONE)) == []
    assert len(found(LINT, pair("PARENT_REF", top=ALONE, atomic=True))) == 1
    assert found(LINT, pair("EMBED_ARRAY", top=ALONE, atomic=True)) == []
