"""Every guideline decides something: without it, its pinned design is decided otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.model.conceptual import Model
from designs.compiler.rules.guidelines import BY_KIND, GUIDELINES
from tests.compiler.small import MANY, NM, ONE, composition, decide, design, entity, link, op, text

ENDLESS = {"growth": "unbounded"}
OWNED = {"exclusive_owner": True}
HOT = {"independent_access": 0.5, "accessed_together": 0.5}
TAIL = (op("read", "Child", includes=["r"]),)
HELD = [link(name, MANY, "Root", name.title(), has={"max": 5}, **OWNED) for name in ("parent", "child")]
WITHIN = [entity("Root")], [*HELD]

# By rule: what the relationship of a pair is built from.
PINNED: dict[str, tuple[str, dict[str, Any]]] = {
    "A1": (ONE, {"rel": {"independent_access": 0.2}}),
    "A2": (ONE, {"child": {"fields": [text(5000)]}, "rel": {"accessed_together": 0.1}}),
    "A3": (ONE, {}),
    "C1": (MANY, {"child": {"kind": "lookup"}, "has": {"max": 5}}),
    "B0": (MANY, {"has": {"max": 5}, "entities": WITHIN[0], "links": WITHIN[1]}),
    "B1": (MANY, {"child": {"kind": "measurement", "fields": [{"name": "at", "type": "date"}]}}),
    "B2": (MANY, {"parent": {"fields": [text(5)]}, "has": ENDLESS, "ops": TAIL}),
    "B3": (MANY, {"has": ENDLESS, "rel": {"together_needs": "recent", "accessed_together": 0.5}}),
    "B4": (MANY, {"has": ENDLESS, "rel": {"pagination": "sequential"}}),
    "B4b": (
        MANY,
        {"has": {"p95": 50, "max": 5000, "share_over": 0.01}, "rel": {**OWNED, "accessed_together": 0.5}},
    ),
    "B5": (MANY, {"has": ENDLESS}),
    "B7": (MANY, {"has": {"max": 200}, "rel": OWNED}),
    "B8": (
        MANY,
        {
            "has": {"max": 50},
            "rel": {
                **HOT,
                "together_needs": "ids",
                "navigation": {"from_to_per_day": 4, "to_from_per_day": 1},
            },
        },
    ),
    "B9": (MANY, {"has": {"max": 50}, "rel": HOT}),
    "B10": (MANY, {"has": {"max": 50}}),
    "C2": (NM, {"has": {"max": 200}, "rel": {"link_owner": "from", "accessed_together": 0.5}}),
    "C3": (NM, {"has": {"max": 5}, "back": {"max": 5}, "rel": {"link_accessed_alone": True}}),
    "C4a": (NM, {"has": {"max": 3}, "back": ENDLESS}),
    "C4b": (NM, {"has": {"max": 201}, "back": {"max": 20}}),
    "C5": (NM, {"has": {"max": 5}, "back": {"max": 3}}),
    "C6": (NM, {"has": {"max": 5}, "back": {"max": 3}, "rel": {"link_fields": [text()]}}),
}


def tree(**shape: Any) -> Model:
    """A small tree of this shape."""
    return design([entity("Node", count=10)], [link("r", "tree", "Node", "Node", has={"max": 5}, tree=shape)])


ALONE = {
    "T1": tree(reads="whole", depth=3),
    "T2": tree(reads="subtree", static=True),
    "T3": tree(reads="path"),
    "T4": tree(reads="ancestors"),
    "T5": tree(reads="children", ordered=True),
    "T6": tree(),
    "P1": design([entity("Thing"), entity("Kind")], [link("r", "is-a", "Thing", "Kind")]),
    "P2": design(
        [entity("Thing"), entity("Kind", text(), text(name="more"))], [link("r", "is-a", "Thing", "Kind")]
    ),
}


def decided(code: str) -> tuple[str, str, str] | None:
    """Rule, strategy and side of a pinned design; None where no rule is left that applies."""
    try:
        if code in ALONE:
            decision = composition(ALONE[code]).decisions["r"]
        else:
            kind, parts = PINNED[code]
            decision = decide(kind, **parts)
    except (AssertionError, StopIteration):
        return None
    return decision.rule, decision.strategy, decision.side


def test_every_guideline_is_pinned() -> None:
    assert set(PINNED) | set(ALONE) == {rule.code for rule in GUIDELINES}


@pytest.mark.parametrize("code", [rule.code for rule in GUIDELINES])
def test_a_guideline_matters(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = decided(code)
    assert before is not None and before[0] == code
    for kind, block in BY_KIND.items():
        monkeypatch.setitem(BY_KIND, kind, tuple(rule for rule in block if rule.code != code))
    assert decided(code) != before


@pytest.mark.parametrize("code", [rule.code for rule in GUIDELINES if rule.code != "T6"])
def test_the_order_of_a_block_matters(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked last of its block a guideline is beaten by another, unless it is the last or the only one
    that applies to its pinned design."""
    before = decided(code)
    for kind, block in BY_KIND.items():
        last = tuple(rule for rule in block if rule.code == code)
        monkeypatch.setitem(BY_KIND, kind, tuple(rule for rule in block if rule.code != code) + last)
    after = decided(code)
    assert (after == before) is (code in ("A3", "B0", "B10", "C6", "P2"))
