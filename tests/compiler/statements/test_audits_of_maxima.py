"""The audit of what a reference does not refuse: more children of one parent than the design states."""

from __future__ import annotations

import pytest

from designs.compiler import compile_design
from tests.compiler.small import MANY, ONE, pair


@pytest.mark.parametrize(
    ("kind", "strategy", "has", "audited"),
    [
        (MANY, "PARENT_REF", {"max": 40}, True),
        (MANY, "SUBSET", {"max": 4000}, True),
        (MANY, "PARENT_REF", {"growth": "unbounded"}, False),
        (MANY, "PARENT_REF", {}, False),  # what is assumed is no maximum
        (MANY, "EMBED_ARRAY", {"max": 40}, False),  # the validator has it
        (MANY, "TWO_WAY_REFS", {"max": 40}, False),
        (ONE, "LINK_ONE", {"max": 1}, False),  # its index is unique
    ],
)
def test_more_than_the_stated_maximum_is_told(
    kind: str, strategy: str, has: dict[str, int], audited: bool
) -> None:
    made = compile_design(pair(kind, has=has, rel={"strategy": strategy}))
    beyond = [each for each in made.plan.statements if each.recipe == "r.beyond"]
    assert bool(beyond) is audited
    for each in beyond:
        assert (each.collection, each.pipeline[2]) == ("children", {"$match": {"count": {"$gt": has["max"]}}})
