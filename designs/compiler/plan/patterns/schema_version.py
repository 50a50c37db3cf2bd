"""SCHEMA_VERSION: documents of several shapes in one collection say which shape they have."""

from __future__ import annotations

from ...placement.schema_versions import NUMBER, newest, newest_stored
from ...plan_model.decisions import Overlay
from ..plan_builder import PlanDraft
from .base import Pattern


def apply(draft: PlanDraft) -> None:
    """Give the documents of each versioned entity the number of their shape, first."""
    for entity in draft.names.entities.values():
        spots = draft.placement.spots(entity.name)
        if not newest(entity) or not spots:
            continue
        version = newest_stored(draft.placement, entity.name)
        shared = draft.placement.kinds.is_special(entity.name)  # its general's steps are steps of all kinds
        body = draft.body(entity.name)
        note = f"schema version; the latest is {version}"
        number = body.ours(
            NUMBER, "int", origin="version", required=True, minimum=1, maximum=version, note=note
        )
        body.put_first(number)
        for spot in spots:
            overlay = Overlay(
                kind="SCHEMA_VERSION",
                collection=spot.collection,
                path=spot.down(NUMBER).path,
                entity=entity.name,
                details={"version": newest(entity) if shared else version},
            )
            draft.entity_overlays.append(overlay)


PATTERN = Pattern(
    slug="schema-version",
    kinds=("SCHEMA_VERSION",),
    title="Schema version",
    help="Each document stores its schema version, so old and new versions can coexist.",
    why="documents can be migrated one at a time, without downtime, and readers know the version of each",
    apply=apply,
    caveats=(
        "your application must read every version still stored",
        "a validator has to accept every schema version until the last document is migrated",
        "revisions and archived documents keep their version: reads convert them if that needs no application code, and separate functions migrate an archive",
        "embedded objects and array items have their own version and are migrated separately",
    ),
    sources=("BWP",),
)
