"""Indexes that MongoDB rejects or can't use as intended.

MongoDB reports an error when the script runs. This finding shows it while you design.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ...model.conceptual import given
from ...plan_model.findings import Finding
from ...plan_model.physical import Collection, PlannedIndex
from ..base import Fix, Inspection, Lint, declared_as, number, setting


def check(seen: Inspection) -> Iterator[Finding]:
    """The limits of MongoDB's manual for each collection and index; ``_id``'s index counts."""
    for collection in seen.plan.collections:
        count = len(collection.indexes) + 1
        if count > seen.limits.idx_max:
            message = f"{count} indexes. The limit is {number(seen.limits.idx_max)}."
            yield LINT.finding(collection.name, message, "Remove the least used.")
        texts = [index.name for index in collection.indexes if _kinds(index) & {"text"}]
        if len(texts) > 1:
            yield LINT.finding(
                collection.name, f"{len(texts)} text indexes. A collection can have one.", "Combine them."
            )
        for index in collection.indexes:
            for message, hint in _faults(index, collection, seen):
                fix = _whole(seen, collection, index) if "sparse" in message else None
                yield LINT.finding(f"{collection.name}.{index.name}", message, hint, fix=fix)


def _kinds(index: PlannedIndex) -> set[int | str]:
    return {kind for _, kind in index.keys}


def _faults(index: PlannedIndex, collection: Collection, seen: Inspection) -> Iterator[tuple[str, str]]:
    options, keys = index.options, index.keys
    if len(keys) > seen.limits.keys_max:
        yield (
            f"{len(keys)} keys. The limit is {number(seen.limits.keys_max)}.",
            ("Keep the most selective keys."),
        )
    if len({path for path, _ in keys}) < len(keys):
        yield "The index names a path twice. The second one is ignored.", "Name each path once."
    if len(keys) > 1 and any(path.isdigit() for path, _ in keys):
        yield "mongosh moves numeric key names first, which changes the key order.", "Rename the field."
    if "expireAfterSeconds" in options and len(keys) > 1:
        yield "TTL indexes must have a single key.", "Expire by one date field."
    if "expireAfterSeconds" in options and keys[0][0] == "_id":
        yield "A TTL index on _id never expires documents.", "Expire by a date field."
    if "partialFilterExpression" in options and options.get("sparse"):
        yield (
            "An index can't be both partial and sparse.",
            "Remove sparse and add {$exists: true} to the filter.",
        )
    arrays = {path: _arrays(seen, collection.name, path) for path, _ in keys}
    if "hashed" in _kinds(index) and options.get("unique"):
        yield "Hashed indexes can't be unique.", "Add an ascending unique index too."
    if any(kind == "hashed" and arrays[path] for path, kind in keys):
        yield "Hashed indexes don't support arrays.", "Hash a scalar field."
    if not _is_chain(list(arrays.values())):
        yield (
            "An index can't cover two different arrays. Inserts with both fail.",
            "Split it into two indexes.",
        )


def _whole(seen: Inspection, collection: Collection, index: PlannedIndex) -> Fix | None:
    """A partial index without its sparseness, which only repeats what a filter can say."""
    declaration = declared_as(seen, collection, index)
    if declaration is None:
        return None
    entity, place = declaration
    indexes: list[Any] = msgspec.to_builtins(given(entity.indexes, []))
    indexes[place].pop("sparse", None)
    return setting(entity, "indexes", value=indexes)


def _arrays(seen: Inspection, collection: str, path: str) -> tuple[str, ...]:
    located = seen.located[collection].get(path)
    return () if located is None else located.arrays


def _is_chain(arrays: list[tuple[str, ...]]) -> bool:
    longest = max(arrays, key=len, default=())
    return all(longest[: len(path)] == path for path in arrays)


LINT = Lint(
    code="L27",
    slug="idx-limits",
    name="IDX_LIMITS",
    severity="error",
    title="Unsupported index",
    source="MongoDB manual, limits and index restrictions",
    about="collection",
    check=check,
)
