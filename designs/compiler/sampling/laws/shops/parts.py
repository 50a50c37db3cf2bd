"""Parts in a row, and what happens on the day of what they belong to: positions count on, and an operation of a list is on its day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from ....model.conceptual import Field, stated
from ...languages import snake
from ...values.moments import moved
from ...values.pools import is_person
from ...values.states import is_past
from ...world.sample_data import SampleData
from ...world.things import Link, Thing
from ..bounds import is_loose, number_in, put
from ..windows import (
    RecordOf,
    all_moved,
    day_of,
    from_to,
    is_list_of_a_day,
    is_midnight,
    parents_of,
    words_of,
)

# --- places in a row -----------------------------------------------------------------------------------

_IN_A_ROW = frozenset(
    "position seq sequence sort_order line_no line_number step_no version version_no".split()
)


def is_in_a_row(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are parts of one another thing, with a number that counts them."""
    has_number = any(
        snake(field.name) in _IN_A_ROW and field.type in ("int", "long") and stated(field.example)
        for field in world.fields(entity)
    )
    return has_number and len(world.leading_to(entity)) == 1


def counted_in_a_row(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the parts of a thing be counted from one on, or on from the first one's example."""
    link = world.leading_to(thing.entity)[0]
    for pair in world.links(link.name, "to", thing)[:1]:
        row = [each.target for each in world.links(link.name, "from", pair.source)]
        for field in fields if thing in row else ():
            number = number_in(record, field.name) if snake(field.name) in _IN_A_ROW else None
            if number is not None and field.type in ("int", "long") and is_loose(field, thing.number):
                shown = field.example if row[0].number == 0 and isinstance(field.example, int) else 1
                put(record, field, shown + row.index(thing))


# --- what is paid ----------------------------------------------------------------------------------------

_PAID = frozenset("paid paid_amount amount_paid".split())
_WHOLE = frozenset("amount total price fee".split())


def may_be_paid(world: SampleData, entity: str) -> bool:
    """Whether things of an entity say how much of them is paid."""
    return any(snake(field.name) in _PAID and field.type != "bool" for field in world.fields(entity))


def paid_on_a_day(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what begins unpaid be paid in full or not yet, and what is not paid have no day on which it was."""
    whole = next(
        (number for name in record if snake(name) in _WHOLE and (number := number_in(record, name))), None
    )
    for field in fields:
        if snake(field.name) not in _PAID or number_in(record, field.name) is None:
            continue
        begins_unpaid = stated(field.example) and _shown(field) == 0
        if begins_unpaid and whole and is_loose(field, thing.number):
            put(record, field, whole if thing.number % 2 else 0)
        if number_in(record, field.name) == 0:
            for date in fields:
                is_day = date.type == "date" and "paid" in words_of(date.name) and date.required is not True
                if is_day and not (stated(date.example) and thing.number == 0):
                    record.pop(date.name, None)


# --- what is given back, and what is granted ----------------------------------------------------------------

_GIVEN = frozenset("released refunded withdrawn redeemed credited paid_out written_off".split())
_MONEY = frozenset({"double", "decimal", "number"})
_GRANTED = frozenset("permit licence license approval".split())
_UNTIL = frozenset("valid_until expires_on expires_at valid_to expiry_date".split())
_SINCE = frozenset("issued_at issued_on granted_at granted_on valid_from".split())
_SHORT, _LONG = timedelta(days=60), timedelta(days=3 * 365)


def gives_back(world: SampleData, entity: str) -> bool:
    """Whether things of an entity say what came in and what went out again, which begins with nothing."""
    return _given_back(world.fields(entity)) is not None


def _given_back(fields: Sequence[Field]) -> tuple[Field, str] | None:
    money = [field for field in fields if field.type in _MONEY and stated(field.example)]
    out = next((each for each in money if snake(each.name) in _GIVEN and _shown(each) == 0), None)
    came = next((each.name for each in money if snake(each.name) not in _GIVEN and _shown(each)), None)
    return (out, came) if out is not None and came is not None else None


def _shown(field: Field) -> float | None:
    """The number that an example says, which a design may write as a text."""
    example = field.example
    if isinstance(example, str):
        return float(example) if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", example) else None
    return number_in({"": example}, "")


def half_of_what_came(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what goes out be nothing, or half of what came in."""
    out, came = _given_back(fields) or (None, "")
    whole = number_in(record, came)
    if out is not None and whole and is_loose(out, thing.number) and number_in(record, out.name) is not None:
        put(record, out, round(whole / 2, 2) if thing.number % 2 else 0)


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
