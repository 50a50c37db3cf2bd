"""Places: how far they are from each other, what a search for them asks for, and in which order it tells."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, cos, radians, sin, sqrt
from typing import Any

from designs.compiler.model.conceptual import Match, Operation, stated
from designs.compiler.sampling.world import Thing
from tests.oracle.projecting import StateRecords
from tests.oracle.scenario import NotJudged, Stage

METRES = 6_378_100
"""The radius of the earth that a server reckons with (manual, "Calculate Distances Using Spherical Geometry")."""
_COORDINATES = 2
_ANYWHERE = 30_000_000
"""Farther than any two places are."""
_SIDES = ("longitude", "latitude")
Point = tuple[float, float]


def place_of(value: Any) -> Point | None:
    """Return longitude and latitude of a pair, an object that begins with these, or GeoJSON: the first position of what
    has several."""
    if isinstance(value, dict) and "coordinates" in value:
        value = value["coordinates"]
    while isinstance(value, list) and value and isinstance(value[0], list):
        value = value[0]
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


def ask_near(stage: Stage, asked: Sequence[tuple[Match, Any]]) -> None:
    """Ask for what is near the very place of a thing, whether its numbers are asked for or the place as a whole."""
    for match, value in asked:
        if match.how != "near" or stated(match.value) or value is None:
            continue
        for known, param in stage.function.params.items():
            names = param.path.split(".")
            if known == "maxMetres":
                stage.given[known] = _ANYWHERE
            elif known in _SIDES and "coordinates" in names:
                corner = place_of(value)
                stage.given[known] = corner and corner[_SIDES.index(known)]
            elif names[-1] == match.field.rpartition(".")[2]:
                stage.given[known] = value
            elif isinstance(value, dict) and names[-2:-1] == [match.field.rpartition(".")[2]]:
                stage.given[known] = value.get(names[-1])


def nearest_first(stage: Stage, operation: Operation, matching: list[Thing]) -> list[Thing] | None:
    """Return things by how far they are from the place that an operation asks for, None where it asks for none."""
    near = next(((match, value) for match, value in stage.asked if match.how == "near"), None)
    if near is None or stated(operation.sort):
        return None
    match, value = near
    point = place_of(match.value if stated(match.value) else value)
    records = StateRecords(stage.before)
    away = {one: distance(point, _place(records.look(one, match.field))) for one in matching}
    if len({round(far) for far in away.values()}) < len(away):
        raise NotJudged("places that are equally far away")
    return sorted(matching, key=away.__getitem__)


def _place(found: Any) -> Point | None:
    """Return the place that a path leads to, the first of those of several things."""
    place = place_of(found)
    return place_of(found[0]) if place is None and isinstance(found, list) and found else place
