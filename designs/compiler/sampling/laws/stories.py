"""Stories that hold together: what is over was so behind all that happened with it, and nothing has happened yet that lies ahead of
all other things; what one at a time has comes one after another; readings are taken at even times; a row of changes leads to the
state in which its thing is; what has left a place holds it no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, Relationship, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.moments import days_after, moved
from ..values.pools import words_in
from ..values.states import is_exit, is_past, is_state
from ..world import SINGLE, Thing
from ..world.sample_data import SampleData
from . import is_free
from .bounds import cap, is_loose, number_in
from .windows import (
    BIRTH,
    DAY,
    Bounds,
    Constraint,
    DateOf,
    ProposalOf,
    RecordOf,
    all_moved,
    dates_in,
    day_of,
    from_to,
    happens,
    is_midnight,
    parents_of,
    shown,
    window_around,
    words_of,
)

if TYPE_CHECKING:
    from ..values.lifecycles import Lifecycles

Law = Callable[[SampleData, Thing, dict[str, Any], Sequence[Field], RecordOf], None]
About = Callable[[SampleData, str], Any]
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


def dates_told(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the dates of a thing be as the story of its entity goes."""
    for law in world.answered("dates told", thing.entity, lambda: laws_for(world, thing.entity, _OF_DATES)):
        law(world, thing, record, fields, of)


def values_told(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the other values of a thing be so, too."""
    if world.answered("may be told", thing.entity, lambda: _may_be_told(thing.entity, fields)):
        from .changes import OF_VALUES  # few things change in rows, are parts of one or are charged as agreed

        laws = world.answered("values told", thing.entity, lambda: laws_for(world, thing.entity, OF_VALUES))
        for law in laws:
            law(world, thing, record, fields, of)


def _may_be_told(entity: str, fields: Sequence[Field]) -> bool:
    """Whether a word of these fields, or of a choice of theirs, is one of those that laws of values are about."""
    for field in fields:
        item = given(field.items, None)
        inner = given(item.fields, []) if item is not None else []
        names = [entity, field.name, *(each.name for each in inner), *map(str, given(field.enum, []))]
        if any(words_of(name) & _TOLD for name in names):
            return True
    return False


STAGED = frozenset("production staging".split())
_TOLD = STAGED | frozenset(
    "from old previous missing unavailable percent percentage pct share quota charged billed kwh mwh breed species animal vaccine "
    "diagnosis drug medicine empty exhausted sold depleted".split()
)


def laws_for(world: SampleData, entity: str, laws: Sequence[tuple[About, Law]]) -> list[Law]:
    """The laws that are about an entity."""
    return [law for is_about, law in laws if is_about(world, entity)]


# --- readings are taken at even times ---------------------------------------------------------

_EVEN = (60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400)
_A_DAY = 86_400
_ON_TIME = frozenset("at on time date timestamp ts measured read taken recorded observed".split())
_STATED = re.compile(
    r"\b(?:every|each) (?:(\d+) )?(minute|hour|quarter of an hour|day)s?\b|\b(\d+)[- ]minutes?\b|\b(quarter-hourly|hourly)\b"
)


def interval_of(world: SampleData, entity: str) -> tuple[str, timedelta] | None:
    """The date of a measurement, and how long after one of a series the next one comes: as its description says, or how many a day
    there are of each thing that is measured."""
    return world.answered("interval", entity, lambda: _interval_anew(world, entity))


def _interval_anew(world: SampleData, entity: str) -> tuple[str, timedelta] | None:
    about = world.names.entities[entity]
    dated = [
        field.name
        for field in world.fields(entity)
        if field.type == "date" and words_of(field.name) <= _ON_TIME
    ]
    if about.kind_or_default != "measurement" or len(dated) != 1:
        return None
    seconds = _seconds_in(given(about.description, ""))
    measured = [world.names.entities[link.from_.entity] for link in world.leading_to(entity)]
    many = next((count for each in measured if (count := given(each.count, 0))), 0)
    rate = given(about.inserts_per_day, 0)
    if seconds is None and many and rate:
        seconds = next((even for even in _EVEN if abs(rate / many * even / _A_DAY - 1) < 0.02), None)
    return (dated[0], timedelta(seconds=seconds)) if seconds else None


def _seconds_in(description: str) -> int | None:
    told_in = _STATED.search(description.casefold())
    if told_in is None:
        return None
    many, unit, minutes, word = told_in.groups()
    length = {
        "minute": 60,
        "hour": 3600,
        "quarter of an hour": 900,
        "day": _A_DAY,
        "quarter-hourly": 900,
        "hourly": 3600,
    }
    return int(minutes) * 60 if minutes else int(many or 1) * length[unit or word]


def _at_even_times(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the points of a series lie as far apart as they are taken, from a whole quarter or hour on."""
    name, every = interval_of(world, thing.entity) or ("", timedelta(0))
    row = world.siblings(thing) or [thing]
    begun = record.get(name) if row[0] is thing else of(row[0]).get(name)
    field = next(field for field in fields if field.name == name)
    if not isinstance(begun, datetime) or thing not in row or (stated(field.example) and thing.number == 0):
        return
    if not (stated(field.example) and row[0].number == 0):
        midnight = day_of(begun)
        begun = midnight - (midnight - begun) // every * every
    date = moved(begun, row.index(thing) * every)
    around = next((window_around(world, parent, of) for _, parent in parents_of(world, thing)), None)
    if around is None or around.end is None or date <= around.end:
        record[name] = date


# --- one at a time ------------------------------------------------------------------------------


_ONE_AT_A_TIME = words_in(
    "pause break absence suspension assignment tenancy lease rental booking reservation stay occupancy contract policy tariff "
    "residency secondment sublet charter allocation outage closure"
)


def span_of(world: SampleData, entity: str) -> tuple[str, str] | None:
    """The two dates of what a thing has one of at a time."""
    return world.answered("one at a time", entity, lambda: _span_anew(world, entity))


def _span_anew(world: SampleData, entity: str) -> tuple[str, str] | None:
    if singular(snake(entity)).rpartition("_")[2] not in _ONE_AT_A_TIME:
        return None
    return from_to(*(field.name for field in world.fields(entity) if field.type == "date"))


# --- what has happened lies behind ----------------------------------------------------------------

_SOON, _YEARS = 60, 100  # days after a thing's start in which its dates lie, but for what ends it years later


def _ends_late(world: SampleData, entity: str) -> bool:
    return any(map(_is_late, world.fields(entity)))


def _is_late(field: Field) -> bool:
    return field.type == "date" and is_past(field.name) and days_after(field.name) >= _YEARS


def _by_now(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let nobody have died, nor anything been given up, after the last day of all that has happened; nor before that where
    something belongs to it."""
    now = today_of(world)
    is_used = any(world.links(link.name, "from", thing) for link in world.relationships_from(thing.entity))
    for field in fields:
        date = record.get(field.name)
        is_shown = thing.number == 0 and stated(field.example)
        if not _is_late(field) or not isinstance(date, datetime) or is_shown or (date <= now and not is_used):
            continue
        others = [
            other
            for name, other in record.items()
            if isinstance(other, datetime) and happens(name) and other != date
        ]
        if field.required is True and others:  # it was known when the thing was recorded
            record[field.name] = moved(day_of(min(others)), -(2 + thing.number % 4) * DAY)
            continue
        last = max([now, *others])
        record[field.name] = day_of(last) if is_midnight(date) else last.replace(second=0, microsecond=0)


def today_of(world: SampleData) -> datetime:
    """Until when things have happened in a world."""
    return world.answered("today", "", lambda: _today_of(world))


def _today_of(world: SampleData) -> datetime:
    last: list[datetime] = []
    for entity, things in world.things.items():
        slots = world.calendar(entity).slots.items() if things else ()
        rows = [slot.offset + slot.room for path, slot in slots if _is_behind(path.rpartition(".")[2])]
        last += [moved(thing.start, max(rows, default=timedelta(0))) for thing in things]
    return max(last)


@of_a_short_text(4096)
def _is_behind(name: str) -> bool:
    """Whether a date of this name lies behind in all things, and does so soon after they began."""
    return (words_of(name) <= _ON_TIME or happens(name)) and BIRTH < days_after(name) <= _SOON


# --- what does not keep ---------------------------------------------------------------------------

_UNITS = {
    **dict.fromkeys(("minutes", "minute", "min"), timedelta(minutes=1)),
    **dict.fromkeys(("hours", "hour"), timedelta(hours=1)),
}
_MOST = frozenset("max maximum most allowed permitted".split())


def _keeping_times(world: SampleData, entity: str) -> list[tuple[Relationship, str, str, timedelta]]:
    """By which relationship a thing is of what keeps so long at most; the number that says how long it took, the one that says how
    long it may, and its unit: cold_ischemia_minutes of max_ischemia_minutes."""
    return world.answered("keeps", entity, lambda: [*_keeping_times_of(world, entity)])


def _keeping_times_of(world: SampleData, entity: str) -> Iterator[tuple[Relationship, str, str, timedelta]]:
    for link in world.relationships_to(entity):
        if link.kind not in SINGLE or link.from_.entity not in world.names.entities:
            continue
        for above in world.fields(link.from_.entity):
            most = words_of(above.name)
            unit = next((_UNITS[word] for word in sorted(most & _UNITS.keys())), None)
            own = [
                field.name
                for field in world.fields(entity)
                if field.type in _NUMBERS and is_free(field) and most - _MOST < words_of(field.name)
            ]
            if unit is not None and most & _MOST and len(most - _MOST) > 1 and len(own) == 1:
                yield link, own[0], above.name, unit


def _before_it_spoils(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what does not keep be used as soon as it says, and no later than it may: an organ within hours."""
    for link, own, most, unit in _keeping_times(world, thing.entity):
        field = next(field for field in fields if field.name == own)
        parent = next((pair.source for pair in world.links(link.name, "to", thing)[:1]), None)
        dates = [
            record[each.name]
            for each in fields
            if happens(each.name) and isinstance(record.get(each.name), datetime)
        ]
        if (
            parent is None
            or not dates
            or (thing.number == 0 and any(stated(each.example) for each in fields if each.type == "date"))
        ):
            continue
        least = number_in(of(parent), most)
        if is_loose(field, thing.number) and least is not None:
            cap(record, field, least, 0.8)
        took = number_in(record, own)
        there = [date for name, date in of(parent).items() if isinstance(date, datetime) and happens(name)]
        if took is not None and there:
            record.update(all_moved(record, moved(max(there), took * unit) - min(dates)))


# --- what has no end yet --------------------------------------------------------------------------

_UNTIL = words_in("until till to end ends")


def _ended_by_hand(world: SampleData, entity: str) -> list[Field]:
    """The dates until which things last, where it is an operation that ends them and no state says so."""
    return world.answered("ended by hand", entity, lambda: _ended_by_hand_of(world, entity))


def _ended_by_hand_of(world: SampleData, entity: str) -> list[Field]:
    fields = world.fields(entity)
    if any(map(is_state, fields)):
        return []
    updates = [each for each in world.operations_on(entity) if each.kind == "update"]
    written = {name for each in updates for name in (*given(each.changes, []), *(effect.field for effect in given(each.effects, [])))}  # fmt: skip
    ends = [field for field in fields if field.type == "date" and words_of(field.name) & _UNTIL]
    return [field for field in ends if field.name in written and field.required is not True]


def _goes_on(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let most of what an operation ends not be ended."""
    for field in _ended_by_hand(world, thing.entity) if thing.number else ():
        if not stated(field.example):
            record.pop(field.name, None)


# --- until a day before ------------------------------------------------------------------------------

_EMBARGO, _OUT = words_in("embargo embargoed"), words_in("published released launched announced")


def _is_held_back(world: SampleData, entity: str) -> bool:
    names = [words_of(field.name) for field in world.fields(entity) if field.type == "date"]
    return any(words & _EMBARGO for words in names) and any(words & _OUT for words in names)


def _out_after_embargo(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let nothing come out while it is held back."""
    out = min(
        (date for name, date in record.items() if isinstance(date, datetime) and words_of(name) & _OUT),
        default=None,
    )
    held = [field for field in fields if field.type == "date" and words_of(field.name) & _EMBARGO]
    for field in held if out is not None else ():
        until = record.get(field.name)
        if not isinstance(until, datetime) or out is None or until <= out:
            continue
        if not (thing.number == 0 and stated(field.example)):
            hour = (out - timedelta(hours=1)).replace(minute=0)
            record[field.name] = day_of(out) if is_midnight(until) else hour


_OF_DATES: tuple[tuple[Callable[[SampleData, str], Any], Law], ...] = (
    (interval_of, _at_even_times), (_keeping_times, _before_it_spoils),
    (_ends_late, _by_now),
    (_ended_by_hand, _goes_on), (_is_held_back, _out_after_embargo),
)  # fmt: skip


# --- what states tell of dates ---------------------------------------------------------------------------


def moves_of(world: SampleData, entity: str) -> Lifecycles | None:
    """What operations tell of the states of an entity, None where they tell nothing."""
    return world.answered("moves", entity, lambda: _moves_of(world, entity))


def _moves_of(world: SampleData, entity: str) -> Lifecycles | None:
    fields, operations = world.fields(entity), world.operations_on(entity)
    states = [field for field in fields if is_state(field)]
    if not states or not any(given(each.effects, []) for each in operations):
        return None
    from ..values.lifecycles import Lifecycles  # few designs have operations that tell of states

    return Lifecycles(states, fields, operations)


def way_to(world: SampleData, entity: str, name: str, now: str, options: list[str]) -> list[str]:
    """The states that a thing was in before the one of now: as operations lead, else as they are listed. name: of the state."""
    moves = moves_of(world, entity)
    if moves is not None and name in moves.of and now in options:
        return moves.of[name].path(now)[:-1]
    return (
        [option for option in options[: options.index(now)] if not is_exit(option)] if now in options else []
    )


def set_together(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """What one operation sets to the moment at which it runs is one date."""
    moves = moves_of(world, thing.entity)
    for first, *others in moves.together(of(thing)) if moves is not None else ():
        for other in others:
            yield Constraint(DateOf(thing, first), DateOf(thing, other))
            yield Constraint(DateOf(thing, other), DateOf(thing, first))


def as_its_state_says(world: SampleData, thing: Thing, of: ProposalOf) -> Bounds:
    """What is over was so before today, what runs has begun and is not over, and what is but planned lies ahead."""
    state = next((field for field in world.fields(thing.entity) if is_state(field)), None)
    if state is not None and dates_in(world, thing, of) and not shown(world, thing):
        from .between.today import as_of_today  # few designs have states

        yield from as_of_today(world, thing, state, of)
