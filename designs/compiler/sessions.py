"""Sessions of events: the field that tells which events belong together, counted in each window of time."""

from __future__ import annotations

from .conceptual import Entity, Field
from .naming import snake

COUNT = "session_count"
_NAMES = frozenset({"session", "session_id"})
_TYPES = frozenset({"string", "objectId", "uuid", "int", "long"})


def session_of(entity: Entity) -> Field | None:
    """The field of an event that names its session, None where there is none, or it may change: then a window
    could not know when its last one is gone."""
    lasting = entity.kind_or_default in ("event", "measurement")
    named = (one for one in entity.own_fields if snake(one.name) in _NAMES and one.type in _TYPES)
    return next((one for one in named if lasting or one.immutable is True), None)
