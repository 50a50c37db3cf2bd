"""When occasions are over, and what happens before them and with them: a wedding lasts some hours, its deposit is due weeks before, and
its history leads to what it is now. What is on the list of a session is on its day, and a permit holds for years."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from ...model.conceptual import Field, Relationship, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.kinds.leisure import UNIT_OF_TEST
from ..values.moments import moved
from ..values.pools import is_person, words_in
from ..values.states import is_past, is_state
from ..world import Link, Thing
from ..world.sample_data import SampleData
from . import is_free
from .bounds import is_loose, number_in, put
from .windows import (
    DAY,
    HOUR,
    RecordOf,
    all_moved,
    day_of,
    from_to,
    is_list_of_a_day,
    is_midnight,
    parents_of,
    words_of,
)

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


def dates_in_its_trade(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the dates of an occasion be as such have them, before what it belongs to bounds them."""
    if world.answered("lasts", thing.entity, lambda: _lasts_hours(world, thing.entity)) is not None:
        _as_long_as_such_do(world, thing, record)
    if world.answered("is occasion", thing.entity, lambda: _is_occasion(world, thing.entity)):
        _before_and_within(thing, record, fields)


# --- how long things last, and what happens before them ---------------------------------------------

_HOURS: dict[str, float] = {
    "wedding": 9, "conference": 8, "congress": 8, "gala": 6, "party": 6, "banquet": 5, "reception": 4, "workshop": 6, "hackathon": 9,
    "event": 6, "concert": 3, "gig": 3, "recital": 2, "performance": 2.5, "screening": 2.25, "lecture": 1.5, "seminar": 2, "class": 1.5,
    "lesson": 1, "exam": 3, "meeting": 1, "appointment": 0.5, "consultation": 0.5, "test_drive": 0.75, "viewing": 0.5, "interview": 1,
    "shift": 8, "duty": 8, "rehearsal": 2.5, "hearing": 1.5, "surgery": 2.5, "slot": 1, "dialysis": 4, "haircut": 0.75,
}  # fmt: skip
"""How many hours things last, by what they are called."""
_UNITS_OF_TIME = words_in("minutes min hours duration length")


def _lasts_hours(world: SampleData, entity: str) -> tuple[tuple[str, str], timedelta] | None:
    """The two dates of a thing that lasts some hours by what it is, and how long."""
    return world.answered("lasts hours", entity, lambda: _lasts_hours_of(world, entity))


def _lasts_hours_of(world: SampleData, entity: str) -> tuple[tuple[str, str], timedelta] | None:
    fields = world.fields(entity)
    span = from_to(*(field.name for field in fields if field.type == "date"))
    is_said = any(words_of(field.name) & _UNITS_OF_TIME and field.type in _NUMBERS for field in fields)
    if span is None or is_said or any(stated(field.example) for field in fields if field.name in span):
        return None
    for each in (entity, *world.families.above(entity)):
        words = singular(snake(each)).split("_")
        names = ["_".join(words[at:]) for at in range(len(words))]
        hours = next((_HOURS[name] for name in names if name in _HOURS), None)
        if hours is not None:
            return span, hours * HOUR
    return None


def _as_long_as_such_do(world: SampleData, thing: Thing, record: dict[str, Any]) -> None:
    """Let a wedding last some hours, and a test drive less than one."""
    span, length = _lasts_hours(world, thing.entity) or (("", ""), DAY)
    start, end = record.get(span[0]), record.get(span[1])
    if (
        isinstance(start, datetime)
        and isinstance(end, datetime)
        and start < end < start + DAY
        and not is_midnight(start)
    ):
        record[span[1]] = moved(start, length)


_DUE, _BEFOREHAND = (
    words_in("due deadline until by closes"),
    words_in("deposit prepayment downpayment rsvp registration booking entry"),
)
_IN_IT = words_in("ceremony dinner lunch breakfast speech keynote toast interval dance dessert")
_WEEKS_BEFORE = 21 * DAY


def _is_occasion(world: SampleData, entity: str) -> bool:
    names = [field.name for field in world.fields(entity) if field.type == "date"]
    others = any(words_of(name) & (_BEFOREHAND | _IN_IT) for name in names)
    return others and from_to(*names) is not None


def _before_and_within(thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Let what is due before an occasion be so weeks before it, and what is a part of it happen while it lasts."""
    names = [field.name for field in fields if isinstance(record.get(field.name), datetime)]
    span = from_to(*names)
    if span is None:
        return
    start, end = record[span[0]], record[span[1]]
    for field in fields:
        date, words = record.get(field.name), words_of(field.name)
        if (
            not isinstance(date, datetime)
            or field.name in span
            or (stated(field.example) and thing.number == 0)
        ):
            continue
        if words & _DUE and words & _BEFOREHAND and date >= start:
            record[field.name] = moved(day_of(start), -_WEEKS_BEFORE)
        elif (
            words & _IN_IT and not is_past(field.name) and not start <= date <= end and not is_midnight(date)
        ):
            record[field.name] = moved(start, (end - start) / 6)


# --- histories ---------------------------------------------------------------------------------------

_OF_A_CHANGE = words_in("changed at on date happened occurred recorded time timestamp moved set")


def is_history(world: SampleData, entity: str) -> tuple[str, Field] | None:
    """By which relationship a thing is a change of what it is a change of, and its date."""
    return world.answered("history", entity, lambda: _history_of(world, entity))


def _history_of(world: SampleData, entity: str) -> tuple[str, Field] | None:
    from .changes import changes_of_states  # few things are changes
    from .trades import price_changes

    dates = [field for field in world.fields(entity) if field.type == "date"]
    if len(dates) != 1 or not words_of(dates[0].name) <= _OF_A_CHANGE or stated(dates[0].example):
        return None
    link = changes_of_states(world, entity) or next(iter(price_changes(world, entity) or ()), None)
    return (link.name, dates[0]) if isinstance(link, Relationship) else None


def changes_in_time(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the changes of a thing come one after another in its own time: before it begins, the last one when it is over."""
    link, field = is_history(world, thing.entity) or ("", None)
    parent = next((pair.source for pair in world.links(link, "to", thing)[:1]), None) if link else None
    if parent is None or field is None or field.name not in record:
        return
    about = of(parent)
    names = [each.name for each in world.fields(parent.entity) if isinstance(about.get(each.name), datetime)]
    row = [pair.target for pair in world.links(link, "from", parent)]
    if not names or thing not in row:
        return
    behind, span = len(row) - 1 - row.index(thing), from_to(*names)
    if span is not None and about[span[1]] - about[span[0]] < 20 * DAY:
        over = _is_over(world, parent, about)
        date = (
            moved(about[span[1]], 2 * HOUR)
            if over and not behind
            else moved(about[span[0]], -(behind + 1) * 12 * DAY)
        )
    else:
        begun = min((about[name] for name in names if is_past(name)), default=None)
        if begun is None:
            return
        date = moved(begun, row.index(thing) * 9 * DAY + HOUR)
    record[field.name] = day_of(date) if is_midnight(record[field.name]) else date


_OVER = words_in("completed done finished closed ended settled held attended")


def _is_over(world: SampleData, thing: Thing, record: dict[str, Any]) -> bool:
    states = (str(record.get(field.name)) for field in world.fields(thing.entity) if is_state(field))
    return any(words_of(state) & (_OVER - {"held"}) for state in states)


# --- what a thing says of itself ------------------------------------------------------------------------

_TESTS, _UNIT = (
    ("analyte", "test", "test_name", "lab_test", "biomarker"),
    ("unit", "units", "unit_of_measure"),
)


def is_tested(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are results of tests, in units."""
    names = {field.name for field in world.fields(entity)}
    return not (names.isdisjoint(_TESTS) or names.isdisjoint(_UNIT))


def in_its_unit(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a result be in the unit of its test."""
    test = next((record[name] for name in _TESTS if isinstance(record.get(name), str)), "")
    unit = UNIT_OF_TEST.get(test.casefold())
    for field in fields if unit is not None else ():
        is_shown = stated(field.example) and thing.number == 0
        if (
            field.name in _UNIT
            and field.type == "string"
            and unit in given(field.enum, [unit])
            and not is_shown
        ):
            record[field.name] = unit


_COUPLE = (("partner_one", "partner_two"), ("bride", "groom"), ("spouse_one", "spouse_two"))


def is_of_a_couple(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are weddings of two people who are named."""
    names = {field.name for field in world.fields(entity)}
    return bool(words_of(entity) & {"wedding", "marriage"}) and any(
        names.issuperset(pair) for pair in _COUPLE
    )


def called_like_the_couple(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a wedding be called like those who marry."""
    pair = (
        next(pair for pair in _COUPLE if record.keys() >= {*pair})
        if any(record.keys() >= {*pair} for pair in _COUPLE)
        else ()
    )
    families = [str(record[name]).rpartition(" ")[2] for name in pair]
    for field in fields if families else ():
        is_shown = stated(field.example) and thing.number == 0
        if (
            field.name in ("title", "name")
            and field.unique is not True
            and not stated(field.pattern)
            and not is_shown
        ):
            record[field.name] = f"{' & '.join(families)} wedding"


_FIRST_THERE, _RUN = (
    (frozenset({"first", "registered"}), frozenset({"first", "registration"})),
    ("mileage", "odometer", "odometer_km"),
)
_A_YEAR = 11_000  # miles or kilometres


def has_run(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are vehicles with a date from which they were driven, and how far."""
    names = {field.name for field in world.fields(entity)}
    return not names.isdisjoint(_RUN) and any(
        words_of(name).issuperset(words) for name in names for words in _FIRST_THERE
    )


def driven_for_years(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a vehicle be as many years old as it was driven."""
    run = next((number for name in _RUN if (number := number_in(record, name)) is not None), None)
    dates = [record[field.name] for field in fields if isinstance(record.get(field.name), datetime)]
    for field in fields if run is not None else ():
        first = record.get(field.name)
        is_first = isinstance(first, datetime) and any(
            words_of(field.name) >= words for words in _FIRST_THERE
        )
        if is_first and first > min(dates) - 400 * DAY and not (stated(field.example) and thing.number == 0):
            record[field.name] = day_of(moved(min(dates), -(round((run or 0) / _A_YEAR) + 1) * 365 * DAY))


# --- what is granted from a day on ------------------------------------------------------------------------

_GRANTED = frozenset("permit licence license approval".split())
_UNTIL = frozenset("valid_until expires_on expires_at valid_to expiry_date".split())
_SINCE = frozenset("issued_at issued_on granted_at granted_on valid_from".split())
_SHORT, _LONG = timedelta(days=60), timedelta(days=3 * 365)


def is_granted(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are permits, from a day on and until another one."""
    names = {snake(field.name) for field in world.fields(entity) if field.type == "date"}
    return bool(words_of(entity) & _GRANTED) and not (names.isdisjoint(_UNTIL) or names.isdisjoint(_SINCE))


def valid_for_years(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let a permit be issued after it was decided, and hold for years."""
    decided = [
        date
        for link, parent in parents_of(world, thing)
        if link.kind == "one-to-one"
        for name, date in of(parent).items()
        if isinstance(date, datetime) and words_of(name) & {"decided", "granted", "approved"}
    ]
    dates = {snake(each.name): each for each in fields if isinstance(record.get(each.name), datetime)}
    since = next((dates[name] for name in dates if name in _SINCE), None)
    until = next((dates[name] for name in dates if name in _UNTIL), None)
    if since is None or until is None or stated(since.example) or stated(until.example):
        return
    if decided and record[since.name] < max(decided):
        start = moved(max(decided), timedelta(days=1))
        record[since.name] = day_of(start) if is_midnight(record[since.name]) else start
    if record[until.name] - record[since.name] < _SHORT:
        record[until.name] = day_of(moved(record[since.name], _LONG))


# --- on the day of a list ----------------------------------------------------------------------------------

_ITS_DAY = frozenset({"day", "date", "held_on", "session_date", "on"})
_BEGINS = {"am": 8, "morning": 8, "pm": 13, "afternoon": 13, "evening": 18}
_MINUTES = ("planned_minutes", "duration_minutes", "minutes", "duration_min")


def is_on_a_list(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are planned into the session of a day."""
    return _planned(world.fields(entity)) is not None and _list_of(world, entity) is not None


def _planned(fields: Sequence[Field]) -> Field | None:
    dates = [field for field in fields if field.type == "date" and not stated(field.example)]
    return next(
        (
            field
            for field in dates
            if words_of(field.name) & {"planned", "scheduled", "start", "starts"} and not is_past(field.name)
        ),
        None,
    )


def _list_of(world: SampleData, entity: str) -> tuple[str, str] | None:
    """By which relationship a thing is in a list, and the day of that."""
    for link in world.leading_to(entity):
        if is_person(link.from_.entity) or not is_list_of_a_day(link.from_.entity):
            continue
        for field in world.fields(link.from_.entity):
            if field.type == "date" and snake(field.name) in _ITS_DAY:
                return link.name, field.name
    return None


def on_the_day_of_its_list(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is in the list of a session be on its day, one after another, and be over on that day."""
    planned, (name, day_name) = _planned(fields), _list_of(world, thing.entity) or ("", "")
    sessions = [pair.source for pair in world.links(name, "to", thing)[:1]]
    if planned is None or not sessions or not isinstance(record.get(planned.name), datetime):
        return
    session = of(sessions[0])
    day, row = session.get(day_name), [pair.target for pair in world.links(name, "from", sessions[0])]
    if not isinstance(day, datetime) or not is_midnight(day) or thing not in row:
        return
    half = next(
        (_BEGINS[value] for value in session.values() if isinstance(value, str) and value in _BEGINS), 8
    )
    start = moved(day, timedelta(hours=half, minutes=110 * row.index(thing)))
    by = day_of(start) - day_of(record[planned.name])
    own = all_moved(record, by)
    own[planned.name] = start
    later = sorted(
        (
            field.name
            for field in fields
            if field.type == "date"
            and field.name != planned.name
            and isinstance(own.get(field.name), datetime)
        ),
        key=own.__getitem__,
    )
    for at, each in enumerate(name for name in later if is_past(name) or not is_midnight(own[name])):
        own[each] = moved(start, timedelta(minutes=25 + 70 * at))
    record.update(own)


def link_on_its_day(
    world: SampleData, link: Link, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let those who work at what takes minutes be there as long as that, not for days."""
    span = from_to(*(field.name for field in fields if field.type == "date"))
    if span is None or not all(isinstance(record.get(name), datetime) for name in span):
        return
    for end in (link.source, link.target):
        about, planned = of(end), _planned(world.fields(end.entity))
        minutes = next((number for name in _MINUTES if (number := number_in(about, name))), None)
        start = about.get(planned.name) if planned is not None else None
        if minutes and isinstance(start, datetime):
            record[span[0]], record[span[1]] = start, moved(start, timedelta(minutes=round(minutes)))


# --- how many days ----------------------------------------------------------------------------------------

_LENGTHS = words_in("days nights")
_COME = (
    words_in("arrival arrives check_in checkin arrived"),
    words_in("departure departs check_out checkout left"),
)


def is_counted_in_days(world: SampleData, entity: str) -> bool:
    """Whether things of an entity say for how many days or nights they are."""
    return any(
        field.type in ("int", "long") and snake(field.name) in _LENGTHS for field in world.fields(entity)
    )


def as_long_as_its_days(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is valid for some days end after these, and who comes and goes stay for as many nights as it says."""
    number = next(
        (field for field in fields if snake(field.name) in _LENGTHS and field.type in ("int", "long")), None
    )
    dates = {snake(field.name): field for field in fields if isinstance(record.get(field.name), datetime)}
    first, last = (
        next((dates[name] for name in dates if words_of(name) & ends or name in valid), None)
        for ends, valid in zip(_COME, (_VALID_FROM, _VALID_TO), strict=True)
    )
    if number is None or first is None or last is None or not is_loose(number, thing.number):
        return
    count = number_in(record, number.name)
    if snake(first.name) in _VALID_FROM:
        if count and not stated(last.example):
            record[last.name] = record[first.name] + timedelta(days=round(count) - 1)
    elif (nights := (record[last.name].date() - record[first.name].date()).days) > 0:
        put(record, number, nights)


_VALID_FROM, _VALID_TO = frozenset({"valid_from"}), frozenset({"valid_to", "valid_until"})


# --- scores beside one another ------------------------------------------------------------------------------

_SCORED = words_in(
    "quality impact feasibility overall originality novelty relevance clarity significance excellence soundness presentation taste "
    "service cleanliness atmosphere punctuality friendliness creativity technique difficulty execution"
)
_ALL_IN_ALL = words_in("overall total average")


def is_scored(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are given several scores that nothing bounds."""
    return len(_scores(world.fields(entity))) > 2


def _scores(fields: Sequence[Field]) -> list[Field]:
    return [
        field
        for field in fields
        if field.type in ("int", "long") and _SCORED.issuperset(words_of(field.name) - {"score", "rating", "points"})
        and is_free(field) and not (stated(field.minimum) or stated(field.maximum))
    ]  # fmt: skip


def scored_alike(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let scores beside one another be of one scale, of five, and the one for all be between them."""
    scores = [field for field in _scores(fields) if number_in(record, field.name) is not None]
    parts = [field for field in scores if not words_of(field.name) & _ALL_IN_ALL]
    given_points = [2 + (thing.number + 2 * at) % 4 for at in range(len(parts))]
    for field, points in zip(parts, given_points, strict=True):
        put(record, field, points)
    for field in scores:
        if field not in parts and given_points:
            put(record, field, round(sum(given_points) / len(given_points)))
