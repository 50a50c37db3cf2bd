"""L44: examples that their validator refuses, and the checker behind it."""

from __future__ import annotations

import datetime
import re
from typing import Any

import jsonschema
import pytest
from bson import Binary, Decimal128, Int64, ObjectId, Regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from designs.compiler.lints.types.validator_sample import LINT, bson_type, complaints
from tests.compiler.calls import calls
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, things, with_collection


def test_examples_pass_their_own_validator_and_fail_another() -> None:
    plan = things(field("name", required=True), field("size", "int", minimum=3, maximum=9))
    assert found(LINT, plan) == []
    other = with_collection(
        plan, "things", validator={"$jsonSchema": {"properties": {"size": {"bsonType": "string"}}}}
    )
    (one,) = findings(LINT, other)
    assert (one.subject, one.severity) == (
        "things",
        "error",
    ) and "size has type int, not string" in one.message


def test_only_who_gave_an_example_is_told_to_change_it() -> None:
    plan = things(field("name", required=True), field("size", "int", example=4))
    for name, kind, has_example in (("name", "int", False), ("size", "string", True)):
        other = with_collection(
            plan, "things", validator={"$jsonSchema": {"properties": {name: {"bsonType": kind}}}}
        )
        (finding,) = findings(LINT, other)
        assert ("change the example" in finding.hint) is has_example


def test_a_place_whose_coordinates_are_of_another_kind_says_which_to_declare() -> None:
    inner = [field("type", enum=["Polygon"]), field("coordinates", "array", items={"type": "double"})]
    (finding,) = findings(LINT, things(field("outline", "object", fields=inner)))
    assert finding.hint == (
        "The coordinates of a Polygon are arrays in two levels of arrays. Declare them that way, or allow another type in outline.type."
    )


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"bsonType": "int"}, 1, 2**31),
        ({"bsonType": "long"}, Int64(1), 1),
        ({"bsonType": "number"}, Decimal128("1"), "1"),
        ({"bsonType": ["string", "null"]}, None, 1),
        ({"type": "boolean"}, True, 1),
        ({"bsonType": "date"}, datetime.datetime(2021, 1, 1, tzinfo=datetime.UTC), "2021-01-01"),
        ({"bsonType": "objectId"}, ObjectId("0" * 24), "0" * 24),
        ({"bsonType": "binData"}, Binary(b"x", 4), "x"),
        ({"enum": ["a", 1]}, "a", "b"),
        ({"enum": [1]}, 1.0, True),
        ({"required": ["a"]}, {"a": 1}, {"b": 1}),
        ({"properties": {"a": {"bsonType": "int"}}}, {"b": "x"}, {"a": "x"}),
        ({"properties": {"a": {}}, "additionalProperties": False}, {"a": 1}, {"b": 1}),
        ({"additionalProperties": {"bsonType": "int"}}, {"a": 1}, {"a": "x"}),
        ({"dependencies": {"a": ["b"]}}, {"a": 1, "b": 2}, {"a": 1}),
        ({"dependencies": {"b": ["c"]}}, {"a": 1}, {"b": 1}),
        ({"items": [{"bsonType": "int"}]}, [1, "x"], ["x"]),
        ({"minProperties": 1}, {"a": 1}, {}),
        ({"maxProperties": 1}, {"a": 1}, {"a": 1, "b": 1}),
        ({"items": {"bsonType": "int"}}, [1], ["x"]),
        ({"minItems": 1}, [1], []),
        ({"maxItems": 1}, [1], [1, 2]),
        ({"uniqueItems": True}, [1, 2], [1, 1.0]),
        ({"minimum": 0}, 0, -1),
        ({"minimum": 0, "exclusiveMinimum": True}, 1, 0),
        ({"maximum": Decimal128("2.5")}, Decimal128("2.50"), 2.6),
        ({"maximum": 5, "exclusiveMaximum": True}, 4, 5),
        ({"minLength": 2}, "ab", "a"),
        ({"maxLength": 2}, "ab", "abc"),
        ({"allOf": [{"minimum": 1}, {"maximum": 2}]}, 1, 3),
        ({"anyOf": [{"bsonType": "int"}, {"bsonType": "string"}]}, "x", True),
        ({"oneOf": [{"minimum": 1}, {"maximum": 2}]}, 3, 1),
        ({"not": {"bsonType": "int"}}, "x", 1),
        ({"minimum": 5}, "not a number", 4),
    ],
)
def test_keywords(schema: dict[str, Any], good: Any, bad: Any) -> None:
    assert list(complaints(schema, good)) == []
    assert list(complaints(schema, bad)) != []


def test_the_place_is_named() -> None:
    schema = {"properties": {"rows": {"items": {"required": ["x"]}}}}
    assert list(complaints(schema, {"rows": [{"x": 1}, {}]})) == [("rows.1.x", "is missing")]


def test_a_number_is_an_int_as_long_as_it_fits() -> None:
    assert [bson_type(n) for n in (-(2**31), 2**31 - 1, 2**31)] == ["int", "int", "long"]
    assert bson_type(re) == "module"


SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=3)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
)
TYPES = st.sampled_from(["object", "array", "string", "number", "boolean", "null"])
LIMITS = st.integers(0, 3)
SCHEMAS = st.recursive(
    st.fixed_dictionaries({}, optional={
        "type": TYPES, "minimum": LIMITS, "maximum": LIMITS, "exclusiveMinimum": st.booleans(), "minLength": LIMITS,
        "maxLength": LIMITS, "minItems": LIMITS, "maxItems": LIMITS, "minProperties": LIMITS, "maxProperties": LIMITS,
        "required": st.lists(st.sampled_from("abc"), min_size=1, unique=True),
    }).filter(lambda s: "exclusiveMinimum" not in s or "minimum" in s),
    lambda inner: st.fixed_dictionaries({}, optional={
        "type": TYPES, "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2), "items": inner,
        "additionalProperties": st.booleans() | inner, "anyOf": st.lists(inner, min_size=1, max_size=2),
        "oneOf": st.lists(inner, min_size=1, max_size=2), "allOf": st.lists(inner, min_size=1, max_size=2), "not": inner,
    }),
    max_leaves=6,
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # others work on this machine, too
@given(SCHEMAS, VALUES)
def test_it_agrees_with_an_independent_checker(schema: dict[str, Any], value: Any) -> None:
    expected = jsonschema.Draft4Validator(schema).is_valid(value)
    assert (next(complaints(schema, value), None) is None) == expected


@pytest.mark.parametrize("element", [lambda at: at, lambda at: {"at": at, "list": [Decimal128(str(at))]}])
def test_elements_are_not_compared_one_by_one(element: Any) -> None:
    def work(count: int) -> int:
        values = [element(at) for at in range(count)]
        return calls(lambda: [*complaints({"uniqueItems": True}, values)])

    assert work(200) < 3 * work(100)


@pytest.mark.parametrize(
    ("values", "unique"),
    [
        ([{"a": 1, "b": [2]}, {"b": [2.0], "a": Int64(1)}], False),
        ([{"a": [1, 2]}, {"a": [2, 1]}], True),
        ([1, True, "1", Decimal128("1.5"), [1], {"1": 1}], True),
        ([Decimal128("1"), 1], False),
        ([True, False, True], False),
        ([Regex("a"), Regex("a", "i")], True),
        ([Regex("a"), Regex("a")], False),
    ],
)
def test_elements_are_equal_across_numbers_and_in_what_they_hold(values: list[Any], unique: bool) -> None:
    said = [message for _, message in complaints({"uniqueItems": True}, values)]
    assert said == ([] if unique else ["repeats an item"])
