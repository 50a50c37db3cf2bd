"""L41: an _id that the server refuses."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.id_type import LINT
from tests.compiler.composed import field
from tests.compiler.planned import findings, found, things


@pytest.mark.parametrize(
    ("kind", "wrong"), [("objectId", 0), ("string", 0), ("object", 0), ("int", 0), ("array", 1), ("regex", 1)]
)
def test_types(kind: str, wrong: int) -> None:
    assert found(LINT, things(field("_id", kind))) == [("Thing._id", "error")] * wrong


def test_a_further_type_counts() -> None:
    assert found(LINT, things(field("_id", "string", types=["regex"]))) == [("Thing._id", "error")]


@pytest.mark.parametrize(("name", "wrong"), [("$at", 1), ("at$", 0)])
@pytest.mark.parametrize("deep", [False, True])
def test_no_field_of_an_id_starts_with_a_dollar_sign(name: str, wrong: int, deep: bool) -> None:
    inner = field("within", "object", fields=[field(name)]) if deep else field(name)
    plan = things(field("_id", "object", fields=[field("b"), inner]))
    assert found(LINT, plan) == [("Thing._id", "error")] * wrong
    assert found(LINT, things(field("other", "object", fields=[field(name)]))) == []


@pytest.mark.parametrize(("name", "hint"), [("$at", "Rename it to at."), ("$", "Rename it.")])
def test_the_hint_is_a_name_that_the_server_takes(name: str, hint: str) -> None:
    (told,) = findings(LINT, things(field("_id", "object", fields=[field(name)])))
    assert told.hint == hint


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
