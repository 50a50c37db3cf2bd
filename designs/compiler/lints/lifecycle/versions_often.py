"""Counters whose every move keeps a whole document.

A history keeps what a document was before each change. A field that moves all the time makes of every hit a version
that nobody asks for, and the collection grows by the document each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given
from ...plan_model.findings import Finding
from ...workload.document_history import history_of
from ...workload.traffic import per_day
from ..base import Inspection, Lint

_ONCE_A_DAY = 1
_KEEPS = frozenset({"DOC_VERSION", "SCD2"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Updates of an entity with a history that come to more than one a day for each of its documents."""
    kept = {overlay.collection for overlay in seen.plan.entity_overlays if overlay.kind in _KEEPS}
    for operation in seen.model.workload:
        entity = seen.names.entities.get(operation.entity)
        if operation.kind != "update" or entity is None or not history_of(entity):
            continue
        documents, changes = given(entity.count, 0), per_day(operation)
        is_kept = any(spot.collection in kept for spot in seen.placement.spots(entity.name))
        if not is_kept or not documents or changes <= documents * _ONCE_A_DAY:
            continue
        fields = ", ".join(operation.written) or "what it changes"
        yield LINT.finding(
            operation.name,
            f"keeps a version of a whole {entity.name} at each of {changes:,.0f} calls a day",
            f"give {fields} an entity of its own without a history",
        )


LINT = Lint(
    code="L64",
    slug="versions-often",
    name="VERSIONS_OFTEN",
    severity="warning",
    title="A version at every hit",
    source="MongoDB manual, keep a history of document versions: few updates",
    about="operation",
    check=check,
)
