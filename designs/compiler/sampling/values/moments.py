"""Example dates: ordered as their names say (issued before expires, created before updated)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, given, stated
from ...model.values import typed
from ...names.inflection import snake
from .draws import between
from .pools import words_in
from .specs import Spec, SpecPlace

_EPOCH = datetime(2024, 3, 4, 9, 0, tzinfo=UTC)
# Days after a thing's start, by a word of the field's name; the first word found counts.
_DAYS: tuple[tuple[int, frozenset[str]], ...] = (
    (-11000, words_in("birth birthday born dob birthdate")),
    (730, words_in("expires expiry expiration expired")),
    (7, words_in("updated modified changed last seen edited refreshed lastmodified")),
    (60, words_in("deleted archived removed cancelled")),
    (14, words_in("end ends ended until due deadline finish finished completed closed checkout returned to")),
    (5, words_in("delivered arrived arrival resolved")),
    (3, words_in("shipped sent departure dispatched")),
    (2, words_in("paid confirmed approved published accepted reviewed")),
    (1, words_in("start starts started begin begins from since checkin scheduled")),
)
_DAY_ONLY = words_in("date birthday dob birthdate day birth")


def moment(spec: Spec, place: SpecPlace) -> datetime:
    """A date, aware and in UTC, with whole milliseconds; the field's example moved by the
    thing's shift where there is one."""
    words = snake(spec.name).split("_")
    if isinstance(spec.example, datetime):
        return moved(spec.example, _shift(spec, place))
    minutes = between(0, 400, "moment", *place.key)
    date = moved(place.start, timedelta(days=days_after(spec.name), minutes=minutes))
    if words[-1] in _DAY_ONLY or days_after(spec.name) in (-11000, 730):
        return date.replace(hour=0, minute=0, second=0, microsecond=0)
    return date


def _shift(spec: Spec, place: SpecPlace) -> timedelta:
    """The thing's shift; births lie further apart, and what is a day stays at midnight."""
    shift = place.shift * (200 if days_after(spec.name) < 0 else 1)
    if spec.example.timetz().replace(tzinfo=None) != time(0):
        return shift
    return timedelta(days=round(shift / timedelta(days=1)) or place.number)


@of_a_short_text(4096)
def days_after(name: str) -> int:
    """How many days after its thing's start a date of this name lies; negative for a birth."""
    words = set(snake(name).split("_"))
    return next((days for days, listed in _DAYS if words & listed), 0)


def earliest(fields: Iterable[Field]) -> datetime | None:
    """The first of the dates that examples tell, births aside."""
    return min((value for field, value in _examples(fields) if days_after(field.name) >= 0), default=None)


def beginning(fields: Iterable[Field], before: datetime | None, *parts: object) -> datetime:
    """When the first thing of an entity starts: told by the example of its earliest date, else
    some time before the first date that the whole design tells."""
    examples = [
        (abs(days_after(field.name)), days_after(field.name), value) for field, value in _examples(fields)
    ]
    if not examples:
        return moved(before or _EPOCH, timedelta(days=-between(30, 280, "start", *parts)))
    _, days, value = min(examples)
    return moved(value, timedelta(days=-days))


def _examples(fields: Iterable[Field]) -> list[tuple[Field, datetime]]:
    examples: list[tuple[Field, datetime]] = []
    for field in fields:
        value: Any = (
            typed(field.example, ("date",)) if field.type == "date" and stated(field.example) else None
        )
        if isinstance(value, datetime):
            examples.append((field, value))
        examples.extend(_examples(given(field.fields, [])))
    return examples


def moved(moment: datetime, by: timedelta) -> datetime:
    """Return a moment so much later, or the same where the calendar ends before."""
    try:
        return moment + by
    except OverflowError:
        return moment
