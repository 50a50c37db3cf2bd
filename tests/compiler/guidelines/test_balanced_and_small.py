"""C5: balanced, small and read both ways."""

import pytest

from tests.compiler.small import NM, barred, chosen, decide, text


def reads(forward: int, backward: int) -> dict:
    return {"navigation": {"from_to_per_day": forward, "to_from_per_day": backward}}


def test_ids_on_both_sides() -> None:
    decision = decide(NM, has={"max": 3}, back={"max": 5})
    assert (decision.rule, decision.strategy, decision.bound) == ("C5", "TWO_WAY_EMBED", 3)
    assert {"from_to_per_day", "to_from_per_day"} <= set(decision.assumed)
    assert barred(decision)["ONE_WAY_EMBED"] in ("C4a", "C5")


@pytest.mark.parametrize(("large", "rule"), [(200, "C5"), (201, "C4b")])
def test_how_small(large: int, rule: str) -> None:
    assert chosen(NM, has={"max": large}, back={"max": 200})[0] == rule


@pytest.mark.parametrize(
    ("forward", "backward", "rule"), [(80, 20, "C5"), (81, 19, "C6"), (20, 80, "C5"), (19, 81, "C6")]
)
def test_both_directions_must_be_read(forward: int, backward: int, rule: str) -> None:
    assert chosen(NM, has={"max": 5}, back={"max": 5}, rel=reads(forward, backward))[0] == rule


def test_fields_of_the_link_would_be_stored_twice() -> None:
    rel = {"link_fields": [text(name="role")]}
    assert chosen(NM, has={"max": 5}, back={"max": 5}, rel=rel) == ("C6", "ONE_WAY_EMBED")
