"""References that are looked up without an index.

Each lookup scans the whole collection: fast with 100 documents, unusable with a million. MongoDB doesn't create
indexes for references.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...model.conceptual import Relationship, given
from ...plan.indexes.candidates import Shelf
from ...plan.indexes.declared import place_key
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...plan_model.physical import Collection, PlannedIndex
from ..base import Fix, Inspection, Lint, setting


def check(seen: Inspection) -> Iterator[Finding]:
    """Parent references, both ends of a link, and the `foreignField` of each `$lookup`, if no index starts with them.
    The compound `_id` of a time bucket is its own index. As suggestions: references that no operation, copy, or
    cascading delete uses to find documents; their index is suggested, not created."""
    for relationship, side, spot in seen.indexed_references():
        collection = seen.collections.get(spot.collection)
        is_series = collection is not None and collection.kind == "timeseries"
        if collection is None or is_series or spot.path in seen.finders[spot.collection]:
            continue
        suggested = [each for each in collection.suggested if each.keys[0][0] == spot.path]
        if suggested:
            yield _suggested(seen, relationship, side, collection, suggested[0])
            continue
        message = f"No index on {spot.collection}.{spot.path}: lookups scan the collection."
        yield LINT.finding(seen.place(relationship, side), message, f"Add an index on {spot.path}.")
    yield from _lookups(seen)


def _suggested(
    seen: Inspection, relationship: Relationship, side: str, collection: Collection, index: PlannedIndex
) -> Finding:
    """An index that is not made. Its fix declares it, where its keys are called as the entity calls them."""
    keys, path = ", ".join(f"{path}: {kind}" for path, kind in index.keys), index.keys[0][0]
    message = (
        f"{_found_by(seen, collection, path)}, so there is no index on {{{keys}}}: functions that need it scan the "
        "collection."
    )
    hint = "Add the operation that needs it, or declare the index."
    return LINT.finding(
        seen.place(relationship, side), message, hint, "info", fix=_declaring(seen, collection, index)
    )


def _found_by(seen: Inspection, collection: Collection, path: str) -> str:
    """Return that no operation finds documents by a path, or which do together with others, by whose index they go."""
    asking = [
        (each.operation.name, each.single | each.several)
        for each in seen.asked[collection.name]
        if path in each.single | each.several and "_id" not in each.single
    ]
    if not asking:
        return f"No operation finds {collection.name} by {path}"
    beside = sorted(asking[0][1] - {path})
    more = listed(beside) if len(asking) == 1 and beside else "other fields"
    names = listed(f'"{name}"' for name, _ in asking[:2]) + (
        f" and {len(asking) - 2} more" if len(asking) > 2 else ""
    )
    find = "finds" if len(asking) == 1 else "find"
    return (
        f"{names} {find} {collection.name} by {path} together with {more}, but no operation uses {path} alone"
    )


def _declaring(seen: Inspection, collection: Collection, index: PlannedIndex) -> Fix | None:
    entity, shelf = seen.names.entities.get(collection.entity or ""), Shelf(collection)
    if entity is None or not all(
        place_key(path, entity.name, seen.placement, shelf) == path for path, _ in index.keys
    ):
        return None
    declared = [*msgspec.to_builtins(given(entity.indexes, [])), {"keys": [list(key) for key in index.keys]}]
    return setting(entity, "indexes", value=declared)


def _lookups(seen: Inspection) -> Iterator[Finding]:
    suggested = {
        (collection.name, index.keys[0][0])
        for collection in seen.plan.collections
        for index in collection.suggested
    }
    for statement in seen.plan.statements:
        is_shown = statement.script != "06_audit" and not statement.extra
        for stage in statement.pipeline or () if is_shown else ():
            lookup = stage.get("$lookup") if isinstance(stage, dict) else None
            source, field = (lookup or {}).get("from"), (lookup or {}).get("foreignField")
            if (source, field) in suggested and statement.subject.startswith("relationship:"):
                continue  # a function that no operation is; its note says what it reads
            if source in seen.starts and field is not None and field not in seen.starts[source]:
                message = f"$lookup joins {source} on {field}, which isn't indexed."
                yield LINT.finding(statement.id, message, f"Add an index on {field} to {source}.")


LINT = Lint(
    code="L12",
    slug="ref-no-index",
    name="REF_NO_INDEX",
    severity="error",
    title="Reference without an index",
    source="schema design guidelines; MongoDB manual, $lookup",
    check=check,
)
