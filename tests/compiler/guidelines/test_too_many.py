"""B5: thousands are stored apart and point to their parent."""

import pytest

from tests.compiler.small import MANY, barred, chosen, decide


@pytest.mark.parametrize(("most", "rule"), [(2000, "B10"), (2001, "B5")])
def test_what_is_too_many(most: int, rule: str) -> None:
    assert chosen(MANY, has={"max": most})[0] == rule


def test_what_grows_without_bound_is_too_many_whatever_its_maximum_today() -> None:
    decision = decide(MANY, has={"growth": "unbounded", "max": 3})
    assert (decision.rule, decision.strategy, decision.side, decision.bound) == (
        "B5",
        "PARENT_REF",
        "to",
        None,
    )
    assert {barred(decision)[one] for one in ("EMBED_ARRAY", "CHILD_REFS", "TWO_WAY_REFS")} == {"G1"}
    assert decision.inputs["max"] is None
    assert decision.inputs["growth"] == "unbounded"


def test_events_grow_without_bound_unless_said_otherwise() -> None:
    decision = decide(MANY, child={"kind": "event"}, rel={"exclusive_owner": True})
    assert (decision.rule, decision.assumed[:2]) == ("B5", ("max", "growth"))
    bounded = {"child": {"kind": "event"}, "has": {"growth": "bounded", "max": 9}}
    assert chosen(MANY, rel={"exclusive_owner": True}, **bounded) == ("B7", "EMBED_ARRAY")


@pytest.mark.parametrize("alone", [0, 1])
def test_with_or_without_independent_access(alone: float) -> None:
    assert chosen(MANY, has={"growth": "unbounded"}, rel={"independent_access": alone}) == (
        "B5",
        "PARENT_REF",
    )


def test_a_bar_of_too_many_names_its_gate() -> None:
    rejected = barred(decide(MANY, has={"max": 2001}))
    assert (rejected["EMBED_ARRAY"], rejected["CHILD_REFS"], rejected["TWO_WAY_REFS"]) == ("G2", "G3", "G3")
