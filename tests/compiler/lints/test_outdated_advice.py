"""L60: space reserved for growth."""

from __future__ import annotations

import pytest

from designs.compiler.lints.lifecycle.outdated_advice import LINT
from tests.compiler.planned import found, planned, things
from tests.compiler.small import design, entity, op

GRID = {
    "name": "seats",
    "type": "array",
    "items": {"type": "array", "items": {"type": "int"}},
    "grid": [10, 10],
}


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("padding", 1),
        ("_pad", 1),
        ("filler2", 1),
        ("preallocated", 1),
        ("padding_left", 0),
        ("launch_pad", 0),
    ],
)
def test_a_field_named_as_padding(name: str, count: int) -> None:
    assert found(LINT, things({"name": name, "type": "string"})) == [(f"Thing.{name}", "info")] * count


def test_a_number_reserves_nothing() -> None:
    assert found(LINT, things({"name": "padding", "type": "int"})) == []


@pytest.mark.parametrize(("effect", "count"), [("push", 1), ("set", 0)])
def test_a_grid_does_not_grow(effect: str, count: int) -> None:
    done = {"field": "seats", "do": effect, "value": [1]}
    ops = (op("update", "Thing", "_id", effects=[done]),)
    assert found(LINT, planned(design([entity("Thing", GRID)], [], ops))) == [("Thing.seats", "info")] * count
