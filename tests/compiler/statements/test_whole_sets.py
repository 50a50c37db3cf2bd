"""Reads of the parts of one whole have no limit of our own: a page of an order's lines would be a wrong order."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import compile_design
from designs.compiler.plan_model.physical import Param
from tests.compiler.composed import design, entity, field, link

LINES = {"min": 1, "max": 1000}


def limit_of(
    count: dict[str, Any] = LINES, *, match: str = "eq", limit: int | None = None, **more: Any
) -> Any:
    """The limit of a read of lines by their order."""
    parts = [entity("Order", field("number")), entity("Line", field("sku"), field("price", "decimal"))]
    lines = link(
        "lines", "one-to-many", ("Order", {"has": count}), ("Line", {"field": "order", "has": {"min": 1, "max": 1}}),
        strategy="PARENT_REF", **more,
    )  # fmt: skip
    read = {"name": "it", "kind": "read", "entity": "Line", "filter": [{"field": "order", "match": match}]}
    plan = compile_design(
        design(parts, [lines], operations=[read | ({"limit": limit} if limit else {})])
    ).plan
    (statement,) = (each for each in plan.statements if each.subject == "operation:it")
    return statement.limit


@pytest.mark.parametrize(
    "more", [{"exclusive_owner": True}, {"together_needs": "all"}], ids=["owned", "needed"]
)
def test_parts_of_one_whole_come_all_at_once(more: dict[str, Any]) -> None:
    assert limit_of(**more) is None
    assert limit_of(**more, limit=7) == 7


@pytest.mark.parametrize(
    "count", [{"min": 1, "max": 1001}, {"min": 1, "max": None}, LINES | {"growth": "unbounded"}]
)
def test_many_come_in_pages(count: dict[str, Any]) -> None:
    assert isinstance(limit_of(count, exclusive_owner=True), Param)


def test_what_is_no_part_comes_in_pages() -> None:
    assert isinstance(limit_of(), Param)
    assert isinstance(limit_of(match="in", exclusive_owner=True), Param)
