"""Example numbers: near the field's example, within its limits, else what the name suggests."""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from typing import Any

from bson import Decimal128, Int64
from msgspec import UNSET

from ...names.inflection import snake
from .draws import between, draw
from .specs import Spec, SpecPlace

_RANGES: dict[str, tuple[float, float]] = {
    "quantity": (1, 5), "qty": (1, 90), "rating": (1, 5), "stars": (1, 5), "score": (1, 100), "age": (18, 75),
    "year": (2016, 2025), "month": (1, 12), "day": (1, 28), "hour": (0, 23), "minute": (0, 59), "points": (1, 10),
    "credits": (2, 10), "floor": (0, 6), "seat": (1, 40), "page": (1, 12), "pages": (80, 480), "percent": (0, 100),
    "percentage": (0, 100), "rate": (0, 1), "ratio": (0, 1), "share": (0, 1), "latitude": (-60, 60), "lat": (-60, 60),
    "coordinates": (-60, 60), "longitude": (-150, 150), "lng": (-150, 150), "lon": (-150, 150), "temperature": (12, 28), "humidity": (30, 70),
    "price": (5, 250), "cost": (2, 40), "amount": (10, 400), "total": (10, 400), "tax": (1, 40), "discount": (0, 10),
    "salary": (38000, 92000), "weight": (1, 30), "height": (10, 200), "width": (10, 200), "depth": (10, 120),
    "duration": (2, 90), "version": (1, 3), "status": (200, 200), "port": (1024, 49151), "level": (1, 5),
    "capacity": (10, 200), "stock": (0, 120), "likes": (0, 300), "views": (50, 5000), "count": (0, 60),
}  # fmt: skip
_SMALL = frozenset({"rating", "stars", "quantity", "month", "level", "age"})  # ranges that beat an example
_ANSWERS = (404, 301, 500, 201)  # statuses of HTTP
_REDUCED = frozenset({"sale_price", "reduced_price", "discounted_price", "offer_price", "promo_price"})
_LARGEST = sys.float_info.max
INT32, INT64 = 2**31 - 1, 2**63 - 1


def number(spec: Spec, place: SpecPlace) -> Any:
    """A number of the spec's main type (int, long, double, decimal or number) within its limits."""
    kind = _kind(spec)
    if kind in ("int", "long"):
        whole = _whole(spec, place, INT32 if kind == "int" else INT64)
        return Int64(whole) if kind == "long" else whole
    digits = _digits(spec)
    listed = plain(place.record.get("price"))
    if listed is not None and snake(spec.name) in _REDUCED:
        return _reduced(listed, kind)
    low, high = _range(spec)
    steps = max(1, int(min((high - low) * 10**digits, _LARGEST)))
    value = low + (draw("number", place.number, *place.key) % (steps + 1)) / 10**digits
    value = min(max(round(value, digits), low), high)
    if kind == "decimal":
        return Decimal128(
            Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits))
            if abs(value) < 1e15
            else Decimal(repr(value))
        )
    return float(value)


def _reduced(price: float, kind: str) -> Any:
    """A fifth off the price beside it."""
    lower = round(price * 0.8, 2)
    return Decimal128(f"{lower:.2f}") if kind == "decimal" else lower


def _kind(spec: Spec) -> str:
    """``number`` takes the kind of its example, else a double."""
    if spec.type != "number":
        return spec.type
    example = plain(spec.example)
    return "int" if isinstance(example, int) or spec.name in _SMALL else "double"


def plain(value: Any) -> int | float | None:
    """A BSON number as a Python number, None for anything else."""
    if isinstance(value, Decimal128):
        decimal = value.to_decimal()
        return float(decimal) if decimal.is_finite() and abs(decimal) <= _LARGEST else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) <= _LARGEST else None


def _digits(spec: Spec) -> int:
    """Digits after the point: the example's, two without one."""
    if spec.example is UNSET or plain(spec.example) is None:
        return 2
    exponent = Decimal(str(spec.example)).as_tuple().exponent
    return min(6, max(-exponent, 2 if spec.type == "decimal" else 1)) if isinstance(exponent, int) else 2


def _range(spec: Spec) -> tuple[float, float]:
    """The lowest and highest value to make, inside the declared limits."""
    name = snake(spec.name)
    span = _RANGES.get(name) or _RANGES.get(name.rpartition("_")[2])
    example = plain(spec.example)
    if example and name.rpartition("_")[2] == "year":
        span = (example - 1, example + 2)
    elif example and not (span and name.rpartition("_")[2] in _SMALL):
        span = (min(example * 0.4, example * 1.6), max(example * 0.4, example * 1.6))
    low, high = span or (1, 100)
    least = -math.inf if spec.minimum is None else float(spec.minimum)
    most = math.inf if spec.maximum is None else float(spec.maximum)
    if high < least or low > most:
        low, high = least, max(least, most)
        low, high = (high - 100 if math.isinf(low) else low), (low + 100 if math.isinf(high) else high)
    low, high = max(low, least), max(max(low, least), min(high, most))
    return max(low, -_LARGEST), min(high, _LARGEST)


def _whole(spec: Spec, place: SpecPlace, largest: int) -> int:
    low, high = _range(spec)
    least = max(math.ceil(max(low, -largest)), -largest)
    most = max(least, min(math.floor(high), largest))
    example = plain(spec.example)
    if spec.unique:
        start = int(example) if example is not None else max(least, 1)
        return counted(spec, start, place.number, largest)
    if spec.name.startswith("status") and 100 <= (example or 0) < 600 and least <= 200 and most >= 500:
        return _ANSWERS[place.number % len(_ANSWERS)]
    drawn = between(least, most, "number", place.number, *place.key)
    if drawn == example and most > least:
        return drawn + 1 if drawn < most else drawn - 1
    return drawn


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
