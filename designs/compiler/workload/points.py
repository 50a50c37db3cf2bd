"""What a server finds near a point: a GeoJSON object, or a pair of coordinates, longitude first."""

from __future__ import annotations

from ..model.conceptual import Field, given
from ..model.field_types import NUMERIC

GEOJSON, PAIR = "GeoJSON", "pair"
_EAST, _NORTH = ("lon", "lng", "long", "longitude"), ("lat", "latitude")


def form_of(field: Field | None) -> str:
    """Return how a field says where something is, "" where no server reads it as a place."""
    if field is None:
        return ""
    if field.type == "array":
        return PAIR
    names = {part.name for part in given(field.fields, [])}
    if {"type", "coordinates"} <= names:
        return GEOJSON
    return PAIR if coordinates(field) else ""


def coordinates(field: Field | None) -> tuple[str, str] | None:
    """Return the names of longitude and latitude in an object that begins with these two numbers, in that order."""
    parts = given(field.fields, [])[:2] if field is not None and field.type == "object" else []
    names = tuple(part.name.lower() for part in parts)
    if len(names) < len((_EAST, _NORTH)) or names[0] not in _EAST or names[1] not in _NORTH:
        return None
    if not all(set(part.all_types) <= set(NUMERIC) for part in parts):
        return None
    return parts[0].name, parts[1].name
