"""T1: a shallow, small tree that is read whole is one document."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.decisions import Decision
from tests.compiler.small import Json, barred, composition, design, entity, link, text

WHOLE = ("T1", "EMBED_TREE")


def decide(
    tree: Json | None = None, has: Json | None = None, node: Json | None = None, **more: Any
) -> Decision:
    """The decision about a tree that is read whole, three levels deep."""
    nodes = entity(
        "Node",
        *([text()] if node is None else node.pop("fields", [text()])),
        **({"count": 10} | (node or {})),
    )
    relation = link(
        "r",
        "tree",
        "Node",
        "Node",
        has=has or {"max": 10},
        tree={"depth": 3, "reads": "whole"} | (tree or {}),
    )
    others = more.pop("entities", [])
    return composition(design([nodes, *others], [relation, *more.pop("links", [])], **more)).decisions["r"]


def chosen(*args: Any, **more: Any) -> tuple[str, str]:
    """Rule and strategy."""
    decision = decide(*args, **more)
    return decision.rule, decision.strategy


def test_a_small_tree_is_one_document() -> None:
    decision = decide()
    assert (decision.rule, decision.strategy, decision.side) == (*WHOLE, "from")
    assert decision.inputs == {"tree.reads": "whole", "tree.depth": 3, "count": 10}
    assert barred(decision)["TREE_PATH"] == "T1" and decision.caveats


@pytest.mark.parametrize(("depth", "rule"), [(1, "T1"), (5, "T1"), (6, "T3")])
def test_how_deep(depth: int, rule: str) -> None:
    assert decide({"depth": depth}).rule == rule


def test_a_depth_that_nobody_states_is_none() -> None:
    shape = {"tree": {"reads": "whole"}}
    model = design([entity("Node", count=10)], [link("r", "tree", "Node", "Node", **shape)])
    decision = composition(model).decisions["r"]
    assert (decision.rule, "tree.depth" in decision.assumed) == ("T3", True)


# A node of a text of n bytes takes n + 33 with its _id, and 2 + 1 digit in an array of ten: 1 MiB
# is 16 nodes of 65,536.
@pytest.mark.parametrize(("size", "rule"), [(65_536 - 37, "T1"), (65_536 - 36, "T3")])
def test_how_large(size: int, rule: str) -> None:
    assert decide(node={"count": 16, "fields": [text(size)]}).rule == rule


# In an array of one the place takes a digit too.
@pytest.mark.parametrize(("size", "rule"), [(2**20 - 37, "T1"), (2**20 - 36, "T3")])
def test_a_mebibyte_is_too_much_for_one_read(size: int, rule: str) -> None:
    assert decide(node={"count": 1, "fields": [text(size)]}).rule == rule


def test_a_count_that_nobody_states_is_assumed() -> None:
    model = design(
        [entity("Node", text(2))],
        [link("r", "tree", "Node", "Node", tree={"depth": 2, "reads": "whole"})],
    )
    assert "count" in composition(model).decisions["r"].assumed


def test_an_id_that_is_stored_elsewhere_bars_it() -> None:
    product = entity("Product", count=5)
    shelf = link("s", "one-to-many", "Node", "Product", has={"growth": "unbounded"})
    decision = decide(entities=[product], links=[shelf])
    assert (decision.rule, barred(decision)["EMBED_TREE"]) == ("T3", "G9")


def test_what_each_node_holds_counts() -> None:
    """The whole document is judged: the images of a node too."""
    image = entity("Image", text(200_000))
    images = link("i", "one-to-many", "Node", "Image", has={"max": 10}, exclusive_owner=True)
    decision = decide(entities=[image], links=[images])
    assert (decision.rule, barred(decision)["EMBED_TREE"]) == ("T3", "G4")


def test_the_designer_may_choose_it_and_hears_what_it_breaks() -> None:
    model = design(
        [entity("Node", text(5000), count=100_000)],
        [link("r", "tree", "Node", "Node", has={"max": 10}, tree={"depth": 60}, strategy="EMBED_TREE")],
    )
    decision = composition(model).decisions["r"]
    assert (decision.strategy, decision.chosen_by) == ("EMBED_TREE", "designer")
    assert decision.caveats[0].startswith("exceeds limit G4:")


@pytest.mark.parametrize(("depth", "gate"), [(50, "T1"), (51, "G6")])
def test_nesting_bars_it(depth: int, gate: str) -> None:
    """A root and two levels for each level below it: 99 for fifty, 101 for one more."""
    assert barred(decide({"depth": depth}))["EMBED_TREE"] == gate
