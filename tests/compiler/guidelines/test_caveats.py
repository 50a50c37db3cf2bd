"""What each way of storing things costs is said wherever a rule chooses it."""

from __future__ import annotations

import pytest

from designs.compiler import GUIDELINES
from designs.compiler.rules.guidelines.base import (  # fmt: skip
    COPIES,
    NO_FOREIGN_KEY,
    NOT_ATOMIC,
    RINGS,
    SIZE,
    TWO_SIDES,
    UNORDERED,
)

LISTED = (NO_FOREIGN_KEY, NOT_ATOMIC, UNORDERED, SIZE)
REFERRED = (NO_FOREIGN_KEY, "the reference needs an index")
MOVED = (NOT_ATOMIC, RINGS)
SAID = {
    "EMBED_ONE": (SIZE,), "EMBED_ARRAY": (SIZE, "$slice"), "EMBED_LINK": (SIZE,), "EMBED_TREE": (SIZE,),
    "LINK_ONE": (NO_FOREIGN_KEY, NOT_ATOMIC), "ELEMENT_REF": ("inside its document", "audit"),
    "CHILD_REFS": LISTED, "ONE_WAY_EMBED": LISTED, "PARENT_REF": REFERRED,
    "TWO_WAY_REFS": (NOT_ATOMIC, TWO_SIDES), "TWO_WAY_EMBED": (NOT_ATOMIC, TWO_SIDES),
    "BUCKET": ("retry", "only one sort order", "gaps", "full"), "BUCKET_TIME": ("retry", "only one sort order", "gaps", "full"),
    "SUBSET": (COPIES, NOT_ATOMIC, "two places"), "LINK_COLL": ("two steps", "unique index on the pair"),
    "OUTLIER": ("has_extras",), "FOLD_ONE": ("updateMany",), "VALUE_ARRAY": ("updateMany",),
    "TIME_SERIES": ("no validator",), "POLY_SINGLE": ("oneOf branch",), "POLY_SPLIT": ("each collection",),
    "TREE_PARENT": ("moving", RINGS), "TREE_CHILD": ("moving", NOT_ATOMIC, "cycle"),
    "TREE_ANCESTORS": ("moving", *MOVED), "TREE_PATH": ("moving", *MOVED), "TREE_NESTED": ("moving", *MOVED),
}  # fmt: skip


@pytest.mark.parametrize("strategy", SAID)
def test_every_rule_that_chooses_it_says_what_it_costs(strategy: str) -> None:
    rules = [rule for rule in GUIDELINES if strategy in rule.strategies]
    assert rules
    for rule in rules:
        told = "; ".join(rule.caveats)
        assert [words for words in SAID[strategy] if words not in told] == [], rule.slug


def test_no_strategy_is_left_out() -> None:
    assert {one for rule in GUIDELINES for one in rule.strategies} == set(SAID)
