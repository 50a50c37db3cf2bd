"""Which documents a collection has in the examples: one for each thing, page, pair or overflow, and
one for what a thing was before."""

from __future__ import annotations

from ..plan_model.physical import Collection
from ..workload.document_history import holds_versions
from .buckets_and_slices import pages_of
from .document_context import Here
from .records import Records
from .values.field_values import object_id
from .world.sample_data import SampleData
from .world.things import Link, Thing


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
    return Here(thing=thing, record={**records.of(thing), "_id": identity}, past=True)


def _pair(link: Link, records: Records) -> Here:
    identity = object_id(link.source.start, "link", link.relationship.name, link.number)
    return Here(thing=link.source, record={"_id": identity, **records.of(link)}, link=link, pair=True)


def _extra(collection: Collection, thing: Thing, records: Records) -> Here:
    return Here(thing=thing, record={"_id": object_id(thing.start, "extra", collection.name, thing.number)})
