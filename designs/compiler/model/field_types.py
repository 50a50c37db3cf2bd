"""The one table of BSON types: names, sizes, spellings, glyphs, and how a page colours them; and which fields a server
reads as a place: a GeoJSON object, or a pair of coordinates, longitude first."""

from __future__ import annotations

import msgspec

from .conceptual import Field, given


class FieldType(msgspec.Struct, frozen=True, kw_only=True):
    """A BSON type as a design names it.

    alias: its name in ``$jsonSchema``'s bsonType. size: bytes of a value, None where it varies.
    family: what pages and diagrams colour alike. glyph: two or three ASCII characters.
    spellings: what people also type. scalar: whether it holds no fields or elements.
    """

    name: str
    alias: str
    family: str
    glyph: str
    size: int | None = None
    spellings: tuple[str, ...] = ()
    scalar: bool = True


FIELD_TYPES: tuple[FieldType, ...] = (
    FieldType(name="double", alias="double", family="number", glyph="1.0", size=8, spellings=("float", "real")),
    FieldType(name="string", alias="string", family="text", glyph="Aa", spellings=("str", "text", "varchar")),
    FieldType(name="object", alias="object", family="object", glyph="{}", spellings=("document", "embedded"), scalar=False),
    FieldType(name="array", alias="array", family="array", glyph="[]", spellings=("list",), scalar=False),
    FieldType(name="binData", alias="binData", family="binary", glyph="01", spellings=("binary", "blob", "bytes")),
    FieldType(name="uuid", alias="binData", family="id", glyph="uid", size=21, spellings=("guid",)),
    FieldType(name="objectId", alias="objectId", family="id", glyph="id", size=12, spellings=("oid", "id")),
    FieldType(name="bool", alias="bool", family="bool", glyph="?", size=1, spellings=("boolean",)),
    FieldType(name="date", alias="date", family="date", glyph="day", size=8, spellings=("datetime", "time")),
    FieldType(name="null", alias="null", family="other", glyph="nul", size=0),
    FieldType(name="regex", alias="regex", family="other", glyph=".*", spellings=("regexp",)),
    FieldType(name="javascript", alias="javascript", family="other", glyph="js", spellings=("code",)),
    FieldType(name="int", alias="int", family="number", glyph="1", size=4, spellings=("integer", "int32")),
    FieldType(name="timestamp", alias="timestamp", family="date", glyph="ts", size=8),
    FieldType(name="long", alias="long", family="number", glyph="1L", size=8, spellings=("int64", "bigint")),
    FieldType(name="decimal", alias="decimal", family="number", glyph="1.00", size=16, spellings=("decimal128", "money")),
    FieldType(name="number", alias="number", family="number", glyph="#", size=8, spellings=("numeric",)),
    FieldType(name="minKey", alias="minKey", family="other", glyph="min", size=0),
    FieldType(name="maxKey", alias="maxKey", family="other", glyph="max", size=0),
)  # fmt: skip

BY_NAME: dict[str, FieldType] = {row.name: row for row in FIELD_TYPES}
FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(row.family for row in FIELD_TYPES))
NUMERIC: frozenset[str] = frozenset(row.name for row in FIELD_TYPES if row.family == "number")


def alias_of(name: str) -> str:
    """The bsonType of a validator for a type of the design: ``uuid`` is ``binData``."""
    return BY_NAME[name].alias


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
