"""What the demonstration knows of a validator: a call that it refuses is not shown."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.exporters.mongosh.bounds import is_within_bounds
from designs.compiler.exporters.mongosh.evaluating import UNKNOWN

_KINDS: dict[str, Any] = {
    "required": ["kind", "until"],
    "properties": {"until": {"bsonType": ["date", "null"]}, "pages": {"minimum": 1}},
    "oneOf": [
        {"properties": {"kind": {"enum": ["book"]}, "rpm": {"not": {}}}, "required": ["author"]},
        {"properties": {"kind": {"enum": ["record"]}}, "required": ["rpm"]},
    ],
}


@pytest.mark.parametrize(
    ("document", "passes"),
    [
        ({"kind": "book", "author": "Hanna Patel"}, True),
        ({"kind": "book"}, False),
        ({"author": "Hanna Patel"}, False),
        ({"kind": "map", "author": "Hanna Patel"}, False),
        ({"kind": "book", "author": "Hanna Patel", "rpm": 33}, False),
        ({"kind": "record", "rpm": 33}, True),
        ({"kind": "record", "rpm": 33, "pages": 0}, False),
        ({"kind": UNKNOWN, "author": "Hanna Patel"}, True),
    ],
)
def test_a_document_is_what_its_validator_wants(document: dict[str, Any], passes: bool) -> None:
    """A value that only the server computes breaks nothing; null, which may be, is as nothing here."""
    assert is_within_bounds({"$jsonSchema": _KINDS}, document) is passes
