"""T6: each node of a tree knows its parent."""

import pytest

from tests.compiler.small import barred, composition, design, entity, link


@pytest.mark.parametrize("reads", ["children", None])
def test_nodes_know_their_parent(reads: str | None) -> None:
    tree = {"tree": {"reads": reads}} if reads else {}
    decision = composition(
        design([entity("Node")], [link("parts", "tree", "Node", "Node", **tree)])
    ).decisions["parts"]
    assert (decision.rule, decision.strategy, decision.side) == ("T6", "TREE_PARENT", "to")
    assert ("tree.reads" in decision.assumed) is (reads is None)


@pytest.mark.parametrize("home", ["BUCKET", "OUTLIER"])
def test_nodes_of_one_tree_are_not_scattered(home: str) -> None:
    """Buckets and overflow would put nodes of one tree into several documents."""
    has = {"BUCKET": {"growth": "unbounded"}, "OUTLIER": {"p95": 50, "max": 5000, "share_over": 0.01}}[home]
    more = (
        {"pagination": "sequential"}
        if home == "BUCKET"
        else {"exclusive_owner": True, "accessed_together": 0.6}
    )
    nodes = link("nodes", "one-to-many", "Page", "Node", has=has, **more)
    alone = composition(design([entity("Node"), entity("Page")], [nodes])).decisions["nodes"]
    tree = link("parts", "tree", "Node", "Node")
    both = composition(design([entity("Node"), entity("Page")], [nodes, tree])).decisions["nodes"]
    assert alone.strategy == home and barred(both)[home] == "G9"


def test_a_node_has_a_collection() -> None:
    homes = composition(design([entity("Node")], [link("parts", "tree", "Node", "Node")])).homes["Node"]
    assert [home.kind for home in homes] == ["collection"]


def test_a_tree_may_stand_in_one_document_and_its_nodes_keep_their_ids() -> None:
    nodes = link("nodes", "one-to-many", "Page", "Node", has={"max": 3}, exclusive_owner=True)
    tree = link("parts", "tree", "Node", "Node")
    found = composition(design([entity("Node"), entity("Page")], [tree, nodes]))
    assert found.decisions["nodes"].strategy == "EMBED_ARRAY"
    assert found.keeps_id == {"Node"}
