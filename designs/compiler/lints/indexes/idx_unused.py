"""Indexes that nobody uses, and collections with very many of them.

Each index is written with every insert, delete and change of its fields, and takes memory from the
documents themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import Finding
from ...plan_model.physical import Collection, PlannedIndex
from ..base import Inspection, Lint, declared_as, number, without_index

_PURPOSE = ("unique", "expireAfterSeconds")


def check(seen: Inspection) -> Iterator[Finding]:
    """Declared indexes that serve no operation and no relationship, where operations on the entity
    are declared; more than IDX_WARN indexes in a collection (IDX_WARN_WRITE where mostly is written)."""
    heavy = given(seen.model.workload_profile, "mixed") == "write-heavy"
    limit = seen.limits.idx_warn_write if heavy else seen.limits.idx_warn
    addressed = {operation.entity for operation in seen.model.workload}
    for collection in seen.plan.collections:
        count = len(collection.indexes) + 1
        if count > limit:
            message = f"{count} indexes, more than {number(limit)}: each is written with every insert"
            yield LINT.finding(collection.name, message, "drop those that serve the least", count=count)
        if collection.entity in addressed:
            yield from _unused(seen, collection)


def _unused(seen: Inspection, collection: Collection) -> Iterator[Finding]:
    for index in collection.indexes:
        if index.declared and not _has_purpose(index):
            place = declared_as(seen, collection, index)
            fix = without_index(*place) if place is not None else None
            subject = f"{collection.name}.{index.name}"
            hint = "drop it, or declare the operation that it is for"
            yield LINT.finding(subject, "no operation of the design uses this index", hint, fix=fix)


def _has_purpose(index: PlannedIndex) -> bool:
    special = any(path.endswith("$**") or kind not in (1, -1) for path, kind in index.keys)
    served = any(not subject.startswith("entity:") for subject in index.serves)
    return special or served or any(index.options.get(option) is not None for option in _PURPOSE)


LINT = Lint(
    code="L29",
    slug="idx-unused",
    name="IDX_UNUSED",
    severity="warning",
    title="An index that nothing uses",
    source="MongoDB manual, unnecessary indexes",
    about="collection",
    check=check,
)
