"""Fields that change often in documents with a history, and large embedded parts of such documents.

Each change stores a copy of the whole document. A counter stores a copy at each increment: the history grows fast,
and nobody needs these versions. Changes of a field are counted by the operations that write it or, if there
are none, by its `updates_per_day`. A large embedded array is copied with each version, though it didn't change.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given, stated
from ...plan.document_size import weight_of
from ...plan.forecast import versions_a_day, versions_by_fields
from ...plan_model.findings import Finding
from ...plan_model.number_format import byte_size
from ...workload.document_history import history_of, holds_versions
from ...workload.traffic import per_day
from ..base import Inspection, Lint

_MUCH, _MOST = 1024**3, 0.5  # bytes a year; of a version
_ONCE_A_DAY = 1
_ONCE_A_MONTH = 12 / 365
_COUNTS = frozenset({"increment", "multiply"})
_KEEPS = frozenset({"DOC_VERSION", "SCD2"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Updates that run more than once per day for each document of an entity with history, or that only
    increment a counter and run more than once per month. Fields that change as often, but that no operation
    writes. Arrays that make up most of each version, if their copies take more than 1 GiB per year."""
    yield from _copied_along(seen)
    yield from _of_fields(seen)
    keeping = {each.subject for each in seen.plan.statements if each.op in ("insertOne", "insertMany")}
    kept = {overlay.collection for overlay in seen.plan.entity_overlays if overlay.kind in _KEEPS}
    for operation in seen.model.workload:
        entity = seen.names.entities.get(operation.entity)
        if operation.kind != "update" or entity is None or not history_of(entity):
            continue
        documents, changes = given(entity.count, 0), per_day(operation)
        is_kept = any(spot.collection in kept for spot in seen.placement.spots(entity.name))
        effects = given(operation.effects, [])
        only_counts = (
            bool(effects) and all(each.do in _COUNTS for each in effects) and not stated(operation.changes)
        )
        often = documents * (_ONCE_A_MONTH if only_counts else _ONCE_A_DAY)
        if not is_kept or not documents or changes <= often or f"operation:{operation.name}" not in keeping:
            continue
        fields = ", ".join(operation.written) or "what it changes"
        yield LINT.finding(
            operation.name,
            (
                f"Stores a full copy of the {entity.name} on each of {changes:,.0f} calls per day, to keep "
                "its past versions."
            ),
            f"Move {fields} to a separate entity without history.",
        )


def _of_fields(seen: Inspection) -> Iterator[Finding]:
    """Fields that no operation changes, said to change more than once a day in each document."""
    for collection in seen.plan.collections:
        if not (collection.revises or holds_versions(collection)):
            continue
        for entity, path, changes in versions_by_fields(collection, seen.compilation, seen.survey):
            if changes > seen.survey.count(entity.name) * _ONCE_A_DAY:
                whole = collection.revises or collection.entity
                yield LINT.finding(
                    f"{entity.name}.{path}",
                    f"Each change stores a full copy of the {whole}: {changes:,.0f} versions per day.",
                    f"Move {path} to a separate entity without history.",
                    about="entity",
                )


def _copied_along(seen: Inspection) -> Iterator[Finding]:
    for collection in seen.plan.collections:
        if not (collection.revises or holds_versions(collection)):
            continue
        often = versions_a_day(collection, seen.compilation, seen.survey)
        whole = weight_of(collection, seen.survey).ahead
        for field in collection.fields if often else ():
            size = (
                weight_of(collection, seen.survey, field).ahead if field.items and field.relationship else 0
            )
            a_year = size * often * 365
            if a_year >= _MUCH and size >= _MOST * whole:
                yield LINT.finding(
                    str(field.relationship),
                    (
                        f"Each of {often:,.0f} versions per day copies {field.name}: {byte_size(size)} of "
                        f"{byte_size(whole)}, {a_year / _MUCH:,.1f} GiB per year."
                    ),
                    "Choose a strategy that stores it in a collection of its own, unless you need its past values with "
                    f"each version of {collection.revises or collection.entity}.",
                    about="relationship",
                )


LINT = Lint(
    code="L64",
    slug="versions-often",
    name="VERSIONS_OFTEN",
    severity="warning",
    title="Versions that copy much",
    source="MongoDB manual, keep a history of document versions: few updates",
    about="operation",
    check=check,
)
