"""L26: formulas that examples or updates break."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.copies.computed_invariant import LINT
from designs.compiler.plan_model.findings import Finding
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
    update = {"effects": done, **update} if done else update
    ops = (op("update", "Product", "_id", **update),) if update else ()
    return findings(LINT, planned(design([entity("Product", *fields)], [], ops)))


@pytest.mark.parametrize(("available", "count"), [(228, 0), (229, 1)])
def test_examples_fit_their_formula(available: int, count: int) -> None:
    found = stock(available=available)
    assert [one.subject for one in found] == ["Product.available"] * count
    assert all("229" in one.message and "228" in one.message for one in found)


def test_a_counter_of_hits_is_no_contradiction() -> None:
    """Each hit gives the next number, so that no example can fit."""
    assert stock(available=2, formula="available + 1", computed={"refresh": "approximate"}) == []


def test_an_increment_without_an_amount_is_the_callers() -> None:
    effects = [{"field": "in_stock", "do": "increment"}]
    assert stock(effects=effects) == []
    assert stock(effects=[*effects, {"field": "available", "do": "increment", "by": 2}]) == []


@pytest.mark.parametrize(("sign", "by"), [("+", 1), ("-", -1)])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_sum_moves_by_as_much_as_each_of_its_parts(sign: str, by: int, more: int) -> None:
    formula, available = f"in_stock {sign} reserved", 246 + by * 18
    found = stock(("reserved", 1), ("available", by + more), formula=formula, available=available)
    assert [one.subject for one in found] == ["operation 0"] * (more != 0)


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


def test_words_are_no_formula() -> None:
    assert stock(("in_stock", 1), formula="what is left", available=5) == []


def test_what_the_whole_entity_has_goes_before_what_stands_beside() -> None:
    """``size`` stands in the product and in its inventory: the product's is meant."""
    total = {"name": "twice", "type": "int", "computed": {"formula": "2 * size"}}
    for example, count in ((14, 0), (6, 1)):
        inside = [{"name": "size", "type": "int", "example": 3}, {**total, "example": example}]
        outside = {"name": "size", "type": "int", "example": 7}
        parts = entity("Product", outside, {"name": "inventory", "type": "object", "fields": inside})
        assert len(findings(LINT, planned(design([parts], [])))) == count


@pytest.mark.parametrize("without", ["in_stock", "available"])
def test_a_missing_example_is_no_contradiction(without: str) -> None:
    fields: list[dict[str, Any]] = [{"name": "in_stock", "type": "int", "example": 1}]
    fields.append({"name": "available", "type": "int", "example": 2, "computed": {"formula": "in_stock"}})
    shown = [{key: one[key] for key in one if key != "example" or one["name"] != without} for one in fields]
    assert findings(LINT, planned(design([entity("Product", *shown)], []))) == []


@pytest.mark.parametrize(("available", "count"), [(30.755, 0), (30.756, 1)])
def test_examples_may_be_rounded_to_cents(available: Any, count: int) -> None:
    assert len(stock(available=available, formula="in_stock / 8")) == count


@pytest.mark.parametrize(
    ("formula", "available"),
    [("in_stock - reserved * in_stock", -4182), ("492 / in_stock", 2), ("in_stock / 0", 1)],
)
def test_what_is_no_plain_sum_is_not_followed(formula: str, available: int) -> None:
    assert stock(("in_stock", 1), formula=formula, available=available) == []


def test_true_is_no_number() -> None:
    fields = [
        {"name": "sold", "type": "bool", "example": True},
        {"name": "gone", "type": "int", "example": 5, "computed": {"formula": "sold"}},
    ]
    assert findings(LINT, planned(design([entity("Product", *fields)], []))) == []
