"""Reads that find documents of every shape, beside those that see one of two."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.plan_model.physical import Param, Statement
from tests.compiler.composed import design, entity, field
from tests.compiler.in_parts import compile_design

NUMBERS = field(
    "phone_numbers",
    "array",
    items={"type": "object", "fields": [field("type"), field("number")]},
    since_version=2,
)
PHONE = field("phone", until_version=1)


def reads(*fields: dict[str, Any], asked: str = "phone_numbers.number", **more: Any) -> list[Statement]:
    """What the design's one operation, ``find``, is told beside itself."""
    operation = {"name": "find", "kind": "read", "entity": "User", "filter": [{"field": asked}], **more}
    user = entity("User", field("email"), *fields, schema_version=2)
    found = compile_design(design([user], [], operations=[operation])).plan.statements
    return [one for one in found if one.id == "find.shapes"]


def asked(one: Statement) -> Any:
    """Its filter, each value by its parameter's name."""

    def told(value: Any) -> Any:
        if isinstance(value, Param):
            return value.name
        if isinstance(value, dict):
            return {key: told(inner) for key, inner in value.items()}
        return [told(inner) for inner in value] if isinstance(value, list) else value

    return told(one.filter)


def test_both_shapes_are_asked_for_one_value() -> None:
    (one,) = reads(PHONE, NUMBERS)
    name = "phoneNumbersNumber"
    assert asked(one) == {"$or": [{"phone_numbers.number": name}, {"phone": name}]}
    assert (one.op, one.collection, one.purpose, one.subject) == ("find", "users", "read", "operation:find")


def test_what_else_is_asked_holds_in_both() -> None:
    more = {"filter": [{"field": "phone_numbers.number", "value": "1"}, {"field": "email", "value": "a"}]}
    (one,) = reads(PHONE, NUMBERS, **more, sort=[{"field": "email"}], limit=3)
    assert one.filter == {"email": "a", "$or": [{"phone_numbers.number": "1"}, {"phone": "1"}]}
    assert (one.sort, one.limit) == ({"email": 1}, 3)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ([PHONE, NUMBERS], "phone"),  # its type or its number?
        ([PHONE, NUMBERS], "email"),
        ([field("phone"), NUMBERS], "phone_numbers.number"),
        ([field("fax", until_version=1), NUMBERS], "phone_numbers.number"),
        ([field("phone", "int", until_version=1), NUMBERS], "phone_numbers.number"),
    ],
)
def test_nothing_is_guessed(fields: list[dict[str, Any]], path: str) -> None:
    assert reads(*fields, asked=path) == []


def test_lists_of_plain_values_take_a_values_place() -> None:
    listed = field("phones", "array", items={"type": "string"}, since_version=2)
    (one,) = reads(PHONE, listed, asked="phone")
    assert asked(one) == {"$or": [{"phone": "phone"}, {"phones": "phone"}]}


def test_writes_ask_for_the_shape_that_they_write() -> None:
    assert reads(PHONE, NUMBERS, kind="delete") == []
