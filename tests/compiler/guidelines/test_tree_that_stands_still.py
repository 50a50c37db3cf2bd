"""T2: branches of a tree that does not change are ranges of numbers."""

import pytest

from designs.compiler.model.conceptual import Model
from tests.compiler.in_parts import compile_design
from tests.compiler.small import barred, composition, design, entity, link


def rule(**tree: object) -> str:
    model = design([entity("Node")], [link("r", "tree", "Node", "Node", tree=tree)])
    decision = composition(model).decisions["r"]
    assert decision.rule != "T2" or (decision.strategy, decision.side) == ("TREE_NESTED", "to")
    return decision.rule


@pytest.mark.parametrize("of", [{"reads": "subtree"}, {"reads": "descendants", "ordered": True}])
@pytest.mark.parametrize(("static", "expected"), [(True, "T2"), (False, "T4"), (None, "T4")])
def test_branches_of_a_tree_that_stands_still(
    of: dict[str, object], static: bool | None, expected: str
) -> None:
    assert rule(**of, **({} if static is None else {"static": static})) == expected


@pytest.mark.parametrize("ordered", [{}, {"ordered": False}])
def test_descendants_in_no_order_are_found_by_their_ancestors(ordered: dict[str, object]) -> None:
    """They cost the same, and each insert renumbered the trees of other tenants, too."""
    assert rule(reads="descendants", static=True, **ordered) == "T4"


@pytest.mark.parametrize(
    ("reads", "expected"), [("whole", "T3"), ("children", "T6"), ("ancestors", "T4"), ("path", "T3")]
)
def test_other_reads_take_other_forms(reads: str, expected: str) -> None:
    assert rule(reads=reads, static=True) == expected


def test_a_tree_that_changes_says_why_not() -> None:
    model = design([entity("Node")], [link("r", "tree", "Node", "Node", tree={"reads": "subtree"})])
    decision = composition(model).decisions["r"]
    assert barred(decision)["TREE_NESTED"] == "T2" and "tree.static" in decision.assumed


@pytest.mark.parametrize(("adds", "expected"), [(0, "T2"), (1, "T2"), (2, "T4")])
def test_what_is_added_renumbers_half_of_all_nodes(adds: int, expected: str) -> None:
    """100 nodes: one addition renumbers 50, as many as the tree is read; two renumber more."""
    assert composition(nested(adds)).decisions["r"].rule == expected


def test_an_addition_costs_what_it_renumbers() -> None:
    """Nested sets cost the same as ancestors, however many nodes came."""
    prices = [compile_design(nested(adds, strategy="TREE_NESTED")).decisions[0].cost for adds in (1, 2)]
    assert prices[0] is not None and prices[1] is not None and prices[1] - prices[0] > 15


def nested(adds: int, **more: object) -> Model:
    """A tree of 100 nodes whose branches are read 50 times a day."""
    tree = {"reads": "subtree", "static": True}
    rel = link("r", "tree", "Node", "Node", tree=tree, navigation={"from_to_per_day": 50}, **more)
    return design([entity("Node", count=100, inserts_per_day=adds)], [rel])
