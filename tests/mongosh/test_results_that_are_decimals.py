"""A result that is declared as a decimal is stored as one, whatever numbers of other documents it follows from."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest
from bson import ObjectId
from bson.decimal128 import Decimal128

from tests.mongosh.cases import build
from tests.mongosh.odd import end, entity, field, link
from tests.mongosh.replay import Play, Played, replay

Steps = Generator[None, Played, None]
Json = dict[str, Any]
NEW = ObjectId("0123456789abcdef01234567")
FORMULAS = {
    "weighed": "sum(sales.weight)",
    "mean": "avg(sales.pieces)",
    "paid": "sum(sales.price)",
    "tax": "round(paid * 0.2, 2)",
}


def shops(strategy: str) -> Json:
    """A shop's results are decimals; its sales have doubles, whole numbers and decimals."""
    results = [
        field(name, "decimal", computed={"formula": formula, "refresh": "on-write"})
        for name, formula in FORMULAS.items()
    ]
    owned: Json = {"exclusive_owner": True, "strategy": strategy}
    return {
        "format": "nestlink/1", "name": "Shops", "database": "shops",
        "entities": [
            entity("Shop", field("name", required=True), *results),
            entity("Sale", field("weight", "double"), field("pieces", "int"), field("price", "decimal")),
        ],
        "relationships": [link("sales", "one-to-many", end("Shop", 9), end("Sale", 1), **owned)],
        "operations": [
            {"name": "sell", "kind": "insert", "entity": "Sale"},
            {"name": "weigh", "kind": "update", "entity": "Sale", "filter": [{"field": "_id"}], "changes": ["weight", "pieces", "price"]},
        ],
    }  # fmt: skip


def shops_apart() -> Json:
    return shops("PARENT_REF")


def shops_with_sales_inside() -> Json:
    return shops("EMBED_ARRAY")


def _stored(done: Played, shop: Json, step: int) -> dict[str, float]:
    """Return the results of a shop after a call. The engine keeps no widths of numbers: the scripts' texts show these."""
    found = done.one("shops", shop["_id"], step)
    assert found is not None
    return {name: round(found[name], 6) for name in FORMULAS}


@pytest.mark.parametrize("design", [shops_apart, shops_with_sales_inside])
def test_what_may_come_out_as_a_double_is_stored_as_a_decimal(design: Callable[[], Json]) -> None:
    written: dict[str, set[bool]] = {name: set() for name in FORMULAS}
    for statement in build(design()).compilation.plan.statements:
        stages = statement.update if isinstance(statement.update, list) else statement.pipeline or []
        for stage in stages:
            for name, value in stage.get("$set", {}).items():
                if name in FORMULAS:
                    written[name].add("$toDecimal" in str(value))
    assert written == {"weighed": {True}, "mean": {True}, "paid": {False}, "tax": {True}}


@replay(shops_apart)
def test_results_over_other_documents_are_worked_out(play: Play) -> Steps:
    shop, sale = play.first("shops"), play.first("sales")
    shop |= {"weighed": Decimal128("0.1"), "mean": 1, "paid": Decimal128("0.10"), "tax": Decimal128("0.02")}
    sale |= {"_id": NEW, "shop_id": shop["_id"], "weight": 0.1, "pieces": 1, "price": Decimal128("0.10")}
    play.documents |= {"shops": [shop], "sales": [sale]}
    play.call("weigh", id=NEW, newWeight=0.7, newPieces=2, newPrice=Decimal128("2.50"))
    play.call("sell", sale={**sale, "_id": ObjectId(), "pieces": 1, "weight": 0.1})
    done = yield
    assert _stored(done, shop, 0) == {"weighed": 0.7, "mean": 2, "paid": 2.5, "tax": 0.5}
    assert _stored(done, shop, 1) == {"weighed": 0.8, "mean": 1.5, "paid": 2.6, "tax": 0.52}


@replay(shops_with_sales_inside)
def test_results_over_elements_are_worked_out(play: Play) -> Steps:
    shop = play.first("shops")
    shop["sales"] = []
    play.documents["shops"] = [shop]
    play.call("sell", shopId=shop["_id"], sale={"weight": 0.1, "pieces": 1, "price": Decimal128("0.10")})
    play.call("sell", shopId=shop["_id"], sale={"weight": 0.2, "pieces": 2, "price": 5})
    done = yield
    assert _stored(done, shop, 0) == {"weighed": 0.1, "mean": 1, "paid": 0.1, "tax": 0.02}
    assert _stored(done, shop, 1) == {"weighed": 0.3, "mean": 1.5, "paid": 5.1, "tax": 1.02}
