"""Example numbers: near the field's example, within its limits, else what the name suggests."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from functools import lru_cache
from typing import Any

from bson import Decimal128, Int64

from ...content_cache import FIELDS_REMEMBERED, of_a_short_text, of_short_texts
from ...model.values import LARGEST, plain
from ...names.inflection import singular
from ..languages import snake
from .kinds.places import CITY_OF_CODE, HOME_OF, POSITIONS
from .measures import MEASURES, Measure
from .specs import Spec, SpecPlace, between, draw
from .states import is_past

_ANSWERS = (404, 301, 500, 201)  # statuses of HTTP
_REDUCED = frozenset({"sale_price", "reduced_price", "discounted_price", "offer_price", "promo_price"})
INT32, INT64 = 2**31 - 1, 2**63 - 1
_ANY = Measure(1, 100, 0.01)
_FEW_OF_THEM = Measure(1, 12, 1)  # a whole number of which nothing tells how large it is
_ALL, _SHARE = 100, Measure(5, 30, 5)  # parts of a hundred, and how many one is as a rule
_PLACES = frozenset(
    "position rank place_in_list sort_order sequence order_index ordinal line_no line_number seq seq_no sequence_no "
    "sequence_number credit_order display_order item_no stop_no leg_no step_no page_no".split()
)
_FEW = 20  # steps of a scale: one with more follows its example
_PRICED = frozenset({99, 95, 90, 50, 49, 0})  # cents that prices end in
TOWN = (-122.65, 45.55)  # where places lie whose thing names no city: longitude and latitude
_MOVING = frozenset(
    "telemetry position ping track waypoint fix trackpoint gps movement breadcrumb point".split()
)
_SERIAL = frozenset("number no nr num".split())
_SMALL_SERIES = frozenset(
    "round season match lap chapter episode lesson page line step leg heat race day".split()
)
_POST_CODES = ("postcode", "post_code", "postal_code", "zip", "zip_code")
_ADDRESSES = ("address", "full_address", "postal_address", "site_address", "venue_address")
_SIDES = {"longitude": 0, "lng": 0, "lon": 0, "long": 0, "latitude": 1, "lat": 1}
UNITS: dict[str, str] = {
    "kg": "kg", "g": "grams", "mg": "mg", "t": "tonnes", "cm": "length_cm", "mm": "length_mm", "m": "metres", "km": "km",
    "km2": "area_km2", "m2": "area", "ha": "hectares", "l": "litres", "ml": "ml", "c": "celsius", "f": "fahrenheit", "percent": "percent", "pct": "percent",
    "s": "seconds", "sec": "seconds", "secs": "seconds", "seconds": "seconds", "min": "minutes", "mins": "minutes", "minutes": "minutes",
    "h": "hours", "hrs": "hours", "hours": "hours", "days": "days", "ms": "latency_ms", "bytes": "bytes", "kb": "size_kb", "mb": "size_mb",
    "bar": "pressure_bar", "gb": "size_gb", "kw": "kw", "kwh": "kwh", "rpm": "rpm", "bpm": "bpm", "v": "voltage", "kmh": "speed", "ppm": "co2", "hpa": "pressure",
    "mw": "megawatts", "mwh": "megawatt_hours", "years": "years", "deg": "pitch",
    "cents": "cents", "usd": "amount", "eur": "amount", "gbp": "amount",
}  # fmt: skip
SAME = frozenset("pct percent c bpm h hrs hours min mins minutes s sec secs seconds usd eur gbp kmh".split())
"""Units in which a range without one is told."""


def number(spec: Spec, place: SpecPlace) -> Any:
    """A number of the spec's main type (int, long, double, decimal or number) within its limits."""
    taxed = _tax_rate(spec, place)
    if taxed is not None:
        return taxed
    measure = MEASURES["release_year"] if is_year(spec.name) else measure_of(place.called, place.path)
    if measure is None or snake(spec.name).endswith("since"):
        measure = _year_from(spec, place) or measure
    measure = _minute_of_a_day(spec) or _money(spec, place, measure) or _of_a_body(spec, place) or measure
    measure = _as_share(spec, measure)
    kind = _kind(spec, measure)
    if kind in ("int", "long"):
        whole = _whole(spec, place, measure, INT32 if kind == "int" else INT64)
        return Int64(whole) if kind == "long" else whole
    listed = plain(place.record.get("price"))
    if listed is not None and snake(spec.name) in _REDUCED:
        return _reduced(listed, kind)
    scale = _scale(spec, measure or _ANY)
    low, high = _limited(spec, scale)
    digits = min(6, max(_places_of(scale.step), 2 if kind == "decimal" else 1))
    value = _on_the_map(spec, place)
    if value is None:
        drawn = round(_drawn(scale, low, high, place), digits)
        value = drawn if scale.wave else _ending(spec, drawn)
    else:
        low, high = _limited(spec, Measure(value, value))
    value = min(max(value, low), high)
    if kind == "decimal":
        exact = Decimal(repr(value))
        return Decimal128(exact.quantize(Decimal(1).scaleb(-digits)) if abs(value) < 1e15 else exact)
    return float(value)


def _as_share(spec: Spec, measure: Measure | None) -> Measure | None:
    """The range of a share, in the whole that formulas or its limits say; that of any other number as it is."""
    if spec.whole:
        most, part = 30 if _PARTS_OF_ALL.isdisjoint(snake(spec.name).split("_")) else _ALL, spec.whole / _ALL
        is_usual = measure is not None and measure.low >= 0 and 1 < measure.high <= most
        usual = measure if measure is not None and is_usual else _SHARE
        measure = Measure(usual.low * part, usual.high * part, max(usual.step, 1) * part)
    if measure is None or spec.maximum is None:
        return measure
    if spec.maximum == 1 and 1 < measure.low < measure.high == _ALL:
        return Measure(measure.low / _ALL, 1, 0.01)  # parts of one instead of parts of a hundred
    if 0 < spec.maximum < 1 and measure.high > spec.maximum:
        return Measure(spec.maximum / 10, spec.maximum * 0.6, 0.005)  # a rate of a tenth
    return measure


_PERIODS_PAID = frozenset("day week month quarter year".split())
_BODILY = frozenset("systolic diastolic systolic_bp diastolic_bp pulse heart_rate blood_pressure".split())


def _money(spec: Spec, place: SpecPlace, measure: Measure | None) -> Measure | None:
    """The range of money that is named after the period it is for, or is a rate: no month, and no fraction; None of other numbers."""
    head, _, last = snake(spec.name).rpartition("_")
    is_counted = measure in (MEASURES["month"], MEASURES["day"], MEASURES["release_year"], MEASURES.get(last))
    if head and (spec.is_money or spec.type == "decimal") and last in _PERIODS_PAID and is_counted:
        return measure_of(place.called, head) or MEASURES["amount"]
    return (
        MEASURES["hourly_rate"] if spec.is_money and measure == MEASURES["rate"] and last == "rate" else None
    )


def _of_a_body(spec: Spec, place: SpecPlace) -> Measure | None:
    """The range of a weight beside a pulse or a blood pressure; None of another number."""
    is_weight = "weight" in snake(spec.name) and measure_of(place.called, spec.name) == MEASURES["weight"]
    return MEASURES["person.weight_kg"] if is_weight and not _BODILY.isdisjoint(place.record) else None


# What is done into a place or a list, where other things are done in a year: checked_in, built_in.
_INTO = frozenset(
    "checked logged signed clocked paid turned handed brought scanned phoned called moved taken filled locked plugged dialled put set let".split()
)


@of_a_short_text(4096)
def is_year(name: str) -> bool:
    """Whether a whole number of this name says in which year something was done: released_in."""
    head, _, last = snake(name).rpartition("_")
    return last == "in" and is_past(head) and _INTO.isdisjoint(head.split("_"))


def _year_from(spec: Spec, place: SpecPlace) -> Measure | None:
    """The range of a number that says since when, or whose lowest value is a year: of years that have been; None of another."""
    least, most, words = plain(spec.minimum) or 0, plain(spec.maximum) or 0, snake(spec.name).split("_")
    is_year_of = words[-1] == "since" or 1900 <= least < 2000 or (2000 <= least <= most <= 2200)
    is_open = most == 0 or 1900 <= most <= 2200
    last = place.start.year - 1
    if (
        spec.type not in ("int", "long")
        or not (is_year_of and is_open)
        or least > last
        or _NO_YEARS & {*words}
    ):
        return None
    return Measure(max(least, last - 15), last, 1) if plain(spec.example) is None else None


_NO_YEARS = frozenset(
    "days hours minutes months weeks seconds years km until to end ends exp expiry expires due next planned target by".split()
)


@of_a_short_text(4096)
def is_place_in_a_row(name: str) -> bool:
    """Whether a number of this name says where something stands among others: position."""
    return snake(name) in _PLACES


# Rates of value added tax that there are, the usual one first.
_TAXED = {"": (20, 10, 5), "DE": (19, 7), "GB": (20, 5), "FR": (20, 10, 5.5), "NL": (21, 9), "CH": (8.1, 2.6), "AT": (20, 10, 13),
          "PL": (23, 8, 5), "CZ": (21, 12), "SI": (22, 9.5), "NO": (25, 15, 12), "SE": (25, 12, 6), "DK": (25,), "ES": (21, 10), "IT": (22, 10)}  # fmt: skip
_TAX_RATE = re.compile(r"(?:.*_)?(?:vat|tax)_(?:rate|percent|percentage|pct)(?:_percent|_pct)?")


@of_a_short_text(4096)
def is_tax_rate(name: str) -> bool:
    """Whether a number of this name says how much tax there is on a price."""
    return _TAX_RATE.fullmatch(snake(name)) is not None


def _tax_rate(spec: Spec, place: SpecPlace) -> Any:
    """A rate of tax that there is: the example's, else one of the country's; None of what is no rate of tax."""
    if not is_tax_rate(spec.name) or spec.unique:
        return None
    rates, example = _TAXED.get(place.specs.home, _TAXED[""]), plain(spec.example)
    if example is not None:
        return spec.example
    share = 100 if spec.whole == 1 or (spec.maximum is not None and spec.maximum <= 1) else 1
    rate = rates[0 if place.number % 3 < 2 else len(rates) > 1] / share
    if not is_within(rate, spec.minimum, spec.maximum) or (rate % 1 and spec.type in ("int", "long")):
        return None
    if spec.type == "decimal":
        return Decimal128(f"{rate:.{2 if round(rate, 2) == rate else 3}f}")
    whole = Int64(rate) if spec.type == "long" else int(rate)
    return whole if spec.type in ("int", "long") else float(rate)


def _drawn(scale: Measure, low: float, high: float, place: SpecPlace) -> float:
    """A multiple of the step between two limits; of numbers that follow one another each near the one before."""
    step = scale.step or 0.01
    if scale.wave:
        phase, noise = (
            draw("phase", *place.key) % 628 / 100,
            draw("noise", place.number, *place.key) % 100 / 100,
        )
        share = 0.5 + 0.4 * math.sin(phase + 0.35 * place.number) + 0.08 * (noise - 0.5)
        return round((low + (high - low) * share) / step) * step if abs(high) < 1e9 else low
    first = math.ceil(low / step) * step if abs(low) / step < 1e15 else low
    first = first if low <= first <= high else low
    steps = max(0, int(min((high - first) / step + 1e-9, LARGEST)))
    return first + draw("number", place.number, *place.key) % (steps + 1) * step


def _ending(spec: Spec, value: float) -> float:
    """The value with the cents of the example, where those are of a price: 149.99 leads to 89.99."""
    example = plain(spec.example)
    if example is None or example < 1 or abs(value) > 1e9 or value < 2:
        return value
    cents = round(example * 100) % 100
    if cents not in _PRICED or abs(example * 100 - round(example * 100)) > 1e-6:
        return value
    if not cents and spec.type != "decimal":
        return value
    return math.floor(value) - (1 if cents else 0) + cents / 100


def _on_the_map(spec: Spec, place: SpecPlace) -> float | None:
    """A latitude or longitude: near the example, else in the city that the thing names, else in one town; along a
    way where things move. None for another number."""
    name = snake(spec.name)
    side = _SIDES.get(name, _SIDES.get(name.rpartition("_")[2]))
    if side is None:
        return None
    example = plain(spec.example)
    middle = example if example is not None else (city_of(place) or town_of(place))[side]
    if snake(place.entity).rpartition("_")[2] in _MOVING:
        bend = math.sin(place.number * 0.7 + side) * 0.0004
        return round(middle + 0.0011 * (place.number % 400) + bend, 5)
    return round(middle + (draw(side, place.number, *place.key) % 400 - 200) / 10_000, 4)


def town_of(place: SpecPlace) -> tuple[float, float]:
    """Longitude and latitude of where things lie that name no city: where an example lies, or the country is that the design
    names, else in the country of the samples."""
    if place.specs.centre is not None:
        return place.specs.centre
    there = next((POSITIONS[city] for city, home in HOME_OF.items() if home == place.specs.home), TOWN)
    return there if place.specs.home else TOWN


def city_of(place: SpecPlace) -> tuple[float, float] | None:
    """Longitude and latitude of the city that the thing names, or an address of it."""
    for inner in (place.record, *(part for part in place.record.values() if isinstance(part, dict))):
        for name in ("city", "town", "name"):
            named = inner.get(name)
            if isinstance(named, str) and named in POSITIONS:
                return POSITIONS[named]
        code = next((inner[name] for name in _POST_CODES if isinstance(inner.get(name), str)), "")
        if code in CITY_OF_CODE:
            return POSITIONS[CITY_OF_CODE[code]]
    for name in _ADDRESSES:
        written = place.record.get(name)
        if isinstance(written, str):
            words = re.split(r"[ ,]+", written)
            return next((POSITIONS[word] for word in words if word in POSITIONS), None)
    return None


@lru_cache(maxsize=256)
def _places_of(step: float) -> int:
    """Digits after the point that a step needs."""
    exponent = Decimal(repr(step)).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 2


def _reduced(price: float, kind: str) -> Any:
    """A fifth off the price beside it."""
    lower = round(price * 0.8, 2)
    return Decimal128(f"{lower:.2f}") if kind == "decimal" else lower


def _kind(spec: Spec, measure: Measure | None) -> str:
    """``number`` takes the kind of its example, else of its measure, else a double."""
    if spec.type != "number":
        return spec.type
    example = plain(spec.example)
    if example is not None:
        return "int" if isinstance(example, int) else "double"
    return "int" if measure is not None and measure.step >= 1 else "double"


def _scale(spec: Spec, measure: Measure) -> Measure:
    """The range and the step: those of the name, else around the example, and as round as that is."""
    example = plain(spec.example)
    if example is None:
        return measure
    if snake(spec.name).rpartition("_")[2] == "year":
        return Measure(example - 1, example + 2, 1)
    is_usual = measure not in (_ANY, _FEW_OF_THEM) and measure.low <= example <= measure.high
    if not example or (
        is_usual and (measure.wave or (measure.high - measure.low) / (measure.step or 1) <= _FEW)
    ):
        return measure
    step = _step_of(spec.example, example)
    ends = sorted((example * 0.6, example * 1.4))
    if 0.5 < example < 1.5 and step <= 0.001:  # a gravity, a rate: what is so exact differs little
        ends = [example - 12 * step, example + 12 * step]
    if is_usual:
        ends = [max(ends[0], measure.low), min(ends[1], measure.high)]
    return Measure(ends[0], ends[1], step)


def _step_of(example: Any, value: float) -> float:
    """The step of numbers like an example: a tenth of its last digit that isn't 0, or that digit of a fraction."""
    exact = Decimal(str(example)) if not isinstance(value, int) else Decimal(value)
    if not exact.is_finite() or exact == 0:
        return 0.01
    exponent = exact.normalize().as_tuple().exponent
    digit = exponent if isinstance(exponent, int) else 0
    whole = exact == exact.to_integral_value()
    return float(Decimal(1).scaleb(max(digit - 1, 0) if whole else max(digit, -6)))


def _limited(spec: Spec, scale: Measure) -> tuple[float, float]:
    """The lowest and highest value of a scale inside the declared limits."""
    low, high = scale.low, scale.high
    least = -math.inf if spec.minimum is None else float(spec.minimum)
    most = math.inf if spec.maximum is None else float(spec.maximum)
    if high < least or low > most:
        low, high = least, max(least, most)
        low, high = (high - 100 if math.isinf(low) else low), (low + 100 if math.isinf(high) else high)
    elif (low < least or high > most) and min(high, most) - max(low, least) < (most - least) / 10 < math.inf:
        low, high = least, most  # limits say more than a name of which they leave a corner
    low, high = max(low, least), max(max(low, least), min(high, most))
    return max(low, -LARGEST), min(high, LARGEST)


def _whole(spec: Spec, place: SpecPlace, measure: Measure | None, largest: int) -> int:
    scale = _scale(spec, measure or _FEW_OF_THEM)
    low, high = _limited(spec, scale)
    least = max(math.ceil(max(low, -largest)), -largest)
    most = max(least, min(math.floor(high), largest))
    example = plain(spec.example)
    if spec.unique:
        start = int(example) if example is not None else max(least, 1)
        return counted(spec, start, place.number, largest)
    is_place = snake(spec.name) in _PLACES or place.path.endswith(f"{spec.name}s.{spec.name}")
    if is_place and example is None:  # steps, each with its step
        return counted(spec, 1, _turn(place) if place.row is None else place.row, largest)
    small = measure is not None and measure.low == measure.step == 1
    if snake(spec.name).rpartition("_")[2] in _SERIAL and (small or measure is None):
        first = 1 if small else _first(place)
        return counted(spec, first if example is None else int(example), _turn(place), largest)
    if spec.name.startswith("status") and 100 <= (example or 0) < 600 and _is_free(spec, 200, 500):
        return _ANSWERS[place.number % len(_ANSWERS)]
    born = plain(place.record.get("born"))
    if born is not None and snake(spec.name) in ("died", "death_year"):
        return min(max(int(born) + 52 + draw(*place.key, place.number) % 30, least), most)
    drawn = _whole_step(scale, least, most, place)
    return drawn if drawn != example or most <= least else drawn + (1 if drawn < most else -1)


def _first(place: SpecPlace) -> int:
    """The first number of a series that people count: 1 for rounds and lines, 1001 for orders."""
    small = place.path.rpartition(".")[2] == "no" or "." in place.path or bool(place.about)
    around = {snake(place.entity).rpartition("_")[2], snake(place.path).partition("_")[0]}
    return 1 if small or around & _SMALL_SERIES else 1001


def _turn(place: SpecPlace) -> int:
    """Which of the series the thing has: it starts again in every holder and list."""
    return place.ordinal if place.element or place.about else place.number


def _is_free(spec: Spec, low: float, high: float) -> bool:
    """Whether the limits allow all numbers between two."""
    return (spec.minimum is None or spec.minimum <= low) and (spec.maximum is None or spec.maximum >= high)


def _whole_step(scale: Measure, least: int, most: int, place: SpecPlace) -> int:
    """A whole multiple of the step between two limits, any whole number where there is none."""
    if scale.wave:
        return min(max(round(_drawn(scale, least, most, place)), least), most)
    step = max(1, int(scale.step))
    first = -(-least // step) * step
    if first > most:
        return between(least, most, "number", place.number, *place.key)
    return first + draw("number", place.number, *place.key) % ((most - first) // step + 1) * step


def counted(spec: Spec, start: int, number: int, largest: int = INT32) -> int:
    """Whole number ``number`` of those that count up from a start and then down from it, all within the
    spec's limits and each once: they begin again where there are no others."""
    low = -largest if spec.minimum is None else max(-largest, math.ceil(spec.minimum))
    high = max(low, largest if spec.maximum is None else min(largest, math.floor(spec.maximum)))
    start = min(max(start, low), high)
    up = start + number % (high - low + 1)
    return up if up <= high else start - (up - high)


def is_within(value: Any, low: Any, high: Any) -> bool:
    """Whether a value that is a number lies between two limits, None being none."""
    exact = plain(value)
    if exact is None:
        return True
    return (low is None or exact >= low) and (high is None or exact <= high)


_IN_A_PERIOD = re.compile(
    r"_(?:this|last|past|previous|current|next|per|each|every|a|in_a)_(?:\d+_)?(?:year|month|week|quarter|season)s?$"
    r"|_(?:year_to_date|ytd|so_far|to_date|today|all_time|lifetime)$"
)
"""The period in which something is counted says nothing of how many there are: a number ``this_year`` is no year."""


# How much of a unit there is of something in a year, as a rule, and for how much of one a word of a name says it.
_IN_A_YEAR = {
    "kwh": Measure(1800, 6400, 100), "km": Measure(6000, 24_000, 500), "hours": Measure(600, 1800, 10),
    "litres": Measure(400, 4000, 50), "m3": Measure(60, 220, 5), "miles": Measure(4000, 15_000, 500),
}  # fmt: skip
_PERIODS = {
    **dict.fromkeys(("yearly", "annual", "annually", "year"), 1.0),
    **dict.fromkeys(("monthly", "month"), 1 / 12),
    **dict.fromkeys(("weekly", "week"), 1 / 52),
}


def _in_a_period(name: str) -> Measure | None:
    """The range of what a name says is used or done in a year or a month: yearly_kwh_forecast; None of another."""
    words = name.split("_")
    whole = next((_IN_A_YEAR[word] for word in words if word in _IN_A_YEAR), None)
    share = next((_PERIODS[word] for word in words if word in _PERIODS), None)
    if whole is None or share is None or name in MEASURES or not _COSTS.isdisjoint(words):
        return None
    return Measure(round(whole.low * share), round(whole.high * share), max(1, round(whole.step * share)))


_COSTS = frozenset("price rate cost fee cents ct limit".split())
_MINUTES = 1439  # of a day, from 0 on
_FROM = frozenset("from start starts opens begin".split())
_UNTIL = frozenset("to until end ends closes".split())


def _minute_of_a_day(spec: Spec) -> Measure | None:
    """The range of a minute of the day, which is a whole hour as a rule; None of another number."""
    words = frozenset(snake(spec.name).split("_"))
    if (
        spec.maximum is None
        or not _MINUTES <= spec.maximum - (spec.minimum or 0) <= _MINUTES + 1
        or words.isdisjoint(("minute", "minutes"))
    ):
        return None
    low, high = (360, 720) if words & _FROM else (840, 1320) if words & _UNTIL else (420, 1200)
    return Measure(low, high, 60)


_PARTS_OF_ALL = frozenset("percent percentage pct".split())
_COUNTED = frozenset("months weeks days years nights".split())


@of_short_texts(FIELDS_REMEMBERED)
def measure_of(entity: str, path: str) -> Measure | None:
    """The range of the numbers of a field (dotted path), None where its name says nothing.

    What stands around it and its name come first, then its whole name, its unit (``_kg``), its last words.
    """
    *heads, last = path.split(".")
    name = snake(last)
    if (in_a_period := _in_a_period(name)) is not None:
        return in_a_period
    if name not in MEASURES and (counted := _IN_A_PERIOD.sub("", name)) != name:
        return measure_of(entity, ".".join([*heads, counted]))
    words = name.split("_")
    if len(words) > 1 and name not in MEASURES and (words[0] in _COUNTED or words[-1] == "born"):
        return MEASURES.get(words[0], Measure(1, 12, 1))  # months_paid are months, puppies_born no year
    entity, *among = entity.split("|")
    among = [context for context in among if context[0] not in "!-"]
    around = [singular(snake(head)) for head in (*reversed(heads), entity)]
    around = [*among, *around] if not heads else [*around, *among]
    around += [context.rpartition("_")[2] for context in around]
    wanted = [f"{context}.{each}" for each in (name, singular(name)) for context in around]
    wanted += [name, singular(name)]
    parts = ["_".join(words[at:]) for at in range(1, len(words))] + [words[0]] * (len(words) > 1)
    wanted += [f"{context}.{part}" for part in parts for context in around]
    if len(words) > 1 and words[-1] in UNITS:
        wanted += [f"{context}.{UNITS[words[-1]]}" for context in around]
    wanted += ["_".join(words[at:]) for at in range(1, len(words) - 1)]
    if len(words) > 1 and words[-1] in UNITS:
        stem = "_".join(words[:-1])
        wanted += [stem, UNITS[words[-1]]] if words[-1] in SAME else [UNITS[words[-1]]]
    wanted += [f"{words[at]}.{'_'.join(words[at + 1 :])}" for at in range(len(words) - 1)]
    wanted += ["_".join(words[at:]) for at in range(1, len(words))]
    wanted += ["_".join(words[:at]) for at in range(len(words) - 1, 0, -1)]
    wanted = [
        key for key in wanted if key in MEASURES and (key not in _SIDES or key == name)
    ]  # no place of gas
    measure = next((MEASURES[key] for key in wanted), None)
    if measure is not None and words[-1] in _PARTS_OF_ALL and (measure.high > 100 or measure.low < 0):
        return MEASURES["percent"]  # a brightness in lux is none in percent
    return measure
