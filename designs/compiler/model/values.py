"""Values of a design file read by their field's type: plain JSON or Extended JSON to BSON values."""

from __future__ import annotations

import datetime
import re
import sys
import uuid
from collections.abc import Callable, Hashable, Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from functools import lru_cache
from typing import Any

from bson import json_util
from bson.binary import Binary, UuidRepresentation
from bson.code import Code
from bson.decimal128 import Decimal128, create_decimal128_context
from bson.errors import BSONError
from bson.int64 import Int64
from bson.max_key import MaxKey
from bson.min_key import MinKey
from bson.objectid import ObjectId
from bson.regex import Regex
from bson.timestamp import Timestamp

LARGEST = sys.float_info.max
_OPTIONS = json_util.JSONOptions(
    json_mode=json_util.JSONMode.CANONICAL, tz_aware=True, tzinfo=datetime.UTC, document_class=dict
)
_WRAPPERS = frozenset((
    "$oid", "$date", "$numberInt", "$numberLong", "$numberDouble", "$numberDecimal", "$binary", "$uuid",
    "$regularExpression", "$timestamp", "$minKey", "$maxKey", "$code", "$undefined", "$symbol",
    "$dbPointer",
))  # fmt: skip
_INT32 = 2**31
_PYTHON: dict[str, tuple[type, ...]] = {
    "double": (float,), "object": (dict,), "array": (list,), "binData": (bytes,), "uuid": (bytes,),
    "objectId": (ObjectId,), "bool": (bool,), "date": (datetime.datetime,), "null": (type(None),), "regex": (Regex,),
    "javascript": (Code,), "timestamp": (Timestamp,), "long": (Int64,), "decimal": (Decimal128,),
    "minKey": (MinKey,), "maxKey": (MaxKey,),
}  # fmt: skip
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_HEX24 = re.compile(r"[0-9a-fA-F]{24}")


def bson_value(raw: Any, bson_type: str) -> Any:
    """The BSON value that a design file's JSON value means for a field of this type.

    raw: JSON, or Extended JSON. bson_type: a name of the type table. Raises ValueError with a
    sentence for people where the value does not fit the type.
    """
    value = _extended(raw)
    if value is None and bson_type != "null":
        return None
    try:
        return _CONVERTERS[bson_type](value)
    except (ValueError, TypeError, ArithmeticError, BSONError):
        raise ValueError(f"{_shown(raw)} isn't a valid {bson_type}.") from None


_WRITTEN = {
    "date": 'Write a date such as "2026-01-31" or "2026-01-31T09:30:00Z".',
    "objectId": "Write its 24 hexadecimal digits.",
    "bool": "Write true or false.",
    "uuid": 'Write a UUID such as "b7f0c2de-5d5c-4c0e-9b1e-0d2f6f8f3a11".',
    "int": "Write a whole number.",
    "long": "Write a whole number.",
    "double": "Write a number.",
    "decimal": "Write a number.",
}


def how_written(types: tuple[str, ...]) -> str:
    """Return how a value of one of these types is written in a design file, as a sentence for people."""
    ways = [_WRITTEN[name] for name in types if name in _WRITTEN]
    return ways[0] if ways else "Use a value of the field's type, or Extended JSON."


def bson_of_types(raw: Any, types: tuple[str, ...]) -> Any:
    """The value by the first of several types that takes it; ValueError where none does."""
    for bson_type in types:
        try:
            return bson_value(raw, bson_type)
        except ValueError:
            continue
    raise ValueError(f"{_shown(raw)} isn't a valid {' or '.join(types)}.")


def typed(raw: Any, types: Iterable[str]) -> Any:
    """The value by the first of the types that takes it, as it is where none does."""
    try:
        return bson_of_types(raw, tuple(types))
    except ValueError:
        return raw


def limit(number: float, types: Iterable[str], *, is_least: bool) -> Any:
    """Return a limit of numbers of some types, as a server is to compare them with it.

    The double 0.01 is 0.01000000000000000020816…, and a decimal of 0.01 is below it: decimals have a decimal as their
    limit. If there may be doubles too, it is the wider of both.
    """
    kinds = {*types}
    if kinds.isdisjoint({"decimal", "number"}) or float(number).is_integer():
        return number
    stated, as_double = Decimal(repr(number)), Decimal(number)
    wider = min(stated, as_double) if is_least else max(stated, as_double)
    with localcontext(create_decimal128_context()) as context:
        context.rounding = ROUND_FLOOR if is_least else ROUND_CEILING
        return Decimal128(context.create_decimal(stated if kinds.isdisjoint({"double", "number"}) else wider))


def exact(number: Any) -> Any:
    """Return a number that Python compares with others exactly: a Decimal for a Decimal128."""
    return number.to_decimal() if isinstance(number, Decimal128) else number


def operand(raw: Any, types: tuple[str, ...]) -> Any:
    """What a condition compares with: the value by its field's types, each one of a list; where no
    type is known, by itself."""
    if isinstance(raw, list):
        return [operand(element, types) for element in raw]
    if types:
        return typed(raw, types)
    try:
        return natural(raw)
    except ValueError:
        return raw


def is_of(value: Any, name: str) -> bool:
    """Whether a BSON value is of the type of this name, as a server would say."""
    if name == "number":
        return is_of(value, "int") or isinstance(value, float | Int64 | Decimal128)
    if name == "int":
        return type(value) is int and -_INT32 <= value < _INT32
    if name == "string":
        return isinstance(value, str) and not isinstance(value, Code)
    return isinstance(value, _PYTHON[name])


def comparable(value: Any) -> Hashable:
    """The same for equal BSON values, and for no others: numbers are equal across types, a bool is no number."""
    if isinstance(value, dict):
        return "object", frozenset((name, comparable(inner)) for name, inner in value.items())
    if isinstance(value, list):
        return "array", tuple(map(comparable, value))
    plain = value.to_decimal() if isinstance(value, Decimal128) else value
    return (
        plain if isinstance(plain, Hashable) and not isinstance(plain, bool) else (type(value), repr(value))
    )


def sort_key(value: Any) -> tuple[int, Any]:
    """Return what orders BSON values as a server sorts them: by their types first, then by value."""
    if value is None:
        return 2, ()
    if isinstance(value, bool):
        return 9, value
    if isinstance(value, int | float | Decimal128):
        return 3, value.to_decimal() if isinstance(value, Decimal128) else Decimal(value)
    if isinstance(value, str):
        return 4, value.encode()
    if isinstance(value, dict):
        return 5, [(sort_key(inner)[0], name, sort_key(inner)) for name, inner in value.items()]
    if isinstance(value, list):
        return 6, [sort_key(inner) for inner in value]
    if isinstance(value, bytes):
        return 7, (len(value), getattr(value, "subtype", 0), bytes(value))
    ranks = [place for kind, place in _PLACES.items() if isinstance(value, kind)]
    return (ranks[0], value) if ranks else (13, repr(value))


_PLACES: dict[type, int] = {ObjectId: 8, datetime.datetime: 10, Timestamp: 11}


def natural(raw: Any) -> Any:
    """The BSON value of JSON without a declared type: Extended JSON at any depth, the rest as
    it is. Raises ValueError for broken Extended JSON."""
    if isinstance(raw, list):
        return [natural(element) for element in raw]
    value = _extended(raw)
    if isinstance(value, dict):
        return {key: natural(inner) for key, inner in value.items()}
    return value


def _shown(raw: Any) -> str:
    text = json_util.dumps(raw, ensure_ascii=True) if isinstance(raw, dict | list | str) else repr(raw)
    return text if len(text) <= 60 else text[:57] + "..."


def _extended(raw: Any) -> Any:
    """Extended JSON decoded; anything else as it is."""
    if not isinstance(raw, dict) or not _WRAPPERS & raw.keys():
        return raw
    try:
        value = json_util.object_hook({key: _extended(inner) for key, inner in raw.items()}, _OPTIONS)
    except (ValueError, TypeError, KeyError, ArithmeticError, BSONError):
        raise ValueError(f"Invalid Extended JSON: {_shown(raw)}.") from None
    if isinstance(value, Decimal128) and value.to_decimal().is_nan():  # which can't be compared
        raise ValueError(f"{_shown(raw)} isn't a number.")
    if isinstance(value, dict):
        raise ValueError(f"Invalid Extended JSON: {_shown(raw)}.")
    return value


def _kept(kind: type) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if not isinstance(value, kind):
            raise TypeError
        return value

    return check


def _number(value: Any) -> int | float:
    if isinstance(value, Decimal128):
        value = value.to_decimal()
    if isinstance(value, Decimal):
        return int(value) if value.is_finite() and value == value.to_integral_value() else float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return value


def _whole(value: Any, bits: int) -> int:
    number = _number(value)
    if number != int(number) or not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
        raise ValueError
    return int(number)


def _double(value: Any) -> float:
    return float(_number(value))


def _decimal(value: Any) -> Decimal128:
    if isinstance(value, Decimal128):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise TypeError
    decimal = Decimal128(repr(value) if isinstance(value, float) else str(value))
    if decimal.to_decimal().is_nan():
        raise ValueError
    return decimal


def _any_number(value: Any) -> Any:
    if isinstance(value, Decimal128):
        return value
    number = _number(value)
    if isinstance(number, float):
        return number
    return number if -_INT32 <= number < _INT32 else Int64(_whole(number, 64))


def _date(value: Any) -> datetime.datetime:
    if isinstance(value, str):
        if not _DATE.match(value):
            raise ValueError
        value = datetime.datetime.fromisoformat(value)
    if not isinstance(value, datetime.datetime):
        raise TypeError
    moment = value.replace(tzinfo=datetime.UTC) if value.tzinfo is None else value.astimezone(datetime.UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _object_id(value: Any) -> ObjectId:
    if isinstance(value, str) and _HEX24.fullmatch(value):
        return ObjectId(value)
    return _kept(ObjectId)(value)  # type: ignore[no-any-return]


def _uuid(value: Any) -> Binary:
    if isinstance(value, str):
        value = uuid.UUID(value)
    if isinstance(value, uuid.UUID):
        return Binary.from_uuid(value, UuidRepresentation.STANDARD)
    if not isinstance(value, Binary) or value.subtype != 4 or len(value) != 16:
        raise TypeError
    return value


def _binary(value: Any) -> Binary:
    if isinstance(value, uuid.UUID):
        return _uuid(value)
    if isinstance(value, str):
        return Binary(value.encode())
    return (
        Binary(value) if not isinstance(value, Binary) and isinstance(value, bytes) else _kept(Binary)(value)
    )


def _regex(value: Any) -> Regex[str]:
    return Regex(value) if isinstance(value, str) else _kept(Regex)(value)


def _code(value: Any) -> Code:
    return Code(value) if isinstance(value, str) and not isinstance(value, Code) else _kept(Code)(value)


def _timestamp(value: Any) -> Timestamp:
    return value if isinstance(value, Timestamp) else Timestamp(_date(value), 1)


def _list(value: Any) -> list[Any]:
    return [natural(element) for element in _kept(list)(value)]


def _object(value: Any) -> dict[str, Any]:
    return {key: natural(inner) for key, inner in _kept(dict)(value).items()}


_CONVERTERS: dict[str, Callable[[Any], Any]] = {
    "double": _double, "string": _kept(str), "object": _object, "array": _list, "binData": _binary, "uuid": _uuid,
    "objectId": _object_id, "bool": _kept(bool), "date": _date, "null": _kept(type(None)), "regex": _regex,
    "javascript": _code, "int": lambda value: _whole(value, 32), "timestamp": _timestamp,
    "long": lambda value: Int64(_whole(value, 64)), "decimal": _decimal, "number": _any_number,
    "minKey": _kept(MinKey), "maxKey": _kept(MaxKey),
}  # fmt: skip


@lru_cache(4096)
def _of_decimal(bid: bytes) -> float | None:
    """The same of a decimal by its bytes: reading one takes longer than most of what is done with it."""
    decimal = Decimal128.from_bid(bid).to_decimal()
    return float(decimal) if decimal.is_finite() and abs(decimal) <= LARGEST else None


def plain(value: Any) -> int | float | None:
    """A BSON number as a Python number, None for anything else."""
    if type(value) is int or type(value) is float:  # as most are
        return value if abs(value) <= LARGEST else None
    if value is None or type(value) is str:
        return None
    if isinstance(value, Decimal128):
        return _of_decimal(value.bid)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) <= LARGEST else None
