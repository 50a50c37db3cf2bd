"""L31: paths of declared indexes and formulas that lead nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.indexes.idx_field_unknown import LINT
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
    assert one.hint == "Did you mean order_date?"


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


def test_what_stands_neither_beside_nor_in_the_entity_is_unknown() -> None:
    free = field("free", "int", computed={"formula": "al - 1"})
    stock = field("stock", "object", fields=[field("all", "int"), free])
    assert found(LINT, things(stock)) == [("Thing.stock.free", "error")]


def test_a_formula_is_not_mended_by_itself() -> None:
    total = field("total", "date", computed={"formula": "order_dat"})
    (told,) = findings(LINT, things(*FIELDS, total, id="e1"))
    assert told.hint == "Did you mean order_date?" and told.fix is None


@pytest.mark.parametrize(
    ("index", "fixed"),
    [
        ({"keys": [["order_dat", 1]]}, True),
        ({"keys": [["nothing_like_it", 1]]}, False),
        ({"keys": [["order_dat", 1], ["order_date", -1]]}, False),
        ({"keys": [["order_dat", 1]], "partial": {"order_date": {"$exists": True}}}, False),
        ({"keys": [["order_dat", "text"]], "weights": {"order_date": 2}}, False),
        ({"keys": [["dates", 1]], "partial": {"order_dat": {"$exists": True}}}, False),
    ],
)
def test_an_index_is_mended_where_only_its_key_is_wrong(index: dict[str, Any], fixed: bool) -> None:
    (told,) = findings(LINT, things(*FIELDS, indexes=[index], id="e1"))
    assert (told.fix is not None) is fixed
