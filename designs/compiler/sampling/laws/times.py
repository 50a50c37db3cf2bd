"""One solver for all dates of a sample world: each is a variable, and each constraint says that one lies so long after another.

The constraints of all things are gathered first; of those that contradict one another the weakest gives way. Then each date gets the
value that is wished for it, or one between its bounds, which follow from all constraints at once.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from ...model.conceptual import given
from ..languages import snake
from ..values.moments import WEEKS_END, moved
from ..world import SINGLE, Link, Thing
from ..world.sample_data import SampleData
from .stories import today_of
from .when import LASTS, SOURCES, outlasts_its_use, own_order, time_of_ends
from .windows import (
    A_SEASON,
    DAY,
    HOUR,
    NOW,
    SHORT,
    Constraint,
    DateOf,
    Owner,
    ProposalOf,
    all_moved,
    anchors_among,
    by_day,
    dates_in,
    day_of,
    from_to,
    in_years,
    is_drawn_up,
    is_midnight,
    is_part,
    parents_of,
    shown,
    window_of,
    words_of,
)

_INSTANT = timedelta(milliseconds=1)
_NEAR = timedelta(days=60)  # bounds further apart leave a date beside the nearer one
_LONGEST = 60  # what follows from more constraints than this goes round in a circle


def dated_links(world: SampleData) -> Iterator[Link]:
    """The links that have dates of their own, each once."""
    for relationship in world.names.relationships.values():
        if any(field.type == "date" for field in given(relationship.link_fields, [])):
            for thing in world.everywhere(relationship.from_.entity):
                for link in world.links(relationship.name, "from", thing):
                    if world.first_of(link) is link:
                        yield link


class _Contradiction(Exception):
    """Some constraints leave no date for a variable."""

    def __init__(self, constraints: list[Constraint]) -> None:
        super().__init__()
        self.constraints = constraints


class _Bound(NamedTuple):
    """From when or until when a date may lie, and what it follows from: None of a date that is settled itself."""

    date: datetime
    because: Constraint | None = None


class Times:
    """The dates of a world, and what bounds them. wished: where each lies if nothing moves it; whole days stay such."""

    def __init__(self, wished: dict[DateOf, datetime]) -> None:
        self.wished = wished
        self.settled: dict[DateOf, datetime] = {}
        self._days = {variable for variable, date in wished.items() if is_midnight(date)}
        self._least: dict[DateOf, _Bound] = {}
        self._most: dict[DateOf, _Bound] = {}
        self._after: defaultdict[DateOf, list[Constraint]] = defaultdict(list)
        self._before: defaultdict[DateOf, list[Constraint]] = defaultdict(list)

    def fix(self, variable: DateOf, date: datetime) -> None:
        """Let a date be what the designer says, or what day it is."""
        self.wished[variable] = self.settled[variable] = date
        self._least[variable] = self._most[variable] = _Bound(date)

    def require(self, constraint: Constraint) -> None:
        """Add a constraint, and leave out the weakest of those that it contradicts."""
        earlier, later = constraint[:2]
        if earlier == later or not {earlier, later} <= self.wished.keys():
            return
        if constraint.within_day and later in self._days and earlier not in self._days:
            constraint = constraint._replace(gap=constraint.gap - DAY + _INSTANT)
        self._after[earlier].append(constraint)
        self._before[later].append(constraint)
        self._narrow_from(by=constraint)

    def bounds(self, variable: DateOf) -> tuple[datetime | None, datetime | None]:
        """From when until when a date may lie."""
        least, most = self._least.get(variable), self._most.get(variable)
        return least and least.date, most and most.date

    def behind(self, variable: DateOf, rather: datetime, by: timedelta, weakness: int) -> datetime:
        """The date, or one so much later than what must lie before it, by constraints of one
        kind, is wished to."""
        others = [
            each.earlier
            for same in self.same_as(variable)
            for each in self._before[same]
            if each.weakness == weakness
        ]
        last = max((self.settled.get(each, self.wished[each]) for each in others), default=rather)
        if not others or last < rather:
            return rather
        return moved(day_of(last), max(by, DAY)) if variable in self._days else moved(last, by)

    def same_as(self, variable: DateOf) -> list[DateOf]:
        """The dates that are to be this one, itself first."""
        sooner = {each.earlier for each in self._before[variable] if not each.gap}
        later = (each.later for each in self._after[variable] if not each.gap)
        return [variable, *(each for each in later if each in sooner)]

    def settle(self, variable: DateOf, rather: datetime, place: float) -> datetime:
        """Choose a date: the one that is rather wished, else one between its bounds. place: how far between them, from 0 to 1."""
        if variable not in self.settled:
            date = _chosen(rather, *self.bounds(variable), place, is_day=variable in self._days)
            self.settled[variable] = date
            self._least[variable] = self._most[variable] = _Bound(date)
            self._narrow_from(variable)
        return self.settled[variable]

    def _narrow_from(self, *changed: DateOf, by: Constraint | None = None) -> None:
        """Let the bounds of all dates follow those that changed, or a constraint that is new; the weakest
        constraint gives way where none is left. by: that constraint; all others hold already, and NOW has thousands."""
        waiting = deque(changed)
        while True:
            try:
                if by is not None:
                    self._narrow_by(by, waiting)
                self._narrow(waiting)
            except _Contradiction as contradiction:
                weakest = max(contradiction.constraints, key=lambda each: each.weakness)
                self._after[weakest.earlier].remove(weakest)
                self._before[weakest.later].remove(weakest)
                self._least = {each: _Bound(date) for each, date in self.settled.items()}
                self._most = {**self._least}
                waiting, by = deque(self.settled), None
            else:
                return

    def _narrow_by(self, constraint: Constraint, waiting: deque[DateOf]) -> None:
        """Narrow the bounds of both dates of a constraint."""
        earlier, later, gap = constraint[:3]
        if later in self._most:
            self._bound(constraint, earlier, moved(self._most[later].date, -gap), waiting, is_least=False)
        if earlier in self._least:
            self._bound(constraint, later, moved(self._least[earlier].date, gap), waiting, is_least=True)

    def _narrow(self, waiting: deque[DateOf]) -> None:
        """Let bounds follow those that changed, the nearest first: a bound that follows from very many constraints then
        goes round in a circle, and isn't a long way round that a shorter one would have replaced."""
        while waiting:
            near = waiting.popleft()
            if near in self._least:
                least = self._least[near].date
                for each in self._after[near]:
                    self._bound(each, each.later, moved(least, each.gap), waiting, is_least=True)
            if near in self._most:
                most = self._most[near].date
                for each in self._before[near]:
                    self._bound(each, each.earlier, moved(most, -each.gap), waiting, is_least=False)

    def _bound(
        self,
        because: Constraint,
        variable: DateOf,
        date: datetime,
        waiting: deque[DateOf],
        *,
        is_least: bool,
    ) -> None:
        """Narrow one bound of a date."""
        own, other = (self._least, self._most) if is_least else (self._most, self._least)
        if variable in own and (own[variable].date >= date if is_least else own[variable].date <= date):
            return
        if variable in other and (other[variable].date < date if is_least else other[variable].date > date):
            near = because.earlier if is_least else because.later
            raise _Contradiction([because, *self._reasons(own, near), *self._reasons(other, variable)])
        own[variable] = _Bound(date, because)
        if len(self._reasons(own, variable)) > _LONGEST:
            raise _Contradiction(self._reasons(own, variable))  # a circle
        waiting.append(variable)

    def _reasons(self, bounds: dict[DateOf, _Bound], variable: DateOf) -> list[Constraint]:
        """What a bound follows from, one after another."""
        reasons: list[Constraint] = []
        while (because := bounds[variable].because) is not None and len(reasons) <= _LONGEST:
            reasons.append(because)
            variable = because.earlier if bounds is self._least else because.later
        return reasons


def _chosen(
    rather: datetime, least: datetime | None, most: datetime | None, place: float, *, is_day: bool
) -> datetime:
    """The date between its bounds that is wished, else one so far between them, or soon after or before one of them."""
    low, high = least or rather, most or rather
    if is_day:
        low = low if is_midnight(low) else moved(day_of(low), DAY)
    if (least is None or low <= rather) and (most is None or rather <= high):
        return rather
    if least is not None and most is not None and most - low <= _NEAR:
        date = moved(low, max(high - low, timedelta(0)) * place)
    elif rather < low:
        date = moved(low, 2 * HOUR if low.hour < 18 else 16 * HOUR)
    else:
        date = moved(high, -(DAY if is_day else HOUR))
    if is_day:
        return max(day_of(date), low) if least is not None else day_of(date)
    date = date.replace(second=0, microsecond=0)
    date = by_day(date, least, most) if 0 < place < 1 else date
    return date if least is None or date >= least else low


# --- a world ------------------------------------------------------------------------------------------


class Dates(msgspec.Struct, frozen=True):
    """The dates of one thing, and how far it was moved."""

    values: dict[str, datetime]
    moved_by: timedelta


def dates_of_all(world: SampleData, of: ProposalOf) -> dict[Owner, Dates]:
    """When everything happens in a world. of: what is proposed for a thing."""
    things = [thing for row in world.things.values() for thing in row if dates_in(world, thing, of)]
    links = [link for link in dated_links(world) if dates_in(world, link, of)]
    owners: list[Owner] = [*things, *links]
    times = Times(
        {DateOf(owner, name): date for owner in owners for name, date in dates_in(world, owner, of).items()}
    )
    times.fix(NOW, today_of(world))
    for owner in owners:
        for name in shown(world, owner):
            if (date := times.wished.get(DateOf(owner, name))) is not None:
                times.fix(DateOf(owner, name), date)
    for weakness, source in enumerate(SOURCES):
        for thing in things:
            for constraint in source(world, thing, of):
                times.require(constraint._replace(weakness=weakness))
    for link in links:
        for constraint in (*own_order(world, link, of), *time_of_ends(world, link, of)):
            times.require(constraint)
    settled: dict[Owner, Dates] = {}
    owners = [*_parents_first(world, things), *links]
    for owner in owners:
        settled[owner] = _settled(world, owner, times, of, settled)
    return settled


def _parents_first(world: SampleData, things: Sequence[Thing]) -> list[Thing]:
    """The things, each after all that it belongs to, and what sums others up after those."""
    ordered: dict[Thing, None] = {}
    begun: set[Thing] = set()
    for thing in things:
        _put_behind(world, thing, begun, ordered)
    dated = {*things}
    return [thing for thing in ordered if thing in dated]


def _put_behind(world: SampleData, thing: Thing, begun: set[Thing], ordered: dict[Thing, None]) -> None:
    """Add a thing behind all that is to be dated before it."""
    if thing in begun:
        return
    begun.add(thing)
    for link, parent in parents_of(world, thing):
        if not is_drawn_up(world, link):
            _put_behind(world, parent, begun, ordered)
    for link in world.relationships_from(thing.entity):
        if link.kind == "one-to-many" and link.from_.entity != link.to.entity and is_drawn_up(world, link):
            for pair in world.links(link.name, "from", thing):
                _put_behind(world, pair.target, begun, ordered)
    for link in world.relationships_to(thing.entity):
        if link.kind in SINGLE and link.from_.entity == link.to.entity:
            for pair in world.links(link.name, "to", thing)[:1]:
                _put_behind(world, pair.source, begun, ordered)
    ordered[thing] = None


def _settled(
    world: SampleData,
    owner: Owner,
    times: Times,
    of: ProposalOf,
    others: Mapping[Owner, Dates],
) -> Dates:
    """The dates of a thing: its first one chosen, the others as far from it as they were, if they may be."""
    dates = dates_in(world, owner, of)
    first = min(anchors_among(*dates) or dates, key=dates.__getitem__)
    rather = _with_what_holds_it(world, owner, dates[first], of, others)
    rather = _in_its_season(rather, dates, times.bounds(DateOf(owner, first)))
    rather = _with_room_for_all(owner, first, dates, times, rather)
    rather = _on_its_weekday(first, dates[first], rather, times.bounds(DateOf(owner, first)))
    chosen = times.settle(DateOf(owner, first), rather, _place(world, owner))
    span, by = from_to(*dates), chosen - dates[first]
    later = sorted((name for name in dates if dates[name] > dates[first]), key=dates.__getitem__)
    sooner = sorted((name for name in dates if name != first and name not in later), key=dates.__getitem__)
    for row in (later, sooner[::-1]):
        step = by
        for name in row:
            rather = moved(dates[name], step)
            if is_midnight(dates[name]):
                rather = rather.replace(hour=0, minute=0, second=0, microsecond=0)
            same = times.same_as(DateOf(owner, name))
            after = 30 * DAY if any(words_of(each.field) & LASTS for each in same) else HOUR
            rather = times.behind(DateOf(owner, name), rather, after, SOURCES.index(outlasts_its_use))
            rather = _on_its_weekday(name, dates[name], rather, times.bounds(DateOf(owner, name)))
            place = 1 if span is not None and name == span[1] else 0.5
            step = times.settle(DateOf(owner, name), rather, place) - dates[name]
    return Dates({name: times.settled[DateOf(owner, name)] for name in dates}, by)


def _with_room_for_all(
    owner: Owner, first: str, dates: Mapping[str, datetime], times: Times, rather: datetime
) -> datetime:
    """When something begins: so that all of it is over in time, or as early as it may where it lasts too long, as a link does."""
    least, _ = times.bounds(DateOf(owner, first))
    latest = [
        moved(most, dates[first] - date)
        for name, date in dates.items()
        if date > dates[first] and (most := times.bounds(DateOf(owner, name))[1]) is not None
    ]
    if least is None or not latest or min(latest) >= rather or min(latest) < least - SHORT:
        return rather
    return least if isinstance(owner, Link) else max(least, min(latest))


def _with_what_holds_it(
    world: SampleData,
    owner: Owner,
    date: datetime,
    of: ProposalOf,
    others: Mapping[Owner, Dates],
) -> datetime:
    """The date, moved as far as what the thing lay in the time of was."""
    for _, parent in parents_of(world, owner) if isinstance(owner, Thing) else ():
        window = window_of(world.fields(parent.entity), of(parent))
        if (
            window is not None
            and window.end is not None
            and parent in others
            and window.begin <= date <= window.end
        ):
            by = others[parent].moved_by
            return moved(date, by // DAY * DAY if is_midnight(date) else by)
    return date


def _in_its_season(
    date: datetime, dates: Mapping[str, datetime], bounds: tuple[datetime | None, datetime | None]
) -> datetime:
    """The date, whole years earlier or later where what lasts for months has no room, and whole days where there are such."""
    span, (least, most) = from_to(*dates), bounds
    is_season = span is not None and dates[span[1]] - dates[span[0]] > A_SEASON
    days = 365 if is_season else 1
    if most is not None and date > most:
        steps = -((date - most).days // days + 1)
    elif least is not None and date < least:
        steps = (least - date).days // days + 1
    else:
        return date
    if is_season:
        return moved(date, in_years(date, steps))
    other = moved(date, steps * DAY) if any(map(is_midnight, dates.values())) else date
    return other if (least is None or least <= other) and (most is None or other <= most) else date


def _on_its_weekday(
    name: str, wished: datetime, date: datetime, bounds: tuple[datetime | None, datetime | None]
) -> datetime:
    """The date, or the next one of its weekday where it ends a week."""
    if snake(name) not in WEEKS_END:
        return date
    least, most = bounds
    date = day_of(date if least is None else max(date, least))
    date += (wished.weekday() - date.weekday()) % 7 * DAY
    return date if most is None or date <= most else date - 7 * DAY


def _place(world: SampleData, owner: Owner) -> float:
    """How far between its bounds a thing lies: of several of one parent one after another."""
    if isinstance(owner, Link):
        rows = [world.links(owner.relationship.name, side, owner.end(side)) for side in ("from", "to")]
        return max((row.index(owner) + 1) / (len(row) + 1) for row in rows if owner in row)
    place = 0.5
    for link, parent in parents_of(world, owner):
        row = [pair.target for pair in world.links(link.name, "from", parent)]
        place = (row.index(owner) + 1) / (len(row) + 1) if owner in row else place
        if is_part(world, link):
            return 0 if link.kind == "one-to-one" else place
    return place


def dated(record: Mapping[str, Any], dates: Dates) -> dict[str, Any]:
    """The record with these dates, and all that lies inside of it moved as far."""
    return {**all_moved(record, dates.moved_by), **dates.values}
