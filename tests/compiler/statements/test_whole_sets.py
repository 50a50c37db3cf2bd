"""Reads of the parts of one whole have no limit of our own: a page of an order's lines would be a wrong order."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.cost.pricing import frequencies
from designs.compiler.model.conceptual import Model, given
from designs.compiler.model.constants import PAGE, constants_of
from designs.compiler.names.naming import Names
from designs.compiler.plan_model.physical import Param
from designs.compiler.rules.deciding import survey
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

LINES = {"min": 1, "max": 1000}


def orders(
    count: dict[str, Any] = LINES, *, match: str = "eq", limit: int | None = None, **more: Any
) -> Model:
    """Orders and their lines, which are read by their order."""
    parts = [entity("Order", field("number")), entity("Line", field("sku"), field("price", "decimal"))]
    lines = link(
        "lines", "one-to-many", ("Order", {"has": count}), ("Line", {"field": "order", "has": {"min": 1, "max": 1}}),
        strategy="PARENT_REF", **more,
    )  # fmt: skip
    read = {"name": "it", "kind": "read", "entity": "Line", "filter": [{"field": "order", "match": match}]}
    return design(parts, [lines], operations=[read | ({"limit": limit} if limit else {})])


def limit_of(*count: dict[str, Any], **more: Any) -> Any:
    """The limit of a read of lines by their order."""
    plan = compile_design(orders(*count, **more)).plan
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


@pytest.mark.parametrize("more", [{}, {"exclusive_owner": True}, {"match": "in"}, {"limit": 7}], ids=str)
@pytest.mark.parametrize(
    "count",
    [{"max": 60}, {"max": 1000}, {"max": 1001}, {"max": 9000}, {}, {"max": 1000, "growth": "unbounded"}],
    ids=str,
)
def test_a_read_is_priced_whole_where_it_gives_all(count: dict[str, Any], more: dict[str, Any]) -> None:
    """A list of at most 9,000 was priced whole, of which the function reads 50."""
    model = orders({"min": 1, "average": PAGE + 1} | count, **more)
    case = survey(model, Names(model), constants_of(given(model.constants, None))).case("lines")
    limit = limit_of({"min": 1, "average": PAGE + 1} | count, **more)
    most = limit.value if isinstance(limit, Param) else limit
    is_whole = most is None or (not more.get("limit") and most > PAGE)
    assert (frequencies(case)["PA"], frequencies(case)["PN"]) == ((1, 0) if is_whole else (0, 1))
