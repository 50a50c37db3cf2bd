"""What the browser reads from a row is what the field grammar of the compiler reads from the same line."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from designs.compiler.field_grammar import read_fields
from designs.compiler.model.field_types import FIELD_TYPES
from tests.js.asking import harness

LINES = [
    "name", "price: decimal!", "tags: string[]", "address { street, city: string! }", "a: int | null", "b: date?",
    "code: string! unique", '"unit price": decimal', "grid: int[][]", "lines: object[] { sku, count: int! }",
    "größe: int", "_id: objectId!", "a, b: int, c: date!", "x: Text", "deep { a { b { c: int } } }", "secret sensitive",
    "points: int! minimum=1 max=30 example=7  // Credit points, for passing it", 'code: string unique pattern="^[A-Z]+$" max_length=9',
    'kind: string! enum=["work", "home"] example=work average_bytes=8', 'day: date example={"$date": "2020-01-23T00:00:00Z"}',
    "total: decimal computed=\"sum(items.price)\" immutable", "seats: bool[][] grid=[3, 4]", "a { b min=2, c }, d // one, two",
    "points int", "issued_on date!", "tags string[]", "number unique", "points int min=1, day date  // the day",
    "status: string! enum=open,full,cancelled", "a: string enum=x | y unique, b int", "a: string enum=(x, in work)!, c: date",
    "a: string enum=x, b: int", "a { b: string enum=x, y }", "a: string enum=x,y max_length=3  // either",
    "status: open|closed|in work!", "status: enum(waiting, in work) unique", "a: one_of(x, y), b int",
    *(f"f: {spelling}" for row in FIELD_TYPES for spelling in (row.name, *row.spellings)),
]  # fmt: skip
WRONG = [
    "a: int min",
    "a: int min=",
    "a: int min=1 minimum=2",
    "a: string enum=[1",
    "a: int wrong=1",
    "a: strng",
    "a: string[",
    "a {b",
    "a:",
    ": int",
    '"a: int',
    "a: int wrong",
    "a: int { b }",
    "{}",
]


def in_browser(lines: list[str]) -> list[dict[str, Any]]:
    return [harness("grammar.mjs").answer(line) for line in lines]


def bare(field: dict[str, Any]) -> dict[str, Any]:
    """Without ids."""
    found = {key: value for key, value in field.items() if key != "id"}
    if "fields" in found:
        found["fields"] = [bare(one) for one in found["fields"]]
    if "items" in found:
        found["items"] = bare(found["items"])
    return found


def in_compiler(text: str) -> list[dict[str, Any]] | None:
    report = read_fields(text)
    value = getattr(report, "value", None)
    if value is None:
        return None
    return [bare(one) for one in msgspec.to_builtins(value.fields if hasattr(value, "fields") else value)]


def test_lines_are_read_alike() -> None:
    for line, found in zip(LINES, in_browser(LINES), strict=True):
        assert [bare(one) for one in found.get("fields", [])] == in_compiler(line), line


def test_what_is_written_is_read_again() -> None:
    first = in_browser(LINES)
    plain = [
        one["written"][0]
        for one in first
        if len(one["fields"]) == 1 and "{" not in json.dumps(one["written"])
    ]
    again = in_browser(plain)
    assert [one["written"] for one in again] == [[line] for line in plain]


@pytest.mark.parametrize("line", WRONG)
def test_what_the_compiler_refuses_is_refused(line: str) -> None:
    assert "trouble" in in_browser([line])[0]
    assert in_compiler(line) is None


def test_two_of_one_name_are_refused_at_once() -> None:
    assert in_browser(["a, a"])[0] == {"trouble": "field_twice", "given": {}}


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("call time: string", "call_time: string"),
        ("frame number!", "frame_number: string!"),
        ("frame number: string!", "frame_number: string!"),
        ("last service date: date", "last_service_date: date"),
        ("frame number unique", "frame_number: string unique"),
        ("unit pattern: string", "unit_pattern: string"),
        ("where it is minimum=2", "where_it_is: string"),
        ('"call time": string', '"call time": string'),
        ("call time, wrap time: date", "call_time: string, wrap_time: date"),
    ],
)
def test_a_name_of_several_words_is_written_as_one(line: str, written: str) -> None:
    assert ", ".join(in_browser([line])[0]["written"]) == written


@pytest.mark.parametrize(
    ("line", "name"), [("last service date!", "last_service_date"), ("call time string", "call_time_string")]
)
def test_a_name_of_several_words_that_may_end_in_its_type_is_asked(line: str, name: str) -> None:
    told = harness("grammar.mjs").answer(line)
    assert (told["trouble"], told["given"]["name"]) == ("field_spaces", name)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("status: enum(waiting, in work)", ["waiting", "in work"]),
        ("status: waiting|in work|done!", ["waiting", "in work", "done"]),
        ("status waiting|done", None),
        ("""status: enum('a', "b")""", ["a", "b"]),
    ],
)
def test_choices_in_the_place_of_a_type_are_its_values(line: str, values: list[str] | None) -> None:
    told = harness("grammar.mjs").answer(line)
    field = told.get("fields", [{}])[0]
    assert field.get("enum") == values and field.get("type") == (values and "string")


def test_choices_without_values_are_told_with_how_they_are_written() -> None:
    for word in ("enum", "state"):
        told = harness("grammar.mjs").answer(f"status: {word}")
        assert (told["trouble"], told["given"]["line"]) == ("field_choices", f"status: {word}(first, second)")


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        ("a: int wrong", "field_flag"),
        ("a: int | strng", "field_type"),
        ("a: strng | int", "field_type"),
        ("a: strng", "field_type"),
    ],
)
def test_other_mistakes_are_told_as_before(line: str, trouble: str) -> None:
    assert harness("grammar.mjs").answer(line)["trouble"] == trouble


@pytest.mark.parametrize("line", ["active: yes/no", "active: true", "active: on/off!", "active: flag"])
def test_what_is_either_way_is_meant_as_bool(line: str) -> None:
    told = harness("grammar.mjs").answer(line)
    assert (told["trouble"], told["given"]["meant"]) == ("field_type", "bool")


STRINGS = {"type": "array", "items": {"type": "string"}}
INNER = [{"name": "lat", "type": "double"}, {"name": "lng", "type": "double", "required": True}]


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("a: list of string", STRINGS),
        ("a: list of strings", STRINGS),
        ("a: [string]", STRINGS),
        ("a: [ string! ]", STRINGS),
        ("a: array<string>", STRINGS),
        ("a: List(text)", STRINGS),
        ("a: string list", STRINGS),
        ("a: list of list of string", {"type": "array", "items": STRINGS}),
        ("a: [[string]]", {"type": "array", "items": STRINGS}),
        ("a: list", {"type": "array"}),
        ("a: {lat: double, lng: double!}", {"type": "object", "fields": INNER}),
        ("a: [{lat: double, lng: double!}]", {"type": "array", "items": {"type": "object", "fields": INNER}}),
        (
            "a: list of {lat: double, lng: double!}",
            {"type": "array", "items": {"type": "object", "fields": INNER}},
        ),
        (
            "a: object[] {lat: double, lng: double!}",
            {"type": "array", "items": {"type": "object", "fields": INNER}},
        ),
    ],
)
def test_lists_and_objects_as_people_say_them(line: str, shape: dict[str, Any]) -> None:
    """Only in the browser: a design file says them in one way."""
    (told,) = in_browser([f"{line}! unique"])
    assert [bare(one) for one in told["fields"]] == [{"name": "a", **shape, "required": True, "unique": True}]


def test_what_is_wrong_in_an_object_says_where() -> None:
    (told,) = in_browser(["home: { pos: { lat: doubl } }"])
    assert (told["trouble"], told["path"], told["given"]["meant"]) == (
        "field_type",
        ["home", "pos"],
        "double",
    )
