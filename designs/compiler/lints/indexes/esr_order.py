"""Compound indexes whose keys are in a slow order for their queries.

Put equality fields first, then sort fields, then range fields. After a range, the index no longer returns documents
in the order of its later keys, so the server reads more and sorts in memory. A range goes before the sort only
if, by the design's numbers, it leaves so few documents that reading and sorting them costs less.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ...model.conceptual import Entity, given
from ...plan.indexes.operations import Query
from ...plan_model.findings import Finding
from ...plan_model.physical import Collection, PlannedIndex
from ..base import Fix, Inspection, Lint, declared_as, setting

_ORDER = {"eq": 0, "in": 0, "sort": 1, "range": 2}


def check(seen: Inspection) -> Iterator[Finding]:
    """Compound indexes in the design for which one operation uses all keys, if a range key comes before a sort or
    equality key, or a sort key before an equality key."""
    for collection in seen.plan.collections:
        for index in collection.indexes:
            if not index.declared:
                continue
            asking = [
                roles for query in seen.workload.queries if (roles := _roles(seen, query, collection, index))
            ]
            wrong = [roles for roles in asking if sorted(roles.values()) != list(roles.values())]
            if wrong:
                better = sorted(index.keys, key=lambda key: wrong[0][key[0]])
                listed = ", ".join(f"{path} {kind}" for path, kind in better)
                message = "Range or sort keys come before equality keys (ESR guideline)."
                fix = _fix(seen, collection, index, wrong[0]) if len(asking) == 1 else None
                yield LINT.finding(
                    f"{collection.name}.{index.name}", message, f"Reorder it: {listed}.", fix=fix
                )


def _roles(seen: Inspection, query: Query, collection: Collection, index: PlannedIndex) -> dict[str, int]:
    """Of each key its rank in equality, sort, range; empty unless the query asks for all keys."""
    if query.shelf.name != collection.name or not query.at_home or query.of("near", "text"):
        return {}
    if seen.workload.narrows_first(query):
        return {}  # as the numbers say
    asked: dict[str, int] = {}
    for want in query.wants:
        rank = _ORDER[want.role]
        asked[want.path] = min(rank, asked.get(want.path, rank))
    return {path: asked[path] for path, _ in index.keys} if asked.keys() >= {p for p, _ in index.keys} else {}


def _fix(seen: Inspection, collection: Collection, index: PlannedIndex, ranks: dict[str, int]) -> Fix | None:
    place = declared_as(seen, collection, index)
    return _reordered(*place, [ranks[path] for path, _ in index.keys]) if place is not None else None


def _reordered(entity: Entity, place: int, ranks: list[int]) -> Fix | None:
    indexes: list[Any] = msgspec.to_builtins(given(entity.indexes, []))
    keys = indexes[place]["keys"]
    indexes[place]["keys"] = [keys[at] for at in sorted(range(len(keys)), key=lambda at: ranks[at])]
    return setting(entity, "indexes", value=indexes)


LINT = Lint(
    code="L34",
    slug="esr-order",
    name="ESR_ORDER",
    severity="warning",
    title="Inefficient index key order",
    source="MongoDB manual, the equality, sort, range guideline",
    check=check,
)
