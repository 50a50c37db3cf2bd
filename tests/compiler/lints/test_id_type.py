"""L41: an _id that the server refuses."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.id_type import LINT
from tests.compiler.composed import field
from tests.compiler.planned import found, things


@pytest.mark.parametrize(
    ("kind", "wrong"), [("objectId", 0), ("string", 0), ("object", 0), ("int", 0), ("array", 1), ("regex", 1)]
)
def test_types(kind: str, wrong: int) -> None:
    assert found(LINT, things(field("_id", kind))) == [("Thing._id", "error")] * wrong


def test_a_further_type_counts() -> None:
    assert found(LINT, things(field("_id", "string", types=["regex"]))) == [("Thing._id", "error")]


@pytest.mark.parametrize(
    ("operation", "wrong"),
    [
        ({"kind": "update", "changes": ["name"]}, 0),
        ({"kind": "update", "changes": ["_id"]}, 1),
        ({"kind": "update", "effects": [{"field": "_id.part", "do": "set", "value": 1}]}, 1),
        ({"kind": "insert", "changes": ["_id"]}, 0),
    ],
)
def test_updates(operation: dict[str, Any], wrong: int) -> None:
    plan = things(top={"operations": [{"name": "change", "entity": "Thing", **operation}]})
    assert found(LINT, plan) == [("change", "error")] * wrong
