"""Unique fields with fewer possible values than documents, or in array items that can be without them.

A bool has two values, a list of five allowed values has five: the next insert fails. If the field is optional, only
documents with the field are counted. In array items, a missing field counts as null, so a unique index would reject the
second document with such an item. Nestlink creates an index that isn't unique instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from ...model.conceptual import Entity, Field, Index, Item, given, stated
from ...model.field_walk import parts
from ...plan.indexes.candidates import Shelf
from ...plan_model.findings import Finding, Severity
from ...workload.inputs import DEFAULT
from ..base import Inspection, Lint, number, setting

_LACKING = "items without it count as null, which a unique index would reject"
_APART = "Store the items in their own collection"
_FEW = {"bool": 2.0, "null": 1.0, "minKey": 1.0, "maxKey": 1.0}


def check(seen: Inspection) -> Iterator[Finding]:
    """Unique fields, `_id` fields, and unique indexes without a filter that have fewer possible values than the count
    of documents. Without a count, types with at most two values. Also unique fields in array items that can be
    without them."""
    for entity in seen.model.entities:
        yield from _in_items(seen, entity)
        for path, field, always in _unique(entity.own_fields, ""):
            yield from _of_field(seen, entity, path, field, always)
        for index in given(entity.indexes, []):
            yield from _of_index(seen, entity, index)


def _in_items(seen: Inspection, entity: Entity) -> Iterator[Finding]:
    """Unique fields whose values no index keeps unique, because items of an array may lack them."""
    for path, field, _ in _unique(entity.own_fields, ""):
        for spot in seen.placement.of_path(entity.name, path) if path != "_id" else ():
            collection = seen.collections.get(spot.collection)
            shelf = Shelf(collection) if collection is not None else None
            if shelf is None or not shelf.arrays(spot.path) or shelf.is_told_of_each(spot.path):
                continue
            may_lack = not _always(field)
            remedy = f"Make {path} required" if may_lack and len(shelf.arrays(spot.path)) == 1 else _APART
            yield LINT.finding(
                f"{entity.name}.{path}",
                f"{spot.collection}.{spot.path} can't be unique: {_LACKING}, so two items can have the same value.",
                f"{remedy}, or insert each value as _id of a separate collection, in the transaction that writes it.",
                "warning",
            )
            break


def _unique(fields: Iterable[Field], prefix: str, always: bool = True) -> Iterator[tuple[str, Field, bool]]:
    """Unique fields with their paths, and whether each document has a value that is not null."""
    for field in fields:
        path = f"{prefix}{field.name}"
        has = always and (path == "_id" or _always(field))
        if field.unique is True or path == "_id":
            yield path, field, has
        yield from _unique(given(field.fields, []), f"{path}.", has)
        items = given(field.items, None)
        filled = has and given(field.min_items, 0) > 0
        yield from _unique(given(items.fields, []) if items else [], f"{path}.", filled)


def _always(field: Field) -> bool:
    return field.required is True and field.nullable is not True and not field.has_versions


def _of_field(seen: Inspection, entity: Entity, path: str, field: Field, always: bool) -> Iterator[Finding]:
    values, count = _values(field), seen.survey.counted(entity.name)
    never = _is_few_by_type(field)
    if count.value <= values or (count.origin == DEFAULT and not never):
        return
    stated_count = count.origin != DEFAULT
    many = f", and there are {number(count.value)}" if stated_count else ""
    most = "1 document" if values == 1 else f"{number(values)} documents"
    message = f"Unique, so at most {most} can have a value{many}."
    severity: Severity = "error" if always and stated_count else "warning"
    fix = setting(field, "unique") if never and path != "_id" and "object" not in field.all_types else None
    subject = f"{entity.name}.{path}"
    yield LINT.finding(subject, message, _hint(path, field, never), severity, fix=fix, values=values)


def _hint(path: str, field: Field, never: bool) -> str:
    if path == "_id":
        return "Use an _id type with more values, or correct the count."
    if never and "object" in field.all_types:
        return "Index its fields, or remove unique."
    return "Remove unique." if never else "Remove unique, allow more values, or correct the count."


def _of_index(seen: Inspection, entity: Entity, index: Index) -> Iterator[Finding]:
    """A filter or sparseness says which documents count: those are as many as the designer means."""
    count = seen.survey.counted(entity.name)
    if index.unique is not True or stated(index.partial) or index.sparse is True or count.origin == DEFAULT:
        return
    fields = {part.path: part.field for part in parts(entity.own_fields)}
    keys = [path for path, _ in index.keys]
    each = [_values(fields[path]) + (not _always(fields[path])) for path in keys if path in fields]
    values = math.prod(each) if len(each) == len(keys) else math.inf
    if count.value > values:
        message = f"Unique, but its keys have {number(values)} values for {number(count.value)} documents."
        subject = f"{entity.name}.{given(index.name, ', '.join(keys))}"
        yield LINT.finding(subject, message, "Add a key, or remove unique.", values=values)


def _values(field: Field | Item) -> float:
    """How many values there are, null aside; without end where nobody could count them."""
    if stated(field.enum):
        return max(1, len({repr(value) for value in given(field.enum, []) if value is not None}))
    types = field.all_types if isinstance(field, Field) else (field.type,)
    return sum(_of_type(bson_type, field) for bson_type in types if bson_type != "null" or len(types) == 1)


def _of_type(name: str, field: Field | Item) -> float:
    if name in ("int", "long") and stated(field.minimum) and stated(field.maximum):
        return max(0, math.floor(given(field.maximum, 0)) - math.ceil(given(field.minimum, 0)) + 1)
    if name == "string" and stated(field.max_length) and field.max_length == 0:
        return 1
    if name == "object":
        return math.prod(_values(inner) + (not _always(inner)) for inner in given(field.fields, []))
    items = given(field.items, None)
    if (
        name == "array" and items is not None
    ):  # an index has an entry for each element, and for an empty array
        return _values(items) + (0 if given(getattr(field, "min_items", 0), 0) else 1)
    return _FEW.get(name, math.inf)


def _is_few_by_type(field: Field) -> bool:
    types = [bson_type for bson_type in field.all_types if bson_type != "object" or given(field.fields, [])]
    return not stated(field.enum) and all(bson_type in _FEW for bson_type in types)


LINT = Lint(
    code="UNIQUE_FEW",
    slug="unique-few",
    name="UNIQUE_FEW",
    severity="error",
    title="Field that can't be unique",
    source="Nestlink default: the server rejects the next document",
    about="entity",
    check=check,
)
