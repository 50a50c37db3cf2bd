"""One example value for one declared field: typed, within its limits, and told by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from bson import Binary, Code, Int64, MaxKey, MinKey, ObjectId, Regex, Timestamp
from bson.binary import UUID_SUBTYPE
from msgspec import UNSET

from ...model.conceptual import Field, Item, Model, given, stated
from ...model.field_types import GEOMETRIES, geometries_of
from ...model.values import is_of, plain, typed
from ...workload.grids import cell_states
from ..languages import snake
from .kinds.trade import currency_in
from .moments import moment
from .numbers import INT32, INT64, city_of, counted, number, town_of
from .specs import Spec, SpecPlace, digest, draw, turn
from .texts import is_made_of_others, text

_LANGUAGES = frozenset("en de fr es it nl pt pl sv da nb no fi cs hu ro el tr ja zh ko ru uk ar".split())
_TELLING = frozenset({"stars", "star_rating", "rating", "score"})
_ONE_OF_ALL = frozenset({"primary", "default", "main", "current"})  # flags that one element carries
_SELDOM = frozenset(
    "blocked archived deleted dangerous smoking closed banned locked muted hidden flagged disabled discontinued controlled "
    "fraud spam obsolete deprecated suspended overdue damaged defective retired void broken abnormal critical recalled lost "
    "stolen missed exposed waived hold confidential fail failed rejected shortage late missing".split()
)  # flags that few things carry, and those that most do
_MOSTLY = frozenset("active enabled verified valid available published approved".split())
MANY = 2000  # elements at most, however many the design demands
_DEEP = 8  # steps; arrays further in have one element, since two in each of two double at every step
_BEGINS = frozenset("from min minimum above over starting".split())
_NUMBERS = frozenset({"int", "long", "double", "decimal", "number"})


def value(spec: Spec, place: SpecPlace) -> Any:
    """A value of the spec: the example for the first thing, a choice of the enum, else made."""
    if place.specs.indexed_once and not spec.unique and _is_indexed_once(place):
        spec = msgspec.structs.replace(spec, unique=True)
    as_told = not (place.shift and spec.type == "date")  # else the first thing began later than its examples
    if place.number == 0 and place.salt == 0 and as_told and _is_usable(spec.example, spec):
        return spec.example
    if spec.enum:
        return _chosen(spec, place)
    if spec.type in _NUMBERS:
        return number(spec, place)
    return _others(spec, place)


def _is_indexed_once(place: SpecPlace) -> bool:
    """Whether an index lets no two documents have the same value here, or in what the value is a part of."""
    path = f"{place.path}."
    return any(
        entity == place.entity and path.startswith(f"{indexed}.")
        for entity, indexed in place.specs.indexed_once
    )


def _is_usable(example: Any, spec: Spec) -> bool:
    """An example of another type than its field, or outside of its enum, is left alone."""
    if example is UNSET or not any(is_of(example, bson_type) for bson_type in spec.types):
        return False
    return not spec.enum or example in spec.enum


def _chosen(spec: Spec, place: SpecPlace) -> Any:
    options = spec.enum
    if (
        place.specs.home in options
        and snake(spec.name) in ("country", "country_code")
        and spec.type == "string"
    ):
        return place.specs.home  # one world
    if spec.example in options:
        at = options.index(spec.example)
        return options[(at + place.number + place.salt) % len(options)]
    return turn(options, place.number, *place.key)


def _others(spec: Spec, place: SpecPlace) -> Any:
    kind = spec.type
    if kind == "string":
        return text(spec, place)
    if kind == "date":
        return moment(spec, place)
    if kind == "bool":
        words = frozenset(snake(spec.name).split("_"))
        if snake(spec.name).rpartition("_")[2] in _ONE_OF_ALL:
            return place.ordinal == 0 and not place.row
        if words & (_SELDOM | _MOSTLY) and not isinstance(spec.example, bool):
            return (place.number % 3 == 1) is not (not words & _SELDOM)
        return (place.number % 2 == 0) is not (spec.example is False)
    return _rare(kind, place)


def _rare(kind: str, place: SpecPlace) -> Any:
    raw = digest(kind, place.number, *place.key, size=16)
    makers: dict[str, Any] = {
        "objectId": lambda: object_id(place.start, kind, place.number, *place.key),
        "uuid": lambda: Binary(_version_4(raw), UUID_SUBTYPE),
        "binData": lambda: Binary(raw),
        "timestamp": lambda: Timestamp(int(place.start.timestamp()) % 2**32, place.number + 1),
        "regex": lambda: Regex(f"^draft-{place.number + 1}"),
        "javascript": lambda: Code("function () { return true; }"),
        "minKey": MinKey, "maxKey": MaxKey, "object": dict, "array": list,
    }  # fmt: skip
    return makers[kind]() if kind in makers else None


def _version_4(raw: bytes) -> bytes:
    return raw[:6] + bytes([raw[6] & 0x0F | 0x40]) + raw[7:8] + bytes([raw[8] & 0x3F | 0x80]) + raw[9:]


def object_id(start: datetime, *parts: object) -> ObjectId:
    """An id whose first four bytes tell when its thing started, as a server's would."""
    seconds = int(start.timestamp()) % 2**32
    return ObjectId(seconds.to_bytes(4, "big") + digest(*parts, size=8))


def own_id(spec: Spec, place: SpecPlace) -> Any:
    """The ``_id`` of a thing by its declared type; whole numbers count from the example."""
    if spec.type in ("int", "long", "number"):
        first = spec.example if isinstance(spec.example, int) else max(1, int(spec.minimum or 1))
        whole = counted(spec, int(first), place.number, INT64 if spec.type == "long" else INT32)
        return Int64(whole) if spec.type == "long" else whole
    if spec.type == "objectId" and spec.example is UNSET:
        return object_id(place.start, place.entity, place.number)
    return value(spec, place)


def tree(field: Field, place: SpecPlace) -> Any:
    """The value of a declared field with all that it holds."""
    if place.specs.points and (place.entity, place.path) in place.specs.points:
        return _point(field, place)
    if field.type == "object" and given(field.fields, []):
        return _object(given(field.fields, []), place)
    if field.type == "array":
        return _array(field, place)
    free = _free_cells(field, place) if field.type in ("int", "long") else None
    return free if free is not None else value(place.specs.of(field, field.name), place)


_IS_LEFT = re.compile(r"_(available|free)\Z")


def _free_cells(field: Field, place: SpecPlace) -> int | None:
    """How many cells of the grid beside it are free, where a number is called so: seats_available. The
    first one is free in each grid that is made here. None where there is no such grid, or an example."""
    grid = place.record.get(_IS_LEFT.sub("", field.name))
    is_example = place.number == 0 and place.salt == 0 and stated(field.example)
    if is_example or not (isinstance(grid, list) and grid and isinstance(grid[0], list) and grid[0]):
        return None
    return sum(int(cell == grid[0][0]) for row in grid for cell in row)


def _point(field: Field, place: SpecPlace) -> Any:
    """A place on a map as its field has it: a pair of coordinates, or a GeoJSON point."""
    spec = place.specs.of(field, field.name)
    if place.number == 0 and place.salt == 0 and _is_usable(spec.example, spec) and spec.example:
        return spec.example
    pair = _near_town(field, place)
    if field.type == "array":
        return pair
    fields = given(field.fields, [])
    if fields and not {"type", "coordinates"} <= {part.name for part in fields}:
        return _object(fields, place)
    kind = next(iter(geometries_of(field)), "Point")
    shown = next((part.example for part in fields if part.name == "coordinates"), UNSET)
    is_first = place.number == 0 and place.salt == 0 and isinstance(shown, list)
    return _object(fields, place) | {
        "type": kind, "coordinates": shown if is_first else _geometry(kind, pair)
    }  # fmt: skip


def _shown(field: Field, place: SpecPlace) -> tuple[float, float] | None:
    """The place that an example of the field, or of its coordinates, is at."""
    inner = next((part for part in given(field.fields, []) if part.name == "coordinates"), None)
    examples = [place.specs.of(part, part.name).example for part in (field, inner) if part is not None]
    pairs = [_corner(each.get("coordinates") if isinstance(each, dict) else each) for each in examples]
    return next(((pair[0], pair[1]) for pair in pairs if isinstance(pair, list) and is_pair(pair)), None)


def _corner(coordinates: Any) -> Any:
    """The first pair of numbers, however many arrays it is in."""
    while isinstance(coordinates, list) and coordinates and isinstance(coordinates[0], list):
        coordinates = coordinates[0]
    return coordinates


def _near_town(field: Field, place: SpecPlace) -> list[float]:
    """Longitude and latitude of a place in the thing's city: of a point of a way a hundred metres from the one before."""
    middle = city_of(place) or _shown(field, place) or town_of(place)
    if place.entity in place.specs.tracks:
        along = [middle[0] + place.number * 0.0011, middle[1] + place.number * 0.0007]
        return [round(each, 4) for each in along]
    return [
        round(middle[at] + (draw(at, place.number, *place.key) % 1000 - 500) / 10_000, 4) for at in (0, 1)
    ]


_WAY, _BLOCK = [(0, 0), (1, 1), (2, 1)], [(0, 0), (2, 0), (2, 1), (0, 1), (0, 0)]


def _geometry(kind: str, pair: list[float]) -> list[Any]:
    """The coordinates of a point, of a short way from it, or of a block that begins and ends at it."""
    x, y = pair
    depth = GEOMETRIES[kind]
    way = [
        [round(x + across * 0.01, 4), round(y + up * 0.01, 4)]
        for across, up in (_BLOCK if kind.endswith("Polygon") else _WAY)
    ]
    geometry: list[Any] = pair if depth == 1 else way
    for _ in range(depth - 2):
        geometry = [geometry]
    return geometry


def turn_of(entity: str, field: Field) -> int:
    """When a field gets its value: what others are told by at first, what is made of others at last."""
    if snake(field.name) in ("sex", "gender"):
        return 2  # of who is called so
    if given(field.enum, []) or snake(field.name) in _TELLING or field.name in ("city", "town"):
        return 0
    return 2 if field.type in ("string", "array") and is_made_of_others(entity, field.name) else 1


def _object(fields: list[Field], place: SpecPlace) -> dict[str, Any]:
    record: dict[str, Any] = {}
    if _is_translated(fields) and "." not in place.path:
        name = place.path.rpartition(".")[2]
        specs = {
            field.name: msgspec.structs.replace(place.specs.of(field, field.name), name=name)
            for field in fields
        }
        texts = {code: text(spec, place) for code, spec in specs.items()}
        return {code: each if code == "en" or place.specs.of(field, code).pattern else f"{each} ({code})"
                for field, (code, each) in zip(fields, texts.items(), strict=True)}  # fmt: skip
    called = place.called
    for field in sorted(fields, key=lambda field: turn_of(called, field)):
        inner = msgspec.structs.replace(
            place, path=f"{place.path}.{field.name}", record={**place.record, **record}
        )
        record[field.name] = tree(field, inner)
    return {field.name: record[field.name] for field in fields}


def _is_translated(fields: list[Field]) -> bool:
    """Whether an object has one text in several languages, by their codes."""
    names = {field.name for field in fields}
    is_plain = all(
        field.type == "string" and not given(field.enum, []) and not stated(field.example) for field in fields
    )
    return len(names) > 1 and names <= _LANGUAGES and is_plain


_PAIRS = frozenset("coordinates lnglat lng_lat lon_lat position location point geo".split())


def _array(field: Field, place: SpecPlace) -> list[Any]:
    spec = place.specs.of(field, field.name)
    if place.number == 0 and isinstance(spec.example, list):
        return list(spec.example)
    if snake(field.name) in _PAIRS and is_pair(spec.example):
        return [
            round(side + (draw(at, place.number, *place.key) % 400 - 200) / 10_000, 4)
            for at, side in enumerate(spec.example)
        ]
    if stated(field.grid):
        return _grid(field)
    least, most = given(field.min_items, 0), given(field.max_items, MANY)
    usual = 2 if place.path.count(".") < _DEEP else 1
    count = min(max(usual, least), most, MANY)
    item = given(field.items, None)
    if item is None:
        return [f"{field.name} {at + 1}" for at in range(least and count)]
    elements = [
        _element(item, field.name, count * place.number + at, msgspec.structs.replace(place, ordinal=at))
        for at in range(count)
    ]
    options = place.specs.of(item, field.name).enum
    if options and all(element in options for element in elements):
        return sorted(elements, key=options.index)
    if item.type == "string" and len(set(elements)) >= max(1, least):
        return list(dict.fromkeys(elements))
    return _in_a_row(elements, given(item.fields, []))


def is_pair(example: Any) -> bool:
    """Whether an example is a place on a map: other things lie near it."""
    return (
        isinstance(example, list)
        and len(example) == 2
        and all(isinstance(each, int | float) for each in example)
    )


def _in_a_row(elements: list[Any], fields: list[Field]) -> list[Any]:
    """The elements, those that say a day of the week by its number each another one, from the first of the week on."""
    for field in fields:
        if (
            snake(field.name) in ("weekday", "day_of_week")
            and field.type in _NUMBERS
            and not stated(field.example)
        ):
            low = given(field.minimum, 1)
            for at, element in enumerate(elements):
                if field.name in element and low + at <= given(field.maximum, 7):
                    element[field.name] = type(element[field.name])(low + at)
    for field in fields:
        if snake(field.name).partition("_")[0] in _BEGINS and field.type in _NUMBERS:
            _rise(elements, field)
    return elements


def _rise(elements: list[Any], field: Field) -> None:
    """Let steps begin one after another: from_minute 0, then 30. An example stays where it is."""
    values = [element[field.name] for element in elements if field.name in element]
    if len(values) == len(elements) > 1 and not stated(field.example):
        rising = sorted(values, key=lambda each: plain(each) or 0)
        if snake(field.name).startswith("from_") and given(field.minimum, 0) <= 0:
            rising[0] = typed(0, (field.type,))
        for element, value in zip(elements, rising, strict=True):
            element[field.name] = value


def _grid(field: Field) -> list[list[Any]]:
    """All cells free, but for the last one."""
    rows, columns = given(field.grid, [1, 1])
    free, taken = cell_states(field)
    grid = [[free] * columns for _ in range(rows)]
    grid[-1][-1] = taken if rows > 1 else free
    return grid


def _element(item: Item, name: str, at: int, place: SpecPlace, depth: int = 0) -> Any:
    inner = msgspec.structs.replace(place, number=at, element=True)
    if item.type == "object":
        return _object(given(item.fields, []), inner)
    if item.type == "array" and given(item.items, None):
        inside = given(item.items, item)
        count = 2 if depth < _DEEP else 1
        return [_element(inside, name, count * at + step, place, depth + 1) for step in range(count)]
    return value(place.specs.of(item, name), inner)


# --- the one currency of a design ------------------------------------------------------------------------

_OTHER = frozenset("from to base quote source target local foreign original".split())


def is_currency(field: Field) -> bool:
    """Whether a field says in which currency its thing's amounts are."""
    words = snake(field.name).split("_")
    named = "currency" in words and words[-1] in ("currency", "code")
    return field.type == "string" and named and field.unique is not True and _OTHER.isdisjoint(words)


def currency_of(model: Model, home: str = "") -> str | None:
    """The one currency of a design: an example's that every list of currencies has, else that of the addresses, else the
    first that all have; None where no field lists any or has an example, or the lists have none in common."""
    fields = [
        field for entity in model.entities if not _trades(entity.name) for field in _all(entity.own_fields)
    ]
    fields = [field for field in fields if is_currency(field)]
    examples = [field.example for field in fields if stated(field.example) and isinstance(field.example, str)]
    listed = [[*map(str, given(field.enum, []))] for field in fields if given(field.enum, [])]
    candidates = [*examples, *([currency_in(home), *listed[0]] if listed else [])]
    return next((name for name in candidates if all(name in options for options in listed)), None)


def _trades(entity: str) -> bool:
    """Whether things of an entity are about several currencies: their rates, or they themselves."""
    words = snake(entity).split("_")
    return "currency" in words or "rate" in words or "exchange" in words


def in_currency(value: Any, fields: Iterable[Field], currency: str, entity: str) -> None:
    """Set the currency wherever a record names one, at any depth."""
    if _trades(entity) or not isinstance(value, dict):
        return
    for field in fields:
        inner = value.get(field.name)
        if inner is None:
            continue
        if is_currency(field):
            value[field.name] = currency
        elif isinstance(inner, dict):
            in_currency(inner, given(field.fields, []), currency, entity)
        elif isinstance(inner, list):
            for element in inner:
                in_currency(element, elements_of(field), currency, entity)


def elements_of(field: Field) -> list[Field]:
    item = given(field.items, None)
    return given(item.fields, []) if item is not None else []


def _all(fields: Iterable[Field]) -> Iterable[Field]:
    for field in fields:
        yield field
        yield from _all(given(field.fields, []))
        yield from _all(elements_of(field))
