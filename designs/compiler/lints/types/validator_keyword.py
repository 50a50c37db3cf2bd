"""Validators with keywords that MongoDB's ``$jsonSchema`` doesn't support.

MongoDB supports draft 4 of JSON Schema without a few keywords, and adds bsonType. An unknown keyword is rejected or
ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_KEYWORDS = frozenset(
    [
        "bsonType",
        "type",
        "enum",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "multipleOf",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "maxLength",
        "minLength",
        "pattern",
        "maxProperties",
        "minProperties",
        "required",
        "additionalProperties",
        "properties",
        "patternProperties",
        "dependencies",
        "additionalItems",
        "items",
        "maxItems",
        "minItems",
        "uniqueItems",
        "title",
        "description",
    ]
)
_TYPES = frozenset({"object", "array", "number", "boolean", "string", "null"})
_NAMED = ("properties", "patternProperties", "dependencies")
_SINGLE = ("not", "additionalProperties", "additionalItems", "items")
_SEVERAL = ("allOf", "anyOf", "oneOf", "items")
_NESTED = frozenset({*_NAMED, *_SINGLE, *_SEVERAL})
_SHAPED = frozenset({"type", "exclusiveMinimum", "exclusiveMaximum", "required"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Unknown keywords, `integer`, numeric exclusive bounds, `type` next to `bsonType`, and a `required` that is empty
    or has duplicates: the server rejects the collection."""
    for collection in seen.plan.collections:
        schema = (collection.validator or {}).get("$jsonSchema")
        if isinstance(schema, dict):
            for message in _faults(schema, ""):
                yield LINT.finding(collection.name, message, "Use JSON Schema draft 4.")


def _faults(schema: dict[str, Any], place: str) -> Iterator[str]:
    at = f" at {place}" if place else ""
    for word in schema:
        if word not in _KEYWORDS:
            yield f"Unknown $jsonSchema keyword {word}{at}."
    if not _SHAPED.isdisjoint(schema):
        yield from _shapes(schema, at)
    for name, part in () if _NESTED.isdisjoint(schema) else _parts(schema):
        yield from _faults(part, f"{place}.{name}" if place else name)


def _shapes(schema: dict[str, Any], at: str) -> Iterator[str]:
    types = schema.get("type", [])
    for name in [types] if isinstance(types, str) else types:
        if name not in _TYPES:
            yield f"Unknown $jsonSchema type {name}{at}."
    if "type" in schema and "bsonType" in schema:
        yield f"type and bsonType can't be combined{at}."
    for word in ("exclusiveMinimum", "exclusiveMaximum"):
        if word in schema and not isinstance(schema[word], bool):
            yield f"{word} must be true or false in draft 4{at}."
    required = schema.get("required")
    if required is not None and (not required or len(set(required)) < len(required)):
        yield f"required must be a non-empty list of unique names{at}."


def _parts(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for word in _NAMED:
        for name, part in schema.get(word, {}).items():
            if isinstance(part, dict):
                yield name, part
    for word in _SINGLE:
        if isinstance(schema.get(word), dict):
            yield word, schema[word]
    for word in _SEVERAL:
        for place, part in enumerate(schema[word] if isinstance(schema.get(word), list) else ()):
            yield f"{word}[{place}]", part


LINT = Lint(
    code="L42",
    slug="validator-keyword",
    name="VALIDATOR_KEYWORD",
    severity="error",
    title="Unsupported $jsonSchema keyword",
    source="MongoDB manual, $jsonSchema",
    about="collection",
    check=check,
)
