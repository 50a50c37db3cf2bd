"""Reads that an index answers alone (IX10): these must not ask for the ``_id``, which comes unasked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.conceptual import given
from ..context import OperationContext
from ..ir.condition_reading import read_filter
from .conditions import Conditions, Elsewhere


def shown(world: OperationContext, conditions: Conditions) -> Mapping[str, Any] | None:
    """The projection, without the ``_id`` that nobody asks for where an index alone answers then; the ids alone of
    documents that hold nothing of what it names."""
    fields, operation = conditions.projection(), conditions.operation
    if not fields and given(operation.projection, []) and not conditions.spot.path:
        return {"_id": 1}
    if not fields or "_id" in fields:
        return fields
    named = [match.field for match in given(operation.filter, [])]
    named += [sort_key.field for sort_key in given(operation.sort, [])]
    try:
        asked = {conditions.place(path).path for path in named}
    except Elsewhere:
        return fields
    always = read_filter(given(operation.always_filter, {}))
    asked |= {*fields, *always.paths, *conditions.of_kind().paths}
    return {**fields, "_id": 0} if always.is_on_paths and _is_covered(world, conditions, asked) else fields


def _is_covered(world: OperationContext, conditions: Conditions, asked: set[str]) -> bool:
    """Whether an index of the operation holds all of these paths, as values that stand once."""
    collection = world.collections[conditions.spot.collection]
    ends = {path[:end] for path in asked for end in (*_dots(path), len(path))}
    fields = [world.field(collection.name, end) for end in ends]
    if any(field is None or "array" in field.types for field in fields):
        return False
    name = f"operation:{conditions.operation.name}"
    return any(
        asked <= {path for path, _ in index.keys} for index in collection.indexes if name in index.serves
    )


def _dots(path: str) -> list[int]:
    return [place for place, letter in enumerate(path) if letter == "."]
