"""Reads that an index answers alone: the index holds all that they return, and that is not the _id."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design

PARTS = [
    entity(
        "Thing",
        field("title"), field("state"), field("price", "double"), field("notes"), field("size", "int"), field("tags", "array", items={"type": "string"}),
    )
]  # fmt: skip


def told(**more: Any) -> Any:
    asked = {
        "name": "q",
        "kind": "read",
        "entity": "Thing",
        "filter": [{"field": "state"}],
        "per_day": 9,
        **more,
    }
    plan = compile_design(design(PARTS, [], operations=[asked])).plan
    return next(one.projection for one in plan.statements if one.id == "q")


@pytest.mark.parametrize(
    ("more", "projection"),
    [
        ({"projection": ["title"]}, {"title": 1, "_id": 0}),
        ({"projection": ["title", "price"], "sort": [{"field": "size"}]}, {"title": 1, "price": 1, "_id": 0}),
        ({"projection": ["title", "_id"]}, {"title": 1, "_id": 1}),
        ({"projection": ["title", "price", "size"]}, {"title": 1, "price": 1, "size": 1}),
        ({"projection": ["tags"]}, {"tags": 1}),
        ({"projection": ["title"], "filter": [{"field": "tags"}]}, {"title": 1}),
        ({"projection": ["title"], "always_filter": {"notes": "x"}}, {"title": 1}),
        ({}, None),
    ],
)
def test_the_id_is_left_out_where_the_index_answers_alone(more: dict[str, Any], projection: Any) -> None:
    assert told(**more) == projection
