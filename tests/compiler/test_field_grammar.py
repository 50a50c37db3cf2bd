"""The field grammar: whatever fields state comes back, ids stay, errors name their line."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.compiler.field_grammar import kept_ids, read_fields, write_fields
from designs.compiler.field_grammar.properties import FIELD_PROPERTIES, ITEM_PROPERTIES
from designs.compiler.model.conceptual import Field, Item
from designs.compiler.model.field_types import FIELD_TYPES
from designs.compiler.reading.writing import plain
from tests.compiler.random_designs import examples

TYPES = st.sampled_from([row.name for row in FIELD_TYPES] + ["object", "array"] * 6)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
ODD_TEXTS = st.sampled_from(["// no", " a ", 'say "x"', "a\nb", "}", "{", "a, b", "\u202e", "\x85", "true"])
WORDS = st.one_of(TEXTS, ODD_TEXTS)
NUMBERS = st.one_of(st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False))
AMOUNTS = st.one_of(st.integers(0, 10**6), st.floats(0, 1e300))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(WORDS, inner, max_size=2)),
    max_leaves=3,
)
COMPUTED = st.fixed_dictionaries(
    {"formula": WORDS},
    optional={
        "sources": st.lists(WORDS, max_size=2),
        "refresh": st.sampled_from(["on-write", "periodic", "approximate"]),
        "every_seconds": NUMBERS,
    },
)
SHARED: dict[str, Any] = {
    "enum": st.lists(VALUES, min_size=1, max_size=2),
    "minimum": NUMBERS,
    "maximum": NUMBERS,
    "pattern": WORDS,
    "max_length": st.integers(0, 99),
    "average_bytes": AMOUNTS,
    "example": VALUES,
}
OF_FIELDS: dict[str, Any] = SHARED | {
    "types": st.lists(TYPES, min_size=1, max_size=2),
    **dict.fromkeys(("immutable", "required", "nullable", "unique", "sensitive", "money"), st.booleans()),
    "absent": st.sampled_from(["missing", "either"]),
    "description": WORDS,
    "min_items": st.integers(0, 9),
    "max_items": st.integers(0, 9),
    "updates_per_day": AMOUNTS,
    "computed": COMPUTED,
    "variant_group": WORDS,
    "grid": st.lists(st.integers(1, 9), min_size=2, max_size=2),
    "since_version": st.integers(-9, 9),
    "until_version": st.integers(-9, 9),
}


def _sparse(options: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """At most three of the properties: all at once would be too slow and find no more."""
    chosen = st.lists(st.sampled_from(sorted(options)), max_size=3, unique=True)
    return chosen.flatmap(lambda names: st.fixed_dictionaries({name: options[name] for name in names}))


def _shapes(inner: Any) -> Any:
    fields = st.lists(inner, max_size=3)
    items = st.recursive(
        st.builds(lambda kind, own: {"type": kind, **own}, TYPES, _sparse(SHARED | {"fields": fields})),
        lambda deeper: st.builds(
            lambda kind, own, item: {"type": kind, **own, "items": item},
            st.sampled_from(["array", "array", "string"]),
            _sparse(SHARED),
            deeper,
        ),
        max_leaves=2,
    )
    return st.builds(
        lambda name, kind, own: {"name": name, "type": kind, **own},
        st.one_of(st.sampled_from(["a", "b", "c", "größe", "名前"]), WORDS.filter(bool)),
        TYPES,
        _sparse(OF_FIELDS | {"fields": fields, "items": items}),
    )


LEAF = st.builds(lambda name: {"name": name, "type": "int"}, st.sampled_from("ab"))
FIELDS = st.lists(st.recursive(_shapes(LEAF), _shapes, max_leaves=4), max_size=4)


def fields_of(raw: list[dict[str, Any]]) -> list[Field]:
    return msgspec.convert(raw, list[Field], strict=True)


def with_ids(raw: Any, numbers: Any) -> Any:
    """The same with an id on each field."""
    for field in raw:
        field["id"] = f"id{next(numbers)}"
        node = field
        while node:
            with_ids(node.get("fields", []), numbers)
            node = node.get("items")
    return raw


def read(text: str, like: Any = ()) -> list[Field]:
    report = read_fields(text, like)
    assert report.value is not None, (text, [str(one) for one in report.findings])
    return report.value.fields


@examples
@given(FIELDS)
def test_every_field_comes_back(raw: list[dict[str, Any]]) -> None:
    fields = fields_of(raw)
    text = write_fields(fields)
    assert plain(read(text)) == plain(fields)
    assert write_fields(read(text)) == text


@examples
@given(FIELDS)
def test_ids_come_back_by_name_or_as_they_are_written(raw: list[dict[str, Any]]) -> None:
    fields = fields_of(with_ids(raw, iter(range(10_000))))
    assert plain(read(write_fields(fields), fields)) == plain(fields)
    assert plain(read(write_fields(fields, ids=True))) == plain(fields)


def test_the_random_fields_use_every_property() -> None:
    assert {*OF_FIELDS, "fields", "items", "id"} == {*FIELD_PROPERTIES, "types"}
    assert {*SHARED, "fields", "items"} == set(ITEM_PROPERTIES)
    assert {*Field.__struct_fields__} == {*FIELD_PROPERTIES, "name", "type", "types"}
    assert {*Item.__struct_fields__} == {*ITEM_PROPERTIES, "type"}


@examples
@given(st.text(alphabet=' \t\nab:![]{}()|?,;="/1\\x5=', max_size=40))
def test_any_text_is_read_or_refused_with_lines(text: str) -> None:
    report = read_fields(text)
    if report.value is None:
        assert all(one.subject.startswith("line ") and one.hint for one in report.findings), report.findings
    else:
        assert plain(read(write_fields(report.value.fields))) == plain(report.value.fields)


TYPED = """
price: decimal!
tags: string[]
address { street, city: string!, geo { lat: float; lng: float } }
lines: object[]! max_items=200  // What was bought
  sku: str
  price: decimal? money
    // oops
"""


def test_it_reads_as_people_type() -> None:
    price, tags, address, lines = read(TYPED.replace("    // oops\n", ""))
    assert (price.type, price.required) == ("decimal", True)
    assert plain(tags) == {"name": "tags", "type": "array", "items": {"type": "string"}}
    street, city, geo = address.fields
    assert (street.type, city.required, [one.type for one in geo.fields]) == ("string", True, ["double"] * 2)
    assert (lines.description, lines.max_items) == ("What was bought", 200)
    assert [one.name for one in lines.items.fields] == ["sku", "price"]


CANONICAL = """_id: objectId!
code: string | int? unique  // As it stands on the label
price: decimal! minimum=0 example={"$numberDecimal": "9.99"} money
scores: int(minimum=0 maximum=10)[] max_items=5
"unit price": double computed="price / 2"
box: object! immutable=false
  sides: object[]
    length: double
    width: double
  lid: object {}
"""


def test_what_it_writes_is_short() -> None:
    assert write_fields(read(CANONICAL)) == CANONICAL
    assert write_fields(read(CANONICAL.replace("\n", "\r\n").replace("  ", "\t"))) == CANONICAL


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: int\nb: strng", 2, 'Did you mean "string"?'),
        ("a: int requierd", 1, 'Did you mean "required"?'),
        ("a: int min_items=-1", 1, "Use 0 or more."),
        ("a: int max_items", 1, "max_items=…"),
        ("a: int enum=[1", 1, "[a list]"),
        ("a: int example=NaN", 1, "Unsupported number"),
        ("a: int example=1e999", 1, "too large"),
        ("a: int example=" + "9" * 400, 1, "too many digits"),
        ('a: int example={"x": 1, "x": 2}', 1, "Duplicate key"),
        ('a: int example="\\ud800"', 1, "surrogate"),
        ("a: int example=" + "[" * 200, 1, "too deep"),
        ("a: int" + "[]" * 200, 1, "too deep"),
        ("a: int(grid=[1,2])[]", 1, "after the brackets"),
        ("a: int unique unique", 1, "Duplicate unique"),
        ("a: string\n  b: int", 2, "Write a: object"),
        ("a: object {}\n  b: int", 2, "already has its fields"),
        ("a\n    b: int\n  c: int", 3, "like the lines around it"),
        ("a { b\nc", 1, "Close it with }."),
        ("a: int\n}", 2, "Open it with {"),
        ("// alone", 1, "on the same line"),
        ("a: int b: int", 1, "comma"),
        ("a: int *", 1, "comma"),
        ("a:", 1, "Add one"),
        ('"": int', 1, "Enter a name."),
        ("*: int", 1, "in quotes"),
        ("\n".join(" " * n + "a" for n in range(200)), 102, "too deep"),
    ],
)
def test_an_error_names_its_line_and_a_remedy(text: str, line: int, words: str) -> None:
    report = read_fields(text)
    told = {str(one) for one in report.findings if one.subject == f"line {line}"}
    assert report.value is None
    assert any(words in one for one in told), [str(one) for one in report.findings]
    assert all(one.hint for one in report.findings)


def test_all_errors_come_at_once() -> None:
    text = "a: strng\nb: object\n  c: itn\n  d: string\ne: int unique unique\n"
    assert [one.subject for one in read_fields(text).findings] == ["line 1", "line 3", "line 5"]


def test_places_know_their_lines() -> None:
    report = read_fields("a: int\nb: object[][]\n  c: int\n  d { e, f }\n")
    assert report.value is not None
    assert report.value.line_of((1, "items", "items", "fields", 1, "fields", 0, "name")) == 4
    assert report.value.line_of((1, "max_items")) == 2
    assert report.value.line_of(()) is None


BEFORE = "a: int\nb: string\nc: date\nd: object\n  x: int\n  y: string\n"


@pytest.mark.parametrize(
    ("after", "ids"),
    [
        ("a: int\nz: string\nc: date\nd: object\n  x: int\n  y: string", "1 2 3 4 5 6"),  # one renamed
        ("c: date\na: int\nb: string unique", "3 1 2"),  # moved, changed, one away
        ("a: int\nc: date\nz: string", "1 3 -"),  # elsewhere: a new one
        ("a: int\nz: bool\nc: date", "1 - 3"),  # the same place, another type: a new one
        ("p: string\nq: int\nc: date", "2 1 3"),  # two renamed, told apart by what they are
        ("a: int\nz: string\nw: string\nc: date", "1 - - 3"),  # two could be meant
        ("a: int\nz: string\nw: string unique\nc: date", "1 2 - 3"),  # one is as it was
        (
            "a: int\nb: string\nc: date\ne: object\n  x: int\n  w: string",
            "1 2 3 4 5 6",
        ),  # renamed inside what was renamed
        ("b: int\na: string", "2 1"),  # names decide, not places
        ("a: int\nd: object[]\n  x: int", "1 4 5"),  # an array of it now
    ],
)
def test_a_field_keeps_its_id_where_it_is_plain_which_it_was(after: str, ids: str) -> None:
    before = fields_of(with_ids(plain(read(BEFORE)), iter(range(1, 9))))
    found = [_id(one) for one in _walk(plain(read(after, before)))]
    assert " ".join(found) == ids


def test_a_name_that_stands_twice_follows_its_versions() -> None:
    text = "a: int until_version=1\na: string since_version=2\n"
    before = fields_of(with_ids(plain(read(text)), iter(range(1, 9))))
    assert [_id(one) for one in plain(read("a: string since_version=2\n", before))] == ["2"]
    swapped = "a: string since_version=2\na: int until_version=1\n"
    assert [_id(one) for one in plain(read(swapped, before))] == ["2", "1"]


def test_a_stated_id_wins() -> None:
    before = fields_of(with_ids(plain(read("a: int\nb: int")), iter(range(1, 9))))
    assert [_id(one) for one in kept_ids([{"name": "b", "type": "int", "id": "id1"}], before)] == ["1"]


def _walk(fields: Any) -> Any:
    for field in fields:
        yield field
        node = field
        while node:
            yield from _walk(node.get("fields", []))
            node = node.get("items")


def _id(field: dict[str, Any]) -> str:
    return str(field.get("id", "-")).removeprefix("id")
