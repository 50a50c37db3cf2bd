"""An element goes, and what names it from other documents lets go of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import field
from tests.oracle.judging import judge

Json = dict[str, Any]


def _design(strategy: str) -> Json:
    """Posts hold their comments; users of another collection like comments."""
    return {
        "format": "nestlink/1", "name": "Likes", "database": "likes",
        "entities": [{"name": name, "fields": [field("label", required=True)]} for name in ("Post", "Comment", "User")],
        "relationships": [
            {
                "name": "comments", "kind": "one-to-many", "strategy": "EMBED_ARRAY", "exclusive_owner": True,
                "from": {"entity": "Post", "field": "comments", "has": {"max": 20}},
                "to": {"entity": "Comment", "field": "post"},
            },
            {
                "name": "likes", "kind": "many-to-many", "strategy": strategy,
                "from": {"entity": "User", "field": "liked", "has": {"max": 50}},
                "to": {"entity": "Comment", "field": "liked_by", "has": {"max": 50}},
            },
        ],
    }  # fmt: skip


@pytest.mark.parametrize("strategy", ["LINK_COLL", "ONE_WAY_EMBED"])
def test_no_link_names_a_comment_that_went(strategy: str) -> None:
    verdicts = {verdict.function: verdict for verdict in judge("likes", _design(strategy))}
    assert verdicts["commentsRemove"].judged and not verdicts["commentsRemove"].why
