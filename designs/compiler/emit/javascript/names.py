"""Identifiers for functions, made from names that people gave: ASCII, unique, no reserved word."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Words of the language, and globals of mongosh and of our own scripts that must stay callable.
RESERVED = frozenset(  # words in a text, because a list of a hundred quoted ones is no better to read
    """
    abstract arguments async await boolean break byte case catch char class const continue debugger default delete do
    double else enum eval export extends false final finally float for function get goto if implements import in
    instanceof int interface let long native new null of package private protected public return set short static
    super switch synchronized this throw throws transient true try typeof undefined var void volatile while with
    yield globalThis Object Array String Number Boolean Date Math JSON Map Set Symbol Promise Error RegExp Function
    isNaN isFinite parseInt parseFloat NaN Infinity console process require module exports global
    db target rs sh config it load print printjson use show exit quit cls sleep version passwordPrompt disableTelemetry
    enableTelemetry snippet edit help connect Mongo DBRef DBPointer ObjectId ISODate UUID BinData HexData MD5 NumberInt
    NumberLong NumberDecimal Int32 Long Double Decimal128 Timestamp MinKey MaxKey Code BSONRegExp BSONSymbol EJSON
    demo watch session inside printed removeSampleData
    """.split()
)


def identifiers(names: Iterable[str], taken: frozenset[str] = RESERVED) -> dict[str, str]:
    """Each name with its identifier: words in camel case, numbered where two would be alike."""
    found: dict[str, str] = {}
    used = {name.lower() for name in taken}
    for name in names:
        if name not in found:
            found[name] = _free(_camel(name), used)
    return found


def _camel(name: str) -> str:
    words = re.findall(r"[A-Za-z0-9]+", name)
    text = "".join(word if place == 0 else word[0].upper() + word[1:] for place, word in enumerate(words))[
        :60
    ]
    text = text[:1].lower() + text[1:]
    return text if text[:1].isalpha() else f"run{text[:1].upper()}{text[1:]}"


def _free(wish: str, used: set[str]) -> str:
    name, number = wish, 2
    while name.lower() in used:
        name, number = f"{wish}{number}", number + 1
    used.add(name.lower())
    return name
