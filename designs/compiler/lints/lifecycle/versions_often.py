"""Fields that change often in documents with a history.

Each change stores a copy of the whole document. A counter stores a copy at each increment: the history grows fast,
and nobody needs these versions.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given, stated
from ...plan_model.findings import Finding
from ...workload.document_history import history_of
from ...workload.traffic import per_day
from ..base import Inspection, Lint

_ONCE_A_DAY = 1
_ONCE_A_MONTH = 12 / 365
_COUNTS = frozenset({"increment", "multiply"})
_KEEPS = frozenset({"DOC_VERSION", "SCD2"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Updates of an entity with a history that come to more than one a day for each of its documents, or that do nothing but
    count and come to more than one a month. One that keeps no version is none of them."""
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


LINT = Lint(
    code="L64",
    slug="versions-often",
    name="VERSIONS_OFTEN",
    severity="warning",
    title="New version on every counter update",
    source="MongoDB manual, keep a history of document versions: few updates",
    about="operation",
    check=check,
)
