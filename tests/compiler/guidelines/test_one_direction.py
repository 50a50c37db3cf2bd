"""C6: otherwise one side holds the ids."""

import pytest

from tests.compiler.small import NM, barred, chosen, decide, text


def test_one_direction() -> None:
    rel = {"navigation": {"from_to_per_day": 10, "to_from_per_day": 0}}
    decision = decide(NM, has={"max": 5}, back={"max": 3}, rel=rel)
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "C6",
        "ONE_WAY_EMBED",
        "from",
        5,
    )
    assert barred(decision)["TWO_WAY_EMBED"] == "C5"


@pytest.mark.parametrize(("forward", "backward", "side"), [(10, 1, "from"), (1, 10, "to")])
def test_the_side_navigated_from_most_holds_them(forward: int, backward: int, side: str) -> None:
    rel = {"navigation": {"from_to_per_day": forward, "to_from_per_day": backward}}
    assert decide(NM, has={"max": 5}, back={"max": 3}, rel=rel).side == side


def test_ties_go_to_the_smaller_side_then_the_first() -> None:
    rel = {"link_fields": [text(name="role")]}
    assert decide(NM, has={"max": 5}, back={"max": 3}, rel=rel).side == "to"
    assert decide(NM, has={"max": 3}, back={"max": 3}, rel=rel).side == "from"


@pytest.mark.parametrize(("large", "rule"), [(200, "C6"), (201, "C4b")])
def test_how_small(large: int, rule: str) -> None:
    rel = {"navigation": {"from_to_per_day": 10, "to_from_per_day": 0}}
    assert chosen(NM, has={"max": large}, back={"max": 100}, rel=rel)[0] == rule


@pytest.mark.parametrize(("has", "back", "side"), [({"max": 60}, {}, "from"), ({}, {"max": 60}, "to")])
def test_of_ties_a_stated_maximum_goes_before_an_assumed_one(has: dict, back: dict, side: str) -> None:
    """10 are assumed, which bound nothing: the validator of such an array would have no maxItems."""
    rel = {"link_fields": [text(name="role")]}
    assert decide(NM, has=has, back=back, rel=rel).side == side
