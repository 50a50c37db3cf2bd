"""L02: arrays of ids that nothing bounds."""

from __future__ import annotations

from designs.compiler.lints.references.unbounded_refs import LINT
from tests.compiler.composed import field
from tests.compiler.planned import found, pair, planned, things
from tests.compiler.small import design, entity, link, op

NM = "many-to-many"


def test_ids_without_a_bound_are_an_error_on_the_side_that_holds_them() -> None:
    assert found(LINT, pair("CHILD_REFS", None)) == [("Parent.children", "error")]
    assert found(LINT, pair("TWO_WAY_REFS", None)) == [("Parent.children", "error")]
    assert found(LINT, pair("TWO_WAY_EMBED", 5, None, kind=NM)) == [("Child.parents", "error")]
    assert found(LINT, pair("ONE_WAY_EMBED", None, 5, kind=NM)) == [("Parent.children", "error")]


def test_the_other_side_may_have_no_bound() -> None:
    assert found(LINT, pair("ONE_WAY_EMBED", 5, None, kind=NM)) == []
    assert found(LINT, pair("CHILD_REFS", 2000)) == []
    assert found(LINT, pair("PARENT_REF", None)) == []


def test_pushing_ids_without_a_maximum_is_an_error() -> None:
    push = {
        "name": "add",
        "kind": "update",
        "entity": "Thing",
        "effects": [{"field": "orders", "do": "add-to-set"}],
    }
    ids = {"items": {"type": "objectId"}}
    assert found(LINT, things(field("orders", "array", **ids), top={"operations": [push]})) == [
        ("Thing.orders", "error")
    ]
    assert found(LINT, things(field("orders", "array", max_items=5, **ids), top={"operations": [push]})) == []


def test_pushed_words_are_no_ids() -> None:
    push = {**op("update", "Thing"), "name": "add", "effects": [{"field": "tags", "do": "push"}]}
    for items in ({"items": {"type": "string"}}, {}):
        assert found(LINT, things(field("tags", "array", **items), top={"operations": [push]})) == []


def test_the_lists_of_a_tree_are_ids_too() -> None:
    for has, told in (({"growth": "unbounded"}, [("Node.nodes", "error")]), ({"max": 9}, [])):
        one = link("below", "tree", "Node", "Node", has=has, strategy="TREE_CHILD")
        assert found(LINT, planned(design([entity("Node")], [one]))) == told
