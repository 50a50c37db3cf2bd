"""L31: paths of declared indexes and formulas that lead nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.idx_field_unknown import LINT
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, pair, things

FIELDS = (
    field("order_date", "date"),
    field("dates", "object", fields=[field("created", "date")]),
    field("items", "array", items={"type": "object", "fields": [field("price", "double")]}),
)


def indexed(**index: Any) -> list[tuple[str, str]]:
    return found(LINT, things(*FIELDS, indexes=[index]))


@pytest.mark.parametrize("path", ["order_date", "dates.created", "items.price", "_id", "$**", "dates.$**"])
def test_known_paths(path: str) -> None:
    assert indexed(keys=[[path, 1]]) == []


@pytest.mark.parametrize("path", ["orderDate", "dates.updated", "items.cost", "date.$**"])
def test_unknown_paths(path: str) -> None:
    assert indexed(keys=[[path, 1]]) == [("Thing.indexes[0]", "error")]


def test_the_nearest_name_is_offered() -> None:
    (one,) = findings(LINT, things(*FIELDS, indexes=[{"keys": [["order_dat", 1]]}]))
    assert one.hint == "did you mean order_date?"


def test_filters_and_weights_are_looked_at() -> None:
    assert indexed(keys=[["order_date", 1]], partial={"$and": [{"orderdate": {"$exists": True}}]}) == [
        ("Thing.indexes[0]", "error")
    ]
    assert indexed(keys=[["order_date", 1]], partial={"order_date": {"$exists": True}}) == []
    assert indexed(keys=[["order_date", "text"]], weights={"title": 3}) == [("Thing.indexes[0]", "error")]


@pytest.mark.parametrize(
    ("computed", "count"),
    [
        ({"formula": "sum(items.price)"}, 0),
        ({"formula": "sum(items.cost)"}, 1),
        ({"formula": "the usual sum"}, 0),
        ({"formula": "1 + 1", "sources": ["Thing.items", "Thing", "items.price"]}, 0),
        ({"formula": "1 + 1", "sources": ["Thing.lines"]}, 1),
    ],
)
def test_formulas_and_their_sources(computed: dict[str, Any], count: int) -> None:
    plan = things(*FIELDS, field("total", "double", computed=computed))
    assert found(LINT, plan) == [("Thing.total", "error")] * count


def test_a_formula_may_name_the_fields_beside_its_own() -> None:
    stock = field(
        "stock", "object", fields=[field("all", "int"), field("free", "int", computed={"formula": "all - 1"})]
    )
    assert found(LINT, things(stock)) == []


def test_a_formula_may_cross_a_relationship() -> None:
    count = field("number", "int", computed={"formula": "count(children)"})
    assert found(LINT, pair("PARENT_REF", parent={"fields": [count]})) == []
