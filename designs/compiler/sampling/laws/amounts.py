"""Amounts beside one another agree: so many units at the price of one, what is deducted and what is left, years with dates, and times of day."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.course import is_past, stem_of, stems
from ..values.pools import words_in
from . import is_free
from .bounds import cap, is_loose, number_in, put
from .windows import FROM, UNTIL, happens, words_of

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


def _deducted(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """Let net be what gross is without what was deducted, which is the smaller part of it."""
    parts = [field for name, field in free.items() if words_of(name) & _DEDUCTED]
    gross, net = (
        next((name for name in free if words_of(name) - {"amount", "total"} == {word}), None)
        for word in ("gross", "net")
    )
    if not parts or gross is None or net is None:
        return
    whole = number_in(record, gross) or 0
    for part in parts:
        cap(record, part, round(whole * 0.6 / len(parts), 2), 0.4)
    put(record, free[net], round(whole - sum(number_in(record, part.name) or 0 for part in parts), 2))


def _above_its_floor(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """Let what is reached at a sale be no less than the price from which it is one, and that no more than the least estimate."""
    floor = next((name for name in record if words_of(name) & _FLOORS and _is_amount(name)), None)
    low = next((name for name in record if words_of(name) & {"estimate"} and words_of(name) & _LOW), None)
    least = number_in(record, low) if low is not None else None
    if floor is not None and floor in free and least:
        cap(record, free[floor], least)
    least = number_in(record, floor) if floor is not None else None
    for name in free if least else ():
        own = number_in(record, name)
        if (
            name != floor
            and words_of(name) & _REACHED
            and _is_amount(name)
            and own is not None
            and own < (least or 0)
        ):
            put(record, free[name], math.ceil((least or 0) * 1.15 / 10) * 10)


_FLOORS, _LOW = frozenset("reserve starting opening".split()), frozenset("low lower min minimum from".split())
_REACHED = frozenset("hammer winning final sold selling highest current".split())


@of_a_short_text(4096)
def _is_amount(name: str) -> bool:
    return not words_of(name).isdisjoint(("price", "bid", "amount", "offer")) or words_of(name) <= _REACHED


@of_a_short_text(4096)
def _is_said_price(name: str) -> bool:
    words = words_of(name)
    return bool(words & {"price", "cost"} and words & _SAID_OF_PRICES) and "budget" not in words


@of_a_short_text(4096)
def _tells_others(name: str) -> bool:
    """Whether a number of this name tells, or is told by, those beside it."""
    return (
        name == "budget"
        or bool(words_of(name) & (_DEDUCTED | _FLOORS))
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
    return frozenset(stem_of(stem) for stem in stems(date))


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
