"""Versions of the shape of an entity's documents: how many there are, what each has, at any depth, and where
documents must stay in the shape in which they were written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ..model.conceptual import Entity, Field, Item, Model, given, stated
from ..model.field_walk import Part, parts
from ..plan_model.physical import Collection
from .doc_path import DocPath
from .path_locator import Placement

NUMBER = "schema_version"
_STEM = 4  # letters that a field and the one that takes its place share: phone, phone_numbers
_FIXED_SIZE = frozenset({"5.0"})  # servers whose capped collections refuse documents of another size


def newest(entity: Entity) -> int:
    """The newest version of an entity's shape, 0 where its shape has no versions."""
    latest, fields = 0, entity.own_fields
    for part in parts(fields) if _tells_versions(fields) else ():
        if part.field.has_versions:
            latest = max(latest, given(part.field.since_version, 0), given(part.field.until_version, -1) + 1)
    return given(entity.schema_version, latest)


def of_some_versions(entity: Entity) -> list[Part]:
    """The parts that only some of the entity's versions have."""
    if not _tells_versions(entity.own_fields):
        return []
    all_parts = list(parts(entity.own_fields))
    until = [given(part.field.until_version, 0) + 1 for part in all_parts]
    last = given(entity.schema_version, max(until, default=1))
    return [
        part
        for part in all_parts
        if given(part.field.since_version, 1) > 1 or given(part.field.until_version, last) < last
    ]


def _tells_versions(fields: Iterable[Field]) -> bool:
    """Whether only some versions have one of the fields, or one that stands in them."""
    return any(
        field.has_versions
        or ((field.fields or field.items) and any(part.field.has_versions for part in parts([field])))
        for field in fields
    )


def takes_place(part: Part, other: Part) -> bool:
    """Whether one of two parts beside one another takes the other's place from a version on, by their names."""
    beside = part.path != other.path and part.path.rpartition(".")[0] == other.path.rpartition(".")[0]
    short, long = sorted((part.field.name, other.field.name), key=len)
    apart = _follows(part.field, other.field) or _follows(other.field, part.field)
    return beside and apart and long.startswith(short.rstrip("s")[:_STEM])


def _follows(field: Field, other: Field) -> bool:
    return stated(field.until_version) and given(other.since_version, 0) == given(field.until_version, -1) + 1


def is_of(field: Field, version: int) -> bool:
    """Whether the field exists in this version of its entity's shape."""
    if not field.has_versions:
        return True
    return given(field.since_version, version) <= version <= given(field.until_version, version)


def is_of_each(field: Field) -> bool:
    """Whether no version of its entity's shape is without the field."""
    return given(field.since_version, 1) <= 1 and not stated(field.until_version)


def fields_of(fields: Iterable[Field], version: int) -> list[Field]:
    """The fields as this version has them, at any depth; those that no version tells apart stay themselves."""
    return [_as_of(field, version) for field in fields if is_of(field, version)]


def of_any_version(field: Field) -> Field:
    """The field as it stands in a document that does not count the versions of this field's entity: what only some of
    them have, at any depth, need not be there."""
    if not _tells_versions([field]):
        return field
    changes: dict[str, Any] = {"since_version": UNSET, "until_version": UNSET}
    if not is_of_each(field):
        changes["required"] = UNSET
    if field.fields is not UNSET:
        changes["fields"] = [of_any_version(each) for each in field.fields]
    return replace(field, items=_item_of_any_version(field.items), **changes)


def _item_of_any_version(item: Item | UnsetType) -> Item | UnsetType:
    if item is UNSET:
        return UNSET
    fields = [of_any_version(each) for each in item.fields] if item.fields is not UNSET else UNSET
    return replace(item, fields=fields, items=_item_of_any_version(item.items))


def _as_of(field: Field, version: int) -> Field:
    plain = field.fields is UNSET and field.items is UNSET
    if plain or not any(part.is_inner and part.field.has_versions for part in parts([field])):
        return field
    inner = fields_of(field.fields, version) if field.fields is not UNSET else UNSET
    items = _item_of(field.items, version) if field.items is not UNSET else UNSET
    return replace(field, fields=inner, items=items)


def _item_of(item: Item, version: int) -> Item:
    inner = fields_of(item.fields, version) if item.fields is not UNSET else UNSET
    items = _item_of(item.items, version) if item.items is not UNSET else UNSET
    return replace(item, fields=inner, items=items)


def line(placement: Placement, entity: str, spot: DocPath) -> list[str]:
    """An entity with what it is a kind of, where that has its fields in the same documents."""
    above = placement.survey.families.above(entity)
    return [entity, *(name for name in above if spot in placement.spots(name))]


def newest_stored(placement: Placement, entity: str) -> int:
    """The newest version of an entity's documents: with the fields of what it is a kind of, their shapes."""
    entities = placement.names.entities
    names = {name for spot in placement.spots(entity) for name in line(placement, entity, spot)}
    return max((newest(entities[name]) for name in {entity, *names}), default=0)


def stays(model: Model, collection: Collection) -> str:
    """Why documents of a collection can't be moved to another shape, "" where they can."""
    if collection.kind == "timeseries":
        return "measurements of a time series can't be updated"
    if collection.kind == "capped" and given(model.server_version, "7.0") in _FIXED_SIZE:
        return "this server rejects updates that change the size of a document in a capped collection"
    return ""
