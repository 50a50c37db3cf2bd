"""Extended JSON out: every BSON type in both forms, and the order of keys."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
from bson import json_util
from bson.binary import Binary
from bson.code import Code
from bson.decimal128 import Decimal128
from bson.int64 import Int64
from bson.max_key import MaxKey
from bson.min_key import MinKey
from bson.objectid import ObjectId
from bson.regex import Regex
from bson.timestamp import Timestamp

from designs.compiler.emit.json import canonical, finite, listing, piece, relaxed, text

DAY = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
CASES: list[tuple[Any, Any, Any]] = [
    (1, {"$numberInt": "1"}, 1),
    (2**40, {"$numberLong": "1099511627776"}, 2**40),
    (Int64(5), {"$numberLong": "5"}, 5),
    (1.5, {"$numberDouble": "1.5"}, 1.5),
    (5.0, {"$numberDouble": "5.0"}, 5.0),
    (True, True, True),
    (None, None, None),
    ("$x", "$x", "$x"),
    (ObjectId("65f1a2b3c4d5e6f708192a3b"), {"$oid": "65f1a2b3c4d5e6f708192a3b"}, {"$oid": "65f1a2b3c4d5e6f708192a3b"}),
    (DAY, {"$date": {"$numberLong": "1704067200000"}}, {"$date": "2024-01-01T00:00:00Z"}),
    (Decimal128("1.50"), {"$numberDecimal": "1.50"}, {"$numberDecimal": "1.50"}),
    (Binary(b"a"), {"$binary": {"base64": "YQ==", "subType": "00"}}, {"$binary": {"base64": "YQ==", "subType": "00"}}),
    (Regex("a", "i"), {"$regularExpression": {"pattern": "a", "options": "i"}}, {"$regularExpression": {"pattern": "a", "options": "i"}}),
    (Timestamp(1, 2), {"$timestamp": {"t": 1, "i": 2}}, {"$timestamp": {"t": 1, "i": 2}}),
    (MinKey(), {"$minKey": 1}, {"$minKey": 1}),
    (MaxKey(), {"$maxKey": 1}, {"$maxKey": 1}),
    (Code("f"), {"$code": "f"}, {"$code": "f"}),
    ({"b": 1, "a": (2,)}, {"b": {"$numberInt": "1"}, "a": [{"$numberInt": "2"}]}, {"b": 1, "a": [2]}),
]  # fmt: skip


@pytest.mark.parametrize(("value", "strict", "loose"), CASES, ids=lambda one: type(one).__name__)
def test_both_forms(value: Any, strict: Any, loose: Any) -> None:
    assert canonical(value) == strict
    assert relaxed(value) == loose
    assert type(canonical(value)) is type(strict)


@pytest.mark.parametrize("value", [case[0] for case in CASES[:-1]], ids=lambda one: type(one).__name__)
def test_the_canonical_form_is_what_the_driver_reads(value: Any) -> None:
    options = json_util.JSONOptions(tz_aware=True, tzinfo=datetime.UTC)
    found = json_util.loads(json.dumps({"v": canonical(value)}), json_options=options)["v"]
    assert found == value or Binary(found) == value


def test_the_order_of_keys_is_kept_and_text_is_itself() -> None:
    assert text({"b": "é", "a": [1]}) == '{\n  "b": "é",\n  "a": [\n    1\n  ]\n}\n'


def test_what_json_cannot_say() -> None:
    assert finite({"a": [float("inf"), 1.5], "b": float("nan")}) == {"a": [None, 1.5], "b": None}
    assert text({"a": float("inf")}) == '{\n  "a": null\n}\n'


@pytest.mark.parametrize(
    "value", [{}, [], {"a": {}, "b": [], "c": [{}]}, 2**70, [1.5, True, None], "\u2028\x7f\x01"]
)
def test_text_is_what_any_reader_reads(value: Any) -> None:
    assert json.loads(text(value)) == value
    assert text(value) == json.dumps(value, ensure_ascii=False, indent=2) + "\n"


@pytest.mark.parametrize("beside", [1, 2**70])
def test_a_piece_stands_in_a_text_like_its_value(beside: int) -> None:
    value = {"b": "\u00e9", "a": [float("inf"), 1.5, {}]}
    assert text([piece(value), beside]) == text([value, beside])
    assert text([piece(2**70), piece(value)]) == text([2**70, value])


@pytest.mark.parametrize("parts", [[], [1], [{"a": '\n  "list": []'}, 2**70, [float("inf")]]])
def test_a_listing_has_a_line_for_each_part(parts: list[Any]) -> None:
    value = {"before": {"list": []}, "text": '\n  "list": []', "list": parts, "behind": [1]}
    shown = listing(value | {"list": [piece(part) for part in parts]}, "list")
    assert json.loads(shown) == finite(value)
    assert shown.count("\n") == text(value | {"list": [1] * len(parts)}).count("\n")
    assert shown == text(value) or parts
