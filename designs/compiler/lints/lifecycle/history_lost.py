"""Histories that can't be kept.

Past versions are stored per document. An embedded document has no history of its own: it changes with its parent.
Capped collections and time series delete old documents themselves. Subtypes in one collection share one history.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity
from ...plan_model.findings import Finding
from ...workload.document_history import history_of
from ..base import Fix, Inspection, Lint, to_the_rules

_KEEPS = frozenset({"DOC_VERSION", "SCD2"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Entities whose collection can't store their history, and subtypes whose history also covers other
    subtypes."""
    kept = {overlay.collection for overlay in seen.plan.entity_overlays if overlay.kind in _KEEPS}
    for entity in seen.model.entities:
        if not history_of(entity):
            continue
        spots = seen.placement.spots(entity.name)
        lost = [spot.collection for spot in spots if spot.path or spot.collection not in kept]
        if lost or not spots:
            yield _lost(seen, entity, list(dict.fromkeys(lost)))
        elif seen.placement.kinds.is_special(entity.name):
            where = ", ".join(dict.fromkeys(spot.collection for spot in spots))
            message = f"Shares {where} with other subtypes, so history covers all of them."
            yield LINT.finding(
                entity.name,
                message,
                "Turn it on for the supertype, or store the subtypes separately.",
                "info",
            )


def _lost(seen: Inspection, entity: Entity, where: list[str]) -> Finding:
    if not where:
        message = "History is on, but this entity has no documents of its own."
    elif seen.placement.is_embedded(entity.name):
        message = f"History is on, but it's embedded in {', '.join(where)}, so past versions are lost."
    else:
        message = f"History is on, but {', '.join(where)} can't store past versions."
    hint = "Give it its own collection, or turn on history for the parent."
    return LINT.finding(entity.name, message, hint, fix=_fix(seen, entity))


def _fix(seen: Inspection, entity: Entity) -> Fix | None:
    """The rules never embed what has a history: they decide where one choice of the designer does it."""
    chosen = [
        to_the_rules(relationship, decision)
        for relationship, decision in seen.decided()
        if relationship.to.entity == entity.name and decision.traits.embeds_in_documents
    ]
    return chosen[0] if len(chosen) == 1 else None


LINT = Lint(
    code="HISTORY_LOST",
    slug="history-lost",
    name="HISTORY_LOST",
    severity="error",
    title="History not kept",
    source="MongoDB manual, keep a history of document versions",
    about="entity",
    check=check,
)
