"""Numbers as people read them: thousands apart, and what is too long to read short."""

from __future__ import annotations

import math

LONG = 1e15
"""From here on nobody counts digits."""


def is_long(value: float) -> bool:
    """Whether a number is too long to write out."""
    return LONG <= abs(value.real) < math.inf


def grouped(value: float, spec: str = ",") -> str:
    """A number by a format, thousands apart without one; `1.23e300` where it is too long to write out."""
    return f"{value.real:.3g}".replace("e+", "e") if is_long(value) else format(value, spec)
