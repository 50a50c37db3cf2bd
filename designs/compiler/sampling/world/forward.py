"""Time runs forward along relationships: what belongs to something begins when that has begun."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..values.moments import moved
from .agreeing import Ancestry
from .sample_data import SampleData
from .things import Thing

_GAP = 2  # units between a thing and what belongs to it
_MORNING = 8


def run_forward(ways: Ancestry) -> None:
    """Let things that began before what they belong to begin after it, one after another."""
    runner = _Runner(ways)
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
            parents = [step.parent for step in self.ways.steps(near)]
            unsettled = [parent for parent in parents if parent not in self._placed and parent not in waiting]
            if unsettled:
                waiting.append(unsettled[0])
                continue
            waiting.pop()
            if near not in self._placed:
                self._settle(near, [parent for parent in parents if parent in self._placed])
                self._placed.add(near)

    def _settle(self, thing: Thing, parents: list[Thing]) -> None:
        unit = self.world.unit(thing.entity)
        own = self.world.calendar(thing.entity).lowest
        bounds = [
            moved(parent.start, self.world.calendar(parent.entity).opened + _GAP * unit - own)
            for parent in parents
        ]
        bound = max(bounds, default=None)
        if bound is None or thing.start >= bound:
            return
        last = self._last.get(thing.entity)
        if last is not None and last >= bound:  # one after another, as they would have been
            bound = moved(last, _apart(self.world, thing))
        bound = _by_day(self.world, thing, bound)
        self._last[thing.entity] = bound
        thing.shift += bound - thing.start
        thing.start = bound


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
