"""Whether an element meets a filter, as an expression."""

from __future__ import annotations

from typing import Any

import pytest
from bson import Regex

from designs.compiler.operations.ir.condition_reading import read_filter
from designs.compiler.operations.ir.condition_rendering import rendered_expression
from designs.compiler.operations.read.element_conditions import ElementCondition, Untold

ARRAYS = {"tags", "parts", "specs", "parts.marks", "specs.v"}
EACH = ElementCondition("each", ARRAYS.__contains__)
ONE = "$$each.qty"
TEXT = {"$cond": [{"$eq": [{"$type": "$$each.sku"}, "string"]}, "$$each.sku", None]}


def any_of(array: str, name: str, test: Any) -> dict[str, Any]:
    listed = {"$cond": [{"$isArray": array}, array, [array]]}
    return {"$anyElementTrue": [{"$map": {"input": listed, "as": name, "in": test}}]}


def is_there(path: str) -> dict[str, Any]:
    return {"$not": [{"$in": [{"$type": path}, ["missing", "null"]]}]}


@pytest.mark.parametrize(
    ("said", "expression"),
    [
        ({"qty": 3}, {"$eq": [ONE, 3]}),
        ({"sku": "$x"}, {"$eq": ["$$each.sku", {"$literal": "$x"}]}),
        ({"qty": None}, {"$eq": [{"$ifNull": [ONE, None]}, {"$literal": None}]}),
        ({"qty": {"a": 1}}, {"$eq": [ONE, {"$literal": {"a": 1}}]}),
        ({"qty": {"$eq": 3}}, {"$eq": [ONE, 3]}),
        ({"qty": {"$gte": 3}}, {"$gte": [ONE, 3]}),
        ({"qty": {"$lte": 3}}, {"$and": [is_there(ONE), {"$lte": [ONE, 3]}]}),
        ({"qty": {"$gt": 1, "$lt": 3}}, {"$and": [{"$gt": [ONE, 1]}, {"$and": [is_there(ONE), {"$lt": [ONE, 3]}]}]}),
        ({"qty": {"$in": [1, 2]}}, {"$in": [ONE, {"$literal": [1, 2]}]}),
        ({"qty": {"$exists": True}}, {"$ne": [{"$type": ONE}, "missing"]}),
        ({"qty": {"$exists": False}}, {"$not": [{"$ne": [{"$type": ONE}, "missing"]}]}),
        ({"qty": {"$type": "number"}}, {"$in": [{"$type": ONE}, ["decimal", "double", "int", "long"]]}),
        ({"qty": {"$type": ["int", "null"]}}, {"$in": [{"$type": ONE}, ["int", "null"]]}),
        ({"sku": Regex("^a", "i")}, {"$regexMatch": {"input": TEXT, "regex": {"$literal": "^a"}, "options": "i"}}),
        ({"sku": {"$regex": "b"}}, {"$regexMatch": {"input": TEXT, "regex": {"$literal": "b"}}}),
        ({"qty": 1, "of.it": 2}, {"$and": [{"$eq": [ONE, 1]}, {"$eq": ["$$each.of.it", 2]}]}),
        ({"$or": [{"qty": 1}, {"qty": 2}]}, {"$or": [{"$eq": [ONE, 1]}, {"$eq": [ONE, 2]}]}),
        ({"tags": 1}, any_of("$$each.tags", "value", {"$eq": ["$$value", 1]})),
        ({"tags": {"$exists": True}}, {"$ne": [{"$type": "$$each.tags"}, "missing"]}),
        ({"parts.sort": 1}, any_of("$$each.parts", "each1", {"$eq": ["$$each1.sort", 1]})),
        ({"parts.marks": 1}, any_of("$$each.parts", "each1", any_of("$$each1.marks", "value", {"$eq": ["$$value", 1]}))),
        ({"specs": {"$not": {"$elemMatch": {"k": 1}}}}, {"$not": [any_of("$$each.specs", "held", {"$eq": ["$$held.k", 1]})]}),
        ({"specs": {"$elemMatch": {"v": 1}}}, any_of("$$each.specs", "held", any_of("$$held.v", "value", {"$eq": ["$$value", 1]}))),
    ],
)  # fmt: skip
def test_a_condition_is_an_expression(said: dict[str, Any], expression: dict[str, Any]) -> None:
    assert rendered_expression(EACH.meets(read_filter(said))) == expression


@pytest.mark.parametrize(
    "said",
    [{"at": {"$geoWithin": {}}}, {"qty": {"$type": 16}}, {"$or": [{"at": {"$near": {"$geometry": {}}}}]}],
)
def test_what_no_expression_says_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(Untold):
        EACH.meets(read_filter(said))
