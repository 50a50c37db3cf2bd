"""Numbers of one thing that follow from one another: a percentage from the counts that it is of, what is charged from the price of an
hour, seats from rows, what is paid and still owed from the state of a bill, and the flag of a result from its bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from ....content_cache import of_a_short_text
from ....model.conceptual import Field, given, stated
from ....model.formulas import evaluate, parse, paths_of
from ....model.values import plain
from ....names.inflection import singular
from ...languages import snake
from ...values.pools import words_in
from ...values.states import is_state, stem_of
from ...world import Thing
from ...world.sample_data import SampleData
from .. import is_free
from ..bounds import is_loose, number_in, put
from ..windows import RecordOf, parents_of, words_of

_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_COUNTS = frozenset({"int", "long"})
Free = Mapping[str, Field]

_SHARE = words_in("percent percentage pct")
_OF_AN_HOUR = words_in("hourly hour")
_CHARGED = (
    "labour",
    "labor",
    "amount",
    "total",
    "total_amount",
    "total_price",
    "charge",
    "net_amount",
    "net",
    "labour_cost",
    "cost",
    "fee",
)
_MINUTES = ("minutes", "duration_minutes", "duration_min", "worked_minutes", "billable_minutes")
_HOURS = ("hours", "duration_hours", "hours_worked", "worked_hours", "billable_hours")
_BREAKS = ("break_minutes", "pause_minutes", "breaks_minutes")
_START, _END = words_in("start starts started begin begins from"), words_in("end ends ended until finished")
_WHOLES = (
    "gross_amount",
    "gross_total",
    "gross",
    "total_amount",
    "grand_total",
    "total",
    "amount_due",
    "total_due",
    "amount",
)
_PAID = ("paid_amount", "amount_paid", "paid", "total_paid", "paid_total")
_OPEN = (
    "open_amount",
    "amount_open",
    "outstanding",
    "outstanding_amount",
    "amount_outstanding",
    "balance_due",
    "remaining_amount",
    "open",
    "unpaid",
)
_REMINDED = words_in("reminder reminders dunning dunned")
_IN_FULL = words_in("paid settled closed")
_LATE, _NOT_SENT = words_in("overdue dunned reminded"), words_in("draft sent void")
_VOID = words_in("void voided cancelled canceled")
_IN_PART = words_in("partly partially partial part")
_ROOM = ("capacity", "seats", "seats_total", "total_seats", "places", "max_participants", "size")
_TAKEN = words_in("sold booked taken occupied reserved used filled enrolled")
_LEFT = words_in("available left free remaining open")
_LOW = ("low", "reference_low", "ref_low", "normal_low", "lower_limit", "reference_min", "range_low")
_HIGH = ("high", "reference_high", "ref_high", "normal_high", "upper_limit", "reference_max", "range_high")
_FLAGS = words_in("flag interpretation")
_VALUES = ("value", "result", "result_value", "value_number", "measured_value", "reading")


def has_figures(world: SampleData, entity: str) -> bool:
    """Whether numbers of an entity may follow from one another."""
    return any(field.type in _NUMBERS or field.type == "array" for field in world.fields(entity))


def figures_agree(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let them do so. The first thing keeps the designer's examples."""
    free = {
        field.name: field
        for field in fields
        if field.type in _NUMBERS
        and is_loose(field, thing.number)
        and number_in(record, field.name) is not None
    }
    _priced_above(world, thing, record, free, of)
    _by_the_hour(record, free)
    _in_rows(record, free)
    _shares(record, free)
    _taken_and_left(record, fields, free)
    _as_its_state_says(record, fields, free, thing.number)
    _flagged(record, fields, thing.number)
    for field in fields:
        item = given(field.items, None) if field.type == "array" else None
        for at, element in enumerate(record.get(field.name) or () if item is not None else ()):
            if isinstance(element, dict) and item is not None:
                _flagged(element, given(item.fields, []), thing.number + at)


def _priced_above(world: SampleData, thing: Thing, record: dict[str, Any], free: Free, of: RecordOf) -> None:
    """Let a thing cost what it is said to cost by what it belongs to: a ticket the ticket_price of its show."""
    price = next(
        (free[name] for name in ("price", "amount", "fee") if name in free and is_free(free[name])), None
    )
    if price is None:
        return
    own = {f"{snake(thing.entity)}_{word}" for word in ("price", "fee", "cost")}
    for _, parent in parents_of(world, thing):
        asked = next((field.name for field in world.fields(parent.entity) if snake(field.name) in own), None)
        number = number_in(of(parent), asked) if asked is not None else None
        if number is not None:
            put(record, price, number)
            return


# --- what a number of units comes to ----------------------------------------------------------------------


def _by_the_hour(record: dict[str, Any], free: Free) -> None:
    """Let a break be the smaller part of what lasts some hours, and what is charged by the hour come to as many."""
    hours = _hours(record)
    if hours is None:
        return
    rest = next((free[name] for name in _BREAKS if name in free), None)
    if (
        rest is not None
        and record.keys().isdisjoint(_HOURS)
        and (number_in(record, rest.name) or 0) > hours * 15
    ):
        put(record, rest, round(hours * 60 / 8 / 15) * 15)
    price = next((name for name in record if _is_of_an_hour(name)), None)
    total = next((free[name] for name in _CHARGED if name in free and is_free(free[name])), None)
    each = number_in(record, price) if price is not None else None
    if total is not None and each is not None and hours > 0:
        put(record, total, round(each * hours, 2))


@of_a_short_text(4096)
def _is_of_an_hour(name: str) -> bool:
    """Whether a number is the price of an hour."""
    return bool(words_of(name) & _OF_AN_HOUR and words_of(name) & {"rate", "price", "fee", "wage"})


def _hours(record: Mapping[str, Any]) -> float | None:
    """How many hours a thing lasts, as it says itself, else as its start and end do; None of what takes days."""
    for names, unit in ((_MINUTES, 60), (_HOURS, 1)):
        for name in names:
            if name in record and (number := number_in(record, name)) is not None:
                return number / unit
    dates = {name: value for name, value in record.items() if isinstance(value, datetime)}
    start = next((date for name, date in dates.items() if words_of(name) & _START), None)
    end = next((date for name, date in dates.items() if words_of(name) & _END), None)
    if start is None or end is None or not timedelta(0) < end - start < timedelta(days=1):
        return None
    return (end - start) / timedelta(hours=1)


def _in_rows(record: dict[str, Any], free: Free) -> None:
    """Let there be room for as many as fit in each row: rows, seats_per_row."""
    for name in free:
        counted, _, each = snake(name).partition("_per_")
        rows = next((other for other in free if each and singular(snake(other)) == each), None)
        many = [
            counted,
            f"{singular(counted)}_count",
            f"total_{counted}",
            f"{counted}_total",
            *(_ROOM if counted in ("seats", "places") else ()),
        ]
        total = (
            next((other for other in many if other in free and is_free(free[other])), None) if rows else None
        )
        if rows is not None and total is not None:
            width = max(number_in(record, name) or 0, 6)
            put(record, free[name], width)
            put(record, free[total], (number_in(record, rows) or 0) * (number_in(record, name) or 0))


# --- parts and wholes -------------------------------------------------------------------------------------


def _shares(record: dict[str, Any], free: Free) -> None:
    """Let a percentage be that of the counts beside it: germination_percent of seeds_sown and seeds_germinated."""
    for name in free:
        if not words_of(name) & _SHARE:
            continue
        stem = {stem_of(word) for word in words_of(name) - _SHARE}
        part = next((each for each in free if each != name and _is_done(free[each], stem)), None)
        thing = (
            {word for word in words_of(part) if not any(_is_one(stem_of(word), each) for each in stem)}
            if part
            else set()
        )
        whole = next(
            (
                each
                for each in free
                if part
                and each not in (part, name)
                and thing
                and thing <= words_of(each)
                and free[each].type in _COUNTS
            ),
            None,
        )
        count, share = number_in(record, whole) if whole else None, number_in(record, name) or 0
        if part is None or whole is None or not count:
            continue
        put(record, free[part], round(count * share / 100))
        put(record, free[name], round((number_in(record, part) or 0) * 100 / count, 1))


def _is_one(stem: str, other: str) -> bool:
    """Whether two words begin alike: germination and germinated."""
    return stem == other or (
        min(len(stem), len(other)) > 4 and (stem.startswith(other) or other.startswith(stem))
    )


def _is_done(field: Field, stem: set[str]) -> bool:
    """Whether a field counts what a percentage is called by."""
    stems = {stem_of(word) for word in words_of(field.name)}
    return field.type in _COUNTS and any(_is_one(own, other) for own in stems for other in stem)


def _taken_and_left(record: dict[str, Any], fields: Sequence[Field], free: Free) -> None:
    """Let what is taken and what is left come to all that there is; nothing is left of what is sold out."""
    states = [str(record.get(field.name)) for field in fields if is_state(field)]
    is_out = any(
        {"sold", "out"} <= words_of(state) or words_of(state) & {"full", "depleted", "exhausted"}
        for state in states
    )
    taken, left = (
        next((name for name in free if words_of(name) & words and not words_of(name) & _SHARE), None)
        for words in (_TAKEN, _LEFT)
    )
    room = next((name for name in _ROOM if name in record), None)
    whole = number_in(record, room) if room is not None else None
    if left is not None and is_out:
        put(record, free[left], 0)
    elif (
        taken is not None
        and left is not None
        and whole
        and words_of(taken) - _TAKEN == words_of(left) - _LEFT
    ):
        put(record, free[left], max(0, whole - (number_in(record, taken) or 0)))


# --- what is paid of a bill -------------------------------------------------------------------------------


def _as_its_state_says(record: dict[str, Any], fields: Sequence[Field], free: Free, number: int) -> None:
    """Let a paid bill be paid in full with nothing owed, a part of another one where its state says so, and nothing of the rest; none is
    reminded of before it is overdue."""
    state = next((field for field in fields if is_state(field)), None)
    now = words_of(str(record.get(state.name))) if state is not None else frozenset[str]()
    options: frozenset[str] = frozenset().union(*(words_of(str(each)) for each in _choices(state)))
    if not options & _IN_FULL or not options & {"paid", "overdue", "unpaid", "open"}:
        return
    whole = next((_settled(record, fields, name) for name in _WHOLES if name in record), None)
    paid, owed = (next((free[name] for name in names if name in free), None) for names in (_PAID, _OPEN))
    share = 0.4 if now & _IN_PART else 1.0 if now & _IN_FULL else 0.0
    if whole is not None and not (number == 0 and paid is not None and stated(paid.example)):
        for field, part in ((paid, share), (owed, 1 - share)):
            if field is not None and is_free(field):
                put(record, field, round(whole * part, 2))
    elif owed is not None and is_free(owed) and (share == 1 or now & _VOID):  # whatever its lines come to
        put(record, owed, 0)
    if not now & _LATE and ("overdue" in options or now & (_IN_FULL | _NOT_SENT)):
        _never_reminded(record, fields, free, number)


def _choices(field: Field | None) -> list[Any]:
    choices: list[Any] = given(field.enum, []) if field is not None else []
    return choices


def _settled(record: Mapping[str, Any], fields: Sequence[Field], name: str) -> float | None:
    """A number of a record, worked out where a formula of its own numbers gives it."""
    number = number_in(record, name)
    formulas = (given(field.computed, None) for field in fields if field.name == name)
    formula = next((parse(computed.formula) for computed in formulas if computed is not None), None)
    if number is not None or formula is None or not {*paths_of(formula)} <= record.keys():
        return number  # lines come later
    return plain(
        evaluate(
            formula, lambda path: _settled(record, fields, path) if path in record and path != name else None
        )
    )


def _never_reminded(record: dict[str, Any], fields: Sequence[Field], free: Free, number: int) -> None:
    for field in fields:
        if not words_of(field.name) & _REMINDED or (number == 0 and stated(field.example)):
            continue
        if field.name in free:
            put(record, field, 0)
        elif field.type == "date" and field.required is not True:
            record.pop(field.name, None)


# --- results and their bounds -----------------------------------------------------------------------------


def _flagged(record: dict[str, Any], fields: Sequence[Field], number: int) -> None:
    """Let the flag of a result say where it lies by the bounds beside it, and the lower bound be the lower."""
    flag = next((field for field in fields if words_of(field.name) & _FLAGS and stated(field.enum)), None)
    declared = {field.name: field for field in fields}
    low, high, value = (
        next((name for name in names if name in record), None) for names in (_LOW, _HIGH, _VALUES)
    )
    if flag is None or low is None or high is None or value is None or flag.name not in record:
        return
    least, most, own = (number_in(record, name) for name in (low, high, value))
    if least is None or most is None or own is None or (number == 0 and stated(flag.example)):
        return
    is_far = not least * 0.4 <= own <= most * 1.6
    if is_far and is_loose(declared[value], number):
        put(record, declared[value], least + (most - least) * (0.3, 0.6, 1.12)[number % 3])
        own = number_in(record, value) or 0
    words = _where(own, least, most)
    option = next(
        (
            option
            for word in words
            for option in given(flag.enum, [])
            if words_of(str(option)) == {*word.split("_")}
        ),
        None,
    )
    record[flag.name] = record[flag.name] if option is None else option


def _where(own: float, least: float, most: float) -> tuple[str, ...]:
    """What a flag says of a value, the first word that its choices have."""
    if own > most:
        return (*(("hh", "critical_high") if own > most * 1.5 else ()), "h", "high", "abnormal")
    if own < least:
        return (*(("ll", "critical_low") if own < least * 0.5 else ()), "l", "low", "abnormal")
    return ("n", "normal", "none", "ok")
