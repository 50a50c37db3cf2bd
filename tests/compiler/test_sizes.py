"""BSON arithmetic, compared with what the BSON library writes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import bson
import msgspec
import pytest
from bson import Binary, Decimal128, Int64, ObjectId

from designs.compiler.model.conceptual import Field
from designs.compiler.workload.sizes import (
    array_bytes,
    digit_sum,
    document_bytes,
    element_bytes,
    field_bytes,
    named,
)

OID = ObjectId("0" * 24)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def fields(*declared: dict[str, Any]) -> list[Field]:
    return msgspec.convert(list(declared), list[Field])


@pytest.mark.parametrize(
    ("count", "size"),
    [(1, 28), (10, 163), (100, 1603), (200, 3303), (1000, 16903), (2000, 34903), (10_000, 178_903)],
)
def test_arrays_of_ids(count: int, size: int) -> None:
    assert 5 + named("a", array_bytes(count, 12)) == size == len(bson.encode({"a": [OID] * count}))


@pytest.mark.parametrize(("element", "most"), [(12, 844_414), (190, 85_219)])
def test_the_most_elements_beside_a_bare_id(element: int, most: int) -> None:
    """A document may be 16 MiB large, that size included: ids, and the tutorial's messages."""

    def whole(count: int) -> float:
        return document_bytes([], identity=True) + named("a", array_bytes(count, element))

    assert whole(most) <= 16 * 1024 * 1024 < whole(most + 1)


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 99, 100, 101, 1234])
def test_digits_of_element_numbers(count: int) -> None:
    assert digit_sum(count) == sum(len(str(place)) for place in range(count))


def test_a_broken_count_lies_between_its_neighbours() -> None:
    assert digit_sum(10.5) == digit_sum(10) + 1
    assert digit_sum(9.5) == 9.5


VALUES: list[tuple[dict[str, Any], Any]] = [
    ({"type": "double"}, 1.5),
    ({"type": "int"}, 7),
    ({"type": "long"}, Int64(7)),
    ({"type": "number"}, 1.5),
    ({"type": "decimal"}, Decimal128("1.50")),
    ({"type": "bool"}, True),
    ({"type": "date"}, NOW),
    ({"type": "timestamp"}, bson.Timestamp(1, 1)),
    ({"type": "null"}, None),
    ({"type": "objectId"}, OID),
    ({"type": "uuid"}, Binary(b"0" * 16, 4)),
    ({"type": "minKey"}, bson.MinKey()),
    ({"type": "maxKey"}, bson.MaxKey()),
    ({"type": "string", "average_bytes": 8}, "12345678"),
    ({"type": "string", "example": "héllo"}, "héllo"),
    ({"type": "string", "enum": ["no", "perhaps"]}, "perhaps"),
    ({"type": "string", "max_length": 30}, "x" * 15),
    ({"type": "string"}, "x" * 20),
    ({"type": "binData", "average_bytes": 10}, Binary(b"0" * 10)),
    ({"type": "binData"}, Binary(b"0" * 1024)),
    ({"type": "object", "fields": [{"name": "x", "type": "int"}]}, {"x": 1}),
    ({"type": "array", "items": {"type": "int"}, "min_items": 2, "max_items": 4}, [1, 2, 3]),
    ({"type": "array", "items": {"type": "int"}}, [1] * 5),
    (
        {"type": "array", "items": {"type": "object", "fields": [{"name": "x", "type": "int"}]}},
        [{"x": 1}] * 5,
    ),
    ({"type": "array", "items": {"type": "array", "items": {"type": "bool"}}}, [[True] * 5] * 5),
    ({"type": "array"}, ["x" * 20] * 5),
    ({"type": "array", "grid": [3, 4]}, [[1] * 4] * 3),
]


@pytest.mark.parametrize(("declared", "value"), VALUES, ids=str)
def test_a_field_takes_what_bson_writes(declared: dict[str, Any], value: Any) -> None:
    field = fields({"name": "näme", **declared})[0]
    assert 5 + named(field.name, field_bytes(field)) == len(bson.encode({"näme": value}))


def test_declared_sizes_win_over_guesses() -> None:
    declared = [
        {"name": "a", "type": kind, "average_bytes": 7} for kind in ("string", "object", "array", "binData")
    ]
    assert [field_bytes(field) for field in fields(*declared)] == [12, 7, 7, 12]
    example = {
        "name": "a",
        "type": "string",
        "average_bytes": 3,
        "example": "long enough",
        "enum": ["x"],
        "max_length": 9,
    }
    assert field_bytes(fields(example)[0]) == 8


def test_an_object_of_unknown_shape_is_a_hundred_bytes() -> None:
    assert field_bytes(fields({"name": "a", "type": "object"})[0]) == 100
    assert field_bytes(fields({"name": "a", "type": "object", "fields": []})[0]) == 100


DOCUMENTS: list[tuple[dict[str, Any], int]] = [
    ({"name": "x" * 12, "created_on": NOW, "comment": "x" * 17}, 79),
    ({"subject": "x" * 20, "message": "x" * 118, "posted_on": NOW}, 190),
    ({"time": NOW, "message": "x" * 15}, 48),
]


@pytest.mark.parametrize(("document", "size"), DOCUMENTS, ids=str)
def test_whole_documents(document: dict[str, Any], size: int) -> None:
    declared = fields(
        *(
            {"name": key, "type": "string", "example": one}
            if isinstance(one, str)
            else {"name": key, "type": "date"}
            for key, one in document.items()
        )
    )
    assert document_bytes(declared, identity=False) == len(bson.encode(document)) == size
    assert document_bytes(declared, identity=True) == len(bson.encode({"_id": OID, **document}))


def test_a_declared_id_is_not_counted_twice() -> None:
    declared = fields({"name": "_id", "type": "int"}, {"name": "a", "type": "int"})
    assert document_bytes(declared, identity=True) == len(bson.encode({"_id": 1, "a": 1}))


@pytest.mark.parametrize("count", [1, 10, 11, 101])
def test_one_more_element(count: int) -> None:
    one = {"text": "x" * 20}
    before, after = ([one] * number for number in (count - 1, count))
    size = len(bson.encode({"a": after})) - len(bson.encode({"a": before}))
    assert element_bytes(len(bson.encode(one)), count) == size


def test_a_thousand_log_messages() -> None:
    """Check value: 48 bytes each come to 52 903 with their document."""
    assert 5 + named("a", array_bytes(1000, 48)) == 52_903
