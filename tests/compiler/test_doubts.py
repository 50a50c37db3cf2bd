"""Gates that fire on an assumed number say so and ask for it."""

from __future__ import annotations

import pytest

from designs.compiler.rules.gates import bars
from tests.compiler.small import MANY, NM, Json, case, design, entity, link, surveyed, text

ASKED = "(assumed: state how many parents one child has)"


def test_gates_of_links_and_trees_ask_for_assumed_numbers_too() -> None:
    assert bars(case(NM, has={"max": 5}))["EMBED_ARRAY"].because.endswith(ASKED)
    assert "assumed" not in bars(case(NM, has={"max": 5}, back={"max": 2}))["EMBED_ARRAY"].because
    few = {"ref_array_max": 999}
    assert bars(case(NM, has={"max": 5}, constants=few))["TWO_WAY_EMBED"].because.endswith(ASKED)
    event = {"kind": "event"}
    assert bars(case(NM, back={"max": 5}, child=event))["TWO_WAY_EMBED"].because == (
        "one side has no limit (assumed: state how many children one parent has)"
    )
    stated = bars(case(NM, has={"growth": "unbounded"}, back={"max": 5}))["TWO_WAY_EMBED"]
    assert stated.because == "one side has no limit"


@pytest.mark.parametrize(
    ("has", "node", "strategy", "ending"),
    [
        ({}, {"kind": "event"}, "TREE_CHILD", "without limit (assumed: state a growth)"),
        ({"growth": "unbounded"}, {}, "TREE_CHILD", "grow without limit"),
        ({"average": 300}, {}, "TREE_CHILD", "over the limit of 2,000 (assumed: state a max or a growth)"),
        ({"max": 3000}, {}, "TREE_CHILD", "over the limit of 2,000"),
        ({}, {"fields": [text(1000)]}, "EMBED_TREE", "more than 8,192 (assumed: state a count of Node)"),
        ({}, {"fields": [text(1000)], "count": 10_000}, "EMBED_TREE", "more than 8,192"),
    ],
)
def test_gates_of_trees_ask_for_assumed_numbers(has: Json, node: Json, strategy: str, ending: str) -> None:
    tree = link("r", "tree", "Node", "Node", has=has)
    found = bars(surveyed(design([entity("Node") | node], [tree])).case("r"))
    assert found[strategy].because.endswith(ending)


@pytest.mark.parametrize(
    ("has", "ending"),
    [
        ({"max": 150}, "over 8,192 KiB (assumed: state an average)"),
        ({"max": 150, "average": 100}, "over 8,192 KiB"),
        ({"average": 19, "adds_per_day": 0}, "over 16,384 KiB (assumed: state a max or a growth)"),
        ({"average": 19, "adds_per_day": 0, "max": 190}, "over 16,384 KiB"),
    ],
)
def test_the_gate_of_sizes_asks_for_assumed_counts(has: Json, ending: str) -> None:
    found = bars(case(MANY, has=has, child={"fields": [text(120_000)]}))
    assert found["EMBED_ARRAY"].because.endswith(ending)
