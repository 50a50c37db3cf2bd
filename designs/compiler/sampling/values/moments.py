"""Example dates in the order that their names tell: ordered before shipped, created before updated.

Each entity has a calendar, made once: how long after a thing's start each of its dates lies. Examples of the designer
are where they are; what has none lies where its name says, between those that must come before and after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Any

import msgspec

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, Item, given, stated
from ...model.values import typed
from ...names.inflection import singular
from ...names.inflection import snake as as_written
from ..languages import snake
from .course import in_course
from .pools import is_person, words_in
from .specs import Calendar, Slot, Spec, SpecPlace, between
from .states import is_past, names_day, tells_days

_EPOCH = datetime(2024, 3, 4, 9, 0, tzinfo=UTC)
_NO_TIME, _DAY, _QUARTER, _MINUTE = (timedelta(minutes=each) for each in (0, 24 * 60, 15, 1))
_BIRTH = -11000
_BARELY_LATER = 0.02  # of a day
_ROW = 12  # elements of an array whose dates lie one after another
_CREATED = words_in(
    "created added opened posted ordered placed requested submitted filed booked reserved raised reported asked "
    "written issued lent bought made taken given inserted lodged drawn logged recorded registered "
    "occurred happened noticed detected observed announced notified measured sampled brewed baked produced"
)
# Days after a thing's start, by a word of the field's name; the first row that has one counts.
_DAYS: tuple[tuple[int, frozenset[str]], ...] = (
    (_BIRTH, words_in("birth birthday born dob birthdate foaled whelped")),
    (180, words_in("bestbefore useby sellby")),
    (730, words_in("expires expiry expiration expired limitation limitations")),
    (800, words_in("died death deceased decommissioned retired retires left replaced dismantled scrapped exmatriculated graduated")),
    (64, words_in("updated modified changed edited refreshed lastmodified")),
    (60, words_in("deleted archived removed purged erased anonymised anonymized takendown takedown")),
    (30, words_in("next")),
    (21, words_in("last latest seen")),
    (16, words_in("cancelled canceled withdrawn rejected refused failed revoked aborted abandoned refunded")),
    (14, words_in("promised return dropoff repaired fixed end ends fin ended until due deadline finish finished completed closed closes checkout checkedout returned to done "
                  "resolved restored back discharged landed touchdown unloaded cleared signsoff clockout logout signout etd atd")),
    (10, words_in("notice delivered arrived arrives arrival received")),
    (5, words_in("doors")),
    (7, words_in("packaged packed bottled")),
    (8, words_in("shipped sent departure dispatched departs departed leaves")),
    (6, words_in("pickup tookoff takeoff loaded start starts started begin begins from since checkin checkedin eta ata scheduled opens kickoff released launched "
                 "signson clockin login signin")),
    (4, words_in("paid confirmed approved published accepted reviewed granted decided awarded")),
    (2, words_in("assigned acknowledged triaged")),
    (-400, words_in("founded built constructed manufactured established")),
    (-60, words_in("onset")),
    (-20, words_in("installed commissioned")),
    (-10, words_in("listed waitlisted referred")),
    (-2, words_in("hired joined employed enrolled signed activated appointed admitted")),
    (0, _CREATED),
)  # fmt: skip
WEEKS_END = words_in("week_ending week_end week_ends_on")
_LONG_TERM = words_in(
    "licence license lease contract policy warranty membership subscription valid insured effective force paid calibrated "
    "calibration certified registered accredited licensed approved"
)
# What things are called that are times themselves, and after how many days the next one begins.
_PERIODS = {
    "season": 365, "year": 365, "semester": 182, "trimester": 122, "term": 122, "quarter": 91, "month": 30, "cycle": 28,
    "fortnight": 14, "week": 7, "vintage": 365, "edition": 365, "sprint": 14,
}  # fmt: skip
# What stands before the last word of a date that says at what time of day something begins or ends: to_time.
_TIMED = words_in("starts start begins begin from started"), words_in("ends end finishes finish to until till ended finished")  # fmt: skip
# A last word that says which end of a time a date is, whatever stands before it: closed_from, available_until.
_START, _END = 6, 14  # days after its thing's start at which it begins and ends by the names of dates
_BOUNDS = {**dict.fromkeys(words_in("from since"), _START), **dict.fromkeys(words_in("until till"), _END)}
_GATES = {"in_at": _START, "out_at": _END, "time_in": _START, "time_out": _END}
_UNKNOWN = 5  # days after its thing's start of a date that no word places, where others are placed
_ANSWERED = words_in("reply response answer contact acknowledgement")
_SAME_DAY = 0.15  # somebody answers within hours
_HELD = words_in("held hold reserved")
_HELD_UNTIL = 3  # what is held for somebody is booked or free again before it begins
_GATHERED = words_in("collected gathered harvested caught picked taken sampled")
_OF_ANIMALS = words_in("species breed")
_DEAD, _DIED = words_in("died death deceased"), -3  # whoever must have died by a date is entered afterwards
_SEASONS, _SEASON = words_in("semester term trimester season internship apprenticeship"), 150
# What is taken from somebody is looked at and reported afterwards.
_OPENED = {"opened", "on"}
_PLACES_THERE = words_in(
    "line station railway museum theatre theater school branch shop store restaurant plant depot hall clinic site"
)
_SAMPLES = words_in("lab test result specimen sample analysis assay culture biopsy")
_TAKEN = words_in("collected taken drawn collection sampled")
_REPORTED = words_in("reported resulted validated verified report")
# Things that last for years, and those that are called off before they begin.
LASTING = words_in(
    "policy contract licence license membership subscription lease tariff warranty tenancy employment certificate mandate agreement"
)
_ENDING = words_in("end ends until to")
_CALLED_OFF, _REMINDED = words_in("cancelled canceled"), words_in("reminder reminded")
_APPLYING = words_in(
    "registration registrations application applications submission submissions enrolment enrollment booking bookings entry entries "
    "signup signups rsvp presale ordering voting nomination nominations"
)
_YEARS_LEFT = 730  # days after which what expires does: offers within days, what lets somebody in within one
_OFFERED = words_in("offer offers hold option quote quotation proposal invitation invite reservation")
_PASSING = words_in("token code link session otp lock")
_BEFORE_DAY = -7  # days before the day of an occasion until which one may apply
_OF_THE_DAY = words_in("bulletin forecast warning alert advisory")
_VISITS, _RUNNING = words_in("visit appointment consultation session"), words_in("current trial grace notice")
_AT = words_in("at date time on timestamp ts when day")
# What is over within hours: its dates lie quarters of an hour apart, where others lie days apart.
_SHORT = words_in(
    "call observation run trip ride drive concert gig recital session visit shift batch game match flight lesson meeting tour performance screening "
    "rehearsal appointment encounter consultation transfusion housekeeping reading ping position event log alarm message click scan measurement "
    "movement transport haul split lap checkpoint heat bout passing inning hearing lecture exam seminar workout duty interview sitting service_slot slot"
)
# What starts and ends at a time of day is over within hours, but for these.
_LONG = words_in(
    "campaign promotion sale auction project festival exhibition tournament poll election course programme program term season "
    "edition study trial offer discount coupon reservation rental hire stay let tour voyage cruise expedition outage vacation absence loan"
)
_ON_THE_QUARTER = words_in(
    "starts_at start_at start_time begins_at ends_at end_at end_time scheduled_for planned_for scheduled_at planned_at doors_at"
)
_YOUNG = words_in("pet animal dog cat horse rabbit bird calf foal puppy kitten")
_CHILDREN = words_in("pupil child kid minor kind schueler nino nina enfant eleve bambino alunno")


def moment(spec: Spec, place: SpecPlace) -> datetime:
    """A date, aware and in UTC, with whole milliseconds; the field's example moved by the
    thing's shift where there is one."""
    days = days_after(spec.name)
    if days == _BIRTH:
        return _birth(spec, place)
    slot = (place.times.slots if place.times else {}).get(place.path) or Slot(offset=days * _DAY)
    row = min(place.ordinal, _ROW) * slot.step if place.element else _NO_TIME
    if isinstance(spec.example, datetime):
        apart = row if _is_day(spec.name) else min(row, min(place.ordinal, _ROW) * _QUARTER)
        return moved(spec.example, _shift(spec.example, place) + apart)
    minutes = between(0, int(slot.room / timedelta(minutes=1)), "moment", *place.key)
    date = moved(place.start, slot.offset + timedelta(minutes=minutes) + row)
    date = date.replace(hour=0, minute=0, second=0, microsecond=0) if slot.is_day else date
    if not slot.is_day and snake(spec.name) in _ON_THE_QUARTER:
        date = date.replace(minute=date.minute // 15 * 15, second=0)
    return date - (date.weekday() + 1) % 7 * _DAY if snake(spec.name) in WEEKS_END else date


def _birth(spec: Spec, place: SpecPlace) -> datetime:
    """A day years before the thing began: of animals not many. People are not all of one age."""
    drawn = between(0, 6000, "birth", place.number, *place.key)
    if isinstance(spec.example, datetime):
        earlier = min(_shift(spec.example, place), _NO_TIME)
        date = moved(spec.example, timedelta(days=1500 - drawn if place.number else 0) + earlier)
        latest = moved(place.start, -30 * _DAY).replace(
            hour=spec.example.hour, minute=spec.example.minute, second=0, microsecond=0
        )
        return min(date, latest) if place.number else date
    about = {word for called in place.called.split("|") for word in snake(called).split("_")}
    days = (
        800 + drawn // 5
        if "toddler" in about
        else 21000 + 2 * drawn
        if about & _DEAD
        else 300 + drawn // 2
        if about & _YOUNG or not _OF_ANIMALS.isdisjoint(place.record)
        else 2500 + drawn // 2
        if about & _CHILDREN
        else 7500 + 2 * drawn
    )
    date = moved(place.start, -timedelta(days=days))
    return date.replace(hour=0, minute=0, second=0, microsecond=0)


def _shift(example: datetime, place: SpecPlace) -> timedelta:
    """The thing's shift; what is a day stays at midnight."""
    if example.timetz().replace(tzinfo=None) != time(0):
        return place.shift
    return timedelta(days=round(place.shift / _DAY) or place.number)


@of_a_short_text(4096)
def days_after(name: str) -> int:
    """How many days after its thing's start a date of this name lies; negative for what comes before that."""
    return _days_told(name) or 0


@of_a_short_text(4096)
def _days_told(name: str) -> int | None:
    """The same, None where no word of the name tells it."""
    row = snake(name).split("_")
    words = {*row, *(first + second for first, second in pairwise(row))}  # check_in is a checkin
    days = _GATES.get(name) or next((days for days, listed in _DAYS if words & listed), None)
    days = 10 if days == _BIRTH and row[-1] == "at" else days  # when a child came, in the record of its birth
    if row[-1] == "by" and len(row) > 1:
        days = _END  # until when one may
    if row[0] == "left" and row[-1] == "at":
        days = _END  # at a time of day somebody leaves a place, on a day a firm
    if row[-1] in _BOUNDS and len(row) > 1:
        days = _BOUNDS[row[-1]]
    if days == _YEARS_LEFT and words & (_OFFERED | _PASSING):
        return 7 if words & _OFFERED else 1
    if days == 30 and "next" in words and row[-1] in ("on", "date"):
        return 365
    if "period" in words and not words & _RUNNING:  # what is sent for a period is sent after it
        days = {6: 1, 14: 7}.get(days or 0, days)
    if days == 14 and words & _APPLYING:
        return 2  # until when one may
    return 365 if days == 14 and words & _LONG_TERM else days


@of_a_short_text(4096)
def _is_day(name: str) -> bool:
    return names_day(name) or days_after(name) >= _SEASON


@of_a_short_text(4096)
def is_applying(name: str) -> bool:
    """Whether a date says until when one may apply for something: entry_closes_at."""
    words = set(snake(name).split("_"))
    return bool(words & _APPLYING and words & _CLOSING) and not is_past(name)


_CLOSING = words_in("closes close closing deadline until till due end ends by")
ON_ONE_DAY = words_in("date day held_on takes_place_on event_date")


@of_a_short_text(4096)
def unit_of(entity: str) -> timedelta:
    """What the distances between a thing's dates are counted in, by what it is called."""
    return _DAY if _SHORT.isdisjoint(snake(entity).split("_")) else _QUARTER


def unit_with(entity: str, fields: Iterable[Field]) -> timedelta:
    """The same of a thing with these fields: what starts at a time of day is over within hours, but for what lasts."""
    about = set(snake(entity).split("_"))
    names = [snake(field.name).split("_") for field in fields if field.type == "date"]
    timed = [
        row[-2] for row in names if row[-1] in ("at", "time") and len(row) > 1 and _LONG_TERM.isdisjoint(row)
    ]
    last = {as_written(field.name).rpartition("_")[2] for field in fields if field.type == "date"}
    if about & _ROUNDS and {"opens", "closes"} <= {*timed}:
        return _DAY  # a call for applications, no call by phone
    if last & _DAYS_TOLD and not last & _TIMES_TOLD:
        return _DAY  # by the day, whatever it is called: a match of a dog and its handler
    is_timed = all(not ends.isdisjoint(timed) for ends in _TIMED) or {"in", "out"} <= {*timed}
    is_sent_out = all(words.intersection(timed) for words in _SENT_OUT)
    is_timed = is_timed and not about & (_LONG | LASTING | _SEASONS)
    return 3 * _MINUTE if is_sent_out else _QUARTER if is_timed else unit_of(entity)


# Somebody is sent to where something happened, and is there within the hour.
_SENT_OUT = [*map(words_in, ("reported called alerted alarmed", "dispatched off departed", "arrived scene"))]
_ROUNDS = words_in("call round poll window tender")
_DAYS_TOLD, _TIMES_TOLD = words_in("on"), words_in("at time datetime timestamp ts")


def period_of(entity: str, fields: Iterable[Field]) -> timedelta | None:
    """How long a period lasts that things of an entity are, each after the one before: a season, a term; None of others."""
    about = set(snake(entity).split("_"))
    ends = [field for field in fields if field.type == "date" and days_after(field.name) in (_START, _END)]
    words = about & _PERIODS.keys()
    return timedelta(days=max(_PERIODS[word] for word in words)) if words and len(ends) > 1 else None


def rank_of(entity: str, name: str) -> int:
    """The same for a field of an entity: a contract ends after a year, and who visits arrives before leaving."""
    days, words = days_after(name), set(snake(name).split("_"))
    about = set(snake(entity).split("_"))
    if words == _OPENED and about & _PLACES_THERE:
        return -3650
    if words & _HELD and "until" in words:
        return _HELD_UNTIL
    if days == 14 and words & _ENDING:
        return 365 if about & LASTING else _SEASON if about & _SEASONS else days
    if days == _YEARS_LEFT and about & (_OFFERED | _PASSING):
        return 14 if about & _OFFERED else 1
    if days == 365 and "valid" in words and about & (_OFFERED | _OF_THE_DAY):
        return 30 if about & _OFFERED else 1
    if days == 365 and "next" in words and about & _VISITS:
        return 42
    if about & _SAMPLES and words & (_TAKEN | _REPORTED):
        return 0 if words & _TAKEN else 4
    return days


def calendar_of(entity: str, fields: Iterable[Field], start: datetime, unit: timedelta) -> Calendar:
    """The calendar of an entity's things with these fields. start: of the first thing, which has the examples."""
    dated = list(_dated(fields, ()))
    by_day = unit >= _DAY and tells_days({path for path, _ in dated if "." not in path})
    examples = {path: value - start for path, field in dated if (value := _example(field)) is not None}
    ranks = _ranks(entity, dated)
    if unit < _DAY:  # the day on which it is over within hours
        days = (path for path, field in dated if names_day(field.name) and _days_told(field.name) is None)
        ranks.update({path: -_BARELY_LATER for path in days if "." not in path})
    dated.sort(key=lambda named: ranks[named[0]])
    slots: dict[str, Slot] = {}
    for path, field in dated:
        rank = ranks[path]
        if rank == _BIRTH:
            continue
        step = _step_in(path, field, unit)
        if path in examples:
            slots[path] = Slot(offset=examples[path], step=step)
            continue
        before = max((slot.offset for other, slot in slots.items() if ranks[other] < rank), default=None)
        after = min((offset for other, offset in examples.items() if ranks[other] > rank), default=None)
        own = _unit_at(path, field.name, rank, unit)
        near = max(
            (other for other in slots if ranks[other] < rank), key=lambda other: ranks[other], default=path
        )
        if 0 < rank - ranks[near] < 1:
            barely = _DAY + own / 4 if own >= _DAY and names_day(field.name) else max(own / 24, _MINUTE)
            if barely < _DAY:
                slots[near] = msgspec.structs.replace(slots[near], room=barely - _MINUTE)
            slot = _slot(field.name, _NO_TIME, own, before, after, barely)
            slot = msgspec.structs.replace(slot, room=barely)
        else:
            slot = _slot(field.name, rank * own, own, before, after, own * 2)
        is_day = slot.is_day or rank >= _SEASON or (by_day and "." not in path)
        slots[path] = msgspec.structs.replace(slot, is_day=is_day, step=step)
    opened = [slot.offset + slot.room for path, slot in slots.items() if ranks[path] < 0 or _opens(path)]
    lows = [slot.offset - slot.is_day * _DAY for path, slot in slots.items() if ranks[path] >= 0]
    return Calendar(slots=slots, opened=max([_NO_TIME, *opened]), lowest=min([_NO_TIME, *lows]))


def _unit_at(path: str, name: str, rank: float, unit: timedelta) -> timedelta:
    """What one date's distance from the start is counted in: a whole day, or what comes after months, lies days after
    what itself is over within hours; a shift inside of a longer thing takes hours."""
    if rank >= _SEASON or rank == _BEFORE_DAY or (rank > 0 and _is_day(name)):
        return _DAY
    around = singular(snake(path.rpartition(".")[0].rpartition(".")[2]))
    lasts = days_after(name) in (_START, _END)
    return _QUARTER if lasts and around in _SHORT else unit


def _step_in(path: str, field: Field, unit: timedelta) -> timedelta:
    """How far the dates of an array's elements lie apart, in whole minutes: single days a week, shifts a day, and what
    has a start and an end one after the other."""
    if field.type == "array":
        return 7 * _DAY if _is_day(field.name) else _DAY
    if "." not in path:
        return _NO_TIME
    own = _unit_at(path, field.name, 0, unit)
    if own != unit:
        return _DAY
    lasts = days_after(field.name) in (_START, _END)
    return (_END - _START + 1) * own if lasts else timedelta(minutes=max(1, unit // timedelta(minutes=8)))


def _ranks(entity: str, dated: list[tuple[str, Field]]) -> dict[str, float]:
    """How many days after its thing's start each date lies by its name. What only says when something inside of the
    thing was comes after the thing's own first date: a parcel is seen on its way after it was shipped."""
    ranks: dict[str, float] = {path: rank_of(entity, field.name) for path, field in dated}
    checks = [path for path, _ in dated if snake(path).startswith(("check_in", "check_out"))]
    if len(checks) == 2 and ranks[checks[0]] > ranks[checks[1]]:  # a car that is checked out comes in later
        ranks[checks[0]], ranks[checks[1]] = ranks[checks[1]], ranks[checks[0]]
    own = [rank for path, rank in ranks.items() if "." not in path and 0 <= rank <= 14]
    begun = [path for path, field in dated if _days_told(field.name) == 0 and "." not in path]
    is_begun = _START in own and LASTING.isdisjoint(snake(entity).split("_"))
    for path, field in dated:
        words = set(snake(field.name).split("_"))
        about = set(snake(entity).split("_"))
        is_own = words <= _AT | about or bool(
            about & _SAMPLES and words & _TAKEN
        )  # an order's order_date is when it began
        if words & _DEAD and field.required is True:
            ranks[path] = _DIED
        if begun and "." not in path and _days_told(field.name) is None and not is_own:
            ranks[path] = _UNKNOWN
        if begun and words & _ANSWERED and "first" in words:
            ranks[path] = _SAME_DAY
        if is_begun and "." not in path and words & (_CALLED_OFF | _REMINDED):
            ranks[path] = 3  # what has a start is called off before it
    days = [ranks[path] for path, field in dated if snake(path) in ON_ONE_DAY or ranks[path] == _START]
    for path, field in dated:
        if days and "." not in path and is_applying(field.name):
            ranks[path] = min(days) + _BEFORE_DAY
    for path, field in dated:
        if "." in path and not ranks[path] and _AT.issuperset(snake(field.name).split("_")):
            ranks[path] = min(own) + 0.5 if own and min(own) > 0 else 0
    unplaced = [path for path, field in dated if _days_told(field.name) is None and ranks[path] != _SAME_DAY]
    in_course(ranks, dated, unplaced, stays=is_person(entity))
    _as_declared(ranks, dated)
    _from_the_first(ranks, dated)
    return ranks


def _as_declared(ranks: dict[str, float], dated: list[tuple[str, Field]]) -> None:
    """Let dates of which no name tells which comes first come as they are declared: a call before a wrap."""
    taken: dict[float, int] = {}
    for path, _ in dated:
        if "." not in path:
            turn = taken[ranks[path]] = taken.get(ranks[path], -1) + 1
            ranks[path] += turn * _BARELY_LATER


def _from_the_first(ranks: dict[str, float], dated: list[tuple[str, Field]]) -> None:
    """Let what a thing's first date says has happened be its beginning, where it always has: a lot is there when it is
    received. What is gathered is so before it is received."""
    own = [(path, field) for path, field in dated if "." not in path and 0 <= ranks[path] <= 60]
    gathered = [
        path
        for path, field in own
        if _GATHERED & set(snake(field.name).split("_")) and field.required is True
    ]
    received = [
        path for path, field in own if "received" in snake(field.name).split("_") and field.required is True
    ]
    for path in gathered if received else ():
        ranks[path] = min(ranks[received[0]] - 2, ranks[path])
    first = min((ranks[path] for path, _ in own), default=0)
    begun = [
        path for path, field in own if ranks[path] == first and field.required is True and is_past(field.name)
    ]
    for path, _ in own if begun and first > 0 else ():
        ranks[path] -= first


def _slot(
    name: str,
    usual: timedelta,
    unit: timedelta,
    before: timedelta | None,
    after: timedelta | None,
    gap: timedelta,
) -> Slot:
    """Where a date lies that must be after one moment, by so much as a rule, and before another."""
    offset, room = usual, unit / 4
    if before is not None and offset < before + gap:
        offset = before + gap
    if after is not None and offset + room >= after:
        offset = before + (after - before) / 2 if before is not None and before < after else after - 2 * unit
        room = min(room, max(_NO_TIME, (after - offset) / 2))
    early = before is not None and offset - before < _DAY + min(unit, _DAY) / 4
    return Slot(offset=offset, room=room, is_day=names_day(name) and not early)


@of_a_short_text(4096)
def _opens(path: str) -> bool:
    """Whether the thing is there from this date on."""
    return days_after(path.rpartition(".")[2]) == 0 and not _CREATED.isdisjoint(snake(path).split("_"))


def _dated(fields: Iterable[Field], above: tuple[str, ...]) -> Iterator[tuple[str, Field]]:
    """The date fields at any depth, with their paths."""
    for field in fields:
        path = (*above, field.name)
        item: Item | None = given(field.items, None)
        if field.type == "date" or (item is not None and item.type == "date"):
            yield ".".join(path), field
        yield from _dated(given(field.fields, []), path)
        if item is not None:
            yield from _dated(given(item.fields, []), path)


def earliest(fields: Iterable[Field]) -> datetime | None:
    """The first of the dates that examples tell, births aside."""
    return min(
        (value for field, value in _examples(fields) if days_after(field.name) != _BIRTH), default=None
    )


def beginning(fields: Iterable[Field], before: datetime | None, days: int) -> datetime:
    """When the first thing of an entity starts: told by the example of its earliest date, births aside, else
    so many days before the first date that the whole design tells."""
    ranked = [(days_after(field.name), value) for field, value in _examples(fields)]
    examples = [(abs(days), days, value) for days, value in ranked if days != _BIRTH]
    if not examples:
        return moved(before or _EPOCH, timedelta(days=-days))
    _, after, value = min(examples)
    return moved(value, timedelta(days=-after))


def _examples(fields: Iterable[Field]) -> list[tuple[Field, datetime]]:
    examples: list[tuple[Field, datetime]] = []
    for field in fields:
        value = _example(field)
        if value is not None:
            examples.append((field, value))
        examples.extend(_examples(given(field.fields, [])))
    return examples


def _example(field: Field) -> datetime | None:
    value: Any = typed(field.example, ("date",)) if field.type == "date" and stated(field.example) else None
    return value if isinstance(value, datetime) else None


def moved(moment: datetime, by: timedelta) -> datetime:
    """Return a moment so much later, or the same where the calendar ends before."""
    try:
        return moment + by
    except OverflowError:
        return moment
