"""T5: a parent lists its children where they have an order of their own and are few enough."""

import pytest

from tests.compiler.small import Json, barred, composition, design, entity, link


def decided(has: Json, **tree: object) -> tuple[str, str, str, int | None]:
    model = design(
        [entity("Node")], [link("r", "tree", "Node", "Node", has=has, tree={"reads": "children", **tree})]
    )
    decision = composition(model).decisions["r"]
    return decision.rule, decision.strategy, decision.side, decision.bound


LISTED = ("T5", "TREE_CHILD", "from")
PARENT = ("T6", "TREE_PARENT", "to", None)


@pytest.mark.parametrize(("most", "listed"), [(200, True), (201, False)])
def test_how_many_children(most: int, listed: bool) -> None:
    assert decided({"max": most}, ordered=True) == ((*LISTED, most) if listed else PARENT)


def test_children_without_bound_find_their_parent() -> None:
    assert decided({"growth": "unbounded"}, ordered=True) == PARENT


@pytest.mark.parametrize("ordered", [False, None])
def test_without_an_order_the_child_knows_its_parent(ordered: bool | None) -> None:
    assert decided({"max": 5}, **({} if ordered is None else {"ordered": ordered})) == PARENT


def test_only_children_that_are_read() -> None:
    assert decided({"max": 5}, ordered=True, reads="ancestors")[0] == "T4"


@pytest.mark.parametrize(
    ("has", "gate"), [({"growth": "unbounded"}, "G1"), ({"max": 2001}, "G3"), ({"max": 2000}, "T5")]
)
def test_gates_of_the_list(has: Json, gate: str) -> None:
    model = design(
        [entity("Node")],
        [link("r", "tree", "Node", "Node", has=has, tree={"reads": "children", "ordered": True})],
    )
    assert barred(composition(model).decisions["r"])["TREE_CHILD"] == gate
