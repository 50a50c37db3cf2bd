"""Numbers as people read them: thousands apart, and what is too long to read short. And lists in a sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal

LONG = 1e15
"""From here on nobody counts digits."""


def is_long(value: float) -> bool:
    """Whether a number is too long to write out."""
    return LONG <= abs(value.real) < math.inf


def grouped(value: float, spec: str = ",") -> str:
    """A number by a format, thousands apart without one; `1.23e300` where it is too long to write out. A format of so
    many digits (``g``) turns to powers of ten long before, which nobody reads: 4,000,000 and not 4e+06."""
    if is_long(value):
        return f"{value.real:.3g}".replace("e+", "e")
    text = format(value, spec)
    return format(Decimal(text.replace(",", "")), ",f") if "e" in text else text


_SPANS = (("day", 86400), ("hour", 3600), ("minute", 60))
_SELDOM = (("week", 7.0), ("month", 365 / 12), ("year", 365.0))
_SAME = 1e-9


def daily(per_day: float) -> str:
    """How often something happens each day; what is rarer than that as people state it: `1/week`."""
    if not 0 < per_day < 1:
        return grouped(per_day)
    for unit, days in _SELDOM:
        times = round(per_day * days)
        if times and abs(per_day * days - times) <= _SAME * days:
            return f"{times}/{unit}"
    return f"{per_day:.3g}"


_SHORT = (("tn", 1e12), ("bn", 1e9), ("M", 1e6), ("k", 1e3))


def short(value: float) -> str:
    """A count in three digits, for where there is little room: `950`, `1.2 k`, `4 M`, `3.5 bn`."""
    if is_long(value):
        return grouped(value)
    rounded = float(f"{value:.3g}")
    unit, size = next(((unit, size) for unit, size in _SHORT if rounded >= size), ("", 1.0))
    return f"{rounded / size:.4g}\u00a0{unit}" if unit else f"{rounded:.3g}"


_UNITS = (("TiB", 1024**4), ("GiB", 1024**3), ("MiB", 1024**2), ("KiB", 1024))


def byte_size(size: float) -> str:
    """Bytes in the unit that fits."""
    for unit, bytes_of_it in _UNITS:
        if size >= bytes_of_it:
            return f"{grouped(size / bytes_of_it, ',.1f')} {unit}".replace(".0 ", " ")
    return f"{grouped(size, ',.0f')} B"


def duration(seconds: float) -> str:
    """A time in the largest unit that it is a whole number of: `30 days`, `1 hour`, `90 minutes`."""
    unit, size = next(
        ((unit, size) for unit, size in _SPANS if seconds and seconds % size == 0), ("second", 1)
    )
    count = grouped(seconds / size, ",g")
    return f"{count} {unit}" if count == "1" else f"{count} {unit}s"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a sentence lists them: ``a``, ``a and b``, ``a, b, and c``; "" for none. last: the word before the
    last, "or" after a no."""
    *others, final = [*words] or [""]
    return f"{', '.join(others)}{',' * (len(others) > 1)} {last} {final}" if others else final
