"""Along ways: what lies on one does so one after another, and times are those that somebody takes for it; and what is bid for a
thing, until when it costs so much, and what is weighed twice. Few designs have these, so that this is read where one does."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from ....model.conceptual import Field, given, stated
from ...languages import snake
from ...values.pools import words_in
from ...world import Thing
from ...world.sample_data import SampleData
from ..amounts import ELAPSED, METRES, OF_ALL_WAY, REACHED, WEIGHED, holds_until, is_amount, is_bid, is_floor
from ..bounds import is_loose, number_in, put
from ..windows import RecordOf, parents_of, window_of, words_of

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


def along_ways(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what lies along a way, is bid, or holds until a day agree with what it belongs to."""
    ways_agree(world, thing, record, fields, of)
    prices_end_before(world, thing, record, fields, of)
    bids_rise(world, thing, record, fields, of)
    weighed_alike(world, thing, record, fields, of)
    measured(record, fields, thing.number)


# --- along a way -----------------------------------------------------------------------------

_POSITIONS = words_in("kilometre kilometer at_km chainage position_km")
_NAMED_WAY = re.compile(r"([0-9]+(?:[.,][0-9]+)?) ?(km|k|m|metres|meters)\b", re.IGNORECASE)
_WAYS = {"marathon": 42195, "half marathon": 21098, "full marathon": 42195, "half": 21098}
_STARTS = ("starts_at", "started_at", "start_time", "start_at")


def ways_agree(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what lies along a way lie on it, one after another, and times be those that somebody takes for it; a way that is called by
    its length is so long."""
    named: list[Field] = world.answered("along a way", thing.entity, lambda: _along(thing.entity, fields))
    if not named:
        return
    free = [field for field in named if is_loose(field, thing.number)]
    own = next((field for field in free if snake(field.name) in METRES), None)
    called = _called_so_long(record) if own is not None else None
    if own is not None and called is not None and not _is_on_way(world, thing):
        put(record, own, called / METRES[snake(own.name)])
    above = list(_above(world, thing)) if called is None else []
    whole = next((length for each in above if (length := _length_of(world, each, of)) is not None), None)
    if whole is None and own is not None:
        whole = _beside(world, thing, of)
    if whole is None:
        return
    at, count = _place(world, thing)
    if own is not None and (_is_on_way(world, thing) or snake(own.name) in _POSITIONS):
        step = 1000 if whole > 1000 * (count + 1) else 1
        put(record, own, whole * at / (count + 1) // step * step / METRES[snake(own.name)])
        _say_how_far(record, fields, (number_in(record, own.name) or 0) * METRES[snake(own.name)])
    _timed(record, free, whole, _pace(world, thing))
    _passed(world, thing, record, fields, above, of)


# What has a length of its own, which is no way.
_BODIES = words_in(
    "ship vessel boat yacht ferry barge vehicle car truck van bus trailer wagon locomotive aircraft container berth quay pipe bed"
)


def _along(entity: str, fields: Sequence[Field]) -> list[Field]:
    """The numbers of a thing that are lengths of ways, or times for one."""
    if words_of(entity) & _BODIES:
        return []
    names = METRES.keys() | ELAPSED | OF_ALL_WAY
    return [field for field in fields if field.type in _NUMBERS and snake(field.name) in names]


def _called_so_long(record: Mapping[str, Any]) -> float | None:
    for name in ("name", "title"):
        called = record.get(name)
        if isinstance(called, str):
            length = _NAMED_WAY.fullmatch(called)
            if length is not None:
                return float(length[1].replace(",", ".")) * (
                    1000 if length[2].casefold() in ("km", "k") else 1
                )
            return _WAYS.get(called.casefold())
    return None


def _above(world: SampleData, thing: Thing, steps: int = 3) -> Iterator[Thing]:
    """What a thing belongs to, and what that belongs to, the nearest first."""
    row = [thing]
    for _ in range(steps):
        row = [parent for each in row for _, parent in parents_of(world, each)]
        yield from row


def _length_of(world: SampleData, thing: Thing, of: RecordOf) -> float | None:
    for field in world.fields(thing.entity) if not words_of(thing.entity) & _BODIES else ():
        factor = METRES.get(snake(field.name))
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
    far = next((number_in(record, each.name) for each in free if snake(each.name) in METRES), None)
    unit = next((METRES[snake(each.name)] for each in free if snake(each.name) in METRES), 1)
    for field in free:
        name = snake(field.name)
        if number_in(record, field.name) is None or name in METRES:
            continue
        if name in ELAPSED and far is not None:
            put(record, field, round(far * unit * pace))
        elif name in OF_ALL_WAY:
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
        length = _NAMED_WAY.fullmatch(shown) if shown else None
        if length is not None and isinstance(record.get(field.name), str) and field.unique is not True:
            unit = 1000 if length[2].casefold() in ("km", "k") else 1
            record[field.name] = shown.replace(length[1], f"{metres / unit:g}")


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
    after = next((number_in(record, field.name) for field in fields if snake(field.name) in ELAPSED), None)
    if len(dates) != 1 or after is None or stated(dates[0].example):
        return
    starts = (of(each).get(name) for each in above for name in _STARTS)
    start = next((each for each in starts if isinstance(each, datetime)), None)
    if start is not None:
        record[dates[0].name] = start + timedelta(seconds=round(after))


# --- bids ------------------------------------------------------------------------------------

_RESERVED, _BID_OF = words_in("reserve starting opening minimum"), ("amount", "price", "value", "bid")


def bids_rise(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let each bid be more than the one before it, and the last one what the thing went for."""
    if not is_bid(thing.entity):
        return
    amount = next(
        (field for field in fields if snake(field.name) in _BID_OF and is_loose(field, thing.number)), None
    )
    for link, parent in parents_of(world, thing) if amount is not None else ():
        above = of(parent)
        priced = [name for name in above if is_amount(name) or is_floor(name)]
        reached = next((number_in(above, name) for name in priced if words_of(name) & REACHED), None)
        floor = next((number_in(above, name) for name in priced if words_of(name) & _RESERVED), None)
        row = [pair.target for pair in world.links(link.name, "from", parent)]
        if (most := reached or floor) and amount is not None and thing in row:
            share = (0.8 if reached else 0.7) + 0.2 * (row.index(thing) + 1) / len(row)
            put(record, amount, round(most * share))
            return


# --- until when prices hold -------------------------------------------------------------------


def prices_end_before(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let prices that hold until a day hold until before the day of what the thing belongs to."""
    lists = world.answered(
        "prices until", thing.entity, lambda: [field for field in fields if holds_until(field)]
    )
    for field in lists if not any(each.type == "date" for each in fields) else ():
        opens = (window.opens for _, parent in parents_of(world, thing)
                 if (window := window_of(world.fields(parent.entity), of(parent))) is not None)  # fmt: skip
        day = next((each for each in opens if each is not None), None)
        name = holds_until(field)
        rows = [row for row in record.get(field.name) or [] if isinstance(row.get(name), datetime)]
        last = max((row[name] for row in rows), default=None)
        if day is not None and last is not None and last >= day:
            by = timedelta(days=(last - day).days + 7)
            for row in rows:
                row[name] -= by


# --- weighed twice ------------------------------------------------------------------------------

_EARLIER = words_in("before pre initial first start opening")
_LATER = words_in("after post final last end closing dry target usual")


def weighed_alike(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let what is weighed before and after something, of one body, be of one magnitude, and of that of the one whom it belongs to."""
    twice: list[Field] = world.answered("weighed twice", thing.entity, lambda: _weighed(fields))
    for field in twice:
        quantity = _quantity(field.name)
        own = number_in(record, field.name)
        base = next(_weights_beside(world, thing, quantity, of), None)
        if base is None:
            row = [each for each in twice if _quantity(each.name) == quantity and each is not field]
            row = [
                each
                for each in row
                if not is_loose(each, thing.number) or twice.index(each) < twice.index(field)
            ]
            base = next((value for each in row if (value := number_in(record, each.name)) is not None), None)
        if own is None or base is None or not is_loose(field, thing.number):
            continue
        more = thing.number % 5 + 12 if words_of(field.name) & _EARLIER else thing.number % 3
        weight = base * (1 + more / 500)
        put(record, field, round(weight, 1) if base > 20 else weight)


def _quantity(name: str) -> frozenset[str]:
    return words_of(name) - _EARLIER - _LATER


def _weighed(fields: Sequence[Field]) -> list[Field]:
    """The numbers that a thing has of one body at several times, the later ones first."""
    numbers = [field for field in fields if field.type in _NUMBERS and words_of(field.name) & WEIGHED]
    numbers = [field for field in numbers if words_of(field.name) & (_EARLIER | _LATER)]
    return sorted(numbers, key=lambda field: bool(words_of(field.name) & _EARLIER))


def _weights_beside(
    world: SampleData, thing: Thing, quantity: frozenset[str], of: RecordOf
) -> Iterator[float]:
    """What those whom a thing belongs to weigh."""
    for _, parent in parents_of(world, thing):
        for each in world.fields(parent.entity):
            if each.type in _NUMBERS and _quantity(each.name) == quantity:
                value = number_in(of(parent), each.name)
                if value is not None:
                    yield value


# --- of pieces --------------------------------------------------------------------------------

_SECTION = 0.005
"""Of a board of which nothing says how thick it is, in square metres."""


def measured(record: dict[str, Any], fields: Sequence[Field], number: int) -> None:
    """Let a volume be that of so many pieces as long and thick as they are, at any depth: a log of 250 mm by 6 m has 0.29."""
    length, across = number_in(record, "length_m"), number_in(record, "diameter_mm")
    thick, wide = number_in(record, "thickness_mm"), number_in(record, "width_mm")
    for field in fields:
        value, item = record.get(field.name), given(field.items, None)
        for at, element in enumerate(value if isinstance(value, list) and item is not None else ()):
            if isinstance(element, dict) and item is not None:
                measured(element, given(item.fields, []), number + at)
        if field.name == "volume_m3" and length is not None and is_loose(field, number) and value is not None:
            section = (
                math.pi / 4 * across**2 / 1e6
                if across
                else thick * (wide or 4 * thick) / 1e6
                if thick
                else _SECTION
            )
            put(record, field, max(0.01, round(section * length * (number_in(record, "pieces") or 1), 2)))
