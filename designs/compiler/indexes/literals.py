"""Values of a design as BSON values of their field's type, for partial filters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from bson import Binary, Decimal128, Int64, ObjectId
from bson.errors import BSONError
from bson.json_util import CANONICAL_JSON_OPTIONS, JSONOptions, object_hook

_AWARE: JSONOptions = CANONICAL_JSON_OPTIONS.with_options(tz_aware=True, tzinfo=UTC)


def literal(value: Any, types: Sequence[str]) -> Any:
    """The BSON value that a design's JSON value means on a field of these types; itself where
    it fits none of them. Extended JSON is understood everywhere."""
    if isinstance(value, list):
        return [literal(one, types) for one in value]
    if isinstance(value, dict):
        return _extended(value)
    for name in types:
        read = _READERS.get(name)
        if read is not None and not isinstance(value, bool):
            try:
                return read(value)
            except (ValueError, TypeError, InvalidOperation, BSONError, OverflowError):
                continue
    return value


def _extended(value: dict[str, Any]) -> Any:
    try:
        read = object_hook(dict(value), _AWARE)
    except (ValueError, TypeError, BSONError, OverflowError, InvalidOperation):
        return value
    return read


def _date(value: Any) -> datetime:
    read = datetime.fromisoformat(value)
    return read.astimezone(UTC) if read.tzinfo else read.replace(tzinfo=UTC)


def _number(value: Any, kind: type) -> Any:
    if not isinstance(value, int | float):
        raise ValueError(value)
    return kind(value)


_READERS: dict[str, Any] = {
    "date": _date,
    "objectId": ObjectId,
    "uuid": lambda value: Binary.from_uuid(UUID(value)),
    "decimal": lambda value: Decimal128(Decimal(str(value))),
    "long": lambda value: _number(value, Int64),
    "double": lambda value: _number(value, float),
}
