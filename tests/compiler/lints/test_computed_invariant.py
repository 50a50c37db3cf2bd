"""L26: formulas that examples or updates break."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.findings import Finding
from designs.compiler.lints.computed_invariant import LINT
from tests.compiler.planned import findings, planned
from tests.compiler.small import design, entity, op

STOCK = [("in_stock", 246), ("reserved", 18)]


def stock(
    *effects: tuple[str, float],
    available: int = 228,
    formula: str = "in_stock - reserved",
    inside: bool = False,
    **update: Any,
) -> list[Finding]:
    """A product's stock figures and an update that adds to some of them."""
    fields: list[dict[str, Any]] = [{"name": name, "type": "int", "example": value} for name, value in STOCK]
    computed = {"formula": formula, **update.pop("computed", {})}
    fields.append({"name": "available", "type": "int", "example": available, "computed": computed})
    if inside:
        fields = [{"name": "inventory", "type": "object", "fields": fields}]
    done = [{"field": name, "do": "increment", "by": by} for name, by in effects]
    ops = (op("update", "Product", "_id", effects=done, **update),) if effects or update else ()
    return findings(LINT, planned(design([entity("Product", *fields)], [], ops)))


@pytest.mark.parametrize(("available", "count"), [(228, 0), (229, 1)])
def test_examples_fit_their_formula(available: int, count: int) -> None:
    found = stock(available=available)
    assert [one.subject for one in found] == ["Product.available"] * count
    assert all("229" in one.message and "228" in one.message for one in found)


def test_a_reservation_moves_what_is_available() -> None:
    """The example of the source leaves it as it was."""
    assert [one.subject for one in stock(("in_stock", -1), ("reserved", 1))] == ["operation 0"]
    assert stock(("reserved", 1), ("available", -1)) == []
    assert stock(("in_stock", -1), ("reserved", -1)) == []


def test_the_result_alone_is_not_moved() -> None:
    assert len(stock(("available", -1))) == 1


def test_inside_an_object_the_paths_go_on_from_there() -> None:
    assert stock(("inventory.reserved", 1), ("inventory.available", -1), inside=True) == []
    assert len(stock(("inventory.reserved", 1), inside=True)) == 1
    assert len(stock(available=5, inside=True)) == 1


def test_factors_count() -> None:
    twice = {"formula": "2 * in_stock - reserved / 2", "available": 483}
    assert stock(("in_stock", 1), ("available", 2), **twice) == []
    assert len(stock(("in_stock", 1), ("available", 1), **twice)) == 1


def test_what_else_is_written_is_not_judged() -> None:
    assert stock(("in_stock", 1), changes=["available"]) == []
    assert stock(("in_stock", 1), available=4428, formula="in_stock * reserved") == []
    assert stock(("in_stock", 1), computed={"refresh": "periodic", "every_seconds": 60}) == []
