"""Where a walk through a document stands, and how a value found there is taken."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec

from ..attributes.attribute_groups import NAME, UNIT, VALUE, unit_of
from ..placement.schema_versions import is_of
from ..plan_model.physical import DocField, Element
from ..workload.document_history import REVISION, VALID_FROM, VALID_TO
from .buckets_and_slices import Bucket
from .world.things import Link, Thing

ABSENT = object()
OWN = frozenset({"own", "computed"})
INSIDE = frozenset({"embedded", "outlier", "subset"})  # origins of what holds another thing's content


class Here(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Where the walk through a document stands.

    thing: whose content this is. link: the pair that an element or a link document stands for.
    through: the relationship whose references mean the thing itself (inside an element that
    stands for it). bucket: of a bucket document. past: whether this is an earlier version of the
    thing. record: the own values at this level.
    """

    thing: Thing
    record: dict[str, Any]
    link: Link | None = None
    through: str = ""
    bucket: Bucket | None = None
    pair: bool = False
    past: bool = False


def is_taken(field: DocField) -> bool:
    """Whether another thing's value stands here: a copy, or a field of a parent that was folded in."""
    groups = field.source is None and bool(field.fields)  # an object that only a dotted name makes
    return bool(field.relationship) and not groups and (field.origin == "copy" or field.origin in OWN)


def is_listed(field: DocField) -> bool:
    """Whether the elements of an array stand for things; those of a declared one are values."""
    declared = field.origin in OWN or (field.origin == "link" and field.source is not None)
    return (
        field.items is not None
        and field.relationship is not None
        and not declared
        and field.origin != "attribute"
    )


def is_outdated(field: DocField, version: int) -> bool:
    """Whether documents of this version of their schema do not have the field."""
    own = field.origin in OWN or (
        field.origin == "copy" and field.relationship is None
    )  # of an earlier revision
    return own and is_of_other_shape(field, version)


def is_of_other_shape(field: DocField, version: int) -> bool:
    """Whether the field, or what it is a copy of, is in other versions only."""
    return field.source is not None and not is_of(field.source, version)


def pruned(value: Any, field: DocField) -> Any:
    """The value with no more than the fields of this part of the tree."""
    if isinstance(value, dict) and field.fields:
        inner = ((child, value[child.name]) for child in field.fields if child.name in value)
        return {
            child.name: pruned(own, child) for child, own in inner if own is not None or _needs_null(child)
        }
    return value


def _needs_null(field: DocField) -> bool:
    """Whether a document says null where a field has no value: others leave the field out."""
    return field.required or field.needed or field.empty


def present(value: Any) -> Any:
    """The value, ABSENT for None."""
    return ABSENT if value is None else value


def attributes_of(items: Element, record: dict[str, Any]) -> Any:
    """An element of an attribute array for each attribute that the record has."""
    pairs = [(name, record.get(name)) for name in items.fields[0].enum]
    return [_attribute(name, value) for name, value in pairs if value is not None] or ABSENT


def _attribute(name: str, value: Any) -> dict[str, Any]:
    unit = unit_of(name)
    return {NAME: name, VALUE: value, **({UNIT: unit} if unit else {})}


def age_of(field: DocField, here: Here, identity: Any) -> Any:
    """What a document says of its shape or of its history: the first thing has been changed once,
    thirty days after it began. identity: of the thing, whatever version this is."""
    changed = here.thing.start + timedelta(days=30)
    first = here.thing.number == 0
    if field.name == VALID_FROM:
        return changed if first and not here.past else here.thing.start
    if field.name == VALID_TO:
        return changed if here.past else None
    if field.name == REVISION:
        return 2 if first and not here.past else 1
    return here.thing.version if field.maximum is not None else identity
