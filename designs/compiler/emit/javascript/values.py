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
from datetime import datetime
from functools import lru_cache
from operator import add
from typing import Any

from bson import Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp
from bson.binary import Binary

from ...content_cache import of_a_short_text
from ...plan_model.physical import LAST_LETTER, BuiltValue, Outcome, Param
from ..json import decimal, iso

WIDTH = 110
INDENT = "  "
_PLAIN_KEY = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_]*\Z")
_PATH_KEY = re.compile(r"[A-Za-z0-9_$]+(\.[A-Za-z0-9_$\[\]]+)+\Z")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
# DEL is ASCII to json, yet a control character to a terminal.
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "\x7f": "\\u007f"}
_SAFE = re.compile(r"[ !#-;=?-\[\]-~]*\Z")
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
    if "  " in line or line[0] == " " or line[-1] == " ":
        return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
    lines: list[str] = []
    start = 0
    while len(line) - start > width:  # textwrap says the same of such lines, and takes its time
        end = line.rfind(" ", start, start + width + 1)
        end = line.find(" ", start + width) if end < 0 else end
        if end < 0:
            break
        lines.append(line[start:end])
        start = end + 1
    return [*lines, line[start:]]


def _printable(line: str) -> str:
    """The line in printable ASCII; a page that shows the script can't be left either."""
    if not (line.isascii() and line.isprintable()):
        line = "".join(char if " " <= char <= "~" else _code_points(char) for char in line)
    return line.replace("</", "\\u003c/").replace("<!", "\\u003c!")


def _code_points(char: str) -> str:
    return _SPELLED.get(char) or json.dumps(char, ensure_ascii=True)[1:-1]


_SPELLED = {"\x7f": "\\u007f", "→": "->"}
"""Characters of comments that JSON doesn't escape, and the arrow between a relationship's entities, as people type it."""


# One line of text, or the parts of an object or array that no line is wide enough for: what
# stands before each ("" in an array), its value, and that value as written.
Written = str | list[tuple[str, Any, Any]]
_HOLDERS = frozenset({dict, list, tuple})
_LAID_OUT = frozenset({*_HOLDERS, BuiltValue})
_FUNCTIONS = {
    "given": "givenFields",
    "set_or_unset": "setOrUnset",
    "start_of": "startOf",
    "set_or_clear": "setOrClear",
    "literal_or_remove": "literalOrRemove",
    "with_copies": "withCopies",
    "open_ended": "openEnded",
    "without_absent": "withoutAbsent",
    "without_empty": "withoutEmpty",
}
"""By kind of what is put together, the function of the scripts that does it."""


def written(value: Any) -> Written:
    """A value as text in one pass, ready to be laid out at any depth."""
    return _BY_TYPE[type(value)](value)


def _object(value: dict[str, Any]) -> Written:
    heads = [*map(head, value)]
    texts = [_BY_TYPE[type(item)](item) for item in value.values()]
    if list not in map(type, texts):
        for place, (name, item) in enumerate(value.items()):
            if type(item) in _NAMES and texts[place] == name and _NAME.match(name):
                heads[place] = ""
        inside = ", ".join(map(add, heads, texts))
        if len(inside) <= WIDTH:
            return f"{{ {inside} }}" if inside else "{}"
    return [*zip(heads, value.values(), texts, strict=True)]


_NAMES = frozenset({Param, Outcome})  # written as a name: ``{ seo }``, not ``{ seo: seo }``


def _array(value: Iterable[Any]) -> Written:
    texts: list[Any] = [_BY_TYPE[type(item)](item) for item in value]
    if list not in map(type, texts):
        inside = ", ".join(texts)
        if len(inside) <= WIDTH:
            return f"[{inside}]"
    return [("", item, text) for item, text in zip(value, texts, strict=True)]


@of_a_short_text(8192)
def head(name: str) -> str:
    """What stands before a value inside an object literal."""
    return f"{key(name)}: "


def laid_out(value: Any, rendered: Written, depth: int, room: int = 0) -> str:
    """A value as written, at a depth of indentation, with ``room`` characters already on its
    line: broken at its parts where one line does not fit."""
    kind = type(value)
    if kind is BuiltValue and (called := _FUNCTIONS.get(value.kind)):
        return (
            f"{called}({', '.join(_argument(part, depth, room + len(called) + 2) for part in value.parts)})"
        )
    if kind is BuiltValue and value.kind == "document":
        is_short = isinstance(rendered, str) and len(INDENT) * depth + room + len(rendered) <= WIDTH
        return str(rendered) if is_short else _put_together(value, depth)
    if isinstance(rendered, list):
        parts = rendered
    elif len(INDENT) * depth + room + len(rendered) <= WIDTH or kind not in _HOLDERS or not value:
        return rendered
    elif kind is dict:
        inner = [(name, item, written(item)) for name, item in value.items()]
        parts = [
            ("" if type(item) in _NAMES and text == name and _NAME.match(name) else head(name), item, text)
            for name, item, text in inner
        ]
    else:
        parts = [("", item, written(item)) for item in value]
    pad, ends = INDENT * (depth + 1), "{}" if kind is dict else "[]"
    lines = [
        f"{pad}{name}{laid_out(item, inner, depth + 1, len(name) + 1) if type(item) in _LAID_OUT else inner},"
        for name, item, inner in parts
    ]
    return "\n".join([ends[0], *lines, INDENT * depth + ends[1]])


def _put_together(value: BuiltValue, depth: int) -> str:
    """A document of several parts, a line for each of its fields and for each part that it takes whole."""
    pad = INDENT * (depth + 1)
    lines: list[str] = []
    for part in value.parts:
        if isinstance(part, dict):
            lines += [
                f"{pad}{head(name)}{literal(item, depth + 1, len(head(name)) + 1)},"
                for name, item in part.items()
            ]
        else:
            lines.append(f"{pad}...{literal(part, depth + 1, 4)},")
    return "\n".join(["{", *lines, INDENT * depth + "}"])


def _argument(value: Any, depth: int, room: int) -> str:
    return laid_out(value, written(value), depth, room)


def literal(value: Any, depth: int = 0, room: int = 0) -> str:
    """A value as an expression. depth: indentation of the line it starts on; room: characters
    that already stand on that line. Breaks objects and arrays that do not fit."""
    return laid_out(value, written(value), depth, room)


def _alike(value: Any) -> Written:
    """A value of a type that is a kind of one that we know."""
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            return write(value)
    raise TypeError(f"{type(value).__name__} is not a BSON value")


def param(value: Param) -> str:
    """A parameter of the function that the value stands in, or a field of it."""
    if not value.part:
        return plain(value.name)
    return plain(value.name) + _member(value.part)


@of_a_short_text(8192)
def plain(name: str) -> str:
    """An identifier of ours, checked."""
    if not _NAME.match(name):
        raise ValueError(f"{name!r} is not an identifier of ours")
    return name


def outcome(value: Outcome) -> str:
    """What an earlier statement returned, or a part of it; arrays never come out undefined."""
    text = _down(plain(value.step), value.path, is_there=value.present)
    if value.each:
        *through, last = [_member(name) for name in value.each.split(".")]
        text = f"({text} ?? [])" + "".join(f".flatMap((each) => each{name} ?? [])" for name in through)
        return f"{text}.map((each) => each{last})"
    if value.listed:
        return f"[{text} ?? []].flat()"
    if value.many:
        return f"({text} ?? [])"
    return f"{text} ?? null" if value.or_null else text


def _member(name: str) -> str:
    return f".{name}" if _NAME.match(name) else f"[{string(name)}]"


def _down(text: str, path: str, *, is_there: bool = False) -> str:
    """What stands at a path of a value. is_there: whether there is such a value."""
    for place, step in enumerate(path.split(".") if path else ()):
        may_be_absent = place > 0 or not is_there
        if _NAME.match(step):
            text += f"?.{step}" if may_be_absent else f".{step}"
        else:
            place_in = step if step.isdecimal() else string(step)
            text += f"?.[{place_in}]" if may_be_absent else f"[{place_in}]"
    return text


def composed(value: BuiltValue) -> Written:
    """What is put together from other values: ``startsWith`` and ``givenFields`` are functions of the script."""
    if called := _FUNCTIONS.get(value.kind):
        texts = [written(part) for part in value.parts]
        lines = [text for text in texts if isinstance(text, str)]
        return f"{called}({', '.join(lines)})" if len(lines) == len(texts) else []
    if value.kind in ("text", "prefix"):
        alone = len(value.parts) == 1 and isinstance(value.parts[0], Param)
        text = literal(value.parts[0]) if alone else f"`{''.join(map(_piece, value.parts))}`"
        return f"startsWith({text})" if value.kind == "prefix" else text
    if value.kind == "either":
        *values, path = value.parts
        return _down(f"({' ?? '.join(map(literal, values))})", path)
    if value.kind == "sum":
        return " + ".join(
            f"({outcome(part)} ?? 0)" if isinstance(part, Outcome) else literal(part) for part in value.parts
        )
    spread = (Param, Outcome, BuiltValue) if value.kind == "document" else ()
    inside = ", ".join(_spread(part, spread) for part in value.parts)
    if value.kind == "list":
        return f"[{inside}]"
    return f"{{ {inside} }}" if len(inside) <= WIDTH and "\n" not in inside else []


def _piece(part: Any) -> str:
    """A part of a template: plain text of ours, or a value."""
    if not isinstance(part, str):
        may_be_absent = isinstance(part, Outcome) and part.optional
        return f'${{{literal(part)} ?? ""}}' if may_be_absent else f"${{{literal(part)}}}"
    if part == LAST_LETTER:
        return "\\uffff"
    if not _SAFE.match(part) or set(part) & set("`$\\"):
        raise ValueError(f"{part!r} is not plain text")
    return part


def _spread(part: Any, whole: tuple[type, ...]) -> str:
    """A part of a list or document: the fields of ours, the content of others. whole: types of
    which it is the content too."""
    if isinstance(part, dict):
        return ", ".join(f"{head(name)}{literal(item)}" for name, item in part.items())
    content = isinstance(part, whole) or (
        isinstance(part, Outcome) and (part.many or part.listed or not part.path)
    )
    return f"...{literal(part)}" if content else literal(part)


def _number(value: float) -> str:
    if math.isnan(value):
        return "Double(NaN)"
    if math.isinf(value):
        return "Double(Infinity)" if value > 0 else "Double(-Infinity)"
    # A whole number without the constructor would be stored as an int.
    return f"Double({value!r})" if value == int(value) else repr(value)


@lru_cache(maxsize=8192)
def _date(value: datetime) -> str:
    return f'ISODate("{iso(value)}")'


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
_WRITERS: tuple[tuple[Any, Callable[[Any], Written]], ...] = (
    (Param, param),
    (Outcome, outcome),
    (BuiltValue, composed),
    (type(None), lambda value: "null"),
    (bool, lambda value: "true" if value else "false"),
    (Int64, lambda value: f'Long("{int(value)}")'),
    (int, _whole),
    (float, _number),
    (Code, lambda value: f"Code({string(str(value))})"),
    (str, string),
    (Decimal128, lambda value: f'NumberDecimal("{decimal(value)}")'),
    (ObjectId, lambda value: f'ObjectId("{value}")'),
    (datetime, _date),
    (uuid.UUID, lambda value: f'UUID("{value}")'),
    (bytes, _binary),
    (Regex, _regex),
    (Timestamp, lambda value: f"Timestamp({{ t: {value.time}, i: {value.inc} }})"),
    (MinKey, lambda value: "MinKey()"),
    (MaxKey, lambda value: "MaxKey()"),
)


class RecentDate(datetime):
    """A date of a sample that the script moves near the day on which it runs."""


def _recent(value: datetime) -> str:
    return f"recent({_date(value)})"


class _ByType(dict[type, Callable[[Any], Written]]):
    """What writes values of a type; the types derived from those that we know are rare."""

    def __missing__(self, kind: type) -> Callable[[Any], Written]:
        return _alike


_BY_TYPE = _ByType({dict: _object, list: _array, tuple: _array, RecentDate: _recent, **dict(_WRITERS)})
