"""Reads an example-documents file back into values, by a grammar of its own: a second opinion on what it says."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)|(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"""
    r"""|(?P<name>[A-Za-z_$][A-Za-z0-9_$]*)|(?P<mark>[\[\]{}(),:;=])"""
)
WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}


class ObjectId(str):
    """An id, told apart from a string of the same letters."""


def _date(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(UTC)


MAKERS: dict[str, Callable[..., Any]] = {
    "ObjectId": ObjectId,
    "ISODate": _date,
    "NumberDecimal": Decimal,
    "Decimal128": Decimal,
    "Int32": int,
    "NumberInt": int,
    "Long": int,
    "NumberLong": int,
    "Double": float,
}


def read_documents(text: str) -> list[dict[str, Any]]:
    """The documents of a file: its first array literal."""
    tokens = list(_tokens(text))
    start = next(i for i, token in enumerate(tokens) if token == ("mark", "["))
    documents, _ = _value(tokens, start)
    assert isinstance(documents, list)
    return documents


def _tokens(text: str) -> list[tuple[str, str]]:
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, f"not a token: {text[at : at + 40]!r}"
        at = match.end()
        if match.lastgroup != "space":
            found.append((str(match.lastgroup), match.group()))
    return found


def _value(tokens: list[tuple[str, str]], at: int) -> tuple[Any, int]:
    kind, text = tokens[at]
    if kind == "string":
        return json.loads(text), at + 1
    if kind == "number":
        return json.loads(text), at + 1
    if kind == "name":
        return _named(tokens, at)
    return _array(tokens, at + 1) if text == "[" else _object(tokens, at + 1)


def _named(tokens: list[tuple[str, str]], at: int) -> tuple[Any, int]:
    text = tokens[at][1]
    if text in WORDS:
        return WORDS[text], at + 1
    at += 1 if text == "new" else 0
    maker, at = tokens[at][1], at + 1
    assert tokens[at] == ("mark", "("), tokens[at]
    arguments, at = _until(tokens, at + 1, ")")
    return MAKERS.get(maker, lambda *given: (maker, *given))(*arguments), at


def _array(tokens: list[tuple[str, str]], at: int) -> tuple[list[Any], int]:
    return _until(tokens, at, "]")


def _until(tokens: list[tuple[str, str]], at: int, close: str) -> tuple[list[Any], int]:
    items = []
    while tokens[at] != ("mark", close):
        item, at = _value(tokens, at)
        items.append(item)
        at += tokens[at] == ("mark", ",")
    return items, at + 1


def _object(tokens: list[tuple[str, str]], at: int) -> tuple[dict[str, Any], int]:
    items: dict[str, Any] = {}
    while tokens[at] != ("mark", "}"):
        key, at = _key(tokens, at)
        assert key not in items, f"twice in one document: {key}"
        items[key], at = _value(tokens, at + 1)
        at += tokens[at] == ("mark", ",")
    return items, at + 1


def _key(tokens: list[tuple[str, str]], at: int) -> tuple[str, int]:
    kind, text = tokens[at]
    if text == "[":
        return json.loads(tokens[at + 1][1]), at + 3
    return (json.loads(text) if kind == "string" else text), at + 1
