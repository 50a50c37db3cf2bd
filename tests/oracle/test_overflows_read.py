"""A read that includes what stands in an array until that is full reads what had no room in it, too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mongosh.odd import end, entity, field, link
from tests.oracle.judging import judge

Json = dict[str, Any]
BY_ID = {"filter": [{"field": "_id"}]}
SOME = {"filter": [{"field": "text", "match": "prefix"}], "limit": 5}


def _design(**asked: Any) -> Json:
    entities = [
        entity("Author", field("name", required=True)),
        entity("Note", field("text", required=True)),
        entity("Comment", field("at", "date", required=True), field("words", required=True)),
    ]
    notes = link(
        "notes",
        "one-to-many",
        end("Author", field="notes"),
        end("Note", 1, field="author"),
        strategy="PARENT_REF",
    )
    comments = link("comments", "one-to-many", end("Note", 2, field="comments"), end("Comment", 1, field="note"),
                    strategy="OUTLIER", exclusive_owner=True)  # fmt: skip
    read = {"name": "read", "kind": "read", "per_day": 9, "entity": "Note", "includes": ["comments"]}
    return {
        "format": "nestlink/1", "name": "Notes", "database": "notes", "entities": entities,
        "relationships": [notes, comments], "operations": [read | asked],
    }  # fmt: skip


@pytest.mark.parametrize("asked", [BY_ID, SOME])
def test_an_include_reads_what_had_no_room(asked: Json) -> None:
    (verdict,) = judge("notes", _design(**asked), tries=12, only=["read"])
    assert verdict.judged and not verdict.why, verdict


@pytest.mark.parametrize(
    "asked",
    [
        {"projection": ["text", "comments.words"], **BY_ID},
        {"projection": ["text", "comments.words"], **SOME},
        {"entity": "Author", "includes": ["notes", "comments"], **BY_ID},
    ],
)
def test_it_does_so_behind_other_includes_and_with_a_projection(asked: Json) -> None:
    (verdict,) = judge("notes", _design(**asked), tries=12, only=["read"])
    assert verdict.judged and not verdict.why, verdict
