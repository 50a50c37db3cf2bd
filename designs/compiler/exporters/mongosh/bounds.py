"""Whether a document is as its validator wants it, as far as calls change that: what it must have, which kind of thing it
is, how many elements lists have, none of them twice, and how small numbers are; and by which keys unique indexes know it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from itertools import product
from typing import Any

from ...model.values import exact
from ...plan_model.physical import PlannedIndex
from ...sampling.answers import matches, values_on
from .evaluating import Unknown, has_unknown

Json = dict[str, Any]


def is_within_bounds(validator: Mapping[str, Any] | None, document: Json) -> bool:
    """Return whether a document is known to break nothing of what a validator says of fields that must be there, of words
    to choose from, of lists and of numbers."""
    return _passes((validator or {}).get("$jsonSchema", {}), document)


def _passes(schema: Mapping[str, Any], value: Any) -> bool:
    if schema.get("not") == {}:  # another kind's field
        return False
    if isinstance(value, list):
        return _is_list_taken(schema, value)
    if isinstance(value, int | float):
        least = exact(schema.get("minimum"))
        return not isinstance(least, int | float | Decimal) or value >= least
    if isinstance(value, str):
        return value in schema.get("enum", (value,))
    return not isinstance(value, dict) or isinstance(value, Unknown) or _is_object_taken(schema, value)


def _is_object_taken(schema: Mapping[str, Any], value: Json) -> bool:
    properties = schema.get("properties", {})
    if any(
        name not in value and not _takes_null(properties.get(name, {})) for name in schema.get("required", ())
    ):
        return False
    inner = ((wanted, value[name]) for name, wanted in properties.items() if name in value)
    if not all(_passes(wanted, each) for wanted, each in inner):
        return False
    branches = schema.get("oneOf") or schema.get("anyOf")
    return not branches or any(_passes(branch, value) for branch in branches)


def _is_list_taken(schema: Mapping[str, Any], elements: list[Any]) -> bool:
    if len(elements) > schema.get("maxItems", len(elements)) or len(elements) < schema.get("minItems", 0):
        return False
    texts = [repr(each) for each in elements if not has_unknown(each)]
    if schema.get("uniqueItems") and len(set(texts)) < len(texts):
        return False
    wanted = schema.get("items", {})
    each_its_own = isinstance(wanted, list)  # the validator of a pair of coordinates
    pairs = zip(wanted, elements, strict=False) if each_its_own else ((wanted, each) for each in elements)
    return all(_passes(asked, each) for asked, each in pairs)


def _takes_null(schema: Mapping[str, Any]) -> bool:
    """Whether null may stand there, which is told from nothing here no more."""
    types = schema.get("bsonType", ())
    return "null" in ([types] if isinstance(types, str) else types)


def keys_in(document: Json, index: PlannedIndex) -> set[str]:
    """Return the keys of a document in a unique index, none where it leaves the document out or a value is unknown."""
    if not _is_counted(document, index.options.get("partialFilterExpression", {})):
        return set()
    columns = [
        [value for value in values_on(document, path.split(".")) if not isinstance(value, list)] or [None]
        for path, _ in index.keys
    ]
    if index.options.get("sparse") and all(column == [None] for column in columns):
        return set()
    return {repr(key) for key in product(*columns) if not any(isinstance(each, Unknown) for each in key)}


def _is_counted(document: Json, partial: Mapping[str, Any]) -> bool:
    """Whether the filter of an index finds a document; a value of a stated type is one that is not null."""
    typed = [path for path, asked in partial.items() if isinstance(asked, dict) and "$type" in asked]
    has_all = all(any(value is not None for value in values_on(document, path.split("."))) for path in typed)
    return has_all and matches(document, partial)
