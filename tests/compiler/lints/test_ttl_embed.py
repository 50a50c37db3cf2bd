"""L49: expiry of an embedded part."""

from __future__ import annotations

import pytest

from designs.compiler.lints.ttl_embed import LINT
from tests.compiler.planned import found, pair

TTL = {"policy": "ttl", "seconds": 60, "field": "born_on"}


@pytest.mark.parametrize(
    ("strategy", "count"),
    [("EMBED_ARRAY", 1), ("OUTLIER", 1), ("BUCKET", 1), ("PARENT_REF", 0), ("SUBSET", 0)],
)
def test_only_whole_documents_expire(strategy: str, count: int) -> None:
    assert found(LINT, pair(strategy, child={"retention": TTL})) == [("Child", "error")] * count


def test_what_is_kept_may_be_embedded() -> None:
    archive = {"policy": "archive", "after_days": 30, "field": "born_on"}
    assert found(LINT, pair("EMBED_ARRAY", child={"retention": archive})) == []
