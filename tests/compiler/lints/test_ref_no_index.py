"""L12: references without an index."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.references.ref_no_index import LINT
from designs.compiler.plan_model.physical import PlannedIndex, Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import found, pair, with_collection, with_plan


@pytest.mark.parametrize("strategy", ["PARENT_REF", "SUBSET", "TWO_WAY_REFS"])
def test_a_reference_needs_an_index_that_starts_with_it(strategy: str) -> None:
    plan = pair(strategy)
    assert found(LINT, plan) == []
    bare = with_collection(plan, "children", indexes=())
    assert found(LINT, bare) == [("Child.parent_id", "error")]
    later = with_collection(plan, "children", indexes=(PlannedIndex(keys=(("name", 1), ("parent_id", 1))),))
    assert found(LINT, later) == [("Child.parent_id", "error")]


def test_a_link_collection_is_walked_from_both_ends() -> None:
    plan = pair("LINK_COLL", None, None, kind="many-to-many")
    assert found(LINT, plan) == []
    one_way = with_collection(plan, "kids", indexes=plan.plan.collections[-1].indexes[:1])
    assert len(found(LINT, one_way)) == 1


@pytest.mark.parametrize(
    ("field", "script", "count"),
    [("_id", "04_queries", 0), ("name", "04_queries", 1), ("name", "06_audit", 0)],
)
def test_a_join_needs_an_index_on_its_foreign_field(field: str, script: str, count: int) -> None:
    lookup = {"$lookup": {"from": "children", "localField": "x", "foreignField": field, "as": "y"}}
    statement = Statement(
        id="q",
        subject="operation:q",
        purpose="read",
        op="aggregate",
        collection="parents",
        script=script,
        pipeline=[lookup],
    )
    plan = with_plan(pair("PARENT_REF"), statements=(statement,))
    assert found(LINT, plan) == [("q", "error")] * count


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["tenant", "assignee"],
         '"mine" finds tickets by assignee together with state and tenant, but no operation uses assignee alone, so there is no index on'),
        (["tenant"], "No operation finds tickets by assignee, so there is no index on"),
        (["assignee"], None),
    ],
)  # fmt: skip
def test_what_finds_by_it_together_with_other_fields_is_named(asked: list[str], said: str | None) -> None:
    has = {"min": 0, "average": 100, "growth": "unbounded"}
    assigned = link(
        "assigned", "one-to-many", ("Agent", {"has": has}), ("Ticket", {"field": "assignee", "has": {"min": 0, "max": 1}})
    )  # fmt: skip
    fields = field("tenant"), field("state"), field("opened_at", "date")
    parts = [entity("Agent", *map(field, "abcdef"), count=1000), entity("Ticket", *fields, count=100_000)]
    mine: dict[str, Any] = {
        "name": "mine",
        "kind": "read",
        "entity": "Ticket",
        "filter": [{"field": path} for path in asked],
    }
    states = {"field": "state", "match": "in", "values": 3}
    late = {**mine, "name": "late", "filter": [{"field": "tenant"}, states]}
    mine = {**mine, "filter": [*mine["filter"], states], "sort": [{"field": "opened_at"}]}
    operations = [{**mine, "per_day": 9}, {**late, "per_day": 9}]
    made = compile_design(design(parts, [assigned], operations=operations))
    messages = [each.message for each in made.findings if each.code == "L12"]
    assert len(messages) == (said is not None)
    assert said is None or messages[0].startswith(said)


@pytest.mark.parametrize("only", ["state", "parent_id"])
def test_a_partial_index_finds_not_all_children_of_a_parent(only: str) -> None:
    """Sixty million stays were looked through for those of a space, of which an index held the open ones alone."""
    options = {"partialFilterExpression": {only: {"$exists": True}}}
    index = PlannedIndex(keys=(("parent_id", 1),), options=options)
    plan = with_collection(pair("PARENT_REF"), "children", indexes=(index,))
    assert found(LINT, plan) == ([("Child.parent_id", "error")] if only == "state" else [])
