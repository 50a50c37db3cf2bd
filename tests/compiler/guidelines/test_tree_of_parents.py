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


def test_a_tree_may_stand_in_one_document_and_its_nodes_keep_their_ids() -> None:
    nodes = link("nodes", "one-to-many", "Page", "Node", has={"max": 3}, exclusive_owner=True)
    tree = link("parts", "tree", "Node", "Node")
    found = composition(design([entity("Node"), entity("Page")], [tree, nodes]))
    assert found.decisions["nodes"].strategy == "EMBED_ARRAY"
    assert found.keeps_id == {"Node"}
