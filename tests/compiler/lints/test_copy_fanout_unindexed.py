"""L20: copies that are refreshed by a scan."""

from __future__ import annotations

import pytest

from designs.compiler.lints.copies.copy_fanout_unindexed import LINT
from tests.compiler.planned import found, pair, with_collection

BUSY = {"reads_per_day": 100_000, "updates_per_day": 0.01}


@pytest.mark.parametrize(
    ("policy", "count"), [("eventual", 1), ("strong", 1), ("batch", 1), ("snapshot", 0), ("immutable", 0)]
)
def test_refreshing_needs_an_index_on_the_copied_id(policy: str, count: int) -> None:
    plan = pair("PARENT_REF", copies=[{"field": "title", "of": "from", "policy": policy, **BUSY}])
    assert found(LINT, plan) == []
    bare = with_collection(plan, "children", indexes=())
    assert found(LINT, bare) == [("Child.parent_id", "error")] * count


@pytest.mark.parametrize("strategy", ["ONE_WAY_EMBED", "EMBED_LINK", "TWO_WAY_EMBED", "LINK_COLL"])
def test_links_get_the_index_that_their_copies_need(strategy: str) -> None:
    plan = pair(
        strategy,
        10,
        4,
        kind="many-to-many",
        copies=[{"field": "name", "of": "to", "policy": "eventual", **BUSY}],
    )
    assert found(LINT, plan) == []
