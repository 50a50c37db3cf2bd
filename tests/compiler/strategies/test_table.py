"""The table of strategies: each trait says what somebody asks for, and what follows from a row is what it says."""

from __future__ import annotations

import pytest

from designs.compiler import GATES, GUIDELINES, PATTERNS, STRATEGIES
from designs.compiler.cost.columns import COLUMNS
from designs.compiler.names import tree_fields
from designs.compiler.operations.functions.by_strategy import maker_of
from designs.compiler.plan.indexes.references import BUILDERS
from designs.compiler.strategies import Strategy
from designs.compiler.strategies.table import UNDECIDED, barred_by, strategies_of, strategies_with, traits_of

EVERY = pytest.mark.parametrize("traits", STRATEGIES.values(), ids=lambda row: row.name)
ENDS = {"from", "to"}


@EVERY
def test_a_row_says_what_others_know(traits: Strategy) -> None:
    assert traits.kinds and traits.gain and traits.price
    assert set(traits.gates) <= {gate.code for gate in GATES}
    assert set(traits.tree_fields) <= {tree_fields.CHILDREN, *tree_fields.FIELDS}
    assert traits.name in COLUMNS
    assert (maker_of(traits.name) is None) == (not traits.functions)
    assert not traits.index or traits.index == "parent" or traits.index in BUILDERS
    assert (traits.index == "ends") == bool(traits.indexed_at)


@EVERY
def test_a_strategy_has_a_pattern_and_a_guideline_of_its_kind(traits: Strategy) -> None:
    assert any(traits.name in pattern.kinds for pattern in PATTERNS)
    assert any(traits.name in rule.strategies and set(rule.kinds) & set(traits.kinds) for rule in GUIDELINES)


@EVERY
def test_what_follows_agrees_with_the_row(traits: Strategy) -> None:
    assert traits.holder_is_decided or traits.holder in ENDS
    assert set(traits.ends_with_ids("from")) <= ENDS and set(traits.ends_with_arrays("to")) <= ENDS
    assert (traits.capped_by == "count") == bool(traits.arrays_at)
    assert not (traits.nests and traits.is_bucketed)
    assert traits.is_tree == ("tree" in traits.kinds)
    assert traits.nests_tree == (traits.is_tree and not traits.links_nodes)
    assert not traits.is_slice or not traits.moves_child, "the children of a slice have their own documents"


def test_the_end_that_each_relationship_decides() -> None:
    one_way, both = STRATEGIES["ONE_WAY_EMBED"], STRATEGIES["TWO_WAY_EMBED"]
    assert [one_way.ends_with_ids(side) for side in ("from", "to")] == [("from",), ("to",)]
    assert both.ends_with_ids("to") == ("from", "to")
    assert [one_way.is_listed(end, "from") for end in ("from", "to")] == [False, True]
    assert [both.is_listed(end, "from") for end in ("from", "to")] == [True, True]


def test_which_end_has_no_documents() -> None:
    ends = {name: traits.end_without_documents("from") for name, traits in STRATEGIES.items()}
    assert {name for name, end in ends.items() if end == "from"} == {"FOLD_ONE"}
    assert ends["VALUE_ARRAY"] == "to" and STRATEGIES["VALUE_ARRAY"].end_without_documents("to") == "from"
    assert {name for name, end in ends.items() if end == "to"} == {
        "EMBED_ONE", "EMBED_ARRAY", "OUTLIER", "BUCKET", "BUCKET_TIME", "TIME_SERIES", "EMBED_TREE", "VALUE_ARRAY",
    }  # fmt: skip


def test_gates_bar_what_their_rows_say() -> None:
    assert barred_by("G2") == ("EMBED_ARRAY",)
    assert set(barred_by("G1", "one-to-many")) == {"EMBED_ARRAY", "TWO_WAY_REFS", "CHILD_REFS", "VALUE_ARRAY"}
    assert barred_by("G1", "tree") == ("TREE_CHILD",)
    assert all(
        set(gate.bars) == {name for name, row in STRATEGIES.items() if gate.code in row.gates}
        for gate in GATES
    )


def test_what_is_no_strategy_has_no_traits() -> None:
    assert traits_of("auto") is UNDECIDED and not UNDECIDED.kinds
    assert not (UNDECIDED.embeds or UNDECIDED.is_tree or UNDECIDED.ids_at or UNDECIDED.has_references)
    assert strategies_of("no kind") == ()


def test_names_come_in_the_order_of_the_table() -> None:
    assert strategies_with(lambda row: True) == tuple(STRATEGIES)
    assert strategies_of("one-to-one") == ("EMBED_ONE", "LINK_ONE")
