"""L34: index keys in a costly order."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.esr_order import LINT
from tests.compiler.planned import findings, found, planned
from tests.compiler.small import design, entity, op, text

CARS = {
    **op("read", "Car"),
    "filter": [{"field": "maker"}, {"field": "price", "match": "range", "at_most": 9}],
    "sort": [{"field": "model"}],
}


def cars(*keys: str, ops: tuple[dict[str, Any], ...] = (CARS,)) -> Any:
    fields = (text(9, "maker"), text(9, "model"), {"name": "price", "type": "int"})
    car = entity("Car", *fields, id="of-Car", indexes=[{"keys": [[key, 1] for key in keys]}])
    return planned(design([car], [], ops))


def test_equality_sort_range() -> None:
    assert found(LINT, cars("maker", "model", "price")) == []


@pytest.mark.parametrize(
    "keys", [("maker", "price", "model"), ("model", "maker", "price"), ("price", "maker"), ("price", "model")]
)
def test_any_other_order_is_told_with_the_better_one(keys: tuple[str, ...]) -> None:
    (told,) = findings(LINT, cars(*keys))
    better = [key for key in ("maker", "model", "price") if key in keys]
    assert told.subject == "cars." + "_".join(f"{key}_1" for key in keys)
    assert told.hint == "Reorder it: " + ", ".join(f"{key} 1" for key in better) + "."


@pytest.mark.parametrize(("asking", "fixed"), [(1, True), (2, False)])
def test_it_is_reordered_for_the_one_operation_that_asks(asking: int, fixed: bool) -> None:
    """Two may want two orders."""
    (told,) = findings(LINT, cars("price", "maker", ops=(CARS,) * asking))
    assert (told.fix is not None) == fixed


def test_an_index_with_keys_of_its_own_is_not_judged() -> None:
    only = {**op("read", "Car"), "filter": [{"field": "price", "match": "range", "at_most": 9}]}
    assert found(LINT, cars("price", "maker", ops=(only,))) == []


def test_what_is_asked_of_another_collection_says_nothing() -> None:
    fields = (text(9, "maker"), text(9, "model"), {"name": "price", "type": "int"})
    car = entity("Car", *fields, indexes=[{"keys": [["price", 1], ["maker", 1]]}])
    of_vans = {**CARS, "entity": "Van"}
    assert found(LINT, planned(design([car, entity("Van", *fields)], [], (of_vans,)))) == []
