"""What the state of a thing says of today: what is over was so before, what is but planned lies ahead, and what takes hours and goes on
began hours ago."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from ....model.conceptual import Field, Relationship, given
from ...values.moments import days_after
from ...values.states import ENDED as OVER
from ...values.states import PAUSED, RUNNING, WAITING, is_ahead, is_exit, is_past, stems, words_in_name
from ...world import SINGLE, Thing
from ...world.sample_data import SampleData
from ..stories import moves_of, today_of
from ..windows import (
    A_SEASON,
    DAY,
    ENDED,
    NO_ENDS,
    NOW,
    Bounds,
    Constraint,
    DateOf,
    ProposalOf,
    begins,
    dates_in,
    from_to,
    happens,
    in_years,
    is_drawn_up,
    words_of,
)

_BEGINS = frozenset("planned scheduled starts start begins departs leaves ships sails held".split())


def time_told(dates: Mapping[str, datetime]) -> tuple[str, str] | None:
    """The dates at which something begins and is over, or from the first that has happened until the one at which it is to end."""
    span = from_to(*dates)
    ends = [
        name
        for name in dates
        if days_after(name) == ENDED and not (is_past(name) or words_of(name) & NO_ENDS)
    ]
    begun = [name for name in dates if happens(name) and begins(name) and len(ends) == 1]
    return span or ((min(begun, key=dates.__getitem__), ends[0]) if begun else None)


def as_of_today(world: SampleData, thing: Thing, state: Field, of: ProposalOf) -> Bounds:
    """How the dates of a thing in a state lie to today."""
    record, names = of(thing), dates_in(world, thing, of)
    now, options = str(record.get(state.name)), [str(each) for each in given(state.enum, [])]
    span = time_told(names)
    today, years = today_of(world), 0
    if span is not None and names[span[1]] - names[span[0]] > A_SEASON:
        years = 365  # a summer stays one
        yield from _as_long(thing, span, names, DAY)
    if words_in_name(now) & OVER or is_exit(now):
        over = [
            name
            for name in names
            if is_past(name) or name in (span or ()) or words_of(name) & _BEGINS or stems(name) & stems(now)
        ]
        by = _days_until(today, max((names[name] for name in over), default=today), years)
        for name in over:
            yield Constraint(DateOf(thing, name), NOW, by or thing.number % 4 * DAY)
    elif is_ahead(now, options) or (span is not None and not is_past(span[0]) and _is_to_begin(now, options)):
        yield from _lies_ahead(world, thing, record, names, span, years)
    elif span is None and _is_under_way(now):
        yield from _since_hours(world, thing, names)
    elif span is not None and words_in_name(now) & RUNNING and names[span[1]] - names[span[0]] < 3 * DAY:
        begun, length = DateOf(thing, span[0]), names[span[1]] - names[span[0]]
        yield Constraint(begun, NOW, length / 4)
        yield Constraint(NOW, begun, -length * 3 / 4)
        yield from _as_long(thing, span, names)
    elif span is not None and words_in_name(now) & RUNNING:
        by = _days_until(today, names[span[0]], years)
        yield Constraint(DateOf(thing, span[0]), NOW, by or (1 + thing.number % 5) * DAY)
        if not is_past(span[1]):
            yield Constraint(NOW, DateOf(thing, span[1]), (2 + thing.number % 3) * DAY)


def _is_under_way(state: str) -> bool:
    """Whether something goes on in a state: running, riding."""
    words = words_in_name(state)
    is_done = any(word.endswith("ing") for word in words) and not words & (WAITING | PAUSED)
    return is_done or bool(words & RUNNING)


def _since_hours(world: SampleData, thing: Thing, names: Mapping[str, datetime]) -> Bounds:
    """What is over within hours when it is over began no longer ago, unless something came of it."""
    slots = world.calendar(thing.entity).slots
    lasts = from_to(*(field.name for field in world.fields(thing.entity) if field.type == "date"))
    begun = max(filter(happens, names), key=names.__getitem__, default=None)
    if lasts is None or begun is None or lasts[1] in names or not slots.keys() >= {*lasts}:
        return
    if any(
        _is_later(world, link) and world.links(link.name, "from", thing)
        for link in world.relationships_from(thing.entity)
    ):
        return
    length = slots[lasts[1]].offset - slots[lasts[0]].offset
    if timedelta(0) < length <= DAY:
        yield Constraint(DateOf(thing, begun), NOW, length / 4)
        for name in filter(happens, names):
            if (sooner := names[begun] - names[name]) <= DAY:
                yield Constraint(NOW, DateOf(thing, name), -length - sooner)


def _is_later(world: SampleData, link: Relationship) -> bool:
    """Whether what belongs to things has dates, and comes after them."""
    is_dated = any(field.type == "date" for field in world.fields(link.to.entity))
    return link.kind in SINGLE and is_dated and not is_drawn_up(world, link)


def _lies_ahead(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    names: Mapping[str, datetime],
    span: tuple[str, str] | None,
    years: int,
) -> Bounds:
    """What is but planned begins after today, also what an operation says that is called like what has happened; and takes as long
    as it does."""
    moves = moves_of(world, thing.entity)
    said = moves.told_with(record) if moves is not None else set[str]()
    ahead = [name for name in names if name in said or (not is_past(name) and words_of(name) & _BEGINS)]
    for name in (span or ahead)[:1]:
        by = _days_until(names[name], today_of(world), years)
        yield Constraint(NOW, DateOf(thing, name), by or (3 + thing.number * 4 % 11) * DAY)
    if span is not None and names[span[1]] - names[span[0]] < 3 * DAY:
        yield from _as_long(thing, span, names)


def _as_long(
    thing: Thing, span: tuple[str, str], names: Mapping[str, datetime], slack: timedelta = timedelta(0)
) -> Bounds:
    """What lasts does so as long as it is proposed to."""
    begun, ended, length = *(DateOf(thing, name) for name in span), names[span[1]] - names[span[0]]
    yield Constraint(begun, ended, length - slack)
    yield Constraint(ended, begun, -length - slack)


def _is_to_begin(now: str, options: list[str]) -> bool:
    """Whether a state is the first one, and another one says that what is meant to begin has: rostered, worked."""
    words = words_in_name(now)
    if now != options[0] or words & (RUNNING | OVER | PAUSED) or is_exit(now):
        return False
    return is_past(now) or any(words_in_name(option) & RUNNING for option in options[1:])


def _days_until(earlier: datetime, later: datetime, years: int) -> timedelta:
    """How long before the one date the other one lies when it is moved there by whole years; no time where days do."""
    if not years or later <= earlier:
        return timedelta(0)
    return earlier - later - in_years(later, -((later - earlier).days // 365 + 1))
