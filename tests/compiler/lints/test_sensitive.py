"""L58: secrets in documents that are read whole."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.types.sensitive import LINT
from tests.compiler.in_parts import compile_design
from tests.compiler.planned import findings, found
from tests.compiler.small import design, entity, op, pair, text

SECRET = {**text(9, "password"), "sensitive": True}


def user(*ops: dict[str, Any]) -> list[tuple[str, str]]:
    return found(LINT, compile_design(design([entity("User", text(9, "email"), SECRET)], [], ops)))


def test_a_read_says_which_fields_it_wants() -> None:
    assert user(op("read", "User", "email")) == [("users.password", "info")]
    assert user(op("read", "User", "email", projection=["email"])) == []


def test_a_read_returns_what_it_filters_or_sorts_by() -> None:
    assert user(op("read", "User", "password")) == []
    assert user({**op("read", "User", "email"), "sort": [{"field": "password", "direction": 1}]}) == []
    fields = (text(9, "email"), SECRET, {**SECRET, "name": "pin"})
    reads = (op("read", "User", "password"), op("read", "User", "email"))
    told = findings(LINT, compile_design(design([entity("User", *fields)], [], reads)))
    assert [(each.subject, each.message) for each in told] == [
        ("users.password", 'Sensitive: "operation 1" doesn\'t return it.'),
        ("users.pin", 'Sensitive: "operation 0" and "operation 1" don\'t return it.'),
    ]


def test_only_reads_read() -> None:
    assert user() == [] == user(op("update", "User", "email", changes=["email"]))


def test_embedded_secrets_travel_with_their_holder() -> None:
    model = pair(
        has={"max": 3},
        child={"fields": [SECRET]},
        rel={"exclusive_owner": True},
        ops=(op("read", "Parent", "_id"),),
    )
    assert found(LINT, compile_design(model)) == [("parents.children.password", "info")]


def test_a_copy_of_a_secret_is_one() -> None:
    copies = [{"field": "password", "of": "from", "policy": "snapshot"}]
    parent = {"fields": [SECRET, *(text(9, name) for name in "abcd")]}
    rel = {"strategy": "PARENT_REF", "copies": copies}
    told = findings(LINT, compile_design(pair(parent=parent, rel=rel, ops=(op("read", "Child", "text"),))))
    assert [one.subject for one in told] == ["children.parent_password"]
    assert told[0].message == 'A copy of a sensitive field: "operation 0" returns it, as declared.'


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (1, '"operation 0"'),
        (2, '"operation 0" and "operation 1"'),
        (3, '"operation 0", "operation 1", and "operation 2"'),
        (4, '"operation 0", "operation 1", "operation 2", and 1 more'),
        (5, '"operation 0", "operation 1", "operation 2", and 2 more'),
    ],
)
def test_three_readers_are_named(count: int, names: str) -> None:
    reads = tuple(op("read", "User", "email") for _ in range(count))
    (told,) = findings(LINT, compile_design(design([entity("User", text(9, "email"), SECRET)], [], reads)))
    assert told.message == f"Sensitive: {names} {'doesn' if count == 1 else 'don'}'t return it."


def test_a_collection_is_told_of_once() -> None:
    fields = (text(9, "email"), SECRET, {**SECRET, "name": "pin"})
    read = (op("read", "User", "email"),)
    (told,) = findings(LINT, compile_design(design([entity("User", *fields)], [], read)))
    assert told.subject == "users.password"
    assert told.message == 'Sensitive, like pin: "operation 0" doesn\'t return it.'


@pytest.mark.parametrize(
    ("strategy", "told"), [("SUBSET", []), ("PARENT_REF", [("children.password", "info")])]
)
def test_a_slice_without_the_secret_brings_none_along(strategy: str, told: list[tuple[str, str]]) -> None:
    rel = {"strategy": strategy, "recent": {"count": 5}}
    has = {"growth": "unbounded", "average": 300}
    reads = (op("read", "Parent", "_id", includes=["r"]),)
    model = pair(has=has, child={"fields": [text(9, "title"), SECRET]}, rel=rel, ops=reads)
    assert found(LINT, compile_design(model)) == told
