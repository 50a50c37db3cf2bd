"""B8: both directions are hot."""

import pytest

from designs.compiler.rules.guidelines.both_directions import no_way_back
from tests.compiler.small import MANY, barred, case, chosen, decide, op

BOTH = ("B8", "TWO_WAY_REFS")
HOT = {
    "independent_access": 0.5,
    "accessed_together": 0.5,
    "navigation": {"from_to_per_day": 50, "to_from_per_day": 50},
}


def both(has: dict | None = None, **rel: object) -> str:
    return chosen(MANY, has=has or {"max": 50}, rel={**HOT, **rel})[0]


def test_ids_on_both_sides() -> None:
    decision = decide(MANY, has={"max": 50}, rel=HOT)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (*BOTH, "from", 50)
    assert (barred(decision)["CHILD_REFS"], barred(decision)["PARENT_REF"]) == ("B8", "B8")


@pytest.mark.parametrize(("most", "rule"), [(2000, "B8"), (2001, "B5")])
def test_how_many_ids(most: int, rule: str) -> None:
    assert both({"max": most}) == rule


@pytest.mark.parametrize(("together", "rule"), [(0.2, "B8"), (0.19, "B10")])
def test_the_parent_must_want_the_list(together: float, rule: str) -> None:
    assert both(accessed_together=together) == rule
    assert both(together_needs="nothing") == "B10"


@pytest.mark.parametrize(
    ("forward", "backward", "rule"), [(80, 20, "B8"), (81, 19, "B10"), (20, 80, "B8"), (19, 81, "B10")]
)
def test_both_must_be_hot(forward: int, backward: int, rule: str) -> None:
    assert both(navigation={"from_to_per_day": forward, "to_from_per_day": backward}) == rule


@pytest.mark.parametrize(
    ("backward", "least", "alone", "rule"), [(0, 0.2, True, "B9"), (0, 0, False, "B8"), (1, 0, False, "B8")]
)
def test_nobody_asks_a_child_for_its_parent(backward: int, least: float, alone: bool, rule: str) -> None:
    """Where no share of the reads is asked for, none is enough."""
    rel = {**HOT, "navigation": {"from_to_per_day": 80, "to_from_per_day": backward}}
    made = {"has": {"max": 50}, "rel": rel, "constants": {"indep_min": least}}
    assert chosen(MANY, **made)[0] == rule and no_way_back(case(MANY, **made)) is alone


@pytest.mark.parametrize(("moves", "rule"), [(10, "B8"), (10.1, "B10")])
def test_links_must_seldom_change(moves: float, rule: str) -> None:
    assert both(reassigned_per_day=moves) == rule


def test_moves_are_measured() -> None:
    rel = {**HOT, "back_field": "owner"}
    for per_day, rule in ((10, "B8"), (11, "B10")):
        ops = (op("update", "Child", changes=["owner"], per_day=per_day),)
        assert chosen(MANY, has={"max": 50}, rel=rel, ops=ops)[0] == rule
        effect = (op("update", "Child", effects=[{"field": "owner", "do": "set"}], per_day=per_day),)
        assert chosen(MANY, has={"max": 50}, rel=rel, ops=effect)[0] == rule


def test_an_endless_list_is_barred() -> None:
    assert barred(decide(MANY, has={"growth": "unbounded"}, rel=HOT))["TWO_WAY_REFS"] == "G1"


@pytest.mark.parametrize(("including", "rule"), [(100, "B8"), (90, "B8"), (20, "B10"), (0, "B10")])
def test_reads_that_look_for_children_by_their_parent_need_no_list(including: float, rule: str) -> None:
    """They are counted in this direction, and an index of the reference answers them, sorted and limited."""
    ops = [
        op("read", "Child", "holder", per_day=150),
        op("read", "Child", "text", includes=["r"], per_day=100),
        op("read", "Child", "text", per_day=50),
    ]
    if including:
        ops.append(op("read", "Parent", includes=["r"], per_day=including))
    made = chosen(MANY, has={"max": 50}, rel={"back_field": "holder"}, ops=tuple(ops))
    assert made[0] == rule
