"""A maximum that nobody states is no limit: said as what it is, never as growth, and never as a number."""

from __future__ import annotations

import pytest

from tests.compiler.in_parts import compile_design
from tests.compiler.small import MANY, NM, Json, pair

UNBOUNDED: Json = {"growth": "unbounded"}


@pytest.mark.parametrize(
    ("kind", "strategy", "code"),
    [
        (MANY, "EMBED_ARRAY", "L01"),
        (MANY, "CHILD_REFS", "L02"),
        (NM, "TWO_WAY_EMBED", "L16"),
    ],
)
@pytest.mark.parametrize("is_stated", [True, False])
def test_a_chosen_array_without_a_maximum_is_warned_of(
    kind: str, strategy: str, code: str, is_stated: bool
) -> None:
    has = UNBOUNDED if is_stated else {}
    compilation = compile_design(
        pair(kind, has=has, back=has if kind == NM else {}, rel={"strategy": strategy})
    )
    there = [finding for finding in compilation.findings if finding.code == code]
    assert {finding.severity for finding in there} == {"error" if is_stated else "warning"}
    assert all(("maximum" in finding.message) != is_stated for finding in there)
    (decision,) = compilation.plan.decisions
    assert ("maximum" in " ".join(decision.caveats)) != is_stated


@pytest.mark.parametrize("kind", [MANY, NM])
def test_the_rules_say_that_no_maximum_is_known(kind: str) -> None:
    (decision,) = compile_design(pair(kind)).plan.decisions
    barred = [rejected.because for rejected in decision.rejected if rejected.by == "G1"]
    assert all("maximum" in because and "stated" in because for because in barred)
    assert bool(barred) == (kind == NM), "no maximum would embed a child that may have no parent: B7 says so"
    maxima = {name: value for name, value in decision.inputs.items() if name.endswith("max")}
    assert maxima and set(maxima.values()) == {None} and maxima.keys() <= set(decision.assumed)


def test_no_number_stands_for_it_anywhere() -> None:
    compilation = compile_design(pair())
    texts = [str(compilation.plan), *map(str, compilation.findings)]
    assert not any("1000" in text or "1,000" in text for text in texts)
