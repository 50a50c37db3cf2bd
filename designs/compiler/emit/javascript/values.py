"""BSON values, keys and comments as JavaScript that mongosh reads back exactly.

Only plain identifiers and dotted paths stand as keys in the clear; every other key is computed,
because ``{"__proto__": v}`` sets a prototype instead of a field. Objects are written in their
own order; JavaScript itself moves integer-like keys to the front (lint L40 says so).
"""

from __future__ import annotations

import base64
import json
import math
import re
import textwrap
import uuid
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from bson import Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp
from bson.binary import Binary

from ...physical import Outcome, Param

WIDTH = 110
INDENT = "  "
_PLAIN_KEY = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_]*\Z")
_PATH_KEY = re.compile(r"[A-Za-z0-9_$]+(\.[A-Za-z0-9_$\[\]]+)+\Z")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
# DEL is ASCII to json, yet a control character to a terminal.
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\x7f": "\\u007f"}
_SAFE = re.compile(r"[ !#-%'-;=?-\[\]-~]*\Z")
_INT32 = range(-(2**31), 2**31)


def string(text: str) -> str:
    """A string literal: double quotes, pure ASCII, safe inside an HTML page too."""
    if _SAFE.match(text):
        return f'"{text}"'
    quoted = json.dumps(text, ensure_ascii=True)
    for char, escaped in _ESCAPED.items():
        quoted = quoted.replace(char, escaped)
    return quoted


def key(name: str) -> str:
    """A property name inside an object literal, its colon not included."""
    if name == "__proto__":
        return f"[{string(name)}]"
    if _PLAIN_KEY.match(name):
        return name
    return string(name) if _PATH_KEY.match(name) else f"[{string(name)}]"


def comment(text: str, depth: int = 0) -> str:
    """``//`` lines: what is not printable ASCII leaves escaped, so that no character of it can
    end the comment; a line feed of ours starts the next line, and long lines are wrapped."""
    pad = INDENT * depth
    lines = [part for line in text.split("\n") for part in _wrapped(_printable(line), WIDTH - len(pad) - 3)]
    return "\n".join(f"{pad}// {line}".rstrip() for line in lines)


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]


def _printable(line: str) -> str:
    """The line in printable ASCII; a page that shows the script can't be left either."""
    if not (line.isascii() and line.isprintable()):
        line = "".join(char if " " <= char <= "~" else _code_points(char) for char in line)
    return line.replace("</", "\\u003c/").replace("<!", "\\u003c!")


def _code_points(char: str) -> str:
    return "\\u007f" if char == "\x7f" else json.dumps(char, ensure_ascii=True)[1:-1]


class Tree(NamedTuple):
    """An object or array written once: its text on one line, None where no line is wide enough,
    and its parts, each with the key that stands before it ("" in an array)."""

    flat: str | None
    brackets: str
    parts: list[tuple[str, Written]]


Written = str | Tree


def written(value: Any) -> Written:
    """A value as text in one pass, ready to be laid out at any depth."""
    write = _BY_TYPE.get(type(value))
    return _scalar(value) if write is None else write(value)


def _object(value: dict[str, Any]) -> Written:
    if not value:
        return "{}"
    parts = [
        (_head(name), string(item) if type(item) is str else written(item)) for name, item in value.items()
    ]
    inside = _flat(parts)
    return Tree(None if inside is None else f"{{ {inside} }}", "{}", parts)


@lru_cache(maxsize=8192)
def _head(name: str) -> str:
    return f"{key(name)}: "


def _array(value: Iterable[Any]) -> Written:
    parts = [("", string(item) if type(item) is str else written(item)) for item in value]
    inside = _flat(parts)
    return Tree(None if inside is None else f"[{inside}]", "[]", parts) if parts else "[]"


def _flat(parts: list[tuple[str, Written]]) -> str | None:
    """The parts on one line; what is too long for any line is not even put together."""
    known: list[str] = []
    for name, item in parts:
        if type(item) is str:
            known.append(name + item)
        elif item[0] is None:
            return None
        else:
            known.append(name + item[0])
    text = ", ".join(known)
    return text if len(text) <= WIDTH else None


def flat(value: Written) -> str | None:
    """The text on one line, None where no line is wide enough for an object or array."""
    return value if isinstance(value, str) else value.flat


def laid_out(value: Written, depth: int, room: int = 0) -> str:
    """The text at a depth of indentation, with ``room`` characters already on its line: broken
    at its parts where one line does not fit."""
    if isinstance(value, str):
        return value
    if value.flat is not None and len(INDENT) * depth + room + len(value.flat) <= WIDTH:
        return value.flat
    pad = INDENT * (depth + 1)
    lines = [
        f"{pad}{name}{item if type(item) is str else laid_out(item, depth + 1, len(name) + 1)},"
        for name, item in value.parts
    ]
    return "\n".join([value.brackets[0], *lines, INDENT * depth + value.brackets[1]])


def literal(value: Any, depth: int = 0, room: int = 0) -> str:
    """A value as an expression. depth: indentation of the line it starts on; room: characters
    that already stand on that line. Breaks objects and arrays that do not fit."""
    return laid_out(written(value), depth, room)


def _scalar(value: Any) -> str:
    """A value of a type that is a kind of one that we know."""
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            return write(value)
    raise TypeError(f"{type(value).__name__} is not a BSON value")


def param(value: Param) -> str:
    """A parameter of the function that the value stands in."""
    return plain(value.name)


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """An identifier of ours, checked."""
    if not _NAME.match(name):
        raise ValueError(f"{name!r} is not an identifier of ours")
    return name


def outcome(value: Outcome) -> str:
    """What an earlier statement returned, or a part of it; arrays never come out undefined."""
    text = plain(value.step)
    for step in value.path.split(".") if value.path else ():
        text += f"?.{step}" if _NAME.match(step) else f"?.[{string(step)}]"
    if value.each:
        inner = f".{value.each}" if _NAME.match(value.each) else f"[{string(value.each)}]"
        return f"({text} ?? []).map((each) => each{inner})"
    if value.listed:
        return f"[{text} ?? []].flat()"
    return f"({text} ?? [])" if value.many else text


def _number(value: float) -> str:
    if math.isnan(value):
        return "Double(NaN)"
    if math.isinf(value):
        return "Double(Infinity)" if value > 0 else "Double(-Infinity)"
    # A whole number without the constructor would be stored as an int.
    return f"Double({value!r})" if value == int(value) else repr(value)


def _date(value: datetime) -> str:
    moment = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    text = moment.replace(tzinfo=None).isoformat(timespec="milliseconds").removesuffix(".000")
    return f'ISODate("{text}Z")'


def _binary(value: bytes) -> str:
    subtype = value.subtype if isinstance(value, Binary) else 0
    if subtype == 4 and len(value) == 16:
        return f'UUID("{uuid.UUID(bytes=bytes(value))}")'
    return f'BinData({subtype}, "{base64.b64encode(value).decode("ascii")}")'


def _regex(value: Any) -> str:
    flags = "".join(flag for flag, bit in (("i", 2), ("m", 8), ("s", 16), ("x", 64)) if value.flags & bit)
    return f"BSONRegExp({string(value.pattern)}, {string(flags)})"


def _whole(value: int) -> str:
    # mongosh stores a bare whole number of 32 bits as an int; beyond that it would lose digits.
    return str(value) if value in _INT32 else f'Long("{value}")'


# Order matters: bool is an int, Int64 too; Binary is bytes; Code is a str.
_WRITERS: tuple[tuple[Any, Callable[[Any], str]], ...] = (
    (Param, param),
    (Outcome, outcome),
    (type(None), lambda value: "null"),
    (bool, lambda value: "true" if value else "false"),
    (Int64, lambda value: f'Long("{int(value)}")'),
    (int, _whole),
    (float, _number),
    (Code, lambda value: f"Code({string(str(value))})"),
    (str, string),
    (Decimal128, lambda value: f'NumberDecimal("{value}")'),
    (ObjectId, lambda value: f'ObjectId("{value}")'),
    (datetime, _date),
    (uuid.UUID, lambda value: f'UUID("{value}")'),
    (bytes, _binary),
    (Regex, _regex),
    (Timestamp, lambda value: f"Timestamp({{ t: {value.time}, i: {value.inc} }})"),
    (MinKey, lambda value: "MinKey()"),
    (MaxKey, lambda value: "MaxKey()"),
)
_BY_TYPE: dict[type, Callable[[Any], Written]] = {
    dict: _object,
    list: _array,
    tuple: _array,
    **dict(_WRITERS),
}
