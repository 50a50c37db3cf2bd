"""Source text as HTML: classes only, no styles, so that a strict policy and dark mode both hold.

Values have the colour of their BSON type's family, as in the diagrams (`t-number`, `t-text`, …); keys
stay plain, so that a document is as calm as its content is varied.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from pygments.lexer import Lexer
from pygments.lexers import JavascriptLexer, JsonLexer
from pygments.token import Token

from designs.compiler import weight
from designs.kept import keeping

# Above this, colours cost more time and bytes than they are worth.
MOST_COLOURED = 200_000

CONSTRUCTORS = {
    "ObjectId": "id", "UUID": "id", "ISODate": "date", "Timestamp": "date", "NumberDecimal": "number",
    "NumberLong": "number", "NumberInt": "number", "Double": "number", "BinData": "binary",
    "MinKey": "other", "MaxKey": "other", "BSONRegExp": "other", "Code": "other",
}  # fmt: skip
"""How mongosh writes values that JavaScript has no word for, with the family of their type."""
_FAMILIES = {"true": "bool", "false": "bool", "null": "other", "undefined": "other"}
_LONGEST_CALL = 24
_INSIDE_A_TIMESTAMP = ("t", "i")
_LEXERS: dict[str, type[Lexer]] = {".js": JavascriptLexer, ".json": JsonLexer}
_PLAIN_CLASSES = ((Token.Comment, "k-c1"), (Token.Keyword, "k-k"))
_Token = tuple[Any, str]


class _Kind(NamedTuple):
    """What a kind of token is, asked for each of the tens of thousands of tokens of a script. plain: its class whatever it
    says, "" for none."""

    is_name: bool
    is_string: bool
    is_pattern: bool
    is_number: bool
    is_keyword: bool
    plain: str


@keeping(lambda html, *_: weight(html))
def highlighted(text: str, path: str) -> SafeString:
    """The text as HTML spans by the file's ending: JavaScript and JSON; others stay plain."""
    lexer = _LEXERS.get(path[path.rfind(".") :])
    if lexer is None or len(text) > MOST_COLOURED:
        return escape(text)
    tokens = list(lexer(stripnl=False, ensurenl=False).get_tokens(text))
    runs = groupby(_classed(tokens), key=lambda piece: piece[0])
    html = "".join(_span(name, "".join(word for _, word in run)) for name, run in runs)
    return mark_safe(html)  # noqa: S308  (every word is escaped in _span; a test feeds hostile text)


def _span(name: str, words: str) -> str:
    """Words in a span of this class, one for each line: a line's tags close before its end."""
    escaped = str(escape(words))
    if not name or not words.strip():
        return escaped
    return "\n".join(f'<span class="{name}">{line}</span>' if line else "" for line in escaped.split("\n"))


@cache
def _kind_of(token: Any) -> _Kind:
    """Return what a kind of token is: the lexers have a few dozen."""
    return _Kind(
        token in Token.Name,
        token in Token.Literal.String,
        token in Token.Literal.String.Regex,
        token in Token.Literal.Number,
        token in Token.Keyword,
        next((name for kind, name in _PLAIN_CLASSES if token in kind), ""),
    )


def _classed(tokens: list[_Token]) -> Iterator[tuple[str, str]]:
    """Each token's text with its class, "" for none."""
    end = 0
    for place, (kind, text) in enumerate(tokens):
        if place < end:
            continue
        family = CONSTRUCTORS.get(text) if _kind_of(kind).is_name else None
        end = _call_end(tokens, place) if family else 0
        if end:
            yield f"t-{family}", "".join(word for _, word in tokens[place:end])
        else:
            follows = tokens[place + 1][1] if place + 1 < len(tokens) else ""
            yield _class(kind, text, follows), text


def _call_end(tokens: list[_Token], start: int) -> int:
    """Where the call that begins here ends, if it holds nothing but literals; else 0."""
    within = tokens[start + 1 : start + _LONGEST_CALL]
    if not within or within[0][1] != "(":
        return 0
    for place, (kind, text) in enumerate(within):
        if text == ")":
            return start + place + 2
        what = _kind_of(kind)
        if what.is_keyword or (what.is_name and text not in _INSIDE_A_TIMESTAMP):
            return 0
    return 0


def _class(kind: Any, text: str, follows: str) -> str:
    what = _kind_of(kind)
    if what.is_string:  # a value, unless a colon makes it a key
        return "" if follows.startswith(":") else "t-other" if what.is_pattern else "t-text"
    if what.is_number:
        return "t-number"
    if what.is_keyword and text in _FAMILIES:
        return f"t-{_FAMILIES[text]}"
    return what.plain
