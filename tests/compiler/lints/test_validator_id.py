"""L43: validators that forbid _id."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.validator_id import LINT
from tests.compiler.planned import found, things, with_collection


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        ({"properties": {"a": {}}}, 0),
        ({"properties": {"a": {}}, "additionalProperties": False}, 1),
        ({"additionalProperties": False}, 1),
        ({"properties": {"_id": {}}, "additionalProperties": False}, 0),
        ({"properties": {"a": {"additionalProperties": False}}}, 0),
    ],
)
def test_a_closed_document_lists_its_id(schema: dict[str, Any], wrong: int) -> None:
    plan = with_collection(things(), "things", validator={"$jsonSchema": schema})
    assert found(LINT, plan) == [("things", "error")] * wrong


def test_a_collection_without_a_validator_is_fine() -> None:
    assert found(LINT, with_collection(things(), "things", validator=None)) == []
