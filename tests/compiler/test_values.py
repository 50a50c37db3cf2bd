"""Values read by their field's type."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from bson.binary import Binary
from bson.decimal128 import Decimal128
from bson.int64 import Int64
from bson.objectid import ObjectId
from hypothesis import given, strategies

from designs.compiler.model.field_types import BY_NAME
from designs.compiler.model.values import bson_of_types, bson_value, how_written, natural

OID = "65f1a2b3c4d5e6f708192a3b"
UUID = "12345678-1234-5678-1234-567812345678"
JULY = datetime.datetime(2021, 7, 23, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("raw", "kind", "value"),
    [
        ("2021-07-23", "date", JULY),
        ("2021-07-23T02:00:00+02:00", "date", JULY),
        ({"$date": "2021-07-23T00:00:00Z"}, "date", JULY),
        ({"$date": {"$numberLong": "1626998400000"}}, "date", JULY),
        (OID, "objectId", ObjectId(OID)),
        ({"$oid": OID}, "objectId", ObjectId(OID)),
        ("3.10", "decimal", Decimal128("3.10")),
        (0.1, "decimal", Decimal128("0.1")),
        ({"$numberDecimal": "3.10"}, "decimal", Decimal128("3.10")),
        (5, "double", 5.0),
        (5, "long", Int64(5)),
        ({"$numberLong": "9007199254740993"}, "long", Int64(9007199254740993)),
        (5.0, "int", 5),
        (2**40, "number", Int64(2**40)),
        (UUID, "uuid", Binary(bytes.fromhex(UUID.replace("-", "")), 4)),
        ({"$uuid": UUID}, "uuid", Binary(bytes.fromhex(UUID.replace("-", "")), 4)),
        ([1, {"$oid": OID}], "array", [1, ObjectId(OID)]),
        ({"a": {"$date": "2021-07-23T00:00:00Z"}}, "object", {"a": JULY}),
        (None, "string", None),
        ("x", "string", "x"),
    ],
)
def test_values_take_their_fields_type(raw: Any, kind: str, value: Any) -> None:
    found = bson_value(raw, kind)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        ("yesterday", "date"), ("2021-13-01", "date"), ("xyz", "objectId"), (1.5, "int"), (2**31, "int"), ("5", "int"),
        (True, "int"), (1, "bool"), (5, "string"), ("a", "decimal"), ({"$oid": "no"}, "objectId"), ("x", "uuid"),
        ({"$date": []}, "date"), ({"$numberInt": "x"}, "int"), ({"$oid": OID}, "date"), ([], "object"), (2**70, "long"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said(raw: Any, kind: str) -> None:
    with pytest.raises(ValueError, match=r"isn't a valid|Extended JSON"):
        bson_value(raw, kind)


def test_the_first_type_that_fits() -> None:
    assert bson_of_types("2021-07-23", ("int", "date", "string")) == JULY
    with pytest.raises(ValueError, match="int or date"):
        bson_of_types("x", ("int", "date"))


def test_each_way_that_is_told_is_right() -> None:
    assert how_written(("regex", "date")).startswith("Write a date")
    for name, text in (("date", "2026-01-31"), ("date", "2026-01-31T09:30:00Z")):
        assert text in how_written((name,)) and bson_value(text, name)
    uuid = how_written(("uuid",)).split('"')[1]
    assert bson_value(uuid, "uuid")


def test_values_without_a_type() -> None:
    assert natural({"a": [{"$oid": OID}, 1.5, "x"]}) == {"a": [ObjectId(OID), 1.5, "x"]}


JSON = strategies.recursive(
    strategies.none()
    | strategies.booleans()
    | strategies.integers()
    | strategies.floats()
    | strategies.text(max_size=5),
    lambda inner: (
        strategies.lists(inner, max_size=3)
        | strategies.dictionaries(
            strategies.sampled_from(["$date", "$oid", "$binary", "$numberLong", "a"]), inner, max_size=2
        )
    ),
    max_leaves=5,
)


@given(JSON, strategies.sampled_from(sorted(BY_NAME)))
def test_any_json_is_a_value_or_a_value_error(raw: Any, kind: str) -> None:
    try:
        bson_value(raw, kind)
    except ValueError as error:
        assert str(error)
