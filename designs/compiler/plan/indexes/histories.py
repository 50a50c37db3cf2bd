"""What kept histories ask for: each revision once, and the version that was true at a moment."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity
from ...placement.path_locator import Placement
from ...workload.document_history import REVISION, VALID_TO, holds_versions, known_by
from .candidates import Candidate, Keys, Shelf

Asked = Iterator[tuple[str, Candidate]]


def history_indexes(entity: Entity, placement: Placement, shelves: dict[str, Shelf]) -> Asked:
    """The unique index of an entity's revisions or versions: none can be kept twice. shelves: its own."""
    key, serves = placement.names.version_key(entity.name), (f"entity:{entity.name}",)
    for shelf in shelves.values():
        if shelf.collection.revises == entity.name:
            keys: Keys = ((key, 1), (REVISION, 1))
            reason = f"finds the revisions of one {entity.name}; unique, so that none is kept twice"
        elif shelf.collection.entity == entity.name and holds_versions(shelf.collection):
            keys = ((known_by(placement.model, entity) or key, 1), (VALID_TO, 1))
            reason = f"finds the version of one {entity.name} that was true at a moment; unique, so that one is current"
        else:
            continue
        yield (
            shelf.name,
            Candidate(keys=keys, kept=True, options={"unique": True}, reason=reason, serves=serves),
        )
