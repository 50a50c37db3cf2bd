"""Which types a BSON value is of, and a design file's value as the first type that takes it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from bson import Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp

from ..values import bson_of_types

_INT32 = 2**31
_PYTHON: dict[str, tuple[type, ...]] = {
    "double": (float,), "object": (dict,), "array": (list,), "binData": (bytes,), "uuid": (bytes,),
    "objectId": (ObjectId,), "bool": (bool,), "date": (datetime,), "null": (type(None),), "regex": (Regex,),
    "javascript": (Code,), "timestamp": (Timestamp,), "long": (Int64,), "decimal": (Decimal128,),
    "minKey": (MinKey,), "maxKey": (MaxKey,),
}  # fmt: skip


def is_of(value: Any, name: str) -> bool:
    """Whether a BSON value is of the type of this name, as a server would say."""
    if name == "number":
        return is_of(value, "int") or isinstance(value, float | Int64 | Decimal128)
    if name == "int":
        return type(value) is int and -_INT32 <= value < _INT32
    if name == "string":
        return isinstance(value, str) and not isinstance(value, Code)
    return isinstance(value, _PYTHON[name])


def typed(value: Any, types: Iterable[str]) -> Any:
    """A value of the file as the first of the types that takes it; unchanged where none does."""
    try:
        return bson_of_types(value, tuple(types))
    except ValueError:
        return value
