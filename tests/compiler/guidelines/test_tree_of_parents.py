"""T6: each node of a tree knows its parent."""

import pytest

from tests.compiler.small import composition, design, entity, link


@pytest.mark.parametrize("reads", ["children", "descendants", "ancestors", None])
def test_nodes_know_their_parent(reads: str | None) -> None:
    tree = {"tree": {"reads": reads}} if reads else {}
    decision = composition(
        design([entity("Node")], [link("parts", "tree", "Node", "Node", **tree)])
    ).decisions["parts"]
    assert (decision.rule, decision.strategy, decision.side) == ("T6", "TREE_PARENT", "to")


def test_a_node_has_a_collection() -> None:
    homes = composition(design([entity("Node")], [link("parts", "tree", "Node", "Node")])).homes["Node"]
    assert [home.kind for home in homes] == ["collection"]


def test_nodes_can_not_be_embedded_elsewhere() -> None:
    """A node's id is stored in its children, so nodes need a collection."""
    links = [
        link("parts", "tree", "Node", "Node"),
        link("nodes", "one-to-many", "Page", "Node", has={"max": 3}, exclusive_owner=True),
    ]
    decisions = composition(design([entity("Node"), entity("Page")], links)).decisions
    assert decisions["nodes"].strategy in ("EMBED_ARRAY", "PARENT_REF")
