"""B8: both directions are hot."""

import pytest

from designs.compiler.cost.pricing import price
from designs.compiler.model.constants import weights_of
from designs.compiler.rules.guidelines.both_directions import no_way_back
from tests.compiler.small import MANY, PARENT_FIELDS, barred, case, chosen, decide, op

BOTH = ("B8", "TWO_WAY_REFS")
HOT = {
    "independent_access": 0.5,
    "accessed_together": 0.5,
    "together_needs": "ids",
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


@pytest.mark.parametrize("needs", ["all", "page", "recent", "summary"])
def test_a_list_pays_where_readers_need_no_more_than_ids(needs: str) -> None:
    """Two-way references cost more than one reference where the children are read in any case: 26,015 against 25,118 a day
    for 9,000 reads of both, and each child added writes two documents."""
    assert both(together_needs=needs) == "B10"
    rejected = decide(MANY, has={"max": 50}, rel={**HOT, "together_needs": needs}).rejected
    because = next(each.because for each in rejected if each.strategy == "TWO_WAY_REFS")
    assert "need more than IDs" in because


@pytest.mark.parametrize(("needs", "strategy"), [("ids", "TWO_WAY_REFS"), ("all", "PARENT_REF")])
def test_the_rule_and_the_costs_agree_on_whether_a_list_pays(needs: str, strategy: str) -> None:
    ops = (
        op("read", "Parent", "title", includes=["r"], per_day=9000),
        op("read", "Child", "text", includes=["r"], per_day=3000),
        op("insert", "Child", per_day=85),
    )
    pair = {"has": {"max": 80, "average": 3}, "rel": {"together_needs": needs}, "ops": ops}
    assert chosen(MANY, **pair)[1] == strategy
    inputs = case(MANY, **pair)
    prices = {
        name: price(inputs, name, weights_of({}, "mixed")).total for name in ("TWO_WAY_REFS", "PARENT_REF")
    }
    assert min(prices, key=prices.__getitem__) == strategy


@pytest.mark.parametrize(
    ("history", "rule"), [("none", "B8"), ("revisions", "B10"), ("point-in-time", "B10")]
)
def test_a_parent_that_keeps_its_versions_has_no_list(history: str, rule: str) -> None:
    parent = {"fields": PARENT_FIELDS, "history": history}
    assert chosen(MANY, parent=parent, has={"max": 50}, rel=HOT)[0] == rule


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
    made = chosen(
        MANY, has={"max": 50}, rel={"back_field": "holder", "together_needs": "ids"}, ops=tuple(ops)
    )
    assert made[0] == rule
