"""What a design means where it says that an optional field without a value may be stored as null."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from .conceptual import Field, Item, Model, given


def with_null_allowed(model: Model) -> Model:
    """Return the design with ``nullable`` on each optional field whose ``absent``, or else the design's, is "either"."""
    usual = given(model.absent, "missing")
    entities = [replace(entity, fields=_fields(given(entity.fields, []), usual)) for entity in model.entities]
    links = [
        link
        if not link.link_fields
        else replace(link, link_fields=_fields(given(link.link_fields, []), usual))
        for link in model.links
    ]
    return replace(model, entities=entities, relationships=links or model.relationships)


def _fields(fields: list[Field], usual: str) -> list[Field]:
    return [_field(field, usual) for field in fields]


def _field(field: Field, usual: str) -> Field:
    inner = replace(field, fields=_fields(field.fields, usual)) if field.fields else field
    if inner.items:
        inner = replace(inner, items=_item(inner.items, usual))
    takes_null = given(field.absent, usual) == "either" and field.required is not True
    return replace(inner, nullable=True) if takes_null and field.nullable in (UNSET, None) else inner


def _item(item: Item, usual: str) -> Item:
    inner = replace(item, fields=_fields(item.fields, usual)) if item.fields else item
    return replace(inner, items=_item(inner.items, usual)) if inner.items else inner
