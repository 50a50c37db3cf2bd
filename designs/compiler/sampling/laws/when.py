"""Where the constraints of a sample world's dates come from: the order of a thing's own dates, the time of all that it belongs to,
what uses it, what is beside it, and what its state says of today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

import msgspec

from ...model.conceptual import Relationship
from ...names.inflection import singular
from ..languages import snake
from ..values.moments import days_after, moved
from ..values.pools import words_in
from ..values.states import is_over, is_state, stems
from ..world import (
    SINGLE,
    Link,
    Thing,
    elders_at,
    is_attached,
    is_mother,
    soon_after,
    soon_linked,
    within_hours,
)
from ..world.sample_data import SampleData
from .amounts import is_bid
from .progress import is_applied_for
from .stories import as_its_state_says, interval_of, moves_of, set_together, span_of, today_of
from .windows import (
    A_SEASON,
    BOOKED,
    CAME_IN,
    DAY,
    ENDED,
    HOUR,
    NOW,
    ON_PAPER,
    SHORT,
    Bounds,
    Constraint,
    DateOf,
    MomentOf,
    Owner,
    ProposalOf,
    TimeSpan,
    anchors_among,
    comes_by_its_state,
    dates_in,
    from_to,
    happens,
    is_afterwards,
    is_drawn_up,
    is_midnight,
    is_part,
    is_resource,
    is_used,
    lasting,
    openings_among,
    parents_of,
    span_of_dates,
    words_of,
)

_NO_TIME = timedelta(0)
_DAYS_OF_ALL, _SOON, _A_MONTH = 10 * DAY, 12 * DAY, 30 * DAY  # soon after what is over within days
_SHUT = frozenset("closed ended finished completed".split())
_ENTERED = frozenset("created added registered".split())
_SOLD = frozenset("sold hammered auctioned knocked".split())


def _after(owner: Thing, at: MomentOf, later: DateOf, gap: timedelta = _NO_TIME) -> Constraint:
    return Constraint(DateOf(owner, at.field), later, at.after + gap)


def _before(earlier: DateOf, owner: Thing, at: MomentOf, gap: timedelta = _NO_TIME) -> Constraint:
    return Constraint(earlier, DateOf(owner, at.field), gap - at.after, within_day=not at.after)


# --- one thing ---------------------------------------------------------------------------------------


def own_order(world: SampleData, owner: Owner, of: ProposalOf) -> Bounds:
    """Its dates follow one another as they are proposed: as their names and the designer's examples say. What begins and ends
    lasts."""
    dates = dates_in(world, owner, of)
    span, row = from_to(*dates), sorted(dates, key=dates.__getitem__)
    for hour in openings_among(*dates)[:1]:
        arranged = [
            name for name in row if happens(name) and (words_of(name) & BOOKED or stems(name) == stems(hour))
        ]
        gap = (1 + owner.number % 4) * DAY if any(words_of(name) & BOOKED for name in arranged) else HOUR / 2
        yield from (Constraint(DateOf(owner, name), DateOf(owner, hour), gap) for name in arranged)
        if arranged and row.index(hour) < row.index(arranged[-1]):  # whatever is proposed
            row.remove(hour)
            row.insert(row.index(arranged[-1]) + 1, hour)
    for earlier, later in pairwise(row):
        yield Constraint(DateOf(owner, earlier), DateOf(owner, later))
    if span is not None and (length := dates[span[1]] - dates[span[0]]) > A_SEASON:  # to the day
        yield Constraint(DateOf(owner, span[0]), DateOf(owner, span[1]), length - DAY)
        yield Constraint(DateOf(owner, span[1]), DateOf(owner, span[0]), -length - DAY)


# --- beside one another --------------------------------------------------------------------------------


def _one_at_a_time(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """What there is one of at a time comes one after another, what is over before what is not; and readings at even times."""
    span = span_of(world, thing.entity)
    for link, parent in parents_of(world, thing) if span is not None else ():
        row = [pair.target for pair in world.links(link.name, "from", parent)]
        row.sort(key=lambda each: (not _is_over(world, each, of), each.number))
        before = row[row.index(thing) - 1] if row.index(thing) else None
        for name in span or () if before is not None else ():
            gap = DAY if is_midnight(of(thing).get(name) or today_of(world)) else HOUR
            yield Constraint(DateOf(before, name), DateOf(thing, (span or ("",))[0]), gap)
    taken, every = interval_of(world, thing.entity) or ("", _NO_TIME)
    row = world.siblings(thing) if taken else []
    if thing in row[1:]:
        first, own = DateOf(row[0], taken), DateOf(thing, taken)
        yield Constraint(first, own, row.index(thing) * every)
        yield Constraint(own, first, -row.index(thing) * every)


def _is_over(world: SampleData, thing: Thing, of: ProposalOf) -> bool:
    """Whether a state says that a thing is over."""
    return any(
        is_over(str(of(thing).get(field.name))) for field in world.fields(thing.entity) if is_state(field)
    )


def outlasts_its_use(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """What ends a thing, or until when it is there, lies behind the work on it, all that uses it and what is listed in it."""
    yield from _after_what_is_in_it(world, thing, of)
    for name in (name for name in dates_in(world, thing, of) if days_after(name) >= ENDED):
        is_done = words_of(name) & DONE
        is_there = words_of(name) & LASTS and world.unit(thing.entity) >= DAY
        users = (each for each in _users(world, thing) if not is_afterwards(each.entity))
        for other in users if is_done or is_there else ():
            if is_there or singular(snake(other.entity)).rpartition("_")[2] in _WORK:
                for used in anchors_among(*dates_in(world, other, of)):
                    yield Constraint(DateOf(other, used), DateOf(thing, name), HOUR)


def _after_what_is_in_it(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """What an operation ends, or is called an end, comes after what happened to its weak parts, and after the dates of what its
    lists hold, which move as its first date does."""
    dates = dates_in(world, thing, of)
    inner = [
        date
        for value in of(thing).values()
        for row in (value if isinstance(value, list) else ())
        for name, date in (row.items() if isinstance(row, dict) else ())
        if isinstance(date, datetime) and happens(name)
    ]
    moves = moves_of(world, thing.entity)
    last = moves.set_last(of(thing)) if moves is not None else set[str]()
    parts = [each for each in _users(world, thing) if last and _is_weak(world, each)]
    for other in parts:
        for used in filter(happens, dates_in(world, other, of)):
            for name in last & dates.keys():
                yield Constraint(DateOf(other, used), DateOf(thing, name), HOUR)
    for begun in sorted(anchors_among(*dates), key=dates.__getitem__)[:1] if inner else ():
        for name in dates:
            if name != begun and (name in last or words_of(name) & DONE):
                gap = max(inner) - dates[begun]
                yield Constraint(DateOf(thing, begun), DateOf(thing, name), gap + HOUR)


def _is_weak(world: SampleData, thing: Thing) -> bool:
    return world.names.entities[thing.entity].kind_or_default == "weak" and not is_afterwards(thing.entity)


def _users(world: SampleData, thing: Thing) -> Iterator[Thing]:
    """What belongs to a thing, or is linked to it."""
    for side, links in (
        ("from", world.relationships_from(thing.entity)),
        ("to", world.relationships_to(thing.entity)),
    ):
        for link in links:
            if link.from_.entity == link.to.entity or (side == "to" and link.kind != "many-to-many"):
                continue
            if link.kind in ("one-to-many", "one-to-one", "many-to-many"):
                yield from (
                    pair.target if side == "from" else pair.source
                    for pair in world.links(link.name, side, thing)
                )


DONE = words_in("done completed finished closed resolved ended")
_WORK = words_in("log task step subtask item visit work stop entry session shift")
LASTS = words_in("closed left expires expiry valid retired decommissioned")  # as long as a thing is used


# --- what it belongs to --------------------------------------------------------------------------------


def spans_around(
    world: SampleData, thing: Thing, of: ProposalOf, steps: int = 3
) -> Iterator[tuple[Thing, TimeSpan]]:
    """The time of a thing, or of all that it belongs to where it has no dates itself: a lot has those of its consignment and its
    sale."""
    span = span_of_dates(world.fields(thing.entity), of(thing))
    if span is not None:
        yield thing, span
    elif steps and not any(isinstance(value, datetime) for value in of(thing).values()):
        for link, parent in parents_of(world, thing):
            if not is_drawn_up(world, link):
                yield from spans_around(world, parent, of, steps - 1)


def _time_of_parents(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """It happens while all is there that it belongs to."""
    names = [*dates_in(world, thing, of)]
    for link, parent in parents_of(world, thing):
        if is_drawn_up(world, link):
            continue
        spans = [*spans_around(world, parent, of)]
        for owner, span in spans:
            yield from _TimeAbove(world, thing, link, owner, span, of).all_of(names)
        if not spans and is_part(world, link) and not is_afterwards(thing.entity):
            yield from _before_its_end(world, thing, parent, names, of)
    for parent in _above(world, thing):
        above = span_of_dates(world.fields(parent.entity), of(parent))
        if above is not None:
            yield from (_after(parent, above.begin, DateOf(thing, name)) for name in anchors_among(*names))


def _above(world: SampleData, thing: Thing) -> Iterator[Thing]:
    """What is above a thing among things of its own kind, pedigrees aside."""
    for link in world.relationships_to(thing.entity):
        is_kin = link.from_.entity == link.to.entity and link.kind in SINGLE
        if is_kin and not elders_at(world.names, link) and is_mother(world.names, link) is None:
            yield from (
                pair.source for pair in world.links(link.name, "to", thing)[:1] if pair.source is not thing
            )


def _before_its_end(
    world: SampleData, thing: Thing, parent: Thing, names: Sequence[str], of: ProposalOf
) -> Bounds:
    """What happens to a thing of which only the end is told does so in the days before it."""
    for end in (end for end in dates_in(world, parent, of) if words_of(end) & _SHUT):
        for name in anchors_among(*names):
            yield _before(DateOf(thing, name), parent, MomentOf(end))
            yield _after(parent, MomentOf(end), DateOf(thing, name), -2 * DAY)


def _length(owner: Thing, span: TimeSpan, of: ProposalOf) -> timedelta:
    """How long a span is as it is proposed."""
    record, begin, end = of(owner), span.begin, span.end or span.begin
    length: timedelta = record[end.field] - record[begin.field]
    return length + end.after - begin.after


class _TimeAbove:
    """What one thing's time bounds of another one that belongs to it."""

    def __init__(
        self,
        world: SampleData,
        thing: Thing,
        link: Relationship,
        owner: Thing,
        span: TimeSpan,
        of: ProposalOf,
    ) -> None:
        self.world, self.thing, self.link, self.owner, self.of = world, thing, link, owner, of
        self.is_near = (
            bool(world.links(link.name, "to", thing))
            and world.links(link.name, "to", thing)[0].source is owner
        )
        self.is_event = world.names.entities[thing.entity].kind_or_default in ("event", "measurement")
        self.of_it = is_part(world, link) and (self.is_near or self.is_event)
        lasts = not is_used(owner.entity, world.fields(owner.entity)) and self.of_it and span.end is None
        self.span = self._as_long_as_others(span) if lasts else span

    def all_of(self, names: Sequence[str]) -> Bounds:
        """The constraints of a thing's dates."""
        anchors, span = anchors_among(*names), self.span
        if is_afterwards(self.thing.entity) and (span.end is None or self._lasts() <= SHORT):
            yield from self._afterwards(anchors)
        elif is_bid(self.thing.entity) and span.end is None and words_of(span.begin.field) & _SOLD:
            for name in anchors:
                yield _before(self._own(name), self.owner, span.begin)
                yield _after(self.owner, span.begin, self._own(name), -HOUR / 6)
        elif span.opens is not None and self._is_applied_for(anchors):
            for name in anchors[:1]:
                yield _before(self._own(name), self.owner, span.opens, 8 * DAY)
                yield _after(self.owner, span.opens, self._own(name), -30 * DAY)
        else:
            yield from self._while_it_lasts(names, anchors)
        yield from self._signed(names)

    def _own(self, name: str) -> DateOf:
        return DateOf(self.thing, name)

    def _lasts(self) -> timedelta:
        return _length(self.owner, self.span, self.of)

    def _is_applied_for(self, anchors: Sequence[str]) -> bool:
        words = frozenset(word for name in anchors[:1] for word in words_of(name))
        return self.span.end is not None and is_applied_for(self.thing.entity, words, self._lasts())

    def _afterwards(self, anchors: Sequence[str]) -> Bounds:
        """What comes when something is over does so soon, where that is over within days."""
        ends = [self.span.end] if self.span.end is not None else [self.span.begin]
        if self.span.end is None:
            ends += [MomentOf(name) for name in dates_in(self.world, self.owner, self.of) if happens(name)]
        for name in anchors:
            for end in ends:
                yield _after(self.owner, end, self._own(name))
        for name in anchors[:1] if self.span.end is not None and self._lasts() <= _DAYS_OF_ALL else ():
            yield _before(self._own(name), self.owner, self.span.end or self.span.begin, -_SOON)

    def _while_it_lasts(self, names: Sequence[str], anchors: Sequence[str]) -> Bounds:
        span, is_placed = self.span, lasting(*names) is not None
        on_paper = any(words_of(name) & ON_PAPER for name in anchors)
        at_it = self.is_near or self.is_event  # what is dealt with at an occasion is there before it
        lower = span.begin if on_paper and span.opens is not None and not self.of_it else span.from_work_on
        entered = [
            MomentOf(name) for name in dates_in(self.world, self.owner, self.of) if words_of(name) & _ENTERED
        ]
        for name in anchors if at_it or span.opens is None else ():
            for start in (lower, *entered):
                yield _after(self.owner, start, self._own(name))
        yield from self._on_its_day(names) if self.of_it or self.is_near else ()
        if span.end is None or is_resource(self.world, self.link):
            return
        if self.of_it or span.opens is not None or not is_placed:
            dates = dates_in(self.world, self.thing, self.of)
            first = min((dates[name] for name in anchors), default=None)
            inside = [name for name in names if first is not None and dates[name] >= first]
            if self._lasts() < DAY:
                inside = [
                    name
                    for name in inside
                    if name in anchors or not (is_midnight(dates[name]) or words_of(name) & ON_PAPER)
                ]
            for name in inside if self.of_it else anchors[:1]:
                yield _before(self._own(name), self.owner, span.end)

    def _on_its_day(self, names: Sequence[str]) -> Bounds:
        """What is proposed to be within the hours of something is so, whatever is meant by it."""
        record, span = self.of(self.owner), self.span
        if span.opens is not None and self._lasts() < DAY:
            opens = moved(record[span.opens.field], span.opens.after)
            for name, date in dates_in(self.world, self.thing, self.of).items():
                if opens <= date <= opens + self._lasts():
                    yield _after(self.owner, span.opens, self._own(name))

    def _signed(self, names: Sequence[str]) -> Bounds:
        """What is signed is so before an occasion begins, and after whoever signs it was there."""
        span = self.span
        for name in names:
            if not happens(name) or days_after(name) >= 0:
                continue
            if span.opens is not None:
                if not anchors_among(*names):
                    yield _before(self._own(name), self.owner, span.opens)
            elif days_after(span.begin.field) <= 4:
                yield _after(self.owner, span.begin, self._own(name))

    def _as_long_as_others(self, span: TimeSpan) -> TimeSpan:
        """The span of what is still under way, if others of its kind are over within hours: it will be, too."""
        above, record = self.owner.entity, self.of(self.owner)
        lasts = from_to(*(field.name for field in self.world.fields(above) if field.type == "date"))
        slots = self.world.calendar(above).slots
        if lasts is not None and slots.keys() >= {*lasts}:
            length = slots[lasts[1]].offset - slots[lasts[0]].offset
            if _NO_TIME < length <= DAY and not is_midnight(record[span.begin.field]):
                return msgspec.structs.replace(span, end=MomentOf(span.begin.field, length))
        if self.is_event or min(map(self.world.unit, (self.thing.entity, above))) >= DAY:
            return span
        start = span.from_work_on
        return msgspec.structs.replace(
            span, end=MomentOf(start.field, start.after + 10 * HOUR)
        )  # work of hours


def _before_what_sums_up(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """What something is drawn up of was over by then."""
    span = span_of_dates(world.fields(thing.entity), of(thing))
    if span is None:
        return
    for link in world.relationships_to(thing.entity):
        if link.kind == "one-to-many" and link.from_.entity != link.to.entity and is_drawn_up(world, link):
            over = span.begin if comes_by_its_state(world, link) else span.end or span.begin
            for pair in world.links(link.name, "to", thing)[:1]:
                for name in anchors_among(*dates_in(world, pair.source, of)):
                    yield _after(thing, over, DateOf(pair.source, name))


def _brought_beforehand(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """What brings something to an occasion was there before that begins: a lot's consignment is signed before its sale."""
    span = span_of_dates(world.fields(thing.entity), of(thing))
    if span is None or span.opens is None:
        return
    for link in world.relationships_from(thing.entity):
        if link.kind not in SINGLE or link.from_.entity == link.to.entity:
            continue
        for pair in world.links(link.name, "from", thing):
            for other, parent in (
                parents_of(world, pair.target) if not dates_in(world, pair.target, of) else ()
            ):
                begun = span_of_dates(world.fields(parent.entity), of(parent))
                if begun is not None and begun.opens is None and not is_drawn_up(world, other):
                    yield _before(DateOf(parent, begun.begin.field), thing, span.opens)


def _own_soon(world: SampleData, thing: Thing, dates: Mapping[str, datetime], of: ProposalOf) -> Bounds:
    """What happens to a thing that is over within hours does so hours after what happened before; the next one comes later."""
    row = sorted(filter(happens, dates), key=dates.__getitem__) if within_hours(world, thing.entity) else []
    for each in world.things[thing.entity][: thing.number][-1:]:
        yield from (
            Constraint(DateOf(each, name), DateOf(thing, name)) for name in row[:1] if name in of(each)
        )
    for earlier, later in pairwise(row):
        yield Constraint(
            DateOf(thing, later), DateOf(thing, earlier), -2 * (dates[later] - dates[earlier]) - HOUR
        )


def _soon_after_what_it_follows(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """What comes of a thing that passes does so soon, and so does what sums that up; and the thing does not wait for it."""
    dates = dates_in(world, thing, of)
    first = min(anchors_among(*dates), key=dates.__getitem__, default=None)
    yield from _own_soon(world, thing, dates, of)
    for link, parent in parents_of(world, thing) if first is not None else ():
        span, within = span_of_dates(world.fields(parent.entity), of(parent)), soon_after(world, link)
        if first is None or span is None:
            continue
        booked = [name for name in dates if words_of(name) & BOOKED and happens(name)]
        for name in booked if span.opens is None else ():
            yield _after(parent, span.begin, DateOf(thing, name))
        if within is None:
            continue
        if is_drawn_up(world, link):
            later = parent.number * 3 * DAY  # what is numbered later is of later
            late = within if is_attached(world, link) else _A_MONTH + later
            yield _before(DateOf(parent, span.begin.field), thing, MomentOf(first), -late)
        elif span.opens is None:
            late = _SOON if is_afterwards(thing.entity) else within
            yield _before(DateOf(thing, first), parent, span.end or span.from_work_on, -late)
            if span.end is not None:
                lasts = max(2 * _length(parent, span, of), within)
                yield Constraint(DateOf(parent, span.end.field), DateOf(parent, span.begin.field), -lasts)


def time_of_ends(world: SampleData, link: Link, of: ProposalOf) -> Bounds:
    """A link is made after both of its ends came, and while what lasts for days goes on; who takes a place in it did so before."""
    names = [*dates_in(world, link, of)]
    is_taken = any(words_of(name) & _TAKEN and not words_of(name) & {"off", "on", "in"} for name in names[:1])
    for name in filter(happens, names):
        yield Constraint(DateOf(link, name), NOW, link.number % 4 * DAY, weakness=len(SOURCES))
    for end in (link.source, link.target):
        stays = not within_hours(world, end.entity)  # what comes in as a call does is dealt with at once
        for came in (name for name in dates_in(world, end, of) if stays and words_of(name) & CAME_IN):
            for name in names:
                yield _after(end, MomentOf(came), DateOf(link, name), DAY)
        spans = [*spans_around(world, end, of)]
        is_open = not any(span.end is not None for _, span in spans)
        for shut in (date for date in dates_in(world, end, of) if is_open and words_of(date) & _SHUT):
            row = (_before(DateOf(link, name), end, MomentOf(shut)) for name in names)
            yield from (each._replace(weakness=len(SOURCES)) for each in row)
        for owner, span in spans:
            for name in names:
                if is_taken and span.opens is not None:
                    yield _before(DateOf(link, name), owner, span.opens, (2 + link.number % 3) * DAY)
                    continue
                yield _after(owner, span.from_work_on, DateOf(link, name))
                over = span.end
                if over is None and world.unit(owner.entity) < DAY:  # of what is over within hours
                    over = MomentOf(span.from_work_on.field, span.from_work_on.after + 10 * HOUR)
                if over is not None:
                    yield _before(DateOf(link, name), owner, over)
            soon = soon_linked(world, link.relationship, owner.entity) if span.opens is None else None
            for name in filter(happens, names[:1] if soon is not None else ()):
                at = span.end or span.from_work_on
                yield _before(DateOf(link, name), owner, at, -(soon or DAY))._replace(weakness=len(SOURCES))


_TAKEN = frozenset("booked registered reserved enrolled applied signed joined".split())


SOURCES = (
    own_order,
    set_together,
    _time_of_parents,
    _before_what_sums_up,
    _brought_beforehand,
    _one_at_a_time,
    outlasts_its_use,
    as_its_state_says,
    _soon_after_what_it_follows,
)
"""Where constraints come from, the strongest first."""
