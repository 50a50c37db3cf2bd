"""What goes is let go of by what names it, and what comes enters each slice, whoever writes it."""

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
    (verdict,) = judge("likes", _design(strategy), only=["commentsRemove"])
    assert verdict.judged and not verdict.why


def test_a_new_document_enters_the_slices_of_all_its_parents_without_transactions() -> None:
    parents = ("Desk", "Owner")
    design = {
        "format": "nestlink/1", "name": "Notes", "database": "notes", "topology": "standalone",
        "entities": [{"name": name, "fields": [field("label", required=True)]} for name in (*parents, "Note")],
        "relationships": [
            {
                "name": f"{parent.lower()} notes", "kind": "one-to-many", "strategy": "SUBSET", "page_size": 3,
                "from": {"entity": parent, "field": "notes"},
                "to": {"entity": "Note", "field": parent.lower(), "has": {"min": 1}},
            }
            for parent in parents
        ],
    }  # fmt: skip
    (verdict,) = judge("notes", design, only=["deskNotesAdd"])
    assert verdict.judged and not verdict.why


def test_what_had_no_room_in_a_document_goes_with_it() -> None:
    many = {"entity": "Post", "field": "comments", "has": {"p95": 30, "max": 400}}
    design = {
        "format": "nestlink/1", "name": "Comments", "database": "comments",
        "entities": [{"name": name, "fields": [field("label", required=True)]} for name in ("Post", "Comment")],
        "relationships": [
            {
                "name": "comments", "kind": "one-to-many", "strategy": "OUTLIER", "from": many,
                "to": {"entity": "Comment", "field": "post", "has": {"min": 1}},
            },
        ],
        "operations": [
            {"name": "drop post", "kind": "delete", "entity": "Post", "filter": [{"field": "_id"}], "per_day": 1}
        ],
    }  # fmt: skip
    (verdict,) = judge("comments", design, only=["dropPost"])
    assert verdict.judged and not verdict.why
