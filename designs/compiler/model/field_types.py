"""The one table of BSON types: names, sizes, spellings, glyphs, and how a page colours them; and which fields a server
reads as a place: a GeoJSON object, or a pair of coordinates, longitude first."""

from __future__ import annotations

import msgspec

from .conceptual import Field, Item, given


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
GEOMETRIES = {
    "Point": 1, "LineString": 2, "MultiPoint": 2, "Polygon": 3, "MultiLineString": 3, "MultiPolygon": 4,
}  # fmt: skip
"""How many arrays the coordinates of each kind of GeoJSON are, one in another."""
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


def geometries_of(field: Field) -> list[str]:
    """Return the kinds of GeoJSON that an object may be, the likeliest first: by its type's values or example, and of
    these by how deep the arrays of its coordinates are. Where no kind has both, those that its type says."""
    inner = {part.name: part for part in given(field.fields, [])}
    kind, held = inner.get("type"), inner.get("coordinates")
    whole = field.example if isinstance(field.example, dict) else {}
    allowed = given(kind.enum, []) if kind is not None else []
    example = given(kind.example, None) if kind is not None else None
    shown = [example or whole.get("type")] if example or "type" in whole else []
    named = [str(each) for each in allowed or shown]
    depth = (levels_of(held) or _depth(held.example)) if held is not None else 0
    depth = depth or (0 if named else 1)
    kinds = [each for each in named or GEOMETRIES if each in GEOMETRIES]
    return [each for each in kinds if GEOMETRIES[each] == depth] or (kinds if named else [])


def levels_of(held: Field | Item) -> int:
    """Return how many arrays are declared, one in another; 0 where what is in them isn't."""
    inside = given(held.items, None)
    if held.type != "array" or inside is None:
        return 0
    return 1 + levels_of(inside) if inside.type == "array" else 1


def _depth(example: object) -> int:
    return 1 + _depth(example[0]) if isinstance(example, list) and example else 0
