"""T4: breadcrumbs, and branches of a tree that changes."""

import pytest

from tests.compiler.small import barred, composition, design, entity, link


@pytest.mark.parametrize(
    ("reads", "rule"),
    [("ancestors", "T4"), ("descendants", "T4"), ("subtree", "T4"), ("children", "T6"), ("path", "T3")],
)
def test_ancestors_and_branches(reads: str, rule: str) -> None:
    model = design([entity("Node")], [link("r", "tree", "Node", "Node", tree={"reads": reads})])
    decision = composition(model).decisions["r"]
    assert decision.rule == rule
    if rule == "T4":
        assert (decision.strategy, decision.side, barred(decision)["TREE_PARENT"]) == (
            "TREE_ANCESTORS",
            "to",
            "T4",
        )
