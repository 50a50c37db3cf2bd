"""Points of one series move a little from one to the next, whatever each would be by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bson import Decimal128, Int64

from ...model.conceptual import Field, given, stated
from ...names.inflection import snake
from ..values.numbers import plain
from .sample_data import SampleData
from .things import Thing

_PLACES = frozenset({"lat", "latitude", "lon", "lng", "longitude"})
_DEGREES = 0.2  # between two points of one way, at most
_KILOMETRE = 0.01  # in degrees
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


def before(world: SampleData, thing: Thing) -> Thing | None:
    """The point before a measurement in the series of what it is measured of; None of others and of the first."""
    if world.names.entities[thing.entity].kind_or_default != "measurement":
        return None
    for link in world.names.relationships.values():
        if (
            link.kind == "one-to-many"
            and link.from_.entity != link.to.entity
            and world.is_a(thing, link.to.entity)
        ):
            for pair in world.links(link.name, "to", thing)[:1]:
                row = [other.target for other in world.links(link.name, "from", pair.source)]
                at = row.index(thing)
                return row[at - 1] if at else None
    return None


def follow(record: dict[str, Any], last: dict[str, Any], fields: Iterable[Field]) -> None:
    """Bring the numbers of a point near those of the point before it."""
    for field in fields:
        free = not (stated(field.computed) or given(field.enum, []) or field.unique is True)
        number, former = plain(record.get(field.name)), plain(last.get(field.name))
        if field.type in _NUMBERS and free and number is not None and former is not None:
            near = _near(number, former, is_place=not _PLACES.isdisjoint(snake(field.name).split("_")))
            if near != number:
                record[field.name] = _like(record[field.name], near)


def _near(number: float, former: float, *, is_place: bool) -> float:
    """The number where it is near enough, else a small step towards it: of a place about a kilometre."""
    step = number - former
    if abs(step) <= (_DEGREES if is_place else max(1.0, abs(former) / 8)):
        return number
    most = _KILOMETRE if is_place else abs(former) * 0.08 + 0.5
    return former + min(max(step * 0.06, -most), most)


def _like(value: Any, number: float) -> Any:
    """The number as the value's type, with as many digits."""
    if isinstance(value, Decimal128):
        exact = value.to_decimal()
        return Decimal128(str(round(number, max(0, -int(exact.as_tuple().exponent)))))
    if isinstance(value, Int64):
        return Int64(round(number))
    if isinstance(value, int):
        return round(number)
    return round(number, len(repr(value).partition(".")[2]) or 1)
