"""B9: children live alone, yet the parent must list them."""

import pytest

from tests.compiler.small import MANY, barred, chosen, decide, op, text

LISTED = ("B9", "CHILD_REFS")
ALONE = {
    "independent_access": 0.5,
    "accessed_together": 0.5,
    "navigation": {"from_to_per_day": 100, "to_from_per_day": 0},
}


def listed(has: dict | None = None, **rel: object) -> str:
    return chosen(MANY, has=has or {"max": 50}, rel={**ALONE, **rel})[0]


def test_ids_in_the_parent() -> None:
    decision = decide(MANY, has={"max": 50}, rel=ALONE)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (*LISTED, "from", 50)
    assert barred(decision)["TWO_WAY_REFS"] == "B8"


@pytest.mark.parametrize(("most", "rule"), [(2000, "B9"), (2001, "B5")])
def test_how_many_ids(most: int, rule: str) -> None:
    assert listed({"max": most}) == rule


@pytest.mark.parametrize(("together", "rule"), [(0.2, "B9"), (0.19, "B10")])
def test_the_parent_must_list_them(together: float, rule: str) -> None:
    assert listed(accessed_together=together) == rule
    assert listed(together_needs="nothing") == "B10"


@pytest.mark.parametrize(("alone", "rule"), [(0.2, "B9"), (0.19, "B10")])
def test_children_must_live_alone(alone: float, rule: str) -> None:
    assert listed(independent_access=alone) == rule


@pytest.mark.parametrize(("backward", "rule"), [(0, "B9"), (1, "B10"), (24, "B10"), (25, "B8")])
def test_no_read_asks_a_child_for_its_parent(backward: int, rule: str) -> None:
    ids = {"navigation": {"from_to_per_day": 100, "to_from_per_day": backward}, "together_needs": "ids"}
    assert listed(**ids) == rule


def test_nor_where_the_way_back_comes_of_an_operation() -> None:
    up = op("read", "Child", "text", includes=["r"], per_day=1)
    listing = op("read", "Parent", includes=["r"], per_day=100)
    for backward, rule in (((), "B9"), ((up,), "B10")):
        ops = (listing, op("read", "Child", "text", per_day=50), *backward)
        assert chosen(MANY, has={"max": 50}, ops=ops)[0] == rule


@pytest.mark.parametrize(("pointer", "rule"), [(None, "B9"), ("holder", "B10")])
def test_a_child_that_names_its_parent_keeps_the_reference(pointer: str | None, rule: str) -> None:
    """A shipment with an ``order`` goes on to know its order, though orders list their shipments."""
    named = {"back_field": pointer} if pointer else {}
    decision = decide(MANY, has={"max": 50}, rel={**ALONE, **named})
    assert decision.rule == rule
    if pointer:
        because = next(each.because for each in decision.rejected if each.strategy == "CHILD_REFS")
        assert because == "Child.holder already references its Parent: the reference stays in the child"


@pytest.mark.parametrize(("inserts", "moves", "rule"), [(60, 40, "B9"), (60, 41, "B10"), (101, 0, "B10")])
def test_the_list_must_be_read_more_than_written(inserts: int, moves: int, rule: str) -> None:
    child = {"fields": [text()], "inserts_per_day": inserts}
    assert chosen(MANY, has={"max": 50}, child=child, rel={**ALONE, "reassigned_per_day": moves})[0] == rule


def test_an_endless_list_is_barred() -> None:
    assert barred(decide(MANY, has={"growth": "unbounded"}, rel=ALONE))["CHILD_REFS"] == "G1"


@pytest.mark.parametrize(("by_parent", "rule"), [(19, "B9"), (20, "B10")])
def test_children_that_are_looked_for_by_their_parent_refer_to_it(by_parent: int, rule: str) -> None:
    """A list of ids can't answer "of this parent, within these dates, in this order"; an index on the reference can."""
    included = op("read", "Parent", includes=["r"], per_day=100 - by_parent)
    keyed = op("read", "Child", "parent_id", per_day=by_parent, sort=[{"field": "text", "direction": 1}])
    alone = op("read", "Child", "text", per_day=100)
    assert chosen(MANY, has={"max": 50}, ops=(included, keyed, alone))[0] == rule
