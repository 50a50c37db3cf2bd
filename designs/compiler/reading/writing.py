"""A Model to the canonical text of its design file.

The keys stand in the schema's order, absent ones stay absent, integral numbers have no point,
two spaces indent, one newline ends. What is canonical comes back byte for byte.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import msgspec

from ..model.conceptual import Model

_EXACT = 2**53


def plain(part: Any) -> Any:
    """A part of a design as JSON values, in canonical order."""
    try:
        return json.loads(msgspec.json.encode(part), parse_float=_number)
    except (UnicodeEncodeError, OverflowError):  # what no file may hold, but an edit may bring
        return _whole(msgspec.to_builtins(part))


def write(model: Model) -> str:
    """The canonical text of a design."""
    return text_of(plain(model))


def text_of(raw: Any) -> str:
    """The canonical text of JSON values that stand in canonical order, as `plain` gives them."""
    compact = json.dumps(raw, ensure_ascii=False, allow_nan=False)
    try:
        return msgspec.json.format(compact, indent=2) + "\n"
    except UnicodeEncodeError:  # half of a surrogate pair
        return json.dumps(raw, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


@lru_cache(maxsize=1024)  # a design has few numbers, each many times
def _number(text: str) -> int | float:
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < _EXACT else value


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _whole(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(element) for element in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    return value
