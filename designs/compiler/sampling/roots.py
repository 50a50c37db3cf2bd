"""Which documents a collection has in the examples: one for each thing, page, pair or overflow, and
one for what a thing was before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from ..model.conceptual import Field, given, stated
from ..names.inflection import snake
from ..plan_model.physical import Collection
from ..workload.document_history import holds_versions
from .document_context import Here, pages_of
from .records import Records
from .values.field_values import object_id, tree
from .values.pools import PEOPLE, words_in
from .values.specs import SpecPlace
from .world.lives import OVER_OR_UNDONE, Life
from .world.sample_data import SampleData
from .world.things import Link, Thing

_STATES = words_in("status state stage phase")
_NOTES = words_in("note notes remark remarks description summary text body title reason comment complaint")
_CHANGED = words_in("updated modified changed edited")
_LATER = timedelta(days=9)


def roots(collection: Collection, world: SampleData, records: Records) -> list[Here]:
    """Where the walks through the example documents of a collection begin."""
    link = world.names.relationships.get(collection.relationship or "")
    if collection.kind == "bucket" and link is not None:
        buckets = pages_of(world, records, link)
        return [Here(thing=bucket.parent, record={"_id": bucket.id}, bucket=bucket) for bucket in buckets]
    if collection.kind == "link" and link is not None:
        return [
            _pair(pair, records)
            for thing in world.of(link.from_.entity)
            for pair in world.links(link.name, "from", thing)
        ]
    if collection.kind == "overflow" and link is not None:
        return [_extra(collection, thing, records) for thing in world.of(link.to.entity) if thing.extra]
    things = [
        thing for thing in world.of(collection.entity or collection.revises or "") if thing.holder is None
    ]
    if collection.revises:
        return [_before(collection, thing, records) for thing in things[:1]]
    current = [Here(thing=thing, record=records.of(thing)) for thing in things]
    return [
        *current,
        *(_before(collection, thing, records) for thing in things[:1] if holds_versions(collection)),
    ]


def _before(collection: Collection, thing: Thing, records: Records) -> Here:
    """What a thing was before its last change."""
    identity = object_id(thing.start, "before", collection.name, thing.number)
    return Here(thing=thing, record={**earlier(records, thing), "_id": identity}, past=True)


def _pair(link: Link, records: Records) -> Here:
    identity = object_id(link.source.start, "link", link.relationship.name, link.number)
    return Here(thing=link.source, record={"_id": identity, **records.of(link)}, link=link, pair=True)


def _extra(collection: Collection, thing: Thing, records: Records) -> Here:
    return Here(thing=thing, record={"_id": object_id(thing.start, "extra", collection.name, thing.number)})


def earlier(records: Records, thing: Thing) -> dict[str, Any]:
    """The record of a thing before its last change: in the state before, else with another note or number."""
    record = dict(records.of(thing))
    fields = [field for field in records.world.fields(thing.entity) if _may_change(field, record)]
    if not _one_state_back(record, fields, records.world.fields(thing.entity)):
        _another_value(records, thing, record, fields)
    for field in fields:
        if field.type == "date" and _CHANGED.intersection(snake(field.name).split("_")):
            record[field.name] = max(thing.start, record[field.name] - _LATER)
        if field.type == "string" and snake(field.name) in (
            "updated_by",
            "changed_by",
            "modified_by",
            "author",
        ):
            at = next((at for at, pair in enumerate(PEOPLE) if " ".join(pair) == record[field.name]), None)
            if at is not None:
                record[field.name] = " ".join(PEOPLE[(at + 5) % len(PEOPLE)])
    return record


def _may_change(field: Field, record: dict[str, Any]) -> bool:
    fixed = field.unique is True or field.immutable is True or stated(field.computed) or field.name == "_id"
    return not fixed and record.get(field.name) is not None


def _one_state_back(record: dict[str, Any], fields: Sequence[Field], all_fields: Iterable[Field]) -> bool:
    """Put the thing into the state before its own, without what has not happened then."""
    for field in fields:
        options = given(field.enum, [])
        if field.type != "string" or not _STATES.intersection(snake(field.name).split("_")):
            continue
        if record[field.name] not in options or len(options) < 2:
            continue
        before = options[: options.index(record[field.name])]
        on_the_way = [
            state for state in before if not OVER_OR_UNDONE.intersection(snake(str(state)).split("_"))
        ]
        if not before:
            continue
        record[field.name] = (on_the_way or before)[-1]
        for name in Life(all_fields).contradicted(record, 1):
            record.pop(name, None)
        return True
    return False


def _another_value(records: Records, thing: Thing, record: dict[str, Any], fields: Sequence[Field]) -> None:
    """Give one field another value: a note, a text, a number, a flag, the first that there is."""
    for field in sorted(fields, key=_likelihood):
        if isinstance(record[field.name], datetime):
            continue
        place = SpecPlace(
            specs=records.specs, entity=records.world.kinds.base(thing.entity), path=field.name, number=thing.number + 1,
            start=thing.start, shift=thing.shift, person=thing.person, record={},
        )  # fmt: skip
        for number in (thing.number + 1, thing.number + 2):
            other = tree(field, msgspec.structs.replace(place, number=number))
            if other != record[field.name]:
                record[field.name] = other
                return


def _likelihood(field: Field) -> int:
    """Which of the fields of a thing is changed first."""
    if _NOTES.intersection(snake(field.name).split("_")):
        return 0
    ranks = {"decimal": 1, "double": 1, "int": 2, "long": 2, "bool": 3, "string": 4}
    return ranks.get(field.type, 5)
