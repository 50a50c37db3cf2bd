"""Events in windows of time: what happened, told once in each window, and how many sessions they make.

A session is what events of one ``session`` field have in common. Where they name none, it is a run of
activities: events that say what happened, each less than PAUSE minutes after the one before.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from ..model.conceptual import Entity, Field, stated
from ..names.inflection import snake
from .list_order import first_date

COUNT = "session_count"
PAUSE = 30
"""Minutes without an activity that end a session: the limit of Google Analytics, Matomo and Adobe Analytics."""

_NAMES = frozenset({"session", "session_id"})
_TYPES = frozenset({"string", "objectId", "uuid", "int", "long"})
# What an event calls that which happened, the most telling name first: action (Matomo), activity, event
# (Segment), event_name (Google Analytics, Snowplow), verb (Activity Streams 1), type (Activity Streams 2,
# CloudEvents). The type or kind of a measurement says what is measured, so it is asked of events alone.
_HAPPENED = (
    "action", "action_type", "action_name", "activity", "activity_type", "event", "event_type", "event_name",
    "event_kind", "verb", "type", "kind",
)  # fmt: skip


class Sessions(NamedTuple):
    """What tells the sessions of events apart. path: of that value in an event; runs: whether it is the
    time, and each pause begins another session."""

    path: str
    runs: bool


def sessions_of(entity: Entity) -> Sessions | None:
    """How the sessions of an entity's events are told, None where nothing tells them. A field that names them
    must not change: a window could not know when its last one is gone."""
    named = [field for field in entity.own_fields if snake(field.name) in _NAMES]
    lasting = (
        candidate
        for candidate in named
        if candidate.type in _TYPES and (_lasts(entity) or candidate.immutable is True)
    )
    field, time = next(lasting, None), first_date(entity.own_fields)
    if field is not None:
        return Sessions(field.name, runs=False)
    return None if named or not time or happening_of(entity) is None else Sessions(time, runs=True)


def happening_of(entity: Entity) -> Field | None:
    """The plain text in which an event says what happened, None where it does not."""
    texts = (
        [field for field in entity.own_fields if _is_told(field)] if entity.kind_or_default == "event" else []
    )
    by_word = {snake(field.name): field for field in reversed(texts)}
    return next((by_word[name] for name in _HAPPENED if name in by_word), None)


def told_once(entity: Entity) -> list[Field]:
    """The fields of which a window tells each value once: what happened, and what every event has, of few
    values, and keeps."""
    happening = happening_of(entity)
    return [field for field in entity.own_fields if field is happening or _is_of_few(entity, field)]


def _is_of_few(entity: Entity, field: Field) -> bool:
    keeps = _lasts(entity) or field.immutable is True
    always = field.required is True and field.all_types == ("string",)
    return field.type == "string" and stated(field.enum) and always and keeps


def _is_told(field: Field) -> bool:
    plain = field.type == "string" and set(field.all_types) <= {"string", "null"}
    return plain and field.sensitive is not True and not stated(field.computed)


def _lasts(entity: Entity) -> bool:
    """Whether what it says of itself does not change: it has happened."""
    return entity.kind_or_default in ("event", "measurement")


def runs_of(times: Iterable[datetime]) -> int:
    """How many runs these moments make: each begins after a pause."""
    ordered = sorted(times)
    pauses = sum(later - earlier >= timedelta(minutes=PAUSE) for earlier, later in pairwise(ordered))
    return pauses + bool(ordered)
