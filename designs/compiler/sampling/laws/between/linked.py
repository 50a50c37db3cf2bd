"""When links between things are: none before what it leads to came, and on the day of what takes one day. Few links have dates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from ....model.conceptual import Field, stated
from ...languages import snake
from ...values.moments import ON_ONE_DAY, moved
from ...world.sample_data import SampleData
from ...world.things import Link, Thing
from ..windows import CAME_IN, DAY, HOUR, RecordOf, day_of, is_midnight, is_used, window_of, words_of


def dates_of_link(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the dates of a link agree with what its ends say."""
    dated = [each for each in fields if each.type == "date" and isinstance(record.get(each.name), datetime)]
    if not dated or any(stated(each.example) for each in dated):
        return
    _after_both_came(world, link, record, dated, of)
    _on_its_day(world, link, record, dated, of)
    _before_it_begins(world, link, record, dated, of)


def _after_both_came(
    world: SampleData, link: Link, record: dict[str, Any], dated: Sequence[Field], of: RecordOf
) -> None:
    """Let nothing be used before it came: the dates of a link lie behind the days on which its ends were received."""
    used = [end for end in (link.source, link.target) if is_used(end.entity, world.fields(end.entity))]
    dates = ((name, date) for end in used for name, date in of(end).items() if isinstance(date, datetime))
    came = [date for name, date in dates if words_of(name) & CAME_IN]
    first = min(record[field.name] for field in dated)
    if came and first < max(came):
        later = (max(came) - first) // DAY * DAY + 2 * DAY
        record.update({field.name: moved(record[field.name], later) for field in dated})


def _on_its_day(
    world: SampleData, link: Link, record: dict[str, Any], dated: Sequence[Field], of: RecordOf
) -> None:
    """Let times of a link to what takes one day be on that day, one after another as they are declared."""
    days = [day for end in (link.source, link.target) if (day := _day(world, end, of)) is not None]
    if len(days) != 1 or not all(snake(field.name).endswith(("_at", "_time")) for field in dated):
        return
    first = (7 + link.number % 3) * HOUR
    for at, field in enumerate(dated):
        record[field.name] = moved(days[0], first + at * HOUR / 2)


def _day(world: SampleData, end: Thing, of: RecordOf) -> datetime | None:
    """The day that a thing takes by its only date of one, None of others."""
    dates = [of(end).get(field.name) for field in world.fields(end.entity) if snake(field.name) in ON_ONE_DAY]
    is_one = len(dates) == 1 and isinstance(dates[0], datetime) and is_midnight(dates[0])
    return day_of(dates[0]) if is_one and dates[0] is not None else None


def _before_it_begins(
    world: SampleData, link: Link, record: dict[str, Any], dated: Sequence[Field], of: RecordOf
) -> None:
    """Let who takes a place in what begins and ends do so days before it begins."""
    windows = (window_of(world.fields(end.entity), of(end)) for end in (link.source, link.target))
    begins = [each.opens for each in windows if each is not None and each.opens is not None]
    last = max(record[field.name] for field in dated)
    if len(begins) == 1 and words_of(dated[0].name) & _TAKEN and last >= begins[0]:
        earlier = (last - begins[0]) // DAY * DAY + (2 + link.number % 3) * DAY
        record.update({field.name: moved(record[field.name], -earlier) for field in dated})


_TAKEN = frozenset("booked registered reserved enrolled applied signed joined".split())


def moved_to(date: datetime, lower: datetime | None, upper: datetime | None, turn: int) -> datetime:
    """A date between two others, or some hours after the one or before the other. turn: of several one after another."""
    if lower is not None and not lower < date < min(upper or lower + 2 * DAY, lower + 2 * DAY):
        hours = (3 + turn % 7 / 3) * HOUR
        room = (upper - lower) * (turn % 7 + 1) / 9 if upper is not None and upper > lower else hours
        date = moved(lower, min(hours, room))
    elif lower is None and upper is not None and not upper - 2 * DAY < date < upper:
        date = moved(upper, -(14 + turn % 5) * HOUR)
    return date.replace(second=0, microsecond=0)
