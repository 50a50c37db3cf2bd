"""Operations that ask a tree for what its form does not store."""

from __future__ import annotations

import json
from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.physical import Statement
from tests.compiler.in_parts import compile_design

FORMS = ("EMBED_TREE", "TREE_NESTED", "TREE_PATH", "TREE_ANCESTORS", "TREE_CHILD", "TREE_PARENT")


def asked(strategy: str, field: str, **more: Any) -> list[Statement]:
    """The statements of an operation that looks for nodes by one field."""
    operation = {"name": "wanted", "kind": "read", "entity": "Node", "filter": [{"field": field}], **more}
    ends = {"from": {"entity": "Node", "field": "below"}, "to": {"entity": "Node", "field": "above"}}
    source = {
        "format": "nestlink/1", "name": "T", "database": "t",
        "entities": [{"name": "Node", "fields": [{"name": "title", "type": "string"}]}],
        "relationships": [{"name": "tree", "kind": "tree", **ends, "strategy": strategy, "tree": {"depth": 3}}],
        "operations": [operation],
    }  # fmt: skip
    model = read(json.dumps(source)).value
    assert model is not None
    return [one for one in compile_design(model).plan.statements if one.subject == "operation:wanted"]


@pytest.mark.parametrize("strategy", FORMS[1:])
@pytest.mark.parametrize("field", ["above", "parent"])
def test_children_of_one_node(strategy: str, field: str) -> None:
    if field == "parent" and strategy in ("TREE_NESTED", "TREE_ANCESTORS", "TREE_PARENT"):
        return  # the end has a name, and that is the field's
    found = asked(strategy, field)
    assert found and all(one.collection == "nodes" for one in found)
    last = found[-1]
    known = {"TREE_PATH": "path", "TREE_CHILD": "$match"}.get(strategy, "above")
    assert known in (last.filter or last.pipeline[0])


@pytest.mark.parametrize(
    ("strategy", "op", "known"),
    [
        ("TREE_NESTED", "find", "left"),
        ("TREE_PATH", "find", "path"),
        ("TREE_ANCESTORS", "find", "ancestors"),
        ("TREE_CHILD", "aggregate", None),
        ("TREE_PARENT", "aggregate", None),
    ],
)
def test_everything_below_one_node(strategy: str, op: str, known: str | None) -> None:
    last = asked(strategy, "ancestors")[-1]
    assert last.op == op
    assert known in last.filter if known else "$graphLookup" in last.pipeline[1]


@pytest.mark.parametrize("strategy", FORMS)
def test_the_parent_of_one_node(strategy: str) -> None:
    """Lists of children are asked for who holds one, as is a whole tree; others know their parent."""
    filters = [one.filter for one in asked(strategy, "below")]
    if strategy == "TREE_CHILD":
        assert [*map(set, filters)] == [{"below"}]
    elif strategy == "EMBED_TREE":
        assert [*map(set, filters)] == [{"below._id"}, {"below.below._id"}]
    else:
        assert [*map(set, filters)] == ([] if strategy == "TREE_PATH" else [{"_id"}, {"_id"}])


def test_what_no_form_answers_is_not_written() -> None:
    assert asked("EMBED_TREE", "parent") == []
    assert asked("TREE_PATH", "left") == []


def test_what_is_below_one_node_is_asked_for_more() -> None:
    more = {"filter": [{"field": "above"}, {"field": "title"}], "sort": [{"field": "title"}], "limit": 5}
    *_, last = asked("TREE_PATH", "above", **more, projection=["title"])
    assert set(last.filter) == {"title", "path"}
    assert (last.sort, last.limit, set(last.projection)) == ({"title": 1}, 5, {"_id", "title"})
