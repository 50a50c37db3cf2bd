"""Children whose subtypes have a collection each: the slice of a parent is filled from all of these collections."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import Verdict, judge

Json = dict[str, Any]


def _design() -> Json:
    def is_a(subtype: str) -> Json:
        return link(f"is_{subtype.lower()}", "is-a", end("Post"), end(subtype), strategy="POLY_SPLIT")

    return {
        "format": "nestlink/1", "name": "Feed", "database": "feed",
        "entities": [
            entity("Author", field("name", required=True)),
            entity("Post", field("title", required=True), field("posted", "date", required=True)),
            entity("Photo", field("width", "int")),
            entity("Film", field("seconds", "int")),
        ],
        "relationships": [
            link(
                "posts", "one-to-many", end("Author", field="posts"), end("Post", field="author_id"), strategy="SUBSET",
                recent={"count": 2, "sort": "posted", "direction": -1, "fields": ["title", "posted"]},
            ),
            is_a("Photo"), is_a("Film"),
        ],
    }  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in judge("feed", _design())}


@pytest.mark.parametrize("name", ["postsRemove", "postsReassign"])
@pytest.mark.parametrize("subtype", ["Photo", "Film"])
def test_a_call_that_ended_early_is_completed_by_the_next(
    verdicts: dict[str, Verdict], name: str, subtype: str
) -> None:
    """No transaction holds the writes together: it takes no $unionWith."""
    verdict = verdicts[f"{name}{subtype}"]
    assert verdict.judged and not verdict.why
