"""JavaScript as it is written: values exactly, names as names, user text as text."""

from __future__ import annotations

import json
import textwrap
import uuid
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from bson import Binary, Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp
from hypothesis import given
from hypothesis import strategies as st

from designs.compiler.emit.javascript import (
    CallExpression,
    CodeNote,
    Const,
    Each,
    Equals,
    Function,
    Get,
    Ident,
    If,
    Lambda,
    Less,
    Literal,
    Record,
    Retry,
    Return,
    Run,
    Sequence,
    Throw,
    Transaction,
    comment,
    key,
    literal,
    script,
    string,
)
from designs.compiler.plan_model.function_names import RESERVED, identifiers
from designs.compiler.plan_model.physical import Outcome, Param

VALUES: list[tuple[Any, str]] = [
    (None, "null"),
    (True, "true"),
    (3, "3"),
    (-(2**31), "-2147483648"),
    (2**31, 'Long("2147483648")'),
    (9007199254740993, 'Long("9007199254740993")'),
    (Int64(5), 'Long("5")'),
    (1.5, "1.5"),
    (3.0, "Double(3.0)"),
    (float("inf"), "Double(Infinity)"),
    (float("nan"), "Double(NaN)"),
    (Decimal128("19.90"), 'NumberDecimal("19.90")'),
    (datetime(2021, 7, 23, 16, 3, 21, tzinfo=UTC), 'ISODate("2021-07-23T16:03:21Z")'),
    (datetime(2021, 7, 23, 16, 3, 21, 500_000), 'ISODate("2021-07-23T16:03:21.500Z")'),
    (datetime(2021, 7, 23, 16, tzinfo=timezone(timedelta(hours=2))), 'ISODate("2021-07-23T14:00:00Z")'),
    (ObjectId("61741c9cbc9ec583c836174c"), 'ObjectId("61741c9cbc9ec583c836174c")'),
    (uuid.UUID(int=1), 'UUID("00000000-0000-0000-0000-000000000001")'),
    (Binary(uuid.UUID(int=1).bytes, 4), 'UUID("00000000-0000-0000-0000-000000000001")'),
    (b"\x00\x01", 'BinData(0, "AAE=")'),
    (Regex("^a/b", "i"), 'BSONRegExp("^a/b", "i")'),
    (Code("f()"), 'Code("f()")'),
    (Timestamp(1, 2), "Timestamp({ t: 1, i: 2 })"),
    (MinKey(), "MinKey()"),
    (MaxKey(), "MaxKey()"),
    ("a\u2028</b>", '"a\\u2028\\u003c/b\\u003e"'),
    ([], "[]"),
    ({}, "{}"),
    ({"a": [1, {"b": "c"}]}, '{ a: [1, { b: "c" }] }'),
    (Param(name="studentId"), "studentId"),
    (Outcome(step="added", path="insertedId"), "added?.insertedId"),
    (Outcome(step="one", path="a.b c"), 'one?.a?.["b c"]'),
    (Outcome(step="one", path="ids", many=True), "(one?.ids ?? [])"),
    (Outcome(step="one", path="items", each="x_id"), "(one?.items ?? []).map((each) => each.x_id)"),
]


@pytest.mark.parametrize(("value", "text"), VALUES, ids=[text for _, text in VALUES])
def test_values_are_written_by_their_type(value: Any, text: str) -> None:
    assert literal(value) == text


def test_what_is_no_value_is_refused() -> None:
    with pytest.raises(TypeError, match="is not a BSON value"):
        literal(object())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("name", "name"), ("$set", "$set"), ("_id", "_id"), ("items.qty", '"items.qty"'), ("parts.$[p].name", '"parts.$[p].name"'),
        ("__proto__", '["__proto__"]'), ("a b", '["a b"]'), ("10", '["10"]'), ("", '[""]'), ("\u00fc", '["\\u00fc"]'), ("a\n", '["a\\n"]'),
        ("a.__proto__", '"a.__proto__"'), ("$", '["$"]'), ("a-b", '["a-b"]'),
    ],
)  # fmt: skip
def test_keys_are_computed_unless_they_are_plain(name: str, text: str) -> None:
    assert key(name) == text


@given(st.text())
def test_any_text_is_a_string_literal(text: str) -> None:
    written = string(text)
    assert json.loads(written) == text
    assert written.isascii() and written.isprintable() and not set("<>") & set(written)


@given(st.text())
def test_no_text_ends_its_comment(text: str) -> None:
    for line in comment(text.replace("\n", " ")).split("\n"):
        assert (line.startswith("//") and line.isascii() and line.isprintable()) or line == "//"
        assert "</" not in line


def test_long_values_are_broken_at_their_parts() -> None:
    value = {"name": "x" * 60, "list": [{"a": "y" * 50}, 2]}
    lines = literal(value).split("\n")
    assert (
        lines[0] == "{"
        and lines[1].startswith("  name: ")
        and lines[2] == '  list: [{ a: "' + "y" * 50 + '" }, 2],'
    )
    assert lines[-1] == "}"


def find(*arguments: Any) -> CallExpression:
    """A call of find on a collection."""
    return CallExpression(
        "find",
        tuple(Literal(one) for one in arguments),
        CallExpression("getCollection", (Literal("c"),), Ident("db")),
    )


def test_a_field_of_the_values_own_name_is_written_once() -> None:
    assert literal({"seo": Param(name="seo"), "a.seo": Param(name="seo")}) == '{ seo, "a.seo": seo }'
    assert literal({"seo": "seo", "found": Outcome(step="found")}) == '{ seo: "seo", found }'
    path = Outcome(step="found", path="_id", present=True)
    assert literal({"found._id": path}) == '{ "found._id": found._id }'
    long = literal({"seo": Param(name="seo"), "text": "x" * 120})
    assert long.split("\n")[1] == "  seo,"


def test_what_is_there_is_not_asked_for_again() -> None:
    assert literal(Outcome(step="found", path="a.b")) == "found?.a?.b"
    assert literal(Outcome(step="found", path="a.b c", present=True)) == 'found.a?.["b c"]'


def test_statements_are_written_line_by_line() -> None:
    body = (
        Const("found", find({"_id": Param(name="id")})),
        If(Equals(Get(Ident("found"), "matchedCount"), Literal(0)), (Throw("it's gone"),)),
        Each("each", Ident("found"), (Run(CallExpression("print", (Ident("each"),)), "a note"),)),
        Return(Ident("found")),
    )
    assert script([Function("read", ("id",), body, "Why.")]) == (
        "// Why.\n"
        "function read(id) {\n"
        '  const found = db.getCollection("c").find({ _id: id });\n'
        "  if (found.matchedCount === 0) {\n"
        '    throw new Error("it\'s gone");\n'
        "  }\n"
        "  for (const each of found) {\n"
        "    print(each);  // a note\n"
        "  }\n"
        "  return found;\n"
        "}\n"
    )


def test_a_transaction_always_ends_its_session() -> None:
    text = script([Function("move", (), (Transaction((Run(find({})),)),))])
    assert "const inside = session.getDatabase(db.getName());" in text
    assert text.index("} finally {") < text.index("session.endSession();")


def test_a_duplicate_key_is_tried_again_and_nothing_else() -> None:
    text = script([Function("add", ("page",), (Retry("page", "page", (Return(find({})),)),))])
    assert 'if (error.code !== 11000 || !error.message.includes(" page: ")) throw error;' in text
    assert "page += 1;" in text


def test_expressions_of_other_kinds() -> None:
    assert Less(CallExpression("random", (), Ident("Math")), Literal(0.01)).text(0) == "Math.random() < 0.01"
    assert Lambda(("a",), Ident("a")).text(0) == "(a) => a"
    whole = Sequence((Record((("name", Literal("x")), ("run", Lambda((), Ident("y"))))),)).text(0)
    assert whole == '[\n  {\n    name: "x",\n    run: () => y,\n  },\n]'
    assert script([CodeNote("one\ntwo")]) == "// one\n// two\n"


@pytest.mark.parametrize("name", ["a b", "1a", "", "a-b", "a\n", "\u00fc", "a;b"])
def test_only_names_of_ours_are_identifiers(name: str) -> None:
    with pytest.raises(ValueError, match="not an identifier"):
        Ident(name).text(0)


def test_functions_have_names_of_their_own() -> None:
    wanted = ["emails.add", "emails add", "delete", "\u4e2d\u6587", "", "2nd", "__proto__", "demo"]
    found = identifiers(wanted)
    assert found["emails.add"] == "emailsAdd" and found["emails add"] == "emailsAdd2"
    assert len(set(found.values())) == len(wanted) and not set(found.values()) & RESERVED
    assert all(name.isidentifier() and name.isascii() for name in found.values())


@given(
    st.lists(st.sampled_from(["a", "word", "a-b", "x" * 40, "y" * 130, ""]), max_size=60), st.integers(0, 9)
)
def test_comments_are_wrapped_as_textwrap_does(words: list[str], depth: int) -> None:
    line, pad = " ".join(words), "  " * depth
    width = 110 - len(pad) - 3
    expected = [line]
    if len(line) > width:
        expected = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
    assert comment(line, depth) == "\n".join(f"{pad}// {part}".rstrip() for part in expected)
