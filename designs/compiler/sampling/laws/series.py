"""Values beside one another agree: points of one series move a little from one to the next, and of one record the
least is no more than the most, and how long something takes is the time between its start and its end."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from bson import Decimal128, Int64

from ...content_cache import of_a_short_text
from ...model.conceptual import Field, given, stated
from ...model.values import plain
from ..languages import snake
from ..values.kinds.leisure import RANGES
from ..values.kinds.places import at_home
from ..values.moments import days_after
from ..values.numbers import is_within
from ..values.pools import called_alike, words_in
from ..values.specs import SpecPlace, between
from ..values.states import names_day
from . import is_free, like

_PLACES = frozenset({"lat", "latitude", "lon", "lng", "longitude"})
_DEGREES = 0.2  # between two points of one way, at most
_KILOMETRE = 0.01  # in degrees
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})
_LEVELS = {
    **dict.fromkeys(words_in("min minimum low lower lowest from below"), 0),
    **dict.fromkeys(words_in("avg average mean median"), 1),
    **dict.fromkeys(words_in("max maximum high higher upper highest to until above"), 2),
}
_METERS = words_in("odometer mileage")  # which only go up
_READ = {
    **dict.fromkeys(words_in("out start before"), 0),
    **dict.fromkeys(words_in("in end after return"), 2),
}
_STARTED, _ENDED = 6, 14  # days that the names of a start and of an end have
_NO_ENDS = words_in("due deadline closed closes done resolved back discharged")
_STAYS = words_in("arrives arrival"), words_in("departs departure leaves")
_DAY = timedelta(days=1)
_LENGTHS = {
    **dict.fromkeys(("nights", "days", "duration_days", "number_of_nights"), timedelta(days=1)),
    **dict.fromkeys(("hours", "duration_hours", "hours_planned", "planned_hours"), timedelta(hours=1)),
    **dict.fromkeys(("minutes", "duration_minutes", "duration_min", "elapsed_minutes"), timedelta(minutes=1)),
    **dict.fromkeys(
        ("seconds", "duration_seconds", "duration_s", "time_seconds", "elapsed_seconds"), timedelta(seconds=1)
    ),
}
_TESTS = ("loinc", "loinc_code", "analyte", "test_name", "lab_test", "biomarker", "test", "name")
_RESULTS = ("value", "result", "result_value")
_LOWEST = ("reference_low", "ref_low", "normal_low", "reference_min", "lower_limit")
_HIGHEST = ("reference_high", "ref_high", "normal_high", "reference_max", "upper_limit")
_FLAGS = ("abnormal", "is_abnormal", "out_of_range", "flagged")
_AFTER_IT, _BEFORE_IT = words_in("in end after return"), words_in("out start before")
_FAR = 2000  # kilometres that nobody drives between out and in
_RATED = words_in("rating ratings stars score")
_STARS = 4.3
_GUESTS = {"single": 1, "double": 2, "twin": 2, "family room": 4, "suite": 3}
_SLEEPERS = ("max_occupancy", "sleeps", "max_guests", "capacity")


# What is part of something, and of what: fields beside one another.
_PARTS = words_in(
    "delivered received picked shipped returned used claimed sold registered taken booked occupied attended present "
    "done completed actual achieved handled processed collected redeemed filled served passed quorum rejected damaged accepted reserved enrolled available free quarantined"
)
_OF_ALL = words_in("planned needed required expected ordered requested scheduled total target available")
_WHOLES = (
    "ordered quantity_ordered ordered_quantity packages quantity requested capacity places seats seats_total limit total_seats "
    "expected planned max_participants participants members size total_count units pieces received produced purchased"
).split()
_COUNTED = words_in("count quantity qty seats places packages units pieces amount")
_SOLD_FOR = "sold_for price retail_price sale_price selling_price list_price unit_price sales_price asking_price list_price".split()
_BOUGHT_FOR = (
    "bought_for",
    "purchase_price",
    "cost_price",
    "buying_price",
    "purchase_cost",
    "wholesale_price",
    "unit_cost",
    "cost",
)
_DAYS = ("date", "day", "held_on", "starts_on", "starts_at", "start_date", "service_date", "for_date")
_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAYS = ("weekday", "day_of_week", "day_name", "week_day")
_CALENDAR: dict[str, Callable[[datetime], int]] = {
    **dict.fromkeys(_WEEKDAYS, datetime.isoweekday),
    **dict.fromkeys(("week", "week_number", "calendar_week", "iso_week", "week_no"), lambda day: day.isocalendar().week),
    "month": lambda day: day.month, "year": lambda day: day.year, "quarter": lambda day: (day.month + 2) // 3,
}  # fmt: skip


def follow(record: dict[str, Any], last: dict[str, Any], fields: Iterable[Field]) -> None:
    """Bring the numbers of a point near those of the point before it."""
    for field in fields:
        free = not (stated(field.computed) or given(field.enum, []) or field.unique is True)
        number, former = plain(record.get(field.name)), plain(last.get(field.name))
        if field.type in _NUMBERS and free and number is not None and former is not None:
            words = snake(field.name).split("_")
            near = _near(number, former, is_place=not _PLACES.isdisjoint(words))
            if not _METERS.isdisjoint(words):
                near = former + 1 + abs(number) % 9
            if near != number:
                record[field.name] = like(record[field.name], near)


def _near(number: float, former: float, *, is_place: bool) -> float:
    """The number where it is near enough, else a small step towards it: of a place about a kilometre."""
    step = number - former
    if abs(step) <= (_DEGREES if is_place else max(1.0, abs(former) / 8)):
        return number
    most = _KILOMETRE if is_place else abs(former) * 0.08 + 0.5
    return former + min(max(step * 0.06, -most), most)


def agree(record: Any, fields: Sequence[Field], number: int) -> None:
    """Let the values of a record agree with one another, at any depth. number: of its thing; the first one keeps the
    designer's examples."""
    if not isinstance(record, dict):
        return
    for group in _groups(fields):
        _in_order(record, group, number)
    lengths_told(record, fields, number, dates_stay=False)
    _on_the_calendar(record, fields)
    for field in fields:
        inner = record.get(field.name)
        if isinstance(inner, dict):
            agree(inner, given(field.fields, []), number)
        elif isinstance(inner, list):
            item = given(field.items, None)
            for element in inner if item is not None else ():
                agree(element, given(item.fields, []) if item is not None else [], number)


def _groups(fields: Iterable[Field]) -> list[list[Field]]:
    """Numbers whose names differ only in which is the least, the middle and the most, least first."""
    groups: defaultdict[str, list[tuple[int, Field]]] = defaultdict(list)
    for field in fields:
        level, stem = _level(field.name)
        if level is not None and field.type in _NUMBERS:
            groups[stem].append((level, field))
    wanted = [group for group in groups.values() if len({level for level, _ in group}) > 1]
    return [[field for _, field in sorted(group, key=lambda pair: pair[0])] for group in wanted]


@of_a_short_text(4096)
def _level(name: str) -> tuple[int | None, str]:
    """Which of the three a name says, None for none or several; and the rest of the name."""
    words = snake(name).split("_")
    said = _READ if _METERS.intersection(words) else _LEVELS
    levels = [said[word] for word in words if word in said]
    stem = "_".join(word for word in words if word not in said)
    return (levels[0] if len(levels) == 1 else None), stem


def _in_order(record: dict[str, Any], fields: list[Field], number: int) -> None:
    """Give the least of the values to the field that is named so, and so on."""
    there = [field for field in fields if plain(record.get(field.name)) is not None]
    if any(_is_bound(field) for field in there) or (
        not number and all(stated(field.example) for field in there)
    ):
        return
    values = sorted((record[field.name] for field in there), key=lambda value: plain(value) or 0)
    if [record[field.name] for field in there] == values:
        return
    kept = [
        _as_kind(record[field.name], value, _level(field.name)[0])
        for field, value in zip(there, values, strict=True)
    ]
    pairs = list(zip(there, kept, strict=True))
    if all(
        is_within(value, given(field.minimum, None), given(field.maximum, None)) for field, value in pairs
    ):
        record.update({field.name: value for field, value in pairs})


def _is_bound(field: Field) -> bool:
    """Whether something else tells a field's values."""
    return stated(field.computed) or bool(given(field.enum, [])) or field.unique is True


def _as_kind(own: Any, value: Any, level: int | None) -> Any:
    """A number as the kind of BSON number that stands there: the least is rounded down, the most up."""
    if type(own) is type(value):
        return value
    number = plain(value) or 0
    if isinstance(own, Decimal128):
        return Decimal128(f"{number:.2f}")
    if isinstance(own, int):
        whole = math.floor(number) if level == 0 else math.ceil(number)
        return Int64(whole) if isinstance(own, Int64) else whole
    return float(number)


def lengths_told(
    record: dict[str, Any], fields: Sequence[Field], number: int, *, dates_stay: bool = True
) -> None:
    """Let what says how long something takes be the time between its start and its end: the end comes earlier, or else
    the number is worked out, as it is where dates stay."""
    if all(snake(field.name) not in _LENGTHS for field in fields):
        return
    dated = [field for field in fields if isinstance(record.get(field.name), datetime)]
    starts = [field for field in dated if days_after(field.name) == _STARTED]
    ends = [
        field for field in dated if days_after(field.name) == _ENDED and not _words(field.name) & _NO_ENDS
    ]
    if not starts and not ends:
        starts, ends = ([field for field in dated if _words(field.name) & words] for words in _STAYS)
    if len(starts) != 1 or len(ends) != 1:
        return
    start, end = record[starts[0].name], record[ends[0].name]
    for field in fields:
        unit = _length_in(field, ends[0])
        length = plain(record.get(field.name))
        if unit is None or length is None or _is_bound(field) or end <= start:
            continue
        pause = _paused(record, fields, end - start)
        actual = (end - start - pause) / unit if pause else _between(start, end, unit)
        if length == actual or (not number and stated(field.example) and stated(ends[0].example)):
            continue
        later = end + (length - actual) * unit
        passed = (record[other.name] for other in dated if other not in (starts[0], ends[0]))
        is_free = not any(min(end, later) <= other <= max(end, later) for other in passed)
        if length > 0 and is_free and not dates_stay and not stated(ends[0].example):
            record[ends[0].name] = later
        elif is_within(actual, given(field.minimum, None), given(field.maximum, None)):
            record[field.name] = _as_kind(record[field.name], round(actual, 2), 0)
            continue
        return


def _length_in(field: Field, end: Field) -> timedelta | None:
    """What a length is counted in, None of what is no length: nor are hours of work within days."""
    unit = _LENGTHS.get(snake(field.name))
    return None if unit is not None and unit < _DAY and names_day(end.name) else unit


def _paused(record: dict[str, Any], fields: Sequence[Field], whole: timedelta) -> timedelta:
    """How long somebody pauses while something lasts: no more than a fourth of it."""
    pause = next((field for field in fields if snake(field.name) == "break_minutes" and is_free(field)), None)
    if pause is None or plain(record.get(pause.name)) is None:
        return timedelta(0)
    _put(record, pause, min(plain(record[pause.name]) or 0, whole / timedelta(minutes=20) // 1 * 5))
    return timedelta(minutes=plain(record[pause.name]) or 0)


def _between(start: datetime, end: datetime, unit: timedelta) -> int:
    """How many of a unit lie between two moments; of days as a calendar counts them."""
    if unit >= timedelta(days=1):
        return (end.date() - start.date()).days
    return round((end - start) / unit)


@of_a_short_text(4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(snake(text).split("_"))


def tell_the_same(
    record: dict[str, Any], fields: Sequence[Field], undetermined: Sequence[Field], place: SpecPlace
) -> None:
    """Let what a thing says in two ways agree. The first thing keeps the designer's examples. undetermined: those of
    the fields whose values nothing that the designer said tells."""
    free = {field.name: field for field in undetermined if record.get(field.name) is not None}
    _results(record, free, place)
    called_alike(record, free)
    at_home(record, free)
    _sums(record, free)
    _ways(record, free, place)
    _rooms(record, free)
    _flags(record, free)
    _parts(record, free, place.number)
    _margins(record, free)
    for field in fields:
        inner = _of_elements(field) if field.type == "array" else []
        parts = {part.name: part for part in inner if is_free(part)}
        elements = record.get(field.name) or [] if parts and not stated(field.example) else []
        for number, element in enumerate(elements):
            if isinstance(element, dict):  # where elements are of two types, some are no objects
                _parts(element, parts, number)
                _margins(element, parts)


def _of_elements(field: Field) -> list[Field]:
    item = given(field.items, None)
    return given(item.fields, []) if item is not None else []


def _put(record: dict[str, Any], field: Field | None, number: float) -> None:
    """The number, as its field's values are, where the field takes it."""
    if field is None or field.type not in _NUMBERS or plain(record.get(field.name)) is None:
        return
    if is_within(number, given(field.minimum, None), given(field.maximum, None)):
        record[field.name] = like(record[field.name], number)


def _one_of(free: Mapping[str, Field], names: Iterable[str]) -> Field | None:
    return next((free[name] for name in names if name in free), None)


def _results(record: dict[str, Any], free: Mapping[str, Field], place: SpecPlace) -> None:
    """A result of a test lies near its usual range, and its flag and its text say whether it lies inside."""
    if record.keys().isdisjoint(_TESTS):
        return
    tests = (record.get(name) for name in _TESTS)
    usual = next(
        (RANGES[test.casefold()] for test in tests if isinstance(test, str) and test.casefold() in RANGES),
        None,
    )
    if usual is None:
        return
    low, high = usual
    digits = 0 if high >= 20 else 1
    is_high = place.number % 3 == 2
    share = 1.12 if is_high else 0.3 + between(0, 4, "result", place.number, *place.key) / 10
    result = round(low + (high - low) * share, digits)
    _put(record, _one_of(free, _LOWEST), low)
    _put(record, _one_of(free, _HIGHEST), high)
    value = _one_of(free, _RESULTS)
    _put(record, value, result)
    flag, text = _one_of(free, _FLAGS), free.get("value_text")
    shown = plain(record.get(value.name)) if value is not None else None
    if shown is not None and flag is not None and flag.type == "bool":
        record[flag.name] = not low <= shown <= high
    if shown is not None and text is not None and text.type == "string" and not stated(text.pattern):
        record[text.name] = f"{shown:g}"


def _sums(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """A sum of stars is what so many ratings come to."""
    for name, field in free.items():
        if _RATED.isdisjoint(_words(name)):
            continue
        words = snake(name).split("_")
        if words[-1] == "sum":
            count = plain(record.get("_".join((*words[:-1], "count"))))
            if count is not None:
                _put(record, field, round(count * _STARS))


def _ways(record: dict[str, Any], free: Mapping[str, Field], place: SpecPlace) -> None:
    """Between going out and coming in a car goes some hundred kilometres."""
    meters = [field for name, field in free.items() if not _METERS.isdisjoint(_words(name))]
    out = next((field for field in meters if _BEFORE_IT & _words(field.name)), None)
    back = next((field for field in meters if _AFTER_IT & _words(field.name)), None)
    if out is None or back is None:
        return
    before, after = plain(record[out.name]), plain(record[back.name])
    if before is not None and after is not None and after - before > _FAR:
        _put(record, back, before + between(60, 940, "way", place.number, *place.key))


def _parts(record: dict[str, Any], free: Mapping[str, Field], number: int) -> None:
    """No more is delivered than was ordered, nor sold than there are seats, and no more are present than are needed: of
    the second thing less, as a rule."""
    counts = {name: field for name, field in free.items() if field.type in _NUMBERS}
    for name in counts:
        whole = _whole_of(name, record)
        if not whole:
            continue
        most, part = plain(record.get(whole)), plain(record[name])
        if most is not None and part is not None and part > most:
            _put(record, counts[name], most if number % 2 == 0 else math.floor(most * 0.8))
            if (plain(record[name]) or 0) > most:  # with fewer digits it was rounded up
                _put(record, counts[name], math.floor(most))
    _weighed(record, counts)


def _whole_of(name: str, record: Mapping[str, Any]) -> str | None:
    """The field of a record that says what another one's number is a part of; None where none does."""
    words = snake(name).split("_")
    if _PARTS.isdisjoint(words):
        return None
    own = [word for word in words if word not in _PARTS]
    for other in record:
        named = snake(other).split("_")
        rest = [word for word in named if word not in _OF_ALL]
        is_whole = (
            len(rest) < len(named) and rest == own
        ) or named == own  # of seats_booked: seats_total, or seats
        if other != name and is_whole and plain(record[other]) is not None:
            return other
    whole = next((other for other in _WHOLES if plain(record.get(other)) is not None), "")
    is_count = len(words) < 2 or words[-1] in _COUNTED or words[-1] == whole.rpartition("_")[2]
    return whole if whole and whole != name and is_count and words[0] in _PARTS else None


def _weighed(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """What is weighed net is the gross weight without the tare."""
    for name, field in free.items():
        words = snake(name).split("_")
        if "net" not in words:
            continue
        gross, tare = (
            plain(record.get("_".join(word if each == "net" else each for each in words)))
            for word in ("gross", "tare")
        )
        own = plain(record.get(name)) or 0
        if gross is not None and tare is None and own > gross:
            _put(record, field, gross * 0.85)
        if gross is not None and tare is not None and gross > tare:
            _put(record, field, gross - tare)


def _margins(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """What a thing is bought for is less than what it is sold for."""
    if free.keys().isdisjoint(_BOUGHT_FOR):
        return
    price = next((number for name in _SOLD_FOR if (number := plain(record.get(name))) is not None), None)
    bought = _one_of(free, _BOUGHT_FOR)
    if (
        price is not None
        and bought is not None
        and bought.type in _NUMBERS
        and (plain(record[bought.name]) or 0) >= price
    ):
        _put(record, bought, round(price * 1.3) / 2)


def _on_the_calendar(record: dict[str, Any], fields: Sequence[Field]) -> None:
    """What says on which day of the week, in which week, month or year a thing is, says so of its date. A date that lies
    on a day of the week which the design does not list moves back to one that it does."""
    dated = [field for field in fields if snake(field.name) in _CALENDAR]
    day = (
        next((record[name] for name in _DAYS if isinstance(record.get(name), datetime)), None)
        if dated
        else None
    )
    if day is None:
        return
    for field in dated:
        word = snake(field.name)
        if field.name not in record or stated(field.example) or stated(field.computed):
            continue
        if field.type in _NUMBERS and is_within(
            _CALENDAR[word](day), given(field.minimum, None), given(field.maximum, None)
        ):
            record[field.name] = like(record[field.name], _CALENDAR[word](day))
        elif word in _WEEKDAYS and field.type == "string":
            options = [str(option) for option in given(field.enum, [])] or [*map(str.capitalize, _WEEK)]
            rows = [_weekday(option) for option in options]
            for back in range(7):
                weekday = (day.weekday() - back) % 7
                if weekday in rows and (
                    not back or all(not stated(other.example) for other in fields if other.type == "date")
                ):
                    record[field.name] = options[rows.index(weekday)]
                    moved_back = {
                        name: value - timedelta(days=back)
                        for name, value in record.items()
                        if isinstance(value, datetime)
                    }
                    record.update(moved_back if back else {})
                    break


def _weekday(word: str) -> int | None:
    """Which day of the week a word names or begins; None for none."""
    begun = word.casefold()[:3]
    return next(
        (at for at, name in enumerate(_WEEK) if begun and name.startswith(begun[: max(2, len(begun))])), None
    )


def _rooms(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """As many sleep in a room as its type says."""
    name = record.get("name")
    guests = _GUESTS.get(name.casefold()) if isinstance(name, str) else None
    if guests is not None:
        _put(record, _one_of(free, _SLEEPERS), guests)


def _flags(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """A rate that is called non-refundable is not refundable."""
    name = record.get("name")
    for flag in (field for field in free.values() if field.type == "bool" and isinstance(name, str)):
        word = snake(flag.name).removeprefix("is_")
        if f"non-{word}" in str(name).lower():
            record[flag.name] = False
        elif word in str(name).lower().split():
            record[flag.name] = True
