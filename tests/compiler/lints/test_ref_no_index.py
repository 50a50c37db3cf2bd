"""L12: references without an index."""

from __future__ import annotations

import pytest

from designs.compiler.lints.references.ref_no_index import LINT
from designs.compiler.plan_model.physical import PlannedIndex, Statement
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
