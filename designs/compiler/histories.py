"""Entities whose past is kept: earlier revisions beside the current document (DOC_VERSION), or every
version with the time for which it was true (SCD2). What the documents hold for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .conceptual import Entity, given
from .physical import Collection

REVISION, VALID_FROM, VALID_TO = "revision", "valid_from", "valid_to"
REVISIONS, VERSIONS = "revisions", "point-in-time"
KIND = "revisions"  # of the collection that holds the earlier ones


def history_of(entity: Entity) -> str:
    """``revisions``, ``point-in-time``, or "" where only the present counts."""
    found = given(entity.history, "none")
    return "" if found == "none" else found


def history_of_all(names: Iterable[str], known: Mapping[str, Entity]) -> str:
    """The history that serves all of these entities: versions tell revisions too, with their times."""
    found = {history_of(known[name]) for name in names}
    return next((one for one in (VERSIONS, REVISIONS) if one in found), "")


def holds_versions(collection: Collection) -> bool:
    """Whether past versions stand beside the current documents."""
    return any(field.name == VALID_TO and field.origin == "version" for field in collection.fields)


def keeps_revisions(collection: Collection) -> bool:
    """Whether documents carry the number of their revision, earlier ones being kept elsewhere."""
    numbered = any(field.name == REVISION and field.origin == "version" for field in collection.fields)
    return numbered and collection.kind != KIND
