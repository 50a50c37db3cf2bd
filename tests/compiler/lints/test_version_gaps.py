"""L53: queries that see one shape of two."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.version_gaps import LINT
from tests.compiler.planned import found, planned, things
from tests.compiler.small import design, entity, op, text

USER = (
    {**text(9, "phone"), "until_version": 1},
    {"name": "phone_numbers", "type": "array", "items": {"type": "string"}, "since_version": 2},
    text(9, "email"),
    {**text(9, "nickname"), "since_version": 2},
)
AGAIN = [("operation 0", "warning")]


def asked(*filters: str, version: int = 2) -> list[tuple[str, str]]:
    user = entity("User", *USER, schema_version=version)
    return found(LINT, planned(design([user], [], (op("read", "User", *filters),))))


@pytest.mark.parametrize("name", ["phone", "phone_numbers"])
def test_both_shapes_are_asked(name: str) -> None:
    assert asked(name) == AGAIN
    assert asked("phone", "phone_numbers") == []


def test_what_all_have_and_what_is_new_is_asked_as_it_is() -> None:
    assert asked("email") == [] == asked("nickname")


def test_two_shapes_without_a_version() -> None:
    address = {"name": "address", "type": "object", "types": ["string"], "fields": [text(9, "city")]}
    assert found(LINT, things(address)) == [("Thing.address", "warning")]
    assert found(LINT, things(address, schema_version=2)) == []
    plain: dict[str, Any] = {"name": "size", "type": "int", "types": ["double"]}
    assert found(LINT, things(plain)) == []
