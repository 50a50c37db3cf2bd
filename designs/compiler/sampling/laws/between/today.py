"""Dates as the state of their thing says: what is ended did so in the past, what runs has begun and is not over, and what is but
planned lies ahead."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from ....model.conceptual import Field, given, stated
from ...values.moments import moved
from ...values.states import ENDED, RUNNING, is_ahead, is_exit, is_past, is_state, words_in_name
from ...world.sample_data import SampleData
from ...world.things import Thing
from ..stories import today_of
from ..windows import DAY, RecordOf, all_moved, from_to, is_resource, parents_of, window_around, words_of
from .turns import A_SEASON, in_years

_PLANNED = frozenset("planned scheduled".split())
_BEFORE = frozenset(
    "ordered booked requested created placed applied invited agreed signed reserved registered announced".split()
)
_BEGINS = frozenset("planned scheduled starts start begins departs leaves ships sails held".split())


def as_its_state_says(
    world: SampleData, thing: Thing, record: dict[str, Any], dated: Sequence[Field], of: RecordOf
) -> None:
    """Move the dates of a thing to before today, around it, or behind it. The first thing keeps the designer's examples."""
    fields = world.fields(thing.entity)
    state = next(field for field in fields if is_state(field))
    now, options = str(record.get(state.name)), [str(each) for each in given(state.enum, [])]
    names = [field.name for field in dated if isinstance(record.get(field.name), datetime)]
    if not names or (thing.number == 0 and any(stated(field.example) for field in dated)):
        return
    today, span = today_of(world), from_to(*names)
    if words_in_name(now) & ENDED or is_exit(now):
        _before_today(world, thing, record, names, span, today, of)
    elif is_ahead(now, options):
        _ahead_of_today(world, thing, record, names, span, today, of)
    elif span is not None and words_in_name(now) & RUNNING:
        _around_today(thing, record, span, today)


def _before_today(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    names: Sequence[str],
    span: tuple[str, str] | None,
    today: datetime,
    of: RecordOf,
) -> None:
    """All of it earlier, where what it belongs to was there then; else shorter."""
    over = [name for name in names if is_past(name) or name in (span or ()) or words_of(name) & _BEGINS]
    last = max((record[name] for name in over), default=today)
    if last <= today:
        _planned_until_done(record, names)
        return
    by = -((last - today) // DAY + 1 + thing.number % 4) * DAY
    begun = min(record[name] for name in over)
    by = _by_seasons(record, span, by)
    lower, _ = _bounds(world, thing, of)
    if lower is None or moved(begun, by) >= lower:
        record.update(all_moved(record, by))
        return
    if _is_long(record, span):
        return
    room = max((today - begun) // DAY, 1)
    happened = sorted((name for name in over if is_past(name)), key=record.__getitem__)
    for at, name in enumerate(happened):
        if record[name] > today:
            record[name] = moved(begun, room * (at + 1) // (len(happened) + 1) * DAY)


def _is_long(record: dict[str, Any], span: tuple[str, str] | None) -> bool:
    return span is not None and bool(record[span[1]] - record[span[0]] > A_SEASON)


def _by_seasons(record: dict[str, Any], span: tuple[str, str] | None, by: timedelta) -> timedelta:
    """Whole years earlier or later for what lasts for months: a summer stays one."""
    if span is None or not _is_long(record, span):
        return by
    years = abs(by.days) // 365 + 1
    return in_years(record[span[0]], years if by > timedelta(0) else -years)


def _planned_until_done(record: dict[str, Any], names: Sequence[str]) -> None:
    """What was planned for a day later than that on which it was done was for that day."""
    done = max(
        (record[name] for name in names if is_past(name) and not words_of(name) & _BEFORE), default=None
    )
    for name in names if done is not None else ():
        if words_of(name) & _PLANNED and record[name] > done:
            record[name] = moved(record[name], -((record[name] - done) // DAY + 1) * DAY)


def _ahead_of_today(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    names: Sequence[str],
    span: tuple[str, str] | None,
    today: datetime,
    of: RecordOf,
) -> None:
    """What is meant later, where what it belongs to goes on until then."""
    meant = [name for name in names if not is_past(name)]
    begins = span[:1] if span is not None else [name for name in meant if words_of(name) & _BEGINS][:1]
    if not begins or record[begins[0]] > today:
        return
    by = ((today - record[begins[0]]) // DAY + 3 + thing.number * 4 % 11) * DAY
    by = _by_seasons(record, span, by)
    later = [name for name in meant if record[name] >= record[begins[0]]]
    upper = _bounds(world, thing, of)[1]
    if upper is None or moved(max(record[name] for name in later), by) <= upper:
        record.update({name: moved(record[name], by) for name in later})


def _around_today(thing: Thing, record: dict[str, Any], span: tuple[str, str], today: datetime) -> None:
    """Begun days ago, and not over for days, or for months where it lasts so long."""
    start, end = record[span[0]], record[span[1]]
    if start > today:
        by = -((start - today) // DAY + 2 + thing.number % 5) * DAY
        record.update(all_moved(record, _by_seasons(record, span, by)))
    elif end <= today and not is_past(span[1]):
        left = max(timedelta(days=2), (end - start) * (thing.number % 3 + 2) / 9) // DAY * DAY
        record[span[1]] = moved(end, ((today - end) // DAY + 1) * DAY + left)


def _bounds(world: SampleData, thing: Thing, of: RecordOf) -> tuple[datetime | None, datetime | None]:
    """Since when and until when all is there that a thing belongs to."""
    parents = [*parents_of(world, thing)]
    if any(not of(parent) for _, parent in parents):  # is being made itself, around this thing
        return datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)
    windows = [
        (window, is_resource(world, link))
        for link, parent in parents
        if (window := window_around(world, parent, of)) is not None
    ]
    ends = [window.end for window, is_lasting in windows if window.end is not None and not is_lasting]
    return max((window.begin for window, _ in windows), default=None), min(ends, default=None)
