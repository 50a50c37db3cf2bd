"""A2: a cold bulk is split off."""

import pytest

from tests.compiler.small import ONE, chosen, decide, text

# A document of one field "text" of n bytes takes 16 + n.
LIMIT = 4096 - 16


def cold(size: int, together: float) -> tuple[str, str]:
    return chosen(ONE, child={"fields": [text(size)]}, rel={"accessed_together": together})


def test_a_large_part_that_few_reads_need_is_split_off() -> None:
    decision = decide(ONE, child={"fields": [text(10_000)]}, rel={"accessed_together": 0.1})
    assert (decision.rule, decision.strategy, decision.side) == ("A2", "LINK_ONE", "to")
    assert decision.inputs["child_bytes"] == 10_016


@pytest.mark.parametrize(("size", "rule"), [(LIMIT, "A3"), (LIMIT + 1, "A2")])
def test_what_is_bulk(size: int, rule: str) -> None:
    assert cold(size, 0.1)[0] == rule


@pytest.mark.parametrize(("together", "rule"), [(0, "A2"), (0.19, "A2"), (0.2, "A3"), (1, "A3")])
def test_what_is_cold(together: float, rule: str) -> None:
    assert cold(LIMIT + 1, together)[0] == rule


def test_the_limits_are_the_designs_own() -> None:
    part = {"fields": [text(500)]}
    assert chosen(ONE, child=part, rel={"accessed_together": 0.1}, constants={"cold_bytes": 400})[0] == "A2"
