"""What a thing has one of at a time: one after another, what is over before what is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from ....model.conceptual import Field, stated
from ...values.moments import moved
from ...values.states import is_over, is_state
from ...world.sample_data import SampleData
from ...world.things import Thing
from ..stories import span_of
from ..windows import RecordOf, all_moved, is_midnight, parents_of


def one_after_another(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what begins and ends do so when the one before it of the same thing is over; what is over itself, before one that is not."""
    start, end = span_of(world, thing.entity) or ("", "")
    begun = record.get(start)
    if not isinstance(begun, datetime) or (
        thing.number == 0 and any(stated(field.example) for field in fields)
    ):
        return
    if _before_what_runs(world, thing, record, (start, end), of):
        return
    last = max(
        (each for pair in _before(world, thing) if (each := _over(world, pair, start, end, of)) is not None),
        default=None,
    )
    if last is None or begun > last:
        return
    ended = record.get(end)
    if isinstance(ended, datetime) and ended - begun > A_SEASON:
        by = in_years(begun, (last - begun).days // 365 + 1)
    elif is_midnight(begun) or last - begun > timedelta(days=1):
        by = timedelta(days=(last - begun).days + 1)
    else:
        by = last - begun + timedelta(hours=1)
    record.update(all_moved(record, by))


A_SEASON = timedelta(days=80)


def _over(world: SampleData, thing: Thing, start: str, end: str, of: RecordOf) -> datetime | None:
    """When a thing is over; by its calendar, while it is being made itself."""
    record, slots = of(thing), world.calendar(thing.entity).slots
    if not record and start in slots and end in slots:
        return moved(thing.start, slots[end].offset + slots[end].room)
    dates = [date for name in (start, end) if isinstance(date := record.get(name), datetime)]
    return max(dates, default=None)


def _before(world: SampleData, thing: Thing) -> Iterator[Thing]:
    """What came before a thing of what it belongs to."""
    for link, parent in parents_of(world, thing):
        for pair in world.links(link.name, "from", parent):
            if pair.target.number < thing.number:
                yield pair.target


def in_years(begun: datetime, years: int) -> timedelta:
    """How long it is until the same day so many years later: what lasts for months is as long as before, from that day."""
    return begun.replace(year=begun.year + years, day=min(begun.day, 28)) - begun


def _before_what_runs(
    world: SampleData, thing: Thing, record: dict[str, Any], span: tuple[str, str], of: RecordOf
) -> bool:
    """Move what is over to before others of the same thing that are not."""
    if not _is_over(world, thing, record):
        return False
    others = [(other, of(other)) for other in _before(world, thing)]
    begun = [row.get(span[0]) for other, row in others if not _is_over(world, other, row)]
    first = min((each for each in begun if isinstance(each, datetime)), default=None)
    start = record[span[0]]
    last = max(date for name in span if isinstance(date := record.get(name), datetime))
    if first is None or last < first:
        return first is not None
    if last - start > A_SEASON:
        by = in_years(start, -((last - first).days // 365 + 1))
    else:
        by = -timedelta(days=(last - first).days + 1)
    record.update(all_moved(record, by))
    return True


def _is_over(world: SampleData, thing: Thing, record: dict[str, Any]) -> bool:
    """Whether a state says that a thing is over."""
    states = (field for field in world.fields(thing.entity) if is_state(field))
    return any(is_over(str(record.get(field.name))) for field in states)
