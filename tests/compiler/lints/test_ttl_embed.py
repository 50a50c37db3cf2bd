"""L49: expiry of an embedded part."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.ttl_embed import LINT
from tests.compiler.planned import found, pair, planned
from tests.compiler.small import design, entity, link, text

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


@pytest.mark.parametrize(
    ("retention", "expected"),
    [
        ({"policy": "ttl", "seconds": 60, "field": "made"}, []),
        ({"policy": "capped", "bytes": 4096}, [("Kind", "error")]),
        ({"policy": "rolling", "period": "month", "field": "made"}, [("Kind", "error")]),
    ],
)
def test_a_kind_may_expire_alone_but_takes_no_others_along(
    retention: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    made = {"name": "made", "type": "date"}
    parts = [entity("Thing", text()), entity("Kind", made, retention=retention)]
    kinds = [link("r", "is-a", "Thing", "Kind", strategy="POLY_SINGLE")]
    assert found(LINT, planned(design(parts, kinds))) == expected
