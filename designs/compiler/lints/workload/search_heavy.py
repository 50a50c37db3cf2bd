"""Frequent text searches on a text index.

A text index finds whole words and their stems, with one score. It has an entry for each word, and doesn't support
typos, word prefixes, synonyms, or facets. Atlas Search does, and uses separate memory. Its index follows writes
within about a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import stated
from ...plan.indexes.written_keys import often
from ...plan_model.findings import Finding
from ...plan_model.physical import Collection, PlannedIndex
from ..base import Inspection, Lint, number

_TYPES = {
    "objectId": "objectId", "string": "token", "bool": "boolean", "date": "date", "int": "number", "long": "number",
    "double": "number", "uuid": "uuid",
}  # fmt: skip
"""What a search index calls the types of values that are asked for exactly."""


def check(seen: Inspection) -> Iterator[Finding]:
    """Collections whose text index serves more than 100,000 searches per day, by stated frequencies. The finding
    includes the definition of an Atlas Search index and says when to choose it."""
    for collection in seen.plan.collections:
        index = next((each for each in collection.indexes if _is_text(each)), None)
        if index is None:
            continue
        searches = sum(
            often(operation)
            for operation in seen.model.workload
            if stated(operation.per_day) and f"operation:{operation.name}" in index.serves
        )
        if searches > seen.limits.search_min:
            yield _finding(seen, collection, index, searches)


def _is_text(index: PlannedIndex) -> bool:
    return any(kind == "text" for _, kind in index.keys)


def _finding(seen: Inspection, collection: Collection, index: PlannedIndex, searches: float) -> Finding:
    message = f"{number(searches)} text searches per day, over {number(seen.limits.search_min)}."
    hint = (
        "Keep the text index if whole words are enough and you run your own servers. Use Atlas Search "
        "($search) for typos, prefixes, highlights, or facets, or if searches slow down other work: "
        "02_indexes.js has its definition."
    )
    return LINT.finding(
        collection.name,
        message,
        hint,
        searched=collection.name,
        definition=_definition(seen, collection, index),
    )


def _definition(seen: Inspection, collection: Collection, index: PlannedIndex) -> dict[str, Any]:
    """The static mappings of a search index: the searched paths as text, and what stands in front of them as it is."""
    fields: dict[str, Any] = {}
    for path, kind in index.keys:
        located = seen.located[collection.name].get(path)
        types = located.field.types if located is not None else ("objectId",)
        value = {"type": "string"} if kind == "text" else {"type": _TYPES.get(types[0], "token")}
        *around, last = path.split(".")
        holder = fields
        for name in around:
            holder = _inside(holder, name)
        holder[last] = [value, holder[last]] if last in holder else value
    return {"mappings": {"dynamic": False, "fields": fields}}


def _inside(holder: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the mappings of what stands in an object, which may be mapped as a whole, too."""
    there = holder.setdefault(name, {"type": "document", "fields": {}})
    if isinstance(there, dict) and "fields" not in there:
        there = holder[name] = [there, {"type": "document", "fields": {}}]
    inside: dict[str, Any] = (there[-1] if isinstance(there, list) else there)["fields"]
    return inside


LINT = Lint(
    code="L68",
    slug="search-heavy",
    name="SEARCH_HEAVY",
    severity="info",
    title="Many text searches",
    source="MongoDB manual, text search; Atlas Search, index definitions",
    about="collection",
    check=check,
)
