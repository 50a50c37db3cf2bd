"""The ``$jsonSchema`` of a collection, in the draft 4 subset that MongoDB takes (rulebook 5).

Values of enumerations are BSON values; numbers are as wide as what drivers send for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from ..model.conceptual import Field, Item, given, stated
from ..model.field_types import GEOJSON, GEOMETRIES, NUMERIC, alias_of, form_of, levels_of
from ..model.values import limit, typed
from ..names.inflection import snake
from ..placement.schema_versions import is_of
from ..plan_model.physical import Collection, DocField, Element, walk
from .optional_results import is_worked_out

Schema = dict[str, Any]
_EXACT = {"double": ("number",)}
_WIDER = _EXACT | {"int": ("int", "long"), "long": ("int", "long"), "decimal": ("decimal", "int", "long")}
"""What drivers send for a number. JavaScript has one kind of it: mongosh and Node send 5.0 as an int. Django, Java, C#
and Go send each integer of theirs as a long, and a sum of no decimals is the int 0. A decimal is never a double: money
would be rounded."""
_NONE: Schema = {"not": {}}
"""What no value meets: of a field that only other kinds have."""
_NULL: Schema = {"bsonType": "null"}
"""The same where a driver writes null for a field that is absent."""
_DEGREES = (180, 90)
"""How far east or west a longitude is at most, and north or south a latitude."""
_WHOLE = ("int", "long", "double")
"""What a long takes: Node sends 3,000,000,000 as a double. The keyword multipleOf keeps fractions out."""


def validator_of(
    collection: Collection, *, exact: bool = False, decimals: Callable[[], frozenset[int]] = frozenset[int]
) -> dict[str, Any] | None:
    """Return the validator of a collection's documents, None for a time series, which can't have one.

    exact: whether declared integers and decimals take their own type alone, for applications that send just that.
    decimals: returns the fields, by identity, whose results are stored as decimals wherever they follow from.
    """
    if collection.kind == "timeseries":
        return None
    title = snake(collection.entity or "") or collection.name
    schema: Schema = {"bsonType": "object", "title": title}
    if collection.description:
        schema["description"] = collection.description
    fields = collection.fields
    if any("decimal" in each.field.types and is_worked_out(each.field) for each in walk(fields)):
        from .decimal_results import with_wide_results

        fields = with_wide_results(fields, decimals())
    fields = _exactly_typed(fields) if exact else fields
    return {"$jsonSchema": schema | _object(fields, root=True)}


def _exactly_typed(fields: Iterable[DocField]) -> tuple[DocField, ...]:
    """The fields, those that the design declares with their own types alone: what scripts count up or work out begins
    as an int."""
    return tuple(
        replace(
            field,
            exact=field.source is not None and not stated(field.source.computed),
            fields=_exactly_typed(field.fields),
            items=field.items and _exact_element(field.items),
        )
        for field in fields
    )


def _exact_element(element: Element) -> Element:
    items = element.items and _exact_element(element.items)
    return replace(element, exact=True, fields=_exactly_typed(element.fields), items=items)


def _object(fields: Sequence[DocField], *, root: bool = False) -> Schema:
    """required, properties and oneOf of a document's fields: of its kinds, and of its versions."""
    kinds = next((field for field in fields if field.tells_kinds), None)
    if kinds is None or not any(field.kinds for field in fields):
        return _versioned(fields, root=root)
    fields = _told_by_kind(fields, tuple(map(str, kinds.enum)))
    schema = _versioned([field for field in fields if not field.kinds], root=root)
    branches = _alike(kinds, [_kind(kinds, str(value), fields) for value in kinds.enum])
    if kinds.origin == "attribute":
        branches.append({"properties": {kinds.name: {"not": {"enum": list(kinds.enum)}}}})  # not known yet
    if "oneOf" not in schema:
        return schema | {"oneOf": branches}
    return schema | {"allOf": [{"oneOf": schema.pop("oneOf")}, {"oneOf": branches}]}


def _told_by_kind(fields: Sequence[DocField], values: tuple[str, ...]) -> Sequence[DocField]:
    """The fields, those of some versions with the kinds where each kind numbers its versions itself."""
    if not any(field.kinds for field in fields if _numbers_versions(field)):
        return fields
    return [
        replace(field, kinds=values, required=False, needed=field.required)
        if is_versioned(field) and not field.kinds
        else field
        for field in fields
    ]


def _kind(discriminator: DocField, value: str, fields: Sequence[DocField]) -> Schema:
    """The rules of one kind of document: its value, and the fields that not all kinds have."""
    own = [replace(field, required=field.needed, kinds=()) for field in fields if value in field.kinds]
    schema = _versioned(own)
    properties = {discriminator.name: {"enum": [value]}, **schema.pop("properties", {})}
    if discriminator.origin != "attribute":
        had = {field.name for field in fields if not field.kinds or value in field.kinds}
        others = [field for field in fields if field.name not in had]
        properties |= {field.name: _NULL if "null" in field.types else _NONE for field in others}
    return {"properties": properties, "required": [discriminator.name, *schema.pop("required", [])], **schema}


def _alike(teller: DocField, branches: list[Schema]) -> list[Schema]:
    """One branch for the values that have the same rules."""
    groups: list[Schema] = []
    for branch in branches:
        names = branch["properties"].pop(teller.name)["enum"]
        same = next((group for group in groups if group["rest"] == branch), None)
        if same is None:
            groups.append({"names": names, "rest": branch})
        else:
            same["names"] += names
    return [
        {
            **group["rest"],
            "properties": {teller.name: {"enum": group["names"]}, **group["rest"]["properties"]},
        }
        for group in groups
    ]


def _versioned(fields: Sequence[DocField], *, root: bool = False) -> Schema:
    version = next((field for field in fields if _numbers_versions(field)), None)
    plain = [field for field in fields if version is None or not is_versioned(field)]
    schema = _members(plain, root=root)
    shapes = [field for field in fields if version is not None and is_versioned(field)]
    if version is not None and shapes:
        schema["oneOf"] = [_shape(version, number, shapes) for number in _versions(version)]
    return schema


def _members(fields: Iterable[DocField], *, root: bool = False) -> Schema:
    properties: Schema = {}
    required: list[str] = []
    for field in fields:
        properties[field.name] = _field(field)
        if field.required and field.name not in required and not (root and field.name == "_id"):
            required.append(field.name)
    schema: Schema = {"required": required} if required else {}
    return schema | ({"properties": properties} if properties else {})


# --- versions of a shape ------------------------------------------------------------------------


def _numbers_versions(field: DocField) -> bool:
    return field.origin == "version" and bool(field.maximum)


def is_versioned(field: DocField) -> bool:
    """Whether the field, or something in it, belongs to some versions of its document's shape only."""
    source = field.source
    own = source is not None and source.has_versions
    return own or any(is_versioned(inner) for inner in _of_its_shape(field))


def _of_its_shape(field: DocField) -> tuple[DocField, ...]:
    """What stands in a field and has the versions of the field's own document; what is stored in it for
    another entity has that one's."""
    if field.origin not in ("own", "computed", "copy") or field.relationship is not None:
        return ()
    inner, element = field.fields, field.items
    while element is not None:
        inner, element = (*inner, *element.fields), element.items
    return inner


def in_version(field: DocField, version: int) -> bool:
    """Whether the field belongs to this version of the shape."""
    return field.source is None or is_of(field.source, version)


def _as_of(field: DocField, version: int) -> DocField:
    """The field with what this version of the shape has in it."""
    if not any(is_versioned(inner) for inner in _of_its_shape(field)):
        return field
    items = field.items and _element_as_of(field.items, version)
    return replace(field, fields=_all_as_of(field.fields, version), items=items)


def _element_as_of(element: Element, version: int) -> Element:
    items = element.items and _element_as_of(element.items, version)
    return replace(element, fields=_all_as_of(element.fields, version), items=items)


def _all_as_of(fields: Iterable[DocField], version: int) -> tuple[DocField, ...]:
    return tuple(_as_of(field, version) for field in fields if in_version(field, version))


def _versions(version: DocField) -> range:
    return range(1, int(version.maximum or 1) + 1)


def _shape(version: DocField, number: int, fields: list[DocField]) -> Schema:
    members = _members(_all_as_of(fields, number))
    properties = {version.name: {"enum": [number]}, **members.get("properties", {})}
    required = [version.name, *members.get("required", [])]
    return {"properties": properties, "required": required}


# --- one field ----------------------------------------------------------------------------------


def _field(field: DocField) -> Schema:
    if field.empty or (
        field.origin == "copy" and field.relationship and not field.required and _may_lack(field)
    ):
        field = _or_null(field)
    if field.origin == "subset" and field.items is not None:
        inner = tuple(
            inner_field if inner_field.required else _or_null(inner_field)
            for inner_field in field.items.fields
        )
        field = replace(field, items=replace(field.items, fields=inner))
    source = field.source
    schema = _typed(field.types, exact=field.exact)
    if source is not None:
        schema |= _declared(source, field.types)
        if description := given(source.description, ""):
            schema["description"] = description
    schema |= _generated(field)
    if field.fields:
        schema |= _whole_place(field)
    if field.items is not None:
        schema["items"] = _element(field.items)
    return schema


def _whole_place(field: DocField) -> Schema:
    """The schema of an object; of GeoJSON all that it asks for is required and not null: a 2dsphere index refuses a place
    without them, and a point without a longitude and a latitude."""
    if field.source is None or form_of(field.source) != GEOJSON:
        return _object(field.fields)
    whole = tuple(
        replace(inner, required=True, types=tuple(name for name in inner.types if name != "null"))
        if inner.name in ("type", "coordinates")
        else inner
        for inner in field.fields
    )
    schema = _object(whole)
    properties: Schema = schema["properties"]
    geometry = _point(properties) if _is_point(field) else _of_depth(field.source, properties)
    return schema | {"properties": properties | geometry}


def _of_depth(source: Field, properties: Schema) -> Schema:
    """What a geometry of more than one position holds, where the design doesn't say it: a type whose coordinates are as
    many arrays in one another as the declared ones."""
    held = next((inner for inner in given(source.fields, []) if inner.name == "coordinates"), None)
    kinds = [name for name, depth in GEOMETRIES.items() if held is not None and depth == levels_of(held)]
    kind = properties["type"]
    return {"type": kind | {"enum": kinds}} if kinds and "enum" not in kind else {}


def _point(properties: Schema) -> Schema:
    """What a point of GeoJSON holds: its type, and its coordinates, longitude first. More than two, such as a height, are
    there where the design states so many."""
    kind, pair = properties["type"], properties["coordinates"]
    number = pair.get("items") or {"bsonType": "number"}
    items = [number | {"minimum": -most, "maximum": most} for most in _DEGREES]
    count = {"minItems": max(2, pair.get("minItems", 2)), "maxItems": pair.get("maxItems", 2)}
    return {"type": kind | {"enum": ["Point"]}, "coordinates": pair | count | {"items": items}}


def _is_point(field: DocField) -> bool:
    """Whether each place of a GeoJSON field is a point: its type says so, or its coordinates are numbers."""
    kind = next((inner.source for inner in field.fields if inner.name == "type"), None)
    if kind is not None and stated(kind.enum):
        return given(kind.enum, []) == ["Point"]
    held = next((inner.items for inner in field.fields if inner.name == "coordinates"), None)
    return held is not None and bool(held.types) and NUMERIC.issuperset(held.types)


def _may_lack(field: DocField) -> bool:
    """Whether what a copy is of may have no value: where only its parent may be absent, the copy goes with the reference."""
    has_shapes = field.source is not None and field.source.has_versions
    return not field.sure or has_shapes or "null" in field.types


def _or_null(field: DocField) -> DocField:
    """A result that may have no value, or a copy of what its source need not have: scripts copy what is
    missing as null (mongosh stores undefined so), and a write must not be refused for it."""
    is_generated = field.source is None and field.fields  # a sub-document that a dotted name makes is there
    types = field.types if is_generated or "null" in field.types else (*field.types, "null")
    return replace(field, types=types, fields=tuple(_or_null(inner) for inner in field.fields))


def _element(element: Element) -> Schema:
    schema = _typed(element.types, exact=element.exact)
    if element.source is not None:
        schema |= _declared(element.source, element.types)
    if element.enum:
        schema["enum"] = list(element.enum)
    if element.exactly is not None:
        schema |= {"minItems": element.exactly, "maxItems": element.exactly}
    if element.fields:
        schema |= _object(element.fields)
    if element.items is not None:
        schema["items"] = _element(element.items)
    return schema


def _typed(types: tuple[str, ...], *, exact: bool) -> Schema:
    """The aliases of some types, one without a list; and what keeps fractions out of a whole number."""
    numbers = NUMERIC.intersection(types)
    is_whole = not exact and "long" in numbers and numbers <= {"int", "long"}
    taken = dict.fromkeys(numbers, _WHOLE) if is_whole else _EXACT if exact else _WIDER
    aliases = list(dict.fromkeys(alias for name in types for alias in taken.get(name) or (alias_of(name),)))
    if "number" in aliases:
        numeric = {alias_of(name) for name in NUMERIC} - {"number"}
        aliases = [alias for alias in aliases if alias not in numeric]
    schema: Schema = {"bsonType": aliases[0] if len(aliases) == 1 else aliases}
    return schema | {"multipleOf": 1} if is_whole else schema


def _declared(source: Field | Item, types: tuple[str, ...]) -> Schema:
    """The constraints that the design states for a value."""
    schema: Schema = {}
    if stated(source.enum):
        schema["enum"] = _enumeration(given(source.enum, []), types)
    if NUMERIC & set(types):
        for keyword, value in _stated(source, minimum="minimum", maximum="maximum").items():
            schema[keyword] = limit(value, types, is_least=keyword == "minimum")
    if "string" in types:
        schema |= _stated(source, pattern="pattern", max_length="maxLength")
    if "array" in types and isinstance(source, Field):
        schema |= _stated(source, min_items="minItems", max_items="maxItems")
    return schema


def _stated(source: Field | Item, **names: str) -> Schema:
    values = {keyword: getattr(source, name) for name, keyword in names.items()}
    return {keyword: value for keyword, value in values.items() if stated(value)}


def _enumeration(values: list[Any], types: tuple[str, ...]) -> list[Any]:
    """The allowed values as BSON; one that fits no type stays as it is, for a lint to name."""
    allowed = [typed(raw, types) for raw in values]
    return [*allowed, None] if "null" in types and None not in allowed else allowed


def _generated(field: DocField) -> Schema:
    """The constraints that a pattern puts on its own fields."""
    schema: Schema = {}
    for keyword, value in (("minimum", field.minimum), ("maximum", field.maximum)):
        if value is not None:
            schema[keyword] = int(value) if float(value).is_integer() else value
    if field.enum and field.origin != "attribute":
        schema["enum"] = list(field.enum)
    if field.min_items is not None:
        schema["minItems"] = field.min_items
    if field.max_items is not None:
        schema["maxItems"] = field.max_items
    if field.unique_items:
        schema["uniqueItems"] = True
    return schema
