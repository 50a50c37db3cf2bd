"""L53: queries that see one shape of two."""

from __future__ import annotations

from typing import Any

import pytest

from designs.compiler.lints.lifecycle.version_gaps import LINT
from tests.compiler.planned import findings, found, planned, things
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


def phones(until: int, since: int, asks: str, **more: Any) -> list[tuple[str, str]]:
    """What is told of a read by one of two fields, up to a version and from one on."""
    old = {**text(9, "phone"), "until_version": until}
    new = {"name": "phone_numbers", "type": "string", "since_version": since}
    user = entity("User", old, new, schema_version=2)
    asked = op("read", more.pop("of", "User"), asks) | more
    return found(LINT, planned(design([user, entity("Firm", text(9, "phone"))], [], (asked,))))


@pytest.mark.parametrize(("until", "since", "asks", "expected"), [
    (1, 2, "phone", AGAIN), (1, 2, "phone_numbers", AGAIN),
    (1, 3, "phone", []), (1, 3, "phone_numbers", []),
    (2, 3, "phone", []), (0, 1, "phone_numbers", []),
])  # fmt: skip
def test_one_takes_the_others_place_at_a_version(
    until: int, since: int, asks: str, expected: list[tuple[str, str]]
) -> None:
    assert phones(until, since, asks) == expected


def test_only_what_looks_for_documents_of_the_entity_misses_some() -> None:
    assert phones(1, 2, "phone", of="Firm") == []
    assert phones(1, 2, "phone", kind="insert") == []


@pytest.mark.parametrize("told", ["since_version", "until_version"])
def test_a_version_of_any_field_says_that_there_are_several(told: str) -> None:
    address = {"name": "address", "type": "object", "types": ["string"], "fields": [text(9, "city")]}
    assert found(LINT, things(address, {**text(9, "name"), told: 2})) == []


@pytest.mark.parametrize("name", ["phone", "phone_numbers"])
def test_fields_alone_tell_that_there_are_two_shapes(name: str) -> None:
    user = entity("User", *USER)
    assert found(LINT, planned(design([user], [], (op("read", "User", name),)))) == AGAIN


@pytest.mark.parametrize(("asks", "expected"), [("name.first", AGAIN), ("name", AGAIN), ("email", [])])
def test_a_field_of_one_name_in_two_shapes_is_asked_at_both_depths(asks: str, expected: Any) -> None:
    """The name of a person became an object: no path finds it in old documents and in new ones."""
    old = {**text(9, "name"), "until_version": 1}
    new = {"name": "name", "type": "object", "fields": [text(9, "first")], "since_version": 2}
    for more in ({}, {"schema_version": 2}):
        user = entity("User", old, new, text(9, "email"), **more)
        assert found(LINT, planned(design([user], [], (op("read", "User", asks),)))) == expected


@pytest.mark.parametrize(
    ("asks", "said"),
    [
        ("name", "Queries name, which exists only up to version 1. In other documents name is object."),
        ("name.first", "Queries name.first, which exists only from version 2. In other documents name is string."),
    ],
)  # fmt: skip
def test_it_says_which_documents_have_what_is_asked_for(asks: str, said: str) -> None:
    old = {**text(9, "name"), "until_version": 1}
    new = {"name": "name", "type": "object", "fields": [text(9, "first")], "since_version": 2}
    made = planned(design([entity("User", old, new)], [], (op("read", "User", asks),)))
    assert [one.message for one in findings(LINT, made)] == [said]


@pytest.mark.parametrize(("new", "expected"), [("phon_list", AGAIN), ("pho_list", [])])
def test_a_field_and_its_successor_have_the_first_letters_of_their_names_alike(
    new: str, expected: Any
) -> None:
    parts = [{**text(9, "phone"), "until_version": 1}, {**text(9, new), "since_version": 2}]
    made = planned(design([entity("User", *parts)], [], (op("read", "User", new),)))
    assert found(LINT, made) == expected


ZIP = {**text(9, "zip_code"), "until_version": 1}
POSTCODE = {**text(9, "zip_codes"), "since_version": 2}


@pytest.mark.parametrize(
    ("asks", "expected"),
    [(["address.zip_code"], AGAIN), (["address.zip_code", "address.zip_codes"], []), (["address.street"], []), (["zip_codes"], [])],
)  # fmt: skip
def test_shapes_inside_an_object_or_a_list_are_told_apart(asks: list[str], expected: Any) -> None:
    """What stands at another path takes nobody's place."""
    within = [text(9, "street"), ZIP, POSTCODE]
    for holder in (
        {"type": "object", "fields": within},
        {"type": "array", "items": {"type": "object", "fields": within}},
    ):
        user = entity("User", {"name": "address", **holder}, {**text(9, "zip_codes"), "since_version": 2})
        assert found(LINT, planned(design([user], [], (op("read", "User", *asks),)))) == expected


def test_what_has_a_version_inside_says_that_there_are_several() -> None:
    plain = {"name": "size", "type": "object", "types": ["string"], "fields": [text(9, "unit")]}
    inner = {"name": "address", "type": "object", "fields": [text(9, "street"), ZIP]}
    assert found(LINT, things(plain)) == [("Thing.size", "warning")]
    assert found(LINT, things(plain, inner)) == []


@pytest.mark.parametrize(
    ("asks", "expected"), [("box.name.first", AGAIN), ("box.name", AGAIN), ("box.size", [])]
)
def test_two_shapes_of_one_name_inside_an_object(asks: str, expected: Any) -> None:
    old = {**text(9, "name"), "until_version": 1}
    new = {"name": "name", "type": "object", "fields": [text(9, "first")], "since_version": 2}
    box = {"name": "box", "type": "object", "fields": [old, new, text(9, "size")]}
    user = entity("User", box)
    assert found(LINT, planned(design([user], [], (op("read", "User", asks),)))) == expected
