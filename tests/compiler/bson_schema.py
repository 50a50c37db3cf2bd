"""An independent judge of documents: the jsonschema package (draft 4), taught MongoDB's bsonType over BSON values."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from bson import Binary, Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp
from jsonschema import Draft4Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

_INT32 = 2**31


_KINDS: tuple[tuple[type, str], ...] = (
    (type(None), "null"), (float, "double"), (Code, "javascript"), (str, "string"), (dict, "object"), (list, "array"),
    (bytes, "binData"), (Binary, "binData"), (ObjectId, "objectId"), (datetime, "date"), (Decimal128, "decimal"),
    (Regex, "regex"), (Timestamp, "timestamp"), (MinKey, "minKey"), (MaxKey, "maxKey"),
)  # fmt: skip


def bson_type(value: Any) -> str:
    """The bsonType that the driver stores a value as."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, Int64):
        return "long"
    if isinstance(value, int):
        return "int" if -_INT32 <= value < _INT32 else "long"
    return _kind_of(type(value))


@cache
def _kind_of(made: type) -> str:
    return next(name for kind, name in _KINDS if issubclass(made, kind))


NUMBERS = {"int", "long", "double", "decimal"}


def _is_number(value: Any) -> bool:
    return bson_type(value) in NUMBERS


def _bson_type(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    options = (wanted,) if isinstance(wanted, str) else wanted
    kind = bson_type(value)
    if kind not in options and not ("number" in options and kind in NUMBERS):
        yield ValidationError(f"{value!r} is not of bsonType {wanted!r}")


def exact(value: Any) -> Any:
    """Decimal128 as a Decimal, so that numbers compare across types as they do in MongoDB."""
    if isinstance(value, Decimal128):
        return value.to_decimal()
    return Decimal(value) if isinstance(value, float) else value


def _minimum(validator: Any, least: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if _is_number(value) and exact(value) < exact(least):
        yield ValidationError(f"{value!r} is less than {least!r}")


def _maximum(validator: Any, most: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if _is_number(value) and exact(value) > exact(most):
        yield ValidationError(f"{value!r} is more than {most!r}")


def _enum(validator: Any, options: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    alike = [exact(one) for one in options if isinstance(one, bool) == isinstance(value, bool)]
    if exact(value) not in alike:
        yield ValidationError(f"{value!r} is not one of {options!r}")


def _is_object(checker: Any, value: Any) -> bool:
    return isinstance(value, dict)


_BsonValidator = extend(
    Draft4Validator,
    {"bsonType": _bson_type, "minimum": _minimum, "maximum": _maximum, "enum": _enum},
    type_checker=Draft4Validator.TYPE_CHECKER.redefine("object", _is_object),
)


def complaints(schema: dict[str, Any], document: Any) -> list[ValidationError]:
    """Everything that the schema has against the document, what lies inside of oneOf included."""
    found = list(_BsonValidator(schema).iter_errors(document))
    return found + [inner for error in found for inner in error.context or ()]
