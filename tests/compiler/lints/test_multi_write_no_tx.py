"""L17: several writes without a transaction."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.workload.multi_write_no_tx import LINT
from tests.compiler import small
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, found, pair, planned

ALONE = {"topology": "standalone"}


@pytest.mark.parametrize("strategy", ["TWO_WAY_REFS", "CHILD_REFS", "SUBSET"])
def test_strategies_that_write_twice_need_a_replica_set(strategy: str) -> None:
    assert [severity for _, severity in found(LINT, pair(strategy, top=ALONE))] == ["warning"]
    assert found(LINT, pair(strategy)) == []


@pytest.mark.parametrize(("policy", "count"), [("strong", 1), ("eventual", 1), ("batch", 0), ("snapshot", 0)])
def test_copies_that_a_transaction_or_a_stream_keeps(policy: str, count: int) -> None:
    copy = {"field": "title", "of": "from", "policy": policy, "reads_per_day": 9000, "updates_per_day": 1}
    told = findings(LINT, pair("PARENT_REF", top=ALONE, copies=[copy]))
    an = "An" if policy == "eventual" else "A"
    assert [one.message.startswith(f"{an} {policy} copy") for one in told] == [True] * count
    assert found(LINT, pair("PARENT_REF", copies=[copy])) == []


def test_what_must_change_together_is_better_not_apart() -> None:
    assert found(LINT, pair("PARENT_REF", top=ALONE)) == []
    assert len(found(LINT, pair("PARENT_REF", top=ALONE, atomic=True))) == 1
    assert found(LINT, pair("EMBED_ARRAY", top=ALONE, atomic=True)) == []
    (told,) = findings(LINT, pair("PARENT_REF", top=ALONE, atomic=True))
    assert "change together and “Parent reference” stores them separately" in told.message


@pytest.mark.parametrize(
    ("strategy", "count"), [("TREE_CHILD", 1), ("TREE_NESTED", 1), ("TREE_PARENT", 0), ("EMBED_TREE", 0)]
)
def test_trees_whose_nodes_stand_in_lists_or_move_with_their_branch(strategy: str, count: int) -> None:
    tree = small.link("below", "tree", "Node", "Node", has={"max": 9}, strategy=strategy)
    parts = [small.entity("Node")]
    assert len(findings(LINT, planned(small.design(parts, [tree], **ALONE)))) == count
    assert findings(LINT, planned(small.design(parts, [tree]))) == []


@pytest.mark.parametrize(("history", "count"), [("revisions", 1), ("point-in-time", 1), ("none", 0)])
def test_a_history_is_written_with_each_change(history: str, count: int) -> None:
    parts = [small.entity("Policy", history=history, schema_version=2)]
    assert found(LINT, planned(small.design(parts, [], **ALONE))) == [("Policy", "warning")] * count
    assert found(LINT, planned(small.design(parts, []))) == []


def lots(**sales: Any) -> list[Any]:
    """What is found of lots and the many sales of each, which are inserted often."""
    total = {"formula": "sum(sales.stems)", "sources": ["sales.stems"], "refresh": "on-write"}
    sold = [{"name": "sold", "type": "int", "computed": total}] if sales.pop("counted") else []
    own = [{"name": "left", "type": "int"}, *sold]
    stems = {"name": "stems", "type": "int", "required": True}
    has = {"min": 0, "average": 1000, "max": 6000}
    link = small.link(
        "sales",
        "one-to-many",
        "Lot",
        "Sale",
        has=has,
        field="sales",
        back={"min": 1, "max": 1},
        back_field="lot",
        **sales,
    )
    parts = [small.entity("Lot", *own, count=1000), small.entity("Sale", stems)]
    insert = {"name": "sell", "kind": "insert", "entity": "Sale", "per_day": 100}
    return findings(LINT, compile_design(small.design(parts, [link], operations=[insert])))


def test_what_must_change_together_needs_a_function_that_writes_both() -> None:
    (told,) = lots(atomic=True, counted=False)
    assert (told.subject, told.severity) == ("Sale.lot", "warning")
    assert told.message == "The relationship is atomic, but no function writes both Lot and Sale."
    assert told.hint == "Compute a total of Sale in Lot, or set atomic to false."
    assert lots(atomic=True, counted=True) == []
    assert lots(counted=False) == []


def test_what_stands_in_one_document_changes_together() -> None:
    assert lots(atomic=True, counted=False, strategy="EMBED_ARRAY") == []
