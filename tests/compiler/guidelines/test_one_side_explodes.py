"""C4a: only the small side holds ids where the other would explode."""

import pytest

from tests.compiler.small import NM, barred, chosen, decide, text


def test_the_small_side_holds_the_ids() -> None:
    decision = decide(NM, has={"max": 3}, back={"max": 500_000})
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "C4a",
        "ONE_WAY_EMBED",
        "from",
        3,
    )
    assert barred(decision)["TWO_WAY_EMBED"] == "G3"
    assert decide(NM, has={"max": 500_000}, back={"max": 3}).side == "to"


@pytest.mark.parametrize(
    ("small", "large", "rule"), [(4, 199, "C5"), (4, 200, "C4a"), (30, 1499, "C4b"), (30, 1500, "C4a")]
)
def test_how_far_from_balance(small: int, large: int, rule: str) -> None:
    assert chosen(NM, has={"max": small}, back={"max": large})[0] == rule
    assert chosen(NM, has={"max": large}, back={"max": small})[0] == rule


@pytest.mark.parametrize(("large", "rule"), [(2000, "C4b"), (2001, "C4a")])
def test_how_many_ids(large: int, rule: str) -> None:
    assert chosen(NM, has={"max": 1000}, back={"max": large})[0] == rule


@pytest.mark.parametrize(("large", "rule"), [(200, "C6"), (201, "C4a")])
def test_how_many_links_with_fields(large: int, rule: str) -> None:
    assert (
        chosen(NM, has={"max": 100}, back={"max": large}, rel={"link_fields": [text(name="role")]})[0] == rule
    )


def test_nothing_counts_as_one() -> None:
    assert chosen(NM, has={"max": 0}, back={"max": 49})[0] == "C5"
    assert chosen(NM, has={"max": 0}, back={"max": 50})[0] == "C4a"


@pytest.mark.parametrize("forward", [0, 1000])
def test_navigation_does_not_move_the_array_to_the_side_that_explodes(forward: int) -> None:
    rel = {"navigation": {"from_to_per_day": forward, "to_from_per_day": 500}}
    assert decide(NM, has={"growth": "unbounded"}, back={"max": 3}, rel=rel).side == "to"


def test_a_link_is_no_child() -> None:
    assert barred(decide(NM, has={"max": 3}, back={"max": 500_000}))["EMBED_ARRAY"] == "G5"
