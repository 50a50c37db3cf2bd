"""Time runs forward along relationships: what belongs to something begins when that has begun, and what is over is
over when the work on it is: an order for repairs is closed after its last work log."""

from __future__ import annotations

from datetime import datetime, timedelta

from ...model.conceptual import given
from ...names.inflection import singular
from ..languages import snake
from ..values.moments import beginning, calendar_of, earliest, moved
from ..values.pools import words_in
from ..values.specs import Calendar
from .parents import Ancestry
from .sample_data import GAP, SampleData
from .things import Link, Thing

_MORNING = 8
# What is drawn up of what went before, so that it comes after what it holds.
DRAWN_UP = words_in(
    "return statement payout settlement remittance payslip declaration filing report summary invoice"
)
_DAY = timedelta(days=1)


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
