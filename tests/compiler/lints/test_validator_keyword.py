"""L42: validators that the server refuses."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.validator_keyword import LINT
from tests.compiler.planned import found, things, with_collection


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        ({"bsonType": "object", "required": ["a"], "properties": {"a": {"bsonType": ["int", "null"]}}}, 0),
        ({"properties": {"$ref": {"bsonType": "int"}, "format": {"bsonType": "string"}}}, 0),
        ({"properties": {"a": {"minimum": 0, "exclusiveMinimum": True}}}, 0),
        ({"type": "object", "properties": {"a": {"type": ["number", "null"]}}}, 0),
        ({"$schema": "x"}, 1), ({"$ref": "x"}, 1), ({"default": 1}, 1), ({"definitions": {}}, 1), ({"format": "date"}, 1),
        ({"id": "x"}, 1), ({"const": 1}, 1), ({"if": {}}, 1),
        ({"properties": {"a": {"default": 1}}}, 1),
        ({"items": {"examples": []}}, 1), ({"oneOf": [{"title": "x"}, {"const": 1}]}, 1), ({"not": {"const": 1}}, 1),
        ({"type": "integer"}, 1), ({"type": "object", "bsonType": "object"}, 1),
        ({"exclusiveMinimum": 0}, 1), ({"exclusiveMaximum": 5}, 1), ({"required": []}, 1), ({"required": ["a", "a"]}, 1),
    ],
)  # fmt: skip
def test_keywords(schema: dict[str, Any], wrong: int) -> None:
    plan = with_collection(things(), "things", validator={"$jsonSchema": schema})
    assert found(LINT, plan) == [("things", "error")] * wrong


def test_our_own_validators_are_understood() -> None:
    plan = things()
    assert plan.plan.collections[0].validator and found(LINT, plan) == []
