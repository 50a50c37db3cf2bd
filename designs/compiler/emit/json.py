"""JSON out: BSON values as Extended JSON, canonical or relaxed, with the keys in their order."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from bson import Decimal128, ObjectId, json_util

from ..plan_model.physical import BuiltValue, Outcome, Param

_CANONICAL = json_util.JSONOptions(json_mode=json_util.JSONMode.CANONICAL, tz_aware=True, tzinfo=UTC)
_RELAXED = json_util.JSONOptions(json_mode=json_util.JSONMode.RELAXED, tz_aware=True, tzinfo=UTC)
_INT32 = 2**31
_BARE = frozenset({str, bool, type(None)})  # what is JSON already


def canonical(value: Any) -> Any:
    """A BSON value as JSON values in canonical Extended JSON: every type can be read back."""
    return _converted(value, _CANONICAL)


def relaxed(value: Any) -> Any:
    """A BSON value as JSON values in relaxed Extended JSON: numbers and dates as people write them."""
    kind = type(value)
    if kind in _BARE or kind is int:
        return value
    if kind is dict:
        return {str(key): inner if type(inner) in _BARE else relaxed(inner) for key, inner in value.items()}
    if kind is list or kind is tuple:
        return [relaxed(element) for element in value]
    if kind is float and math.isfinite(value):
        return value
    return _converted(value, _RELAXED)


_MARKERS = frozenset({Param, Outcome, BuiltValue})


def exact(value: Any, stand_in: Callable[[Any], Any] | None = None) -> Any:
    """A BSON value as Extended JSON that keeps every type and is as plain as that allows: an int
    of 32 bits and a broken double stand bare, a date is ISO text, all else is marked. stand_in:
    the JSON of a marker, a Param, Outcome or BuiltValue."""
    kind = type(value)
    if kind in _BARE:
        return value
    if kind is dict:
        return {
            key: inner if type(inner) in _BARE else exact(inner, stand_in) for key, inner in value.items()
        }
    if kind is list or kind is tuple:
        return [exact(element, stand_in) for element in value]
    if kind is int and -_INT32 <= value < _INT32:
        return value
    if stand_in is not None and kind in _MARKERS:
        return stand_in(value)
    if kind is float and math.isfinite(value) and not value.is_integer():
        return value
    if kind is ObjectId:
        return {"$oid": str(value)}
    if kind is Decimal128:
        return {"$numberDecimal": decimal(value)}
    if kind is datetime:
        return {"$date": _date(value)}
    return json_util.default(value, _RELAXED if isinstance(value, datetime) else _CANONICAL)


@lru_cache(maxsize=4096)
def _date(value: datetime) -> Any:
    """A date in relaxed Extended JSON: text, the milliseconds where the text could not tell them."""
    return json_util.default(value, _RELAXED)["$date"]


def piece(value: Any) -> Any:
    """JSON values as a part of a larger text, encoded at once: a long list of such parts need not
    stand in memory as values."""
    try:
        return msgspec.Raw(msgspec.json.encode(value))
    except (OverflowError, UnicodeEncodeError):
        return value


def text(value: Any) -> str:
    """JSON values as text: two spaces, keys in their order, a final newline, null for infinity."""
    try:
        return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
    except (OverflowError, UnicodeEncodeError):  # a whole number of more than 64 bits
        return json.dumps(finite(value), ensure_ascii=False, indent=2, default=_read_again) + "\n"


def listing(value: dict[str, Any], name: str) -> str:
    """JSON values as text, with a line for each of the parts at a key: a long list stays light."""
    whole = text({**value, name: []}).encode("utf-8", "surrogatepass")
    # Inside of a string a line feed is escaped: what is found is the key itself.
    before, key, after = whole.partition(f'\n  "{name}": ['.encode())
    parts = [_line(part) for part in value[name]]
    if parts:
        parts[0] = b"".join([before, key, b"\n    ", parts[0]])
        parts[-1] = b"".join([parts[-1], b"\n  ", after])
    return (b",\n    ".join(parts) or whole).decode("utf-8", "surrogatepass")


def _line(piece: Any) -> bytes | msgspec.Raw:
    if isinstance(piece, msgspec.Raw):
        return piece
    line = json.dumps(finite(piece), ensure_ascii=False, separators=(",", ":"))
    return line.encode("utf-8", "surrogatepass")


def _read_again(piece: msgspec.Raw) -> Any:
    return json.loads(bytes(piece))


def finite(value: Any) -> Any:
    """JSON values with null for what JSON cannot say: infinity, NaN."""
    if isinstance(value, dict):
        return {str(key): finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [finite(element) for element in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _converted(value: Any, options: json_util.JSONOptions) -> Any:
    if isinstance(value, dict):
        return {str(key): _converted(inner, options) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_converted(element, options) for element in value]
    if value is None or isinstance(value, bool) or type(value) is str:
        return value
    return json_util.default(value, options)


def decimal(value: Decimal128) -> str:
    """The digits of a decimal, as the driver writes them."""
    return _decimal(value.bid)


@lru_cache(maxsize=4096)
def _decimal(bid: bytes) -> str:
    return str(Decimal128.from_bid(bid))


@lru_cache(maxsize=4096)
def iso(value: datetime) -> str:
    """A date in UTC as ISO 8601 says it, milliseconds where there are any; without a zone it is
    UTC already."""
    moment = value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    text = moment.replace(tzinfo=None).isoformat(timespec="milliseconds").removesuffix(".000")
    return f"{text}Z"
