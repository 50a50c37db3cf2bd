"""T2: branches of a tree that does not change are ranges of numbers."""

import pytest

from tests.compiler.small import barred, composition, design, entity, link


def rule(**tree: object) -> str:
    model = design([entity("Node")], [link("r", "tree", "Node", "Node", tree=tree)])
    decision = composition(model).decisions["r"]
    assert decision.rule != "T2" or (decision.strategy, decision.side) == ("TREE_NESTED", "to")
    return decision.rule


@pytest.mark.parametrize("reads", ["subtree", "descendants"])
@pytest.mark.parametrize(("static", "expected"), [(True, "T2"), (False, "T4"), (None, "T4")])
def test_branches_of_a_tree_that_stands_still(reads: str, static: bool | None, expected: str) -> None:
    assert rule(reads=reads, **({} if static is None else {"static": static})) == expected


@pytest.mark.parametrize(
    ("reads", "expected"), [("whole", "T3"), ("children", "T6"), ("ancestors", "T4"), ("path", "T3")]
)
def test_other_reads_take_other_forms(reads: str, expected: str) -> None:
    assert rule(reads=reads, static=True) == expected


def test_a_tree_that_changes_says_why_not() -> None:
    model = design([entity("Node")], [link("r", "tree", "Node", "Node", tree={"reads": "subtree"})])
    decision = composition(model).decisions["r"]
    assert barred(decision)["TREE_NESTED"] == "T2" and "tree.static" in decision.assumed
