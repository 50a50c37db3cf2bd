"""Amounts beside one another agree: so many units at the price of one, what is deducted and what is left, years with dates, and times of day."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, given, stated
from ...names.inflection import singular
from ..languages import snake
from ..values.pools import words_in
from ..values.states import is_past, stem_of, stems
from ..world.sample_data import SampleData
from ..world.things import Thing
from . import is_free
from .bounds import cap, is_loose, number_in, put
from .progress import TIERS
from .windows import FROM, UNTIL, RecordOf, happens, parents_of, window_of, words_of

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


# --- along a way -----------------------------------------------------------------------------

_METRES = {**dict.fromkeys(words_in("metres meters distance_m length_m distance_metres"), 1),
           **dict.fromkeys(words_in("km kilometre kilometer kilometres kilometers distance_km at_km length_km"), 1000)}  # fmt: skip
_NAMED_WAY = re.compile(r"([0-9]+(?:[.,][0-9]+)?) ?(km|k|m|metres|meters)\b", re.IGNORECASE)
_WAYS = {"marathon": 42195, "half marathon": 21098, "full marathon": 42195, "half": 21098}
_ELAPSED = words_in("seconds elapsed_seconds time_seconds split_seconds")
_OF_ALL_WAY = words_in("net_seconds chip_seconds goal_seconds slowest_seconds gun_seconds")
_STARTS = ("starts_at", "started_at", "start_time", "start_at")


def ways_agree(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what lies along a way lie on it, one after another, and times be those that somebody takes for it; a way that is called by
    its length is so long."""
    named = world.answered("along a way", thing.entity, lambda: _along(fields))
    if not named:
        return
    free = [field for field in named if is_loose(field, thing.number)]
    own = next((field for field in free if snake(field.name) in _METRES), None)
    called = _called_so_long(record) if own is not None else None
    if own is not None and called is not None and not _is_on_way(world, thing):
        put(record, own, called / _METRES[snake(own.name)])
    above = list(_above(world, thing)) if called is None else []
    whole = next((length for each in above if (length := _length_of(world, each, of)) is not None), None)
    if whole is None and own is not None:
        whole = _beside(world, thing, of)
    if whole is None:
        return
    at, count = _place(world, thing)
    if own is not None and _is_on_way(world, thing):
        step = 1000 if whole > 1000 * (count + 1) else 1
        put(record, own, whole * at / (count + 1) // step * step / _METRES[snake(own.name)])
        _say_how_far(record, fields, (number_in(record, own.name) or 0) * _METRES[snake(own.name)])
    _timed(record, free, whole, _pace(world, thing))
    _passed(world, thing, record, fields, above, of)


def _along(fields: Sequence[Field]) -> list[Field]:
    """The numbers of a thing that are lengths of ways, or times for one."""
    names = _METRES.keys() | _ELAPSED | _OF_ALL_WAY
    return [field for field in fields if field.type in _NUMBERS and snake(field.name) in names]


def _called_so_long(record: Mapping[str, Any]) -> float | None:
    for name in ("name", "title"):
        called = record.get(name)
        if isinstance(called, str):
            told = _NAMED_WAY.fullmatch(called)
            if told is not None:
                return float(told[1].replace(",", ".")) * (1000 if told[2].casefold() in ("km", "k") else 1)
            return _WAYS.get(called.casefold())
    return None


def _above(world: SampleData, thing: Thing, steps: int = 3) -> Iterator[Thing]:
    """What a thing belongs to, and what that belongs to, the nearest first."""
    row = [thing]
    for _ in range(steps):
        row = [parent for each in row for _, parent in parents_of(world, each)]
        yield from row


def _length_of(world: SampleData, thing: Thing, of: RecordOf) -> float | None:
    for field in world.fields(thing.entity):
        factor = _METRES.get(snake(field.name))
        length = number_in(of(thing), field.name) if factor is not None and field.type in _NUMBERS else None
        if length is not None and factor is not None:
            return length * factor
    return None


def _is_on_way(world: SampleData, thing: Thing) -> bool:
    """Whether a thing is a point of a way, or a part of what goes along one: what has no parts of its own."""
    return not any(
        link.kind in ("one-to-many", "one-to-one") for link in world.relationships_from(thing.entity)
    )


def _beside(world: SampleData, thing: Thing, of: RecordOf) -> float | None:
    """The longest of the ways that belong to what a thing belongs to."""
    lengths = [
        length
        for _, parent in parents_of(world, thing)
        if _is_on_way(world, thing)
        for link in world.relationships_from(parent.entity)
        if link.kind == "one-to-many" and link.to.entity != thing.entity
        for pair in world.links(link.name, "from", parent)
        if not _is_on_way(world, pair.target) and (length := _length_of(world, pair.target, of)) is not None
    ]
    return max(lengths, default=None)


def _place(world: SampleData, thing: Thing) -> tuple[int, int]:
    """Which of the things of its first parent a thing is, from 1, and how many there are."""
    for link, parent in parents_of(world, thing):
        row = [pair.target for pair in world.links(link.name, "from", parent)]
        if thing in row:
            return row.index(thing) + 1, len(row)
    return 1, 1


def _pace(world: SampleData, thing: Thing) -> float:
    """Seconds for a metre: whose time it is takes as long all the way."""
    whose = (
        next((parent for _, parent in parents_of(world, thing)), thing) if _is_on_way(world, thing) else thing
    )
    return 0.29 + whose.number % 5 * 0.035


def _timed(record: dict[str, Any], free: Sequence[Field], whole: float, pace: float) -> None:
    far = next((number_in(record, each.name) for each in free if snake(each.name) in _METRES), None)
    unit = next((_METRES[snake(each.name)] for each in free if snake(each.name) in _METRES), 1)
    for field in free:
        name = snake(field.name)
        if number_in(record, field.name) is None or name in _METRES:
            continue
        if name in _ELAPSED and far is not None:
            put(record, field, round(far * unit * pace))
        elif name in _OF_ALL_WAY:
            more = {
                "gun_seconds": 47,
                "goal_seconds": -round(whole * pace) % 300,
                "slowest_seconds": 900,
            }.get(name, 0)
            put(record, field, round(whole * pace) + more)


def _say_how_far(record: dict[str, Any], fields: Sequence[Field], metres: float) -> None:
    """A text that says how far something is along a way says what its number does: 10 km."""
    for field in fields:
        shown = field.example if isinstance(field.example, str) and field.type == "string" else ""
        told = _NAMED_WAY.fullmatch(shown) if shown else None
        if told is not None and isinstance(record.get(field.name), str) and field.unique is not True:
            unit = 1000 if told[2].casefold() in ("km", "k") else 1
            record[field.name] = shown.replace(told[1], f"{metres / unit:g}")


def _passed(
    world: SampleData,
    thing: Thing,
    record: dict[str, Any],
    fields: Sequence[Field],
    above: Sequence[Thing],
    of: RecordOf,
) -> None:
    """When somebody came to a point of the way: so long after the start."""
    dates = [
        field for field in fields if field.type == "date" and isinstance(record.get(field.name), datetime)
    ]
    after = next((number_in(record, field.name) for field in fields if snake(field.name) in _ELAPSED), None)
    if len(dates) != 1 or after is None or stated(dates[0].example):
        return
    starts = (of(each).get(name) for each in above for name in _STARTS)
    start = next((each for each in starts if isinstance(each, datetime)), None)
    if start is not None:
        record[dates[0].name] = start + timedelta(seconds=round(after))


# --- until when prices hold -------------------------------------------------------------------


def prices_end_before(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let prices that hold until a day hold until before the day of what the thing belongs to."""
    lists = world.answered(
        "prices until", thing.entity, lambda: [field for field in fields if _holds_until(field)]
    )
    for field in lists if not any(each.type == "date" for each in fields) else ():
        opens = (window.opens for _, parent in parents_of(world, thing)
                 if (window := window_of(world.fields(parent.entity), of(parent))) is not None)  # fmt: skip
        day = next((each for each in opens if each is not None), None)
        name = _holds_until(field)
        rows = [row for row in record.get(field.name) or [] if isinstance(row.get(name), datetime)]
        last = max((row[name] for row in rows), default=None)
        if day is not None and last is not None and last >= day:
            by = timedelta(days=(last - day).days + 7)
            for row in rows:
                row[name] -= by


def _holds_until(field: Field) -> str:
    """The date until which prices in a list hold; "" of another list."""
    item = given(field.items, None) if field.type == "array" and not stated(field.example) else None
    if item is None or not words_of(field.name) & TIERS:
        return ""
    return next(
        (each.name for each in given(item.fields, []) if each.type == "date" and words_of(each.name) & UNTIL),
        "",
    )
