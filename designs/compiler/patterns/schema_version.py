"""SCHEMA_VERSION: documents of several shapes in one collection say which shape they have."""

from __future__ import annotations

from ..conceptual import Entity, given, stated
from ..decisions import Overlay
from ..drafting import Draft
from .base import Pattern

NAME = "schema_version"


def apply(draft: Draft) -> None:
    """Give the documents of each versioned entity the number of their shape, first."""
    for entity in draft.names.entities.values():
        version = current(entity)
        spots = draft.placement.spots(entity.name)
        if not version or not spots:
            continue
        body = draft.body(entity.name)
        note = f"shape of this document, {version} is the newest"
        number = body.ours(
            NAME, "int", origin="version", required=True, minimum=1, maximum=version, note=note
        )
        body.put_first(number)
        overlay = Overlay(
            kind="SCHEMA_VERSION",
            collection=spots[0].collection,
            path=spots[0].down(NAME).path,
            entity=entity.name,
            details={"version": version},
        )
        draft.entity_overlays.append(overlay)


def current(entity: Entity) -> int:
    """The newest version of an entity's shape, 0 where its shape has no versions."""
    since = [given(field.since_version, 0) for field in entity.own_fields]
    until = [given(field.until_version, -1) + 1 for field in entity.own_fields]
    return given(entity.schema_version, 0) if stated(entity.schema_version) else max([0, *since, *until])


PATTERN = Pattern(
    slug="schema-version",
    kinds=("SCHEMA_VERSION",),
    title="Schema version",
    help="Each document carries the number of its shape, so that old and new shapes live side by side.",
    why="documents can take a new shape one by one, while programs go on, and each reader knows which shape it has",
    apply=apply,
    caveats=(
        "the program must read every shape that is still stored",
        "a validator has to accept every shape until the last document is upgraded",
    ),
    sources=("BWP",),
)
