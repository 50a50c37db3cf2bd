"""Places, and how far they are from each other."""

from __future__ import annotations

from math import asin, cos, radians, sin, sqrt
from typing import Any

METRES = 6_378_100
"""The radius of the earth that a server reckons with (manual, "Calculate Distances Using Spherical Geometry")."""
_COORDINATES = 2
Point = tuple[float, float]


def place_of(value: Any) -> Point | None:
    """Return longitude and latitude of a GeoJSON point, a pair, or an object that begins with these."""
    if isinstance(value, dict) and "coordinates" in value:
        value = value["coordinates"]
    numbers = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(numbers, list) or len(numbers) < _COORDINATES:
        return None
    try:
        return float(numbers[0]), float(numbers[1])
    except (TypeError, ValueError):
        return None


def distance(one: Point | None, other: Point | None) -> float:
    """Return how many metres lie between two places."""
    if one is None or other is None:
        return float("inf")
    (east, north), (other_east, other_north) = one, other
    chord = _half(other_north - north)
    chord += cos(radians(north)) * cos(radians(other_north)) * _half(other_east - east)
    return 2 * METRES * asin(min(1.0, sqrt(chord)))


def _half(angle: float) -> float:
    return sin(radians(angle) / 2) ** 2
