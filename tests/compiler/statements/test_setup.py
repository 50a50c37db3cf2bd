"""Collections, indexes and shard keys as the server takes them."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler import read
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.reading.writing import write
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design

SIMPLE = {"locale": "simple"}


def sharded(**more: Any) -> Compilation:
    order = entity("Order", field("place", required=True), shard_key=[["place", 1], ["_id", 1]], **more)
    model = design([order], [], topology="sharded")
    value = read(write(model)).value
    assert value is not None
    return compile_design(value)


def options_of(made: Compilation, op: str) -> Any:
    return next(one.options for one in made.plan.statements if one.op == op)


def test_a_shard_key_of_a_collection_with_a_collation_is_compared_byte_by_byte() -> None:
    made = sharded(collation={"locale": "en", "strength": 2})
    assert options_of(made, "shardCollection") == {"unique": False, "collation": SIMPLE}
    assert options_of(made, "createIndex")["collation"] == SIMPLE


@pytest.mark.parametrize("more", [{}, {"collation": SIMPLE}])
def test_without_one_nothing_needs_saying(more: Any) -> None:
    made = sharded(**more)
    assert options_of(made, "shardCollection") is None
    assert "collation" not in options_of(made, "createIndex")
