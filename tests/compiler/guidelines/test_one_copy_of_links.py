"""C4b: two-way is too long, so keep one copy of each link."""

import pytest

from tests.compiler.small import NM, barred, chosen, decide


def test_one_copy() -> None:
    decision = decide(NM, has={"max": 300}, back={"max": 20})
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "C4b",
        "ONE_WAY_EMBED",
        "to",
        20,
    )
    assert barred(decision)["TWO_WAY_EMBED"] == "C4b"


@pytest.mark.parametrize(("large", "rule"), [(200, "C5"), (201, "C4b")])
def test_how_long(large: int, rule: str) -> None:
    assert chosen(NM, has={"max": large}, back={"max": 100})[0] == rule
    assert chosen(NM, has={"max": 100}, back={"max": large})[0] == rule


@pytest.mark.parametrize(("forward", "backward", "side"), [(10, 9, "from"), (9, 10, "to"), (10, 10, "to")])
def test_the_side_navigated_from_most_holds_it(forward: int, backward: int, side: str) -> None:
    rel = {"navigation": {"from_to_per_day": forward, "to_from_per_day": backward}}
    assert decide(NM, has={"max": 300}, back={"max": 20}, rel=rel).side == side


def test_the_first_end_breaks_the_last_tie() -> None:
    assert decide(NM, has={"max": 1500}, back={"max": 1500}).side == "from"
