"""Time runs forward along relationships: what belongs to something begins when that has begun, and what is over is
over when the work on it is: an order for repairs is closed after its last work log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from ...model.conceptual import Field, given, stated
from ...names.inflection import singular, snake
from ..values.moments import beginning, calendar_of, days_after, earliest, moved
from ..values.pools import words_in
from ..values.specs import Calendar
from .parents import Ancestry
from .sample_data import GAP, SampleData
from .things import Link, Thing

_MORNING = 8
_OVER = words_in("done completed finished closed resolved ended")
_WORK = words_in("log task step subtask item visit work stop entry session shift")
# What is drawn up of what went before, so that it comes after what it holds.
DRAWN_UP = words_in(
    "return statement payout settlement remittance payslip declaration filing report summary invoice"
)
_USUAL = 14  # days after which things end
_LASTS = words_in("closed left expires expiry valid retired decommissioned")  # as long as a thing is used
_DAY, _LATER = timedelta(days=1), timedelta(days=30)


def run_forward(ways: Ancestry) -> None:
    """Let things that began before what they belong to begin after it, one after another; but what things with
    examples belong to begins before them."""
    runner = _Runner(ways)
    for things in ways.world.things.values():
        for thing in things[:1]:
            if runner.first_example(thing):
                runner.make_room(thing, frozenset())
    by_family: dict[str, list[Thing]] = {family: [] for family in ways.world.generations}
    for entity, things in ways.world.things.items():
        by_family[ways.world.family(entity)] += things
    for things in by_family.values():
        for thing in sorted(things, key=lambda thing: thing.number):
            runner.place(thing)


class _Runner:
    """Things whose start is settled. under_way: those whose parents are looked at, which a ring comes back to."""

    def __init__(self, ways: Ancestry) -> None:
        self.ways, self.world = ways, ways.world
        self._placed: set[Thing] = set()
        self._last: dict[str, datetime] = {}

    def place(self, thing: Thing) -> None:
        """Settle a thing's start, that of what it belongs to first."""
        waiting = [thing]
        while waiting:
            near = waiting[-1]
            parents = [
                step.parent
                for step in self.ways.steps(near)
                if not is_made_of_earlier(self.world, step.parent.entity, near.entity)
            ]
            unsettled = [parent for parent in parents if parent not in self._placed and parent not in waiting]
            if unsettled:
                waiting.append(unsettled[0])
                continue
            waiting.pop()
            if near not in self._placed:
                self._settle(near, [parent for parent in parents if parent in self._placed])
                self._placed.add(near)

    def make_room(self, thing: Thing, above: frozenset[Thing]) -> None:
        """Let what a thing belongs to begin before it, and what that belongs to. above: whose room is made."""
        for step in self.ways.steps(thing):
            parent = step.parent
            if parent in above or self.first_example(parent):
                continue
            opened = self.world.calendar(parent.entity).opened
            latest = moved(self.world.room_before(thing.entity, thing.start), -opened)
            if parent.start > latest:
                parent.shift += latest - parent.start
                parent.start = latest
                self.make_room(parent, above | {thing})

    def first_example(self, thing: Thing) -> datetime | None:
        """The first date that the designer's examples tell of a thing."""
        return self.world.first_example(thing.entity) if thing.number == 0 else None

    def _settle(self, thing: Thing, parents: list[Thing]) -> None:
        unit = self.world.unit(thing.entity)
        own = self.world.calendar(thing.entity).lowest
        begun = max(
            (moved(parent.start, self.world.calendar(parent.entity).opened) for parent in parents),
            default=None,
        )
        if begun is None:
            return
        if self.first_example(thing) is not None:  # the designer's examples stay, whatever comes before them
            self._last[thing.entity] = thing.start
            return
        bound = moved(begun, GAP * unit - own)
        if thing.start >= bound:
            return
        last = self._last.get(thing.entity)
        if last is not None and last >= bound:  # one after another, as they would have been
            bound = moved(last, _apart(self.world, thing))
        bound = _by_day(self.world, thing, bound)
        self._last[thing.entity] = bound
        thing.shift += bound - thing.start
        thing.start = bound


def is_made_of_earlier(world: SampleData, parent: str, child: str) -> bool:
    """Whether what things belong to is drawn up of them later, as the designer's examples tell: a tax return."""
    if singular(snake(parent)).rpartition("_")[2] not in DRAWN_UP:
        return False
    later, earlier = (world.first_example(entity) for entity in (parent, child))
    return later is not None and earlier is not None and earlier < later


def _by_day(world: SampleData, thing: Thing, moment: datetime) -> datetime:
    """The moment, in the morning where it lies at night; measurements and events don't sleep."""
    if moment.hour >= _MORNING or _is_event(world, thing):
        return moment
    return moved(moment, timedelta(hours=_MORNING - moment.hour))


def _is_event(world: SampleData, thing: Thing) -> bool:
    return world.names.entities[thing.entity].kind_or_default in ("event", "measurement")


def _apart(world: SampleData, thing: Thing) -> timedelta:
    """How long after one thing that was moved the next one begins."""
    if _is_event(world, thing):
        return timedelta(minutes=13, seconds=29)
    return world.unit(thing.entity) + timedelta(minutes=35)


def closed_after_its_work(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]
) -> dict[str, Any]:
    """The record, what ends the thing moved behind the end of the work on it, and what comes later as much; the same
    one where nothing is to move."""
    ends = [field.name for field in fields if _is_end(field, record)]
    last = _end_of_work(world, thing) if ends else None
    if last is None or any(record[name] > last for name in ends):
        return record
    first = min(record[name] for name in ends)
    by = (last + timedelta(hours=1)).replace(second=0, microsecond=0) - first.replace(second=0, microsecond=0)
    examples = {field.name for field in fields if stated(field.example)}
    late = [
        field.name
        for field in fields
        if isinstance(record.get(field.name), datetime)
        and (field.name in ends or (record[field.name] >= first and days_after(field.name) > _USUAL))
    ]
    if thing.number == 0 and examples.intersection(late):
        return record
    return record | {name: moved(record[name], by) for name in late}


def _is_end(field: Field, record: dict[str, Any]) -> bool:
    """Whether a field says when the thing was over."""
    if field.type != "date" or not isinstance(record.get(field.name), datetime):
        return False
    return not _OVER.isdisjoint(snake(field.name).split("_"))


def _end_of_work(world: SampleData, thing: Thing) -> datetime | None:
    """When the last work on a thing was over, None where there is none."""
    moments = []
    for link in world.names.relationships.values():
        if link.kind != "one-to-many" or link.from_.entity == link.to.entity:
            continue
        if singular(snake(link.to.entity)).rpartition("_")[2] in _WORK and world.is_a(
            thing, link.from_.entity
        ):
            for pair in world.links(link.name, "from", thing):
                slots = world.calendar(pair.target.entity).slots.items()
                rows = [
                    slot.offset + slot.room
                    for path, slot in slots
                    if days_after(path.rpartition(".")[2]) <= _USUAL
                ]
                moments.append(moved(pair.target.start, max(rows, default=timedelta(0))))
    return max(moments, default=None)


def times_of(world: SampleData, link: Link) -> tuple[datetime, Calendar]:
    """From when on two things are linked, and when the dates of that lie: around the examples of the link's own dates,
    else after both things are there."""
    thing, fields = link.source, given(link.relationship.link_fields, [])
    if earliest(fields) is not None:
        first = beginning(fields, None, 0)
        return moved(first, thing.shift), calendar_of(link.relationship.name, fields, first, _DAY)
    calendars = [(end, world.calendar(end.entity)) for end in (thing, link.target)]
    opened = [moved(end.start, calendar.opened) for end, calendar in calendars if calendar.slots]
    start = max([thing.start, *opened])
    times = calendar_of(link.relationship.name, fields, start, _DAY)
    return moved(start, -times.lowest), times


def still_there(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field]
) -> dict[str, Any]:
    """The record, the dates until which the thing is there or valid moved behind all that happens with it; the same one
    where nothing is to move. What is over within hours is held and due on its own."""
    if world.unit(thing.entity) < _DAY:
        return record
    ends = [
        field.name
        for field in fields
        if field.type == "date"
        and not stated(field.example)
        and not _LASTS.isdisjoint(snake(field.name).split("_"))
    ]
    late = [name for name in ends if isinstance(record.get(name), datetime)]
    last = _last_use(world, thing) if late else None
    if last is None:
        return record
    moving = {name: record[name] for name in late if record[name] <= last}
    return record | {
        name: moved(date, (last - date) // _DAY * _DAY + _LATER) for name, date in moving.items()
    }


def _last_use(world: SampleData, thing: Thing) -> datetime | None:
    """When the last of what belongs to a thing, or is linked to it, happens within its usual time; None without any."""
    moments = []
    for link in world.names.relationships.values():
        if (
            link.kind not in ("one-to-many", "one-to-one", "many-to-many")
            or link.from_.entity == link.to.entity
        ):
            continue
        for side in ("from", "to") if link.kind == "many-to-many" else ("from",):
            for pair in world.links(link.name, side, thing):
                other = pair.target if side == "from" else pair.source
                slots = world.calendar(other.entity).slots.items()
                rows = [
                    slot.offset + slot.room
                    for path, slot in slots
                    if 0 <= days_after(path.rpartition(".")[2]) <= _USUAL
                ]
                moments.append(moved(other.start, max(rows, default=timedelta(0))))
    return max(moments, default=None)


_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_OPENS, _CLOSES = (
    words_in("from start starts begin begins open opens opening"),
    words_in("to until end ends close closes closing"),
)


def clocks_forward(record: dict[str, Any], fields: Sequence[Field], number: int) -> None:
    """Let a time of day until which something lasts be some hours after the one from which it does. number: of the thing; the
    first one keeps the designer's examples."""
    free = [
        field
        for field in fields
        if field.type == "string"
        and not (number == 0 and stated(field.example))
        and not given(field.enum, [])
    ]
    for field in free:
        words = snake(field.name).split("_")
        end = _CLOCK.fullmatch(str(record.get(field.name)))
        if end is None or _CLOSES.isdisjoint(words):
            continue
        rest = [word for word in words if word not in _CLOSES]
        starts = (name for name in record if _is_start_beside(snake(name).split("_"), rest))
        start = next((clock for name in starts if (clock := _CLOCK.fullmatch(str(record[name])))), None)
        if start is not None and end[0] <= start[0] and int(start[1]) < _LATE:
            record[field.name] = f"{int(start[1]) + _HOURS:02d}:{start[2]}"


_HOURS, _LATE = 3, 21


def _is_start_beside(words: list[str], rest: list[str]) -> bool:
    return not _OPENS.isdisjoint(words) and [word for word in words if word not in _OPENS] == rest
