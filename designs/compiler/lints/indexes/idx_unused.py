"""Unused indexes, and collections with too many indexes.

Every insert, delete, and change of its fields updates an index, and it takes memory from documents.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, given
from ...plan.indexes.written_keys import WrittenKeys
from ...plan_model.findings import Finding
from ...plan_model.physical import Collection, PlannedIndex
from ...workload.inputs import DEFAULT
from ..base import Inspection, Lint, declared_as, number, unknown_paths, without_index

_OFTEN = 86_400.0
"""Entries a day that all indexes of a collection may get until their number matters: one a second."""
_WHOLE = frozenset({"standard", "timeseries", "capped"})  # one document for each thing of its entity
_PURPOSE = ("unique", "expireAfterSeconds")


def check(seen: Inspection) -> Iterator[Finding]:
    """Indexes in the design that support neither an operation nor a reference lookup, if the entity has
    operations. Also collections with more than 16 indexes (8 if writes dominate), unless they're rarely
    written."""
    heavy = given(seen.model.workload_profile, "mixed") == "write-heavy"
    limit = seen.limits.idx_warn_write if heavy else seen.limits.idx_warn
    addressed = {operation.entity for operation in seen.model.workload}
    written = WrittenKeys(seen.model.workload, seen.placement)
    for collection in seen.plan.collections:
        count = len(collection.indexes) + 1
        if count > limit and not _is_seldom_written(seen, collection, written):
            message = f"{count} indexes (limit {number(limit)}). Every insert updates them all."
            yield LINT.finding(collection.name, message, "Remove the least used.", count=count)
        if collection.entity in addressed:
            yield from _unused(seen, collection)


def _is_seldom_written(seen: Inspection, collection: Collection, written: WrittenKeys) -> bool:
    """Whether the design says how many documents come a day, and all that is written into the indexes for these, for
    those that go and for changes of keys, is little."""
    survey, traffic = seen.survey, seen.survey.traffic
    if collection.entity is None or collection.kind not in _WHOLE:
        return False
    kinds = dict.fromkeys((collection.entity, *survey.families.below(collection.entity)))
    comes = [rate for name in kinds if (rate := survey.inserted(name)) is not None]
    if not comes or any(rate.origin == DEFAULT for rate in comes):
        return False
    moves = sum(rate.value for rate in comes) + sum(traffic.deletes[name] for name in kinds)
    keys = {path for index in collection.indexes for path, _ in index.keys}
    changes = [written.writes.get((collection.name, path), 0.0) for path in keys]
    return bool(moves * (len(collection.indexes) + 1) + sum(changes) < _OFTEN)


def _unused(seen: Inspection, collection: Collection) -> Iterator[Finding]:
    for index in collection.indexes:
        is_looked_up = (collection.name, index.keys[0][0]) in seen.looked_up
        if index.declared and not _has_purpose(index) and not is_looked_up:
            place = declared_as(seen, collection, index)
            if place is not None and _is_misspelt(seen, *place):
                continue  # another check says so, and no operation can use it until then
            fix = without_index(*place) if place is not None else None
            subject = f"{collection.name}.{index.name}"
            hint = "Remove it, or add the operation it supports."
            yield LINT.finding(subject, "No operation uses this index.", hint, fix=fix)


def _is_misspelt(seen: Inspection, entity: Entity, place: int) -> bool:
    return bool(unknown_paths(seen, entity, given(entity.indexes, [])[place]))


def _has_purpose(index: PlannedIndex) -> bool:
    special = any(path.endswith("$**") or kind not in (1, -1) for path, kind in index.keys)
    served = any(not subject.startswith("entity:") for subject in index.serves)
    return special or served or any(index.options.get(option) is not None for option in _PURPOSE)


LINT = Lint(
    code="L29",
    slug="idx-unused",
    name="IDX_UNUSED",
    severity="warning",
    title="Unused index",
    source="MongoDB manual, unnecessary indexes",
    about="collection",
    check=check,
)
