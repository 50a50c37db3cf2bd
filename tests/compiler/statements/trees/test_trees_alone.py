"""Trees on a server alone: moves and deletes of a branch need no transaction, for their writes are in such an order that
a call it again completes them."""

from __future__ import annotations

import pytest

from designs.compiler.plan_model.physical import Statement
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design

TREE = link(
    "tree", "tree", ("Node", {"field": "below", "has": {"min": 0, "max": 40}}), ("Node", {"field": "parent"})
)


def functions(strategy: str, topology: str) -> dict[str, list[Statement]]:
    tree = {**TREE, "strategy": strategy}
    made = compile_design(design([entity("Node", field("name"))], [tree], topology=topology)).plan.statements
    return {
        name: [each for each in made if each.recipe == f"tree.{name}"] for name in ("reassign", "cascade")
    }


@pytest.mark.parametrize("strategy", ["TREE_ANCESTORS", "TREE_PATH"])
def test_what_is_below_is_written_before_the_node_and_without_a_transaction(strategy: str) -> None:
    alone = functions(strategy, "standalone")
    for statements in alone.values():
        assert not any(each.transaction for each in statements)
        many, one = [each for each in statements if each.writes]
        assert (many.op[-4:], one.op[-3:]) == ("Many", "One") and one.filter.keys() == {"_id"}
        assert "call it again to complete it" in statements[0].comment
    together = functions(strategy, "replica-set")
    assert all(each.transaction for statements in together.values() for each in statements)
    assert "call it again" not in together["cascade"][0].comment
