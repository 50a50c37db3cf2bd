"""T3: what is searched or listed by path, and what is read whole yet is no single document."""

import pytest

from tests.compiler.small import composition, design, entity, link


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ({"reads": "path"}, ("T3", "TREE_PATH", "to")),
        ({"reads": "path", "depth": 2, "static": True, "ordered": True}, ("T3", "TREE_PATH", "to")),
        ({"reads": "whole"}, ("T3", "TREE_PATH", "to")),
        ({"reads": "ancestors"}, ("T4", "TREE_ANCESTORS", "to")),
    ],
)
def test_paths(tree: dict[str, object], expected: tuple[str, str, str]) -> None:
    model = design([entity("Node")], [link("r", "tree", "Node", "Node", tree=tree)])
    decision = composition(model).decisions["r"]
    assert (decision.rule, decision.strategy, decision.side) == expected
    assert decision.inputs["tree.reads"] == tree["reads"] and decision.caveats
