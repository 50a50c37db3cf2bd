"""L01: embedded arrays that nothing bounds."""

from __future__ import annotations

import pytest

from designs.compiler.lints.embedding.unbounded_embed import LINT
from designs.compiler.plan_model.physical import Bytes
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, pair, planned, things, with_collection
from tests.compiler.small import Json, design, entity, link

PUSH = {"name": "add", "kind": "update", "entity": "Thing", "effects": [{"field": "rows", "do": "push"}]}
ROWS = {"items": {"type": "object", "fields": [field("x")]}}


def test_an_array_without_a_bound_is_an_error() -> None:
    assert found(LINT, pair("EMBED_ARRAY", None)) == [("Parent.children", "error")]
    assert found(LINT, pair("EMBED_LINK", None, None, kind="many-to-many")) == [("Parent.children", "error")]


@pytest.mark.parametrize("strategy", ["OUTLIER", "SUBSET", "BUCKET", "PARENT_REF", "CHILD_REFS"])
def test_capped_content_and_references_are_not_its_business(strategy: str) -> None:
    assert found(LINT, pair(strategy, None)) == []


def test_a_bounded_array_is_fine() -> None:
    assert found(LINT, pair("EMBED_ARRAY", 10)) == []


def test_the_days_until_the_limit_are_said() -> None:
    plan = with_collection(
        pair("EMBED_ARRAY", None), "parents", bytes=Bytes(today=1, at_horizon=2, days_to_16_mib=197.0)
    )
    assert "197 days" in findings(LINT, plan)[0].message


def test_a_declared_array_that_is_pushed_to_needs_a_maximum() -> None:
    assert found(LINT, things(field("rows", "array", **ROWS), top={"operations": [PUSH]})) == [
        ("Thing.rows", "error")
    ]
    assert found(LINT, things(field("rows", "array", max_items=9, **ROWS), top={"operations": [PUSH]})) == []
    assert found(LINT, things(field("rows", "array", **ROWS))) == []


def test_only_the_documents_that_hold_the_array_count() -> None:
    parts = [entity("Parent"), entity("Child"), entity("Other")]
    has = {"growth": "unbounded"}
    made = planned(
        design(parts, [link("r", "one-to-many", "Parent", "Child", has=has, strategy="EMBED_ARRAY")])
    )
    full = {"others": 5.0, "parents": 197.0}
    for name, days in full.items():
        made = with_collection(made, name, bytes=Bytes(today=1, at_horizon=2, days_to_16_mib=days))
    assert "in 197 days" in findings(LINT, made)[0].message
    assert "days" not in findings(LINT, with_collection(made, "parents", bytes=None))[0].message


@pytest.mark.parametrize(("has", "count"), [({"growth": "unbounded"}, 1), ({"max": 9}, 0), ({}, 0)])
def test_a_tree_in_one_document_grows_with_the_children_of_its_nodes(has: Json, count: int) -> None:
    one = link("below", "tree", "Node", "Node", has=has, strategy="EMBED_TREE", id="r1")
    told = findings(LINT, planned(design([entity("Node")], [one])))
    assert [(each.subject, each.severity) for each in told] == [("Node.nodes", "error")] * count
    assert all(each.fix == {"edit": "set", "id": "r1", "path": ["strategy"]} for each in told)
