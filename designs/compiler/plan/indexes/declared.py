"""What entities ask for themselves: natural keys (IX8), declared indexes, histories, retention and shard keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import msgspec
from msgspec import UNSET

from ...attributes.attribute_groups import NAME, VALUE
from ...attributes.declared_groups import is_open
from ...model.conceptual import Entity, Field, Index, Relationship, given, stated
from ...placement.path_locator import Placement
from ...placement.retention_scope import RetainedDocuments, retained
from ...placement.schema_versions import of_some_versions
from ...plan_model.number_format import duration, listed
from ...plan_model.physical import SIMPLE
from ...workload.document_history import VALID_TO, holds_versions, is_revision, known_by
from ...workload.inputs import seconds_kept
from ...workload.list_order import first_date
from ..attribute_arrays import link_spots
from .candidates import Candidate, Keys, Shelf, Unplaced, document_path, filter_expression, reachable
from .references import NOT_UNIQUE, unique_options

Asked = Iterator[tuple[str, Candidate]]
_OPTIONS = {
    "name": "name",
    "unique": "unique",
    "sparse": "sparse",
    "expire_after_seconds": "expireAfterSeconds",
}


def unique_paths(fields: list[Field], prefix: str = "") -> Iterator[str]:
    """The conceptual paths of natural keys, nested ones included; ``_id`` is one already."""
    for field in fields:
        path = f"{prefix}.{field.name}" if prefix else field.name
        if not reachable(field.name):
            continue
        if field.unique is True and path != "_id":
            yield path
        if field.fields is UNSET and field.items is UNSET:
            continue
        items = given(field.items, None)
        yield from unique_paths([*given(field.fields, []), *(given(items.fields, []) if items else [])], path)


def natural_keys(entity: Entity, placement: Placement, shelves: dict[str, Shelf], sharded: bool) -> Asked:
    """A unique index for each natural key, wherever the entity stands."""
    if not placement.spots(entity.name):
        return
    versioned_by = known_by(placement.model, entity)  # the index of its versions has it, with their ends
    in_some_shapes = {part.path for part in of_some_versions(entity)}
    for path in unique_paths(entity.own_fields):
        for spot in placement.of_path(entity.name, path):
            shelf = shelves.get(spot.collection)
            if shelf is None or shelf.is_time_series or path == versioned_by:
                continue
            prefix = shard_pairs(entity, placement, shelf) if sharded else ()
            is_in_all = in_some_shapes.isdisjoint(accumulate(path.split("."), "{}.{}".format))
            yield spot.collection, _natural_key(entity, spot.path, prefix, shelf, is_in_all)


def _natural_key(entity: Entity, path: str, prefix: Keys, shelf: Shelf, is_in_all: bool) -> Candidate:
    serves, by_hand = (f"entity:{entity.name}",), (f"duplicates:{entity.name}",)
    keys: Keys = prefix if path in dict(prefix) else (*prefix, (path, 1))
    if any(kind == "hashed" for _, kind in prefix):
        reason = f"Finds by {path}; not unique, because a hashed shard key can't enforce it: check for duplicates before each write"
        return Candidate(keys=((path, 1),), free=1, reason=reason, serves=by_hand)
    if not shelf.is_told_of_each(path):
        reason = f"Finds by {path}; {NOT_UNIQUE}"
        return Candidate(keys=((path, 1),), free=1, reason=reason, serves=by_hand)
    reason = f"{path} is a natural key of {entity.name}"
    if shelf.arrays(path):
        reason += "; it doesn't prevent duplicates inside one document"
    if len(keys) > 1:
        reason += "; on a sharded collection a unique index starts with the shard key"
    options = unique_options((path,), shelf, is_in_all)
    if holds_versions(shelf.collection):
        reason += "; only the current version counts"
    return Candidate(keys=keys, kept=True, options=options, reason=reason, serves=serves)


# --- declared indexes -------------------------------------------------------------------------


def declared_indexes(entity: Entity, placement: Placement, shelves: dict[str, Shelf]) -> Asked:
    """The designer's own indexes with document paths and BSON values; unknown paths stay as they
    are written (a finding says so)."""
    for index in given(entity.indexes, []):
        for name in dict.fromkeys(spot.collection for spot in placement.spots(entity.name)):
            if name in shelves:
                yield name, _declared(index, entity, placement, shelves[name])


def _declared(index: Index, entity: Entity, placement: Placement, shelf: Shelf) -> Candidate:
    keys: list[tuple[str, int | str]] = []
    for path, kind in index.keys:
        placed = place_key(path, entity.name, placement, shelf)
        texts = shelf.strings(placed) if kind == "text" else ()
        keys += [(text_path, kind) for text_path in texts or (placed,)]
    options, paths = _declared_options(index, entity, placement, shelf), [path for path, _ in keys]
    own = [path for path in paths if shelf.is_of_kinds(path)]
    if index.unique is True and own and not (stated(index.partial) or index.sparse is True):
        options["partialFilterExpression"] = {path: {"$exists": True} for path in own}  # others count as null
    reason = "Custom index from the design"
    if index.unique is True and holds_versions(shelf.collection) and VALID_TO not in paths:
        options = of_current(options, paths)
        reason += "; only the current version counts"
    return Candidate(
        keys=tuple(dict.fromkeys(keys)),
        kept=True,
        declared=True,
        options=options,
        reason=reason,
        serves=(f"entity:{entity.name}",),
    )


def of_current(options: dict[str, Any], paths: list[str]) -> dict[str, Any]:
    """Return the options of an index of the current one of versions that stand beside each other. The server takes
    no index that is sparse and partial: it asks for the paths instead."""
    sparse = {path: {"$exists": True} for path in paths} if options.get("sparse") else {}
    condition = {**options.get("partialFilterExpression", {}), **sparse, VALID_TO: None}
    others = {name: value for name, value in options.items() if name != "sparse"}
    return {**others, "partialFilterExpression": condition}


def place_key(path: str, entity: str, placement: Placement, shelf: Shelf) -> str:
    """Where a key of a declared index stands, wildcards kept; as written where it is unknown."""
    plain, wildcard, _ = path.partition("$**")
    plain = plain.rstrip(".")
    if wildcard and not plain:
        return path
    try:
        placed = document_path(plain, entity, shelf, placement)
    except Unplaced:
        return path
    return f"{placed}.$**" if wildcard else placed


def _declared_options(index: Index, entity: Entity, placement: Placement, shelf: Shelf) -> dict[str, Any]:
    options: dict[str, Any] = {
        option: getattr(index, name) for name, option in _OPTIONS.items() if stated(getattr(index, name))
    }
    if stated(index.partial):
        try:
            partial = filter_expression(given(index.partial, {}), entity.name, shelf, placement)
        except Unplaced:
            partial = given(index.partial, {})
        options["partialFilterExpression"] = partial
    if stated(index.collation):
        options["collation"] = given(index.collation, {})
    if stated(index.weights):
        weights = given(index.weights, {}).items()
        options["weights"] = {
            place_key(path, entity.name, placement, shelf): value for path, value in weights
        }
    return options


# --- histories --------------------------------------------------------------------------------


def history_indexes(entity: Entity, placement: Placement, shelves: dict[str, Shelf]) -> Asked:
    """The unique index of an entity's revisions or versions: none can be kept twice. shelves: its own."""
    names, serves = placement.names, (f"entity:{entity.name}",)
    for shelf in shelves.values():
        if shelf.collection.revises == entity.name:
            number = next(field.name for field in shelf.collection.fields if is_revision(field))
            keys: Keys = ((names.version_key(entity.name), 1), (number, 1))
            reason = f"Finds the revisions of one {entity.name}; unique, so that none is stored twice"
        elif shelf.collection.entity == entity.name and holds_versions(shelf.collection):
            key = known_by(placement.model, entity) or names.version_key(entity.name)
            keys = ((key, 1), (VALID_TO, 1))
            reason = (
                f"Finds the version of one {entity.name} at a given time; unique, so that only one is current"
            )
        else:
            continue
        yield (
            shelf.name,
            Candidate(keys=keys, kept=True, options={"unique": True}, reason=reason, serves=serves),
        )


# --- retention and shard keys -----------------------------------------------------------------


def retention_indexes(placement: Placement, shelves: dict[str, Shelf]) -> Asked:
    """The indexes of what goes: TTL, and what a run to an archive finds its documents by, a few of many in each call.
    Only documents of an own collection go; a time series has an option of its own."""
    for scope in retained(placement):
        path = given(scope.retention.field, "") or first_date(scope.entity.own_fields)
        shelf = shelves.get(scope.collection)
        expires = seconds_kept(scope.retention) is not None
        if not (expires or scope.retention.policy == "archive") or not path:
            continue
        if shelf is None or shelf.is_time_series:
            continue
        for spot in placement.of_path(scope.entity.name, path):
            if spot.collection == scope.collection and expires:
                yield from _expiring(scope, spot.path, placement)
            elif spot.collection == scope.collection and not spot.arrays:
                yield scope.collection, _archived(scope, spot.path)


def _archived(scope: RetainedDocuments, path: str) -> Candidate:
    """The index by which the documents are found that are old enough for the archive, one kind of several first."""
    kind = [(discriminator, 1) for discriminator in scope.condition]
    return Candidate(
        keys=(*kind, (path, 1)),
        free=len(kind),
        reason=f"Finds documents to archive by {path}",
        serves=(f"retention:{scope.entity.name}",),
    )


def _expiring(scope: RetainedDocuments, path: str, placement: Placement) -> Asked:
    """The index that expires these documents; before 6.0 one for each kind, since $in can't limit one."""
    seconds = seconds_kept(scope.retention) or 0
    reason = f"TTL: deletes documents {duration(seconds)} after {path}, up to a minute late"
    only = [scope.condition]
    for discriminator, values in scope.condition.items():
        reason += "; only for the subtypes with this setting"
        if isinstance(values, dict) and given(placement.model.server_version, "7.0") == "5.0":
            only = [{discriminator: value} for value in values["$in"]]
    for condition in only:
        limited = {"partialFilterExpression": condition} if condition else {}
        candidate = Candidate(
            keys=((path, 1),),
            kept=True,
            options={"expireAfterSeconds": seconds, **limited},
            reason=reason,
            serves=(f"entity:{scope.entity.name}",),
        )
        yield scope.collection, candidate


def shard_pairs(entity: Entity, placement: Placement, shelf: Shelf) -> Keys:
    """The entity's shard key with document paths, empty unless it has this collection."""
    if not any(spot.collection == shelf.name and not spot.path for spot in placement.spots(entity.name)):
        return ()
    return tuple((place_key(path, entity.name, placement, shelf), kind) for path, kind in entity.shard_pairs)


def shard_index(entity: Entity, placement: Placement, shelves: dict[str, Shelf]) -> Asked:
    """The index that a shard key needs: ascending or hashed, in its order."""
    for name in dict.fromkeys(spot.collection for spot in placement.spots(entity.name)):
        keys = shard_pairs(entity, placement, shelves[name]) if name in shelves else ()
        if keys and keys != (("_id", 1),):
            hashed = any(kind == "hashed" for _, kind in keys)
            reason = "Sharding needs an index that starts with the shard key"
            reason += "; compared byte by byte" if shelves[name].collection.is_collated else ""
            serves = (f"shards:{entity.name}",)
            simple = {"collation": SIMPLE} if shelves[name].collection.is_collated else {}
            yield (
                name,
                Candidate(keys=keys, exact=True, kept=hashed, options=simple, reason=reason, serves=serves),
            )


# --- text -------------------------------------------------------------------------------------


def merge_texts(candidates: list[Candidate]) -> list[Candidate]:
    """IX6: a collection has at most one text index; a declared one takes the searched paths in."""
    texts = [candidate for candidate in candidates if any(kind == "text" for _, kind in candidate.keys)]
    if not texts:
        return candidates
    first = next((text for text in texts if text.declared), texts[0])
    rest = [text for text in texts if text is not first]
    added = [key for text in rest for key in text.keys if key[1] == "text"]
    last = (
        max(place for place, (_, kind) in enumerate(first.keys) if kind == "text") + 1
    )  # texts stand together
    keys = tuple(dict.fromkeys((*first.keys[:last], *added, *first.keys[last:])))
    serves = tuple(dict.fromkeys(name for text in (first, *rest) for name in text.serves))
    merged = msgspec.structs.replace(first, keys=keys, serves=serves)
    return [merged if candidate is first else candidate for candidate in candidates if candidate not in rest]


# --- groups of attributes: one index over all names and values, or a wildcard index --------------------


def attribute_indexes(entity: Entity, placement: Placement, shelves: dict[str, Shelf]) -> Asked:
    """The indexes of an entity's attributes, wherever its documents stand."""
    serves = (f"entity:{entity.name}",)
    for spot in placement.spots(entity.name):
        shelf = shelves.get(spot.collection)
        if shelf is None or shelf.is_time_series:
            continue
        for group, fields in placement.attributes.everywhere(entity.name).items():
            yield spot.collection, _of_array(spot.down(group).path, fields, serves)
        for field in entity.own_fields:
            if stated(field.variant_group) and is_open(field) and "." not in field.name:
                path = spot.down(field.name).path
                reason = f"Finds by any key in {field.name}, whose keys aren't known; if they are, use an index on the key"
                yield (
                    spot.collection,
                    Candidate(keys=((f"{path}.$**", 1),), kept=True, reason=reason, serves=serves),
                )


def link_attribute_indexes(link: Relationship, placement: Placement) -> Asked:
    """The indexes of the attributes among a link's own fields."""
    serves = (f"relationship:{link.name}",)
    for group, fields in placement.attributes.of_links.get(link.name, {}).items():
        for spot in link_spots(placement, link):
            yield spot.collection, _of_array(spot.down(group).path, fields, serves)


def _of_array(path: str, fields: list[Field], serves: tuple[str, ...]) -> Candidate:
    reason = (
        f"Supports filters on any of {listed(field.name for field in fields)}, and on attributes added later"
    )
    keys = ((f"{path}.{NAME}", 1), (f"{path}.{VALUE}", 1))
    return Candidate(keys=keys, kept=True, reason=reason, serves=serves)
