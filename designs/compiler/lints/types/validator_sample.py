"""Example documents that their own validator would reject.

Patterns aren't checked here, because an unknown regular expression could run for too long.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from bson import Binary, Code, Decimal128, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp

from ...content_cache import once
from ...model.conceptual import Field, given, stated
from ...model.field_types import GEOJSON, GEOMETRIES, form_of, geometries_of, levels_of
from ...model.values import comparable, exact
from ...plan_model.findings import Finding
from ...plan_model.physical import Collection, walk
from ...sampling import samples
from ..base import Inspection, Lint

_CLASSES: tuple[tuple[type, str], ...] = (
    (bool, "bool"), (Int64, "long"), (float, "double"), (Code, "javascript"), (str, "string"), (dict, "object"),
    (list, "array"), (Binary, "binData"), (bytes, "binData"), (ObjectId, "objectId"), (datetime.datetime, "date"),
    (Decimal128, "decimal"), (Regex, "regex"), (Timestamp, "timestamp"), (MinKey, "minKey"), (MaxKey, "maxKey"),
)  # fmt: skip
_BY_CLASS = dict(_CLASSES)
_COMBINING = frozenset({"allOf", "anyOf", "oneOf", "not"})
_NUMBERS = frozenset({"int", "long", "double", "decimal"})
_JSON = {"boolean": frozenset({"bool"}), "number": _NUMBERS}
_INT32 = 2**31
Schema = dict[str, Any]
_NESTED = (
    "an array",
    "arrays in an array",
    "arrays in two levels of arrays",
    "arrays in three levels of arrays",
)
_LIMITS = "Check the field's type and limits"
_LEVELS = "The coordinates of a {} are {}. Declare them that way, or allow another type in {}."


def check(seen: Inspection) -> Iterator[Finding]:
    """The first error in each collection whose example documents fail its `$jsonSchema`."""
    by_collection = samples(seen.compilation, seen.paths)
    for collection in seen.plan.collections:
        schema = (collection.validator or {}).get("$jsonSchema", {})
        documents = by_collection.get(collection.name, []) if schema else []
        for where, message in _complaint(schema, documents):
            hint = _hint(collection, where)
            yield LINT.finding(
                collection.name, f"In the example, {where or 'the document'} {message}.", hint, path=where
            )


def _hint(collection: Collection, where: str) -> str:
    """What to do about it; to change the example only where the design has one."""
    path = ".".join(step for step in where.split(".") if not step.isdecimal())
    inside = [node.field.source for node in walk(collection.fields) if f"{path}.".startswith(f"{node.path}.")]
    sources = [source for source in inside if isinstance(source, Field)]
    for place in sources:
        held = next((inner for inner in given(place.fields, []) if inner.name == "coordinates"), None)
        kinds = geometries_of(place) if form_of(place) == GEOJSON else []
        if held is not None and kinds and GEOMETRIES[kinds[0]] != levels_of(held):
            return _LEVELS.format(kinds[0], _NESTED[GEOMETRIES[kinds[0]] - 1], f"{place.name}.type")
    if sources and stated(sources[-1].computed) and sources[-1].name == path.rpartition(".")[2]:
        return "Its formula gives this value. Change the field's type and limits, or the formula."
    has_example = any(stated(source.example) for source in sources)
    return f"{_LIMITS}, or change the example." if has_example else f"{_LIMITS}."


def _complaint(schema: Schema, documents: list[Any]) -> list[tuple[str, str]]:
    """The first complaint, if there is one."""
    all_complaints = (said for document in documents for said in complaints(schema, document))
    return once("complaint", lambda: (schema, documents), lambda: [*islice(all_complaints, 1)])


def complaints(schema: Schema, value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """What is wrong with a value by a schema of MongoDB's draft 4 subset: (path, sentence)."""
    kind = bson_type(value)
    wanted = schema.get("bsonType", schema.get("type"))
    if wanted is not None and not _is_of(kind, wanted):
        yield path, f"has type {kind}, not {wanted if isinstance(wanted, str) else ' or '.join(wanted)}"
        return
    if "enum" in schema and comparable(value) not in map(comparable, schema["enum"]):
        yield path, f"isn't one of the {len(schema['enum'])} allowed values"
    if not _COMBINING.isdisjoint(schema):
        yield from _combined(schema, value, path)
    special = _CHECKS.get("number" if kind in _NUMBERS else kind)
    if special is not None:
        yield from special(schema, value, path)


def bson_type(value: Any) -> str:
    """The bsonType of a Python value as the driver stores it."""
    if value is None:
        return "null"
    type_name = _BY_CLASS.get(type(value))
    if type_name is not None:
        return type_name
    for kind, name in _CLASSES:
        if isinstance(value, kind):
            return name
    if isinstance(value, int):
        return "int" if -_INT32 <= value < _INT32 else "long"
    return type(value).__name__


def _is_of(kind: str, wanted: str | list[str]) -> bool:
    if isinstance(wanted, str):
        return _is_kind(kind, wanted)
    return any(_is_kind(kind, allowed) for allowed in wanted)


def _is_kind(kind: str, wanted: str) -> bool:
    return kind == wanted or kind in _JSON.get(wanted, ())


def _combined(schema: Schema, value: Any, path: str) -> Iterator[tuple[str, str]]:
    for part in schema.get("allOf", ()):
        yield from complaints(part, value, path)
    if "anyOf" in schema and not any(_fits(part, value) for part in schema["anyOf"]):
        yield path, "doesn't match any alternative"
    if "oneOf" in schema:
        count = sum(_fits(part, value) for part in schema["oneOf"])
        if count != 1:
            yield path, f"matches {count} alternatives, but must match exactly one"
    if "not" in schema and _fits(schema["not"], value):
        yield path, "is excluded by the validator"


def _fits(schema: Schema, value: Any) -> bool:
    return next(complaints(schema, value), None) is None


def _object(schema: Schema, value: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield _below(path, name), "is missing"
    for name, inner in value.items():
        if name in properties:
            if not _asks_for_no_more(properties[name], inner):
                yield from complaints(properties[name], inner, _below(path, name))
        elif schema.get("additionalProperties") is False and "patternProperties" not in schema:
            yield _below(path, name), "isn't an allowed property"
        elif isinstance(schema.get("additionalProperties"), dict):
            yield from complaints(schema["additionalProperties"], inner, _below(path, name))
    for name, others in schema.get("dependencies", {}).items():
        if name in value and isinstance(others, list):
            yield from (
                (_below(path, other), f"is missing, but {name} is set")
                for other in others
                if other not in value
            )
    if not schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)):
        yield path, f"has {len(value)} properties"


def _asks_for_no_more(schema: Schema, value: Any) -> bool:
    """Whether the schema names nothing but the value's type, as those of most fields do."""
    return len(schema) == 1 and schema.get("bsonType") == bson_type(value)


def _array(schema: Schema, value: list[Any], path: str) -> Iterator[tuple[str, str]]:
    if len(value) < schema.get("minItems", 0):
        yield path, f"has {len(value)} items, fewer than {schema['minItems']}"
    if len(value) > schema.get("maxItems", len(value)):
        yield path, f"has {len(value)} items, more than {schema['maxItems']}"
    if schema.get("uniqueItems") and len(set(map(comparable, value))) < len(value):
        yield path, "repeats an item"
    items = schema.get("items")
    for place, inner in enumerate(value):
        part = items[place] if isinstance(items, list) and place < len(items) else items
        if isinstance(part, dict):
            yield from complaints(part, inner, f"{path}.{place}")


def _number(schema: Schema, value: Any, path: str) -> Iterator[tuple[str, str]]:
    number, low, high = exact(value), exact(schema.get("minimum")), exact(schema.get("maximum"))
    if low is not None and (number < low or (number == low and schema.get("exclusiveMinimum"))):
        yield path, f"is less than the minimum {low}"
    if high is not None and (number > high or (number == high and schema.get("exclusiveMaximum"))):
        yield path, f"is greater than the maximum {high}"
    if "multipleOf" in schema and number % schema["multipleOf"]:
        yield path, f"isn't a multiple of {schema['multipleOf']}"


def _string(schema: Schema, value: str, path: str) -> Iterator[tuple[str, str]]:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        yield path, f"has {len(value)} characters"


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


_CHECKS: dict[str, Callable[[Schema, Any, str], Iterator[tuple[str, str]]]] = {
    "object": _object, "array": _array, "number": _number, "string": _string,
}  # fmt: skip


LINT = Lint(
    code="L44",
    slug="validator-sample",
    name="VALIDATOR_SAMPLE",
    severity="error",
    title="Example fails validation",
    source="MongoDB manual, schema validation",
    about="collection",
    check=check,
)
