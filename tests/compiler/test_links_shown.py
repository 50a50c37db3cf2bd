"""What a read shows of a list of links: the links as they are, with their own fields and copies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design


def shown(path: str, **more: Any) -> dict[str, Any]:
    """The projection of a read of a lesson that names a path."""
    has = {"min": 0, "max": 9}
    covered = link(
        "covered", "many-to-many", ("Lesson", {"field": "topics", "has": has}), ("Topic", {"has": {"min": 0, "max": 9000}}),
        strategy="ONE_WAY_EMBED", **more,
    )  # fmt: skip
    read = {
        "name": "room",
        "kind": "read",
        "entity": "Lesson",
        "filter": [{"field": "_id"}],
        "projection": ["title", path],
    }
    parts = [entity("Lesson", field("title"), field("url")), entity("Topic", field("name"))]
    plan = compile_design(design(parts, [covered], operations=[read])).plan
    first = next(each for each in plan.statements if each.subject == "operation:room")
    return dict(first.projection or {})


@pytest.mark.parametrize(
    ("path", "more", "expected"),
    [
        ("topics", {"link_fields": [field("mastery", "int")]}, "topics"),
        ("topics", {"copies": [{"field": "name", "of": "to", "policy": "snapshot"}]}, "topics"),
        ("topics._id", {"link_fields": [field("mastery", "int")]}, "topics.topic_id"),
        ("topics.mastery", {"link_fields": [field("mastery", "int")]}, "topics.mastery"),
        ("topics", {}, "topics"),  # an array of ids
    ],
)
def test_a_list_of_links_is_shown_with_their_fields(path: str, more: dict[str, Any], expected: str) -> None:
    """Asked for topics, a read gave their ids alone, without what the student knows of each."""
    assert expected in shown(path, **more)


def test_sensitive_fields_of_links_stay_out() -> None:
    projection = shown("topics", link_fields=[field("mastery", "int"), field("remark", sensitive=True)])
    assert "topics.mastery" in projection and "topics.topic_id" in projection
    assert not {"topics", "topics.remark"} & projection.keys()
