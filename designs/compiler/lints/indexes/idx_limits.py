"""Indexes that MongoDB rejects or can't use as intended.

MongoDB reports an error when the script runs. This finding shows it while you design.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...model.conceptual import given
from ...model.field_limits import shown
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...plan_model.physical import Collection, PlannedIndex
from ..base import Fix, Inspection, Lint, declared_as, number, setting

_YES_NO = (True, False)
_COLLATION: dict[str, tuple[Any, ...]] = {
    "locale": (), "strength": (1, 2, 3, 4, 5), "caseLevel": _YES_NO, "caseFirst": ("upper", "lower", "off"),
    "numericOrdering": _YES_NO, "alternate": ("non-ignorable", "shifted"), "maxVariable": ("punct", "space"),
    "backwards": _YES_NO, "normalization": _YES_NO, "version": (),
}  # fmt: skip
"""The options of a collation with their values; empty where they are too many to be listed."""
_LOCALE = re.compile(
    r"simple|[a-z]{2,3}(_[A-Z][a-z]{3})?(_[A-Z]{2}|_[0-9]{3})?(_[A-Z]+)?(@[a-z]+=[A-Za-z0-9]+)?"
)


def check(seen: Inspection) -> Iterator[Finding]:
    """MongoDB's limits for indexes, such as 64 per collection, including the index on `_id`; and collations it rejects."""
    for collection in seen.plan.collections:
        for message, hint in _of_collation(collection.options.get("collation")):
            yield LINT.finding(collection.name, message, hint)
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
    if options.get("collation") != collection.options.get("collation"):
        yield from _of_collation(options.get("collation"))
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


def _of_collation(collation: dict[str, Any] | None) -> Iterator[tuple[str, str]]:
    """What a server refuses in a collation, which it reports when the collection or index is created."""
    if collation is None:
        return
    unknown = [key for key in collation if key not in _COLLATION]
    if unknown:
        message = f"Invalid collation: {listed(unknown)} {'is' if len(unknown) == 1 else 'are'} unknown."
        yield message, f"Use {listed(list(_COLLATION))}."
    locale = collation.get("locale")
    if not isinstance(locale, str) or not _LOCALE.fullmatch(locale):
        message = "Invalid collation: "
        message += "it has no locale." if locale is None else f"{shown(locale)} isn't a locale."
        yield message, "Use the code of a language, such as de, fr_CA, or zh_Hant, or simple."
    for key, allowed in _COLLATION.items():
        if allowed and key in collation and not _is_one_of(collation[key], allowed):
            values = listed([shown(each) for each in allowed], "or")
            yield f"Invalid collation: {key} can't be {shown(collation[key])}.", f"Use {values}."


def _is_one_of(value: Any, allowed: tuple[Any, ...]) -> bool:
    """Whether a value is allowed; true isn't 1."""
    return any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in allowed)


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
    title="Unsupported index or collation",
    source="MongoDB manual, limits and index restrictions",
    about="collection",
    check=check,
)
