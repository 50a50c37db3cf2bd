"""Amounts beside one another agree: so many units at the price of one, what is deducted and what is left, years with dates, and times of day."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, given, stated
from ...model.field_walk import parts
from ...model.values import plain
from ...names.inflection import singular
from ..languages import snake
from ..values.moments import days_after, moved
from ..values.pools import words_in
from ..values.states import is_past, setting_off, stem_of, stems
from ..world import Thing
from ..world.sample_data import SampleData
from . import is_free
from .bounds import cap, is_loose, number_in, put
from .progress import TIERS
from .windows import (
    DAY,
    ENDED,
    FROM,
    HOUR,
    UNTIL,
    RecordOf,
    from_to,
    happens,
    is_midnight,
    lasting,
    parents_of,
    words_of,
)

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


def tell_of_others(fields: Sequence[Field]) -> bool:
    """Whether a number among these fields tells, or is told by, those beside it."""
    return any(
        field.type in _NUMBERS and (_tells_others(field.name) or _is_year(field.name)) for field in fields
    )


def amounts_agree(record: dict[str, Any], fields: Sequence[Field], number: int) -> None:
    """Let what so many units come to be that many times the price of one, and what is paid out what is left of the gross amount
    after deductions; a budget is near the price. The first thing keeps the designer's examples."""
    free = {
        field.name: field
        for field in fields
        if field.type in _NUMBERS
        and is_free(field)
        and is_loose(field, number)
        and number_in(record, field.name) is not None
    }
    for name in free:
        _priced(record, free, name)
    _by_the_piece(record, free)
    _longer_dearer(record, free)
    _deducted(record, free)
    _above_its_floor(record, free)
    budget = number_in(record, "budget") if "budget" in free else None
    prices = (number_in(record, name) for name in record if _is_said_price(name))
    price = next((each for each in prices if each), None)
    if price and budget is not None and not price <= budget <= 3 * price:
        put(record, free["budget"], math.ceil(price * 1.2 / 10) * 10)


def _priced(record: dict[str, Any], free: Mapping[str, Field], name: str) -> None:
    """Let the amount beside the price of a unit be that of so many units as are counted there."""
    priced = _PER_UNIT.fullmatch(snake(name))
    if priced is None:
        return
    unit = singular(priced[1] or priced[2].replace("dai", "day"))
    unit = _UNIT_OF.get(unit, unit)
    counts = (number_in(record, each) for each in record if _unit_counted(each) == unit)
    count = next((each for each in counts if each is not None), None)
    total = next((each for each in _COME_TO if each in free and each != name), None)
    if count is not None and total is not None:
        put(record, free[total], round((number_in(record, name) or 0) * count, 2))


def _by_the_piece(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """Let a line come to as many as were delivered, at the price of one."""
    counts = (number_in(record, name) for name in _PIECES if name in record)
    count, price = next(counts, None), number_in(record, "unit_price") if "unit_price" in record else None
    total = next((name for name in _COME_TO if name in free), None)
    if count is not None and price is not None and total is not None:
        put(record, free[total], round(count * price, 2))


def _longer_dearer(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """Let a month cost more than a day."""
    row = sorted(
        (_WEIGHT[word], name)
        for name in free
        for word in words_of(name) & _WEIGHT.keys()
        if words_of(name) & _PRICED_BY
    )
    for (less, shorter), (more, longer) in pairwise(row):
        least = (number_in(record, shorter) or 0) * more / less
        if not least * 0.4 <= (number_in(record, longer) or 0) <= least * 1.6:
            put(record, free[longer], round(least))


_PIECES = ("quantity_delivered", "delivered", "quantity", "qty", "quantity_ordered")
_PRICED_BY = words_in("price rate fee rent tariff charge")
_WEIGHT = {"hour": 2, "hourly": 2, "day": 10, "daily": 10, "week": 40, "weekly": 40, "month": 120, "monthly": 120, "year": 1200, "yearly": 1200, "annual": 1200}  # fmt: skip


def _deducted(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """Let net be what gross is without what was deducted, which is the smaller part of it."""
    parts = [
        field for name, field in free.items() if words_of(name) & _DEDUCTED or words_of(name) <= _TAKEN_OFF
    ]
    gross, net = (
        next((name for name in free if words_of(name) - {"amount", "total"} == {word}), None)
        for word in ("gross", "net")
    )
    if not parts or gross is None:
        return
    whole = number_in(record, gross) or 0
    for part in parts:
        cap(record, part, round(whole * 0.6 / len(parts), 2), 0.4)
        if words_of(part.name) <= _TAKEN_OFF:
            put(record, part, round(whole * (0.05 if "commission" in words_of(part.name) else 0.01), 2))
    if net is not None:
        put(record, free[net], round(whole - sum(number_in(record, part.name) or 0 for part in parts), 2))


def _above_its_floor(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """Let what is reached at a sale be no less than the price from which it is one, and that no more than the least estimate."""
    floor = next((name for name in record if is_floor(name)), None)
    low = next((name for name in record if _is_low_estimate(words_of(name))), None)
    least = number_in(record, low) if low is not None else None
    if floor is not None and floor in free and least:
        cap(record, free[floor], least)
    least = number_in(record, floor) if floor is not None else None
    for name in free if least else ():
        own = number_in(record, name)
        if (
            name != floor
            and words_of(name) & REACHED
            and is_amount(name)
            and own is not None
            and own < (least or 0)
        ):
            put(record, free[name], math.ceil((least or 0) * 1.15 / 10) * 10)
        elif (
            name != floor
            and words_of(name) & {"hammer", "winning"}
            and own is not None
            and own > 3 * (least or 0)
        ):
            put(record, free[name], math.ceil((least or 0) * 1.45 / 10) * 10)


@of_a_short_text(4096)
def is_floor(name: str) -> bool:
    """Whether a number of this name is the least for which a thing is sold."""
    words = words_of(name)
    return bool(words & _FLOORS) and (is_amount(name) or words <= _FLOORS)


_FLOORS, _LOW = frozenset("reserve starting opening".split()), frozenset("low lower min minimum from".split())
REACHED = frozenset("hammer winning final sold selling highest current".split())


def _is_low_estimate(words: frozenset[str]) -> bool:
    return words == {"guide", "price"} or bool("estimate" in words and words & _LOW)


@of_a_short_text(4096)
def is_amount(name: str) -> bool:
    """Whether a number of this name is money that is asked or offered."""
    return not words_of(name).isdisjoint(("price", "bid", "amount", "offer")) or words_of(name) <= REACHED


@of_a_short_text(4096)
def _is_said_price(name: str) -> bool:
    words = words_of(name)
    return bool(words & {"price", "cost"} and words & _SAID_OF_PRICES) and "budget" not in words


@of_a_short_text(4096)
def _tells_others(name: str) -> bool:
    """Whether a number of this name tells, or is told by, those beside it."""
    return (
        name in ("budget", "unit_price")
        or bool(words_of(name) & _PRICED_BY and words_of(name) & _WEIGHT.keys())
        or bool(words_of(name) & (_DEDUCTED | _TAKEN_OFF | _FLOORS))
        or _PER_UNIT.fullmatch(snake(name)) is not None
    )


_PER_UNIT = re.compile(
    r"(?:.*_)?(?:price|rate|cost|fee|charge)_per_([a-z]+)|(hour|dai|week|month|year)ly_(?:amount|rent|fee|price|rate)"
)
_COME_TO = (
    "paid_so_far",
    "total_paid",
    "amount",
    "line_total",
    "total",
    "net",
    "net_amount",
    "total_price",
    "subtotal",
    "total_cost",
)
_UNIT_OF = {
    "kg": "kilogram",
    "kilo": "kilogram",
    "liter": "litre",
    "l": "litre",
    "km": "kilometre",
    "kilometer": "kilometre",
    "tonne": "ton",
}
_DEDUCTED = frozenset("withheld deducted deductions".split())
_TAKEN_OFF = frozenset("commission commissions levy levies fees charges".split())
_SAID_OF_PRICES = frozenset("quoted agreed estimated offered".split())


@of_a_short_text(4096)
def _unit_counted(name: str) -> str:
    """What a number counts by its name: kilograms, weight_kg, litres; "" where its last word is no unit of itself."""
    head, _, last = snake(name).rpartition("_")
    unit = singular(last)
    unit = _UNIT_OF.get(unit, unit)
    first = singular(snake(name).partition("_")[0])
    if (
        first in ("month", "week", "day", "hour", "year")
        and first != snake(name).partition("_")[0]
        and is_past(name)
    ):
        return first
    is_count = not head or head in ("number_of", "total", "net", "weight", "quantity") or last in ("kg", "km")
    return unit if is_count and last != "per" and "_per_" not in name else ""


_LAST = frozenset("last latest".split())


def years_before_dates(record: dict[str, Any], fields: Sequence[Field], number: int) -> None:
    """Let the year in which something was done to a thing be no later than its first date. number: of the thing; the first one
    keeps the designer's examples."""
    years = [field for field in fields if _is_year(field.name)]
    if not years:
        return
    dates = [
        value
        for name, value in record.items()
        if isinstance(value, datetime) and (happens(name) or words_of(name) & _LAST)
    ]
    for field in years if dates else ():
        if is_free(field) and is_loose(field, number):
            cap(record, field, min(dates).year)


@of_a_short_text(4096)
def _is_year(name: str) -> bool:
    words = words_of(name)
    return "year" in words and any(map(is_past, words))


# --- times of day ----------------------------------------------------------------------------

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
    _come_and_go(record, free)
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


def _come_and_go(record: dict[str, Any], free: Sequence[Field]) -> None:
    """Let who comes first go soon, and who goes first come an hour later, as it is declared."""
    row = [(name, field) for field in free for name in words_of(field.name) & _WAY_WORDS]
    if len(row) != 2 or row[0][0][:3] == row[1][0][:3]:
        return
    first = _CLOCK.fullmatch(str(record.get(row[0][1].name)))
    if first is not None and _CLOCK.fullmatch(str(record.get(row[1][1].name))):
        minutes = int(first[1]) * 60 + int(first[2]) + (2 if row[0][0].startswith("arr") else 65)
        record[row[1][1].name] = f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


_WAY_WORDS = words_in("arrival arrives arr departure departs dep")
_HOURS, _LATE = 3, 21


def _is_start_beside(words: list[str], rest: list[str]) -> bool:
    return not _OPENS.isdisjoint(words) and [word for word in words if word not in _OPENS] == rest


def begun_before_ended(record: dict[str, Any], dated: Sequence[Field], number: int) -> None:
    """Let two dates that are called alike, but for which of them begins, be in that order. dated: the fields of the record's
    dates; number: of the thing; the first one keeps the designer's examples."""
    happened = [record[field.name] for field in dated if happens(field.name)]
    for field in dated if happened else ():  # since when it is there: before whatever else happened
        if words_of(field.name) & {"since"} and not (number == 0 and stated(field.example)):
            record[field.name] = min(record[field.name], *happened)
    by_words = {words_of(field.name): field for field in dated if len(dated) > 1}
    for words, field in by_words.items():
        start = next((other for theirs, other in by_words.items() if _is_begun(theirs, words)), None)
        if start is None or record[start.name] <= record[field.name]:
            continue
        if number or not (stated(start.example) or stated(field.example)):
            record[start.name], record[field.name] = record[field.name], record[start.name]


def _is_begun(words: frozenset[str], ended: frozenset[str]) -> bool:
    return bool(words & FROM and ended & UNTIL) and words - FROM == ended - UNTIL


@of_a_short_text(4096)
def what_of(date: str) -> frozenset[str]:
    """What a date is of, whether it is meant or has happened: deliver_on, delivered_at."""
    return frozenset(setting_off(stem_of(stem)) for stem in stems(date))


def is_meant(fields: Sequence[Field]) -> bool:
    """Whether of two dates that are called alike one has happened and one is meant."""
    dates = [field.name for field in fields if field.type == "date"]
    meant = {what_of(name) for name in dates if not is_past(name)}
    return any(is_past(name) and what_of(name) in meant for name in dates)


def done_as_meant(record: dict[str, Any], dated: Sequence[Field], number: int) -> None:
    """Let what was meant for a day be done about then: delivered_at beside deliver_on. number: of the thing; the first one keeps
    the designer's examples."""
    for field in dated:
        if not is_past(field.name) or (number == 0 and stated(field.example)):
            continue
        others = (
            other for other in dated if not is_past(other.name) and what_of(other.name) == what_of(field.name)
        )
        day = next((record[other.name] for other in others), None)
        if day is not None and abs(record[field.name] - day) > timedelta(days=2):
            record[field.name] += timedelta(days=(day.date() - record[field.name].date()).days)


# --- how long things last -----------------------------------------------------------------------


def lasts_as_chosen(
    record: dict[str, Any], fields: Sequence[Field], dated: Sequence[Field], number: int
) -> None:
    """Let what lasts from one date to another last as long as its kind says: an annual contract a year, one of the summer from
    April to September. dated: the fields of its dates; number: of the thing; the first one keeps the designer's examples."""
    lasts = lasting(*(field.name for field in dated))
    if lasts is None or (number == 0 and any(stated(field.example) for field in dated)):
        return
    if any((years := _TWO_YEARS.search(str(value))) for value in record.values() if isinstance(value, str)):
        _from_autumn_on(record, lasts, int(years[1]) if years is not None else 0)
        return
    kinds = (field for field in fields if given(field.enum, []) and words_of(field.name) <= _KINDS_OF_PERIODS)
    chosen = (words_of(str(record.get(field.name))) for field in kinds)
    length = next((_PERIODS[word] for words in chosen for word in sorted(words & _PERIODS.keys())), None)
    start, end = record[lasts[0]], record[lasts[1]]
    if length is None and any(_is_monthly(field.name) for field in fields) and end - start < 60 * DAY:
        length = 365 * DAY  # nobody pays by the month for a week
    if length is None:
        return
    if isinstance(length, timedelta):
        over = moved(start, length - DAY if is_midnight(end) and length > DAY else length)
        for field in dated:  # what is done at the end, too
            if record[field.name] >= end and days_after(field.name) >= ENDED:
                record[field.name] = moved(record[field.name], over - end)
        return
    begins, months = length
    start = start.replace(day=1, month=begins, year=start.year + (start.month > begins))
    month = begins + months
    after = start.replace(year=start.year + (month > 12), month=(month - 1) % 12 + 1)
    record[lasts[0]], record[lasts[1]] = start, moved(after, -DAY)


_TWO_YEARS = re.compile(r"(?<![0-9/-])(20[0-9]{2})/[0-9]{2}(?![0-9])")  # a season, a school year: 2026/27


def _from_autumn_on(record: dict[str, Any], lasts: tuple[str, str], year: int) -> None:
    """Let what is called by two years last from the autumn of one to the summer of the other."""
    length = record[lasts[1]] - record[lasts[0]]
    if 60 * DAY < length < 400 * DAY:
        record[lasts[0]] = record[lasts[0]].replace(year=year, month=9, day=1)
        record[lasts[1]] = record[lasts[1]].replace(year=year + 1, month=6, day=30)


@of_a_short_text(4096)
def _is_monthly(name: str) -> bool:
    return "monthly" in words_of(name) and not words_of(name).isdisjoint(_PAID_OFTEN)


_PAID_OFTEN = frozenset("rent fee amount price rate payment allowance premium".split())
_KINDS_OF_PERIODS = frozenset("kind type term season period duration plan contract".split())
_PERIODS: dict[str, timedelta | tuple[int, int]] = {
    "hourly": HOUR, "daily": DAY, "weekly": 7 * DAY, "fortnightly": 14 * DAY, "monthly": 30 * DAY, "quarterly": 91 * DAY,
    "annual": 365 * DAY, "yearly": 365 * DAY, "summer": (4, 6), "winter": (10, 6), "spring": (3, 3), "autumn": (9, 3),
}  # fmt: skip
"""How long what is called so lasts: a time, or the month in which it begins and how many it has."""


def lasts_as_told_above(
    world: SampleData, thing: Thing, record: dict[str, Any], dated: Sequence[Field], of: RecordOf
) -> None:
    """Let what begins and ends at a time of day last as long as what it belongs to says: a game in a room of 60 minutes."""
    span = from_to(*(field.name for field in dated))
    if span is None or is_midnight(record[span[0]]):
        return
    own = (words_of(field.name) for field in world.fields(thing.entity))
    if any(words & _UNITS.keys() and not words & _LATE_BY for words in own):
        return
    if any(stated(field.example) for field in dated if field.name in span):
        return
    for _, parent in parents_of(world, thing):
        for field in world.fields(parent.entity):
            words = words_of(field.name)
            is_length = words & _LENGTH or words <= _UNITS.keys()
            length = plain(of(parent).get(field.name)) if is_length else None
            unit = next((_UNITS[word] for word in sorted(words & _UNITS.keys())), None)
            if unit is not None and length is not None and length > 0:
                record[span[1]] = moved(record[span[0]], length * unit)
                _as_it_went(record, dated, span)
                return


def _as_it_went(record: dict[str, Any], dated: Sequence[Field], span: tuple[str, str]) -> None:
    """Let what departed and arrived do so minutes after it was meant to, or as late as it says."""
    late = (plain(value) for name, value in record.items() if words_of(name) & _LATE_BY)
    minutes = next((each for each in late if each is not None), 4)
    for field in dated:
        meant = next((name for name in span if what_of(name) == what_of(field.name)), None)
        if meant is not None and is_past(field.name):
            record[field.name] = moved(record[meant], timedelta(minutes=minutes))


_LENGTH = frozenset("duration length".split())
_LATE_BY = frozenset("delay late delayed".split())
_UNITS = {"minutes": timedelta(minutes=1), "min": timedelta(minutes=1), "hours": HOUR}


# --- what lies along ways, and bids ------------------------------------------------------------

METRES = {**dict.fromkeys(words_in("metres meters distance_m length_m distance_metres"), 1),
          **dict.fromkeys(words_in("km kilometre kilometer kilometres kilometers distance_km at_km length_km"), 1000)}  # fmt: skip
ELAPSED = words_in("seconds elapsed_seconds time_seconds split_seconds")
WEIGHED = words_in("weight mass girth pulse")
OF_ALL_WAY = words_in("net_seconds chip_seconds goal_seconds slowest_seconds gun_seconds")


def may_lie_on_ways(entity: str, fields: Sequence[Field]) -> bool:
    """Whether things lie along ways or take a time for them, are bids, are weighed, or have prices that hold until a day."""
    names = METRES.keys() | ELAPSED | OF_ALL_WAY | {"volume_m3"}
    ways = (part for part in parts(fields) if snake(part.field.name) in names or holds_until(part.field))
    return is_bid(entity) or any(ways) or any(words_of(field.name) & WEIGHED for field in fields)


def is_bid(entity: str) -> bool:
    """Whether things of an entity are bids for what they belong to."""
    return not words_of(entity).isdisjoint(("bid", "offer"))


def holds_until(field: Field) -> str:
    """The date until which prices in a list hold; "" of another list."""
    item = given(field.items, None) if field.type == "array" and not stated(field.example) else None
    if item is None or not words_of(field.name) & TIERS:
        return ""
    return next(
        (each.name for each in given(item.fields, []) if each.type == "date" and words_of(each.name) & UNTIL),
        "",
    )
