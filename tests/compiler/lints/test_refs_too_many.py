"""L04: long arrays of ids."""

from __future__ import annotations

import pytest

from designs.compiler.lints.references.refs_too_many import LINT
from tests.compiler import small
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, pair, planned, things

STEPS = [(1000, []), (1001, ["warning"]), (2000, ["warning"]), (2001, ["error"])]


@pytest.mark.parametrize(("most", "severities"), STEPS)
def test_the_limits_of_id_arrays(most: int, severities: list[str]) -> None:
    assert found(LINT, pair("CHILD_REFS", most)) == [("Parent.children", severity) for severity in severities]
    ids = field("ids", "array", max_items=most, items={"type": "objectId"})
    assert found(LINT, things(ids)) == [("Thing.ids", severity) for severity in severities]


def test_a_reference_in_the_child_has_no_limit() -> None:
    assert found(LINT, pair("PARENT_REF", 100_000)) == []


def test_embedded_and_endless_arrays_are_left_to_their_own_checks() -> None:
    assert found(LINT, pair("EMBED_ARRAY", 2001)) == []
    assert found(LINT, pair("CHILD_REFS", None)) == []


@pytest.mark.parametrize(("most", "fixed"), [(2000, False), (2001, True)])
def test_what_is_only_long_the_rules_might_choose_themselves(most: int, fixed: bool) -> None:
    (told,) = findings(
        LINT, planned(small.pair(has={"max": most}, rel={"strategy": "CHILD_REFS", "id": "r1"}))
    )
    assert (told.fix is not None) is fixed


@pytest.mark.parametrize(("most", "severities"), STEPS)
def test_the_children_that_a_node_lists(most: int, severities: list[str]) -> None:
    one = small.link("below", "tree", "Node", "Node", has={"max": most}, strategy="TREE_CHILD")
    told = found(LINT, planned(small.design([small.entity("Node")], [one])))
    assert told == [("Node.nodes", severity) for severity in severities]
