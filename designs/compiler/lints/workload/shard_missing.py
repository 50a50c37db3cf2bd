"""Large collections of a sharded design without a shard key.

Such a collection stays on one shard. The suggested key has many values, none of them in many documents, doesn't
start with a field that increases with time, and serves most operations on one shard. A hashed key distributes
inserts evenly; a zone keeps a region's documents on its servers. MongoDB rejects a key that isn't the prefix of
each unique index, except one that starts with _id.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from ...model.conceptual import Entity, Operation, given, stated
from ...model.field_walk import parts
from ...plan.forecast import archive_forecasts
from ...plan.indexes.candidates import Shelf
from ...plan.indexes.declared import place_key
from ...plan.indexes.written_keys import often
from ...plan_model.findings import Finding
from ...plan_model.forecast_types import Forecast
from ...plan_model.number_format import byte_size, listed
from ...plan_model.physical import Collection, PlannedIndex, archives_in
from ...rules.copies import field_at
from ..base import Inspection, Lint, number, percent, setting

_GROWING = frozenset({"date", "timestamp", "objectId"})
_REGIONS = ("region", "country", "country_code", "continent", "location", "data_center", "zone", "market")
_LITTLE = 0.01
_PAIR = 2
_LARGE = 10 * 1024**3
"""Bytes with indexes from which on a collection is named that is larger than all sharded ones."""
_CHUNK = 128 * 1024**2
"""Bytes from which on the balancer splits what is together, MongoDB's default: one value alone can't be split."""
_SHARDED_SERIES = frozenset({"6.0", "7.0", "8.0"})


class Key(NamedTuple):
    """A field that could begin a shard key. path: as the design writes it; stored: where it stands in documents.
    values: how many there are; largest: the share of documents that have the most frequent one; targeted: the share of
    the workload that asks for one value; together: other large collections that could begin with the same. is_told:
    whether the design says how many values there are; is_average: whether it says nothing of the most frequent one, so
    that the largest is what they have on average; is_behind_slice: whether no operation asks for a field, since a slice in
    the parent serves its reads, and all others are found by their parent."""

    path: str
    stored: str
    values: float
    largest: float
    targeted: float
    grows: bool
    is_told: bool
    together: tuple[str, ...] = ()
    is_average: bool = False
    is_behind_slice: bool = False

    def in_words(self) -> str:
        """Return what speaks for it and against it."""
        grows = "increases over time" if self.grows else "doesn't increase over time"
        if not self.is_told:
            return (
                f"{self.stored}: its number of values and its most frequent value aren't stated; it "
                f"{grows}; {percent(self.targeted)} of operations filter by it"
            )
        much = f"{number(self.values)} values"
        largest = f"the most frequent in {_share(self.largest)} of documents"
        if self.is_average:
            largest = f"each in {_share(self.largest)} of documents on average"
        beside = (
            f", and stores documents next to those of {', '.join(self.together)}" if self.together else ""
        )
        asked = (
            (f"no operation filters by it, but items that overflow their {self.stored} are read by it")
            if self.is_behind_slice
            else f"{percent(self.targeted)} of operations filter by it"
        )
        return f"{self.stored} has {much}, {largest}, {grows}; {asked}{beside}"


def _share(share: float) -> str:
    return percent(share) if share >= _LITTLE else f"less than {percent(_LITTLE)}"


def check(seen: Inspection) -> Iterator[Finding]:
    """Collections of a sharded design that exceed 100 GiB within three years and have no shard key, or that exceed
    10 GiB with their indexes and are larger than every collection with one. The finding proposes a key and
    alternatives, and lists unique indexes that conflict with it. Also archives of sharded collections, which stay on
    one shard. A suggestion says if no collection needs sharding."""
    if given(seen.model.topology, "replica-set") != "sharded":
        return
    if not _large(seen) and not any(collection.shard_key for collection in seen.plan.collections):
        yield from _not_needed(seen)
    large = [pair for pair in _large(seen) if not pair[0].shard_key]
    for collection, forecast in large:
        entity = seen.names.entities.get(collection.entity or "")
        with_indexes = forecast.moments[-1].data <= seen.limits.shard_min
        reached = byte_size(_whole(forecast) if with_indexes else forecast.moments[-1].data)
        size = f"{reached}{' with indexes' if with_indexes else ''} in three years on one shard: no shard key"
        pair = _linked_pair(collection)
        if pair:
            yield _of_links(collection, pair, size)
        elif entity is None or collection.kind not in ("standard", "timeseries"):
            hint = "Shard it manually by the reference at the start of its documents."
            yield LINT.finding(collection.name, size, hint)
        elif (
            collection.kind == "timeseries" and given(seen.model.server_version, "7.0") not in _SHARDED_SERIES
        ):
            yield LINT.finding(
                collection.name, f"{size}. MongoDB 5.0 can't shard time series.", "Raise server_version."
            )
        else:
            yield _proposal(seen, collection, entity, size, forecast.moments[-1].data)
    if archives_in(seen.plan.statements):
        yield from _archives(seen)


def _archives(seen: Inspection) -> Iterator[Finding]:
    """Archives that all documents of a sharded collection go to, on one shard. What a $merge finds by its id is sharded
    by that."""
    forecasts = {
        each.collection: each
        for each in archive_forecasts(seen.compilation, seen.survey, seen.forecasts)
        if each.moments[-1].data + each.moments[-1].indexes > _LARGE
    }
    merged = {
        each.collection
        for each in seen.plan.statements
        if each.purpose == "archive" and each.pipeline and "$merge" in each.pipeline[-1]
    }
    for source, archive in archives_in(seen.plan.statements).items():
        key = seen.collections[source].shard_key if source in seen.collections else ()
        if not key or archive not in forecasts:
            continue
        proposed = '{_id: "hashed"}' if source in merged else _in_braces(key)
        size = byte_size(forecasts[archive].moments[-1].data + forecasts[archive].moments[-1].indexes)
        why = "its documents are found by _id" if source in merged else f"the key of {source}"
        message = f"{archive} reaches {size} in three years on one shard, though {source} is sharded."
        hint = (
            f"Before the first run of its archive function, call "
            f'sh.shardCollection("{seen.model.database}.{archive}", {proposed}): {why}.'
        )
        yield LINT.finding(source, message, hint)


def _not_needed(seen: Inspection) -> Iterator[Finding]:
    """That nothing of a sharded design needs shards, where it is known how large all becomes."""
    counted = {forecast.collection for forecast in seen.forecasts if not forecast.has_assumed_count}
    if not counted or any(not each.revises and each.name not in counted for each in seen.plan.collections):
        return
    most = max(seen.forecasts, key=lambda forecast: forecast.moments[-1].data)
    message = (
        f"No collection needs sharding: the largest, {most.collection}, reaches "
        f"{byte_size(most.moments[-1].data)} in three years. Sharding helps from "
        f"{byte_size(seen.limits.shard_min)}."
    )
    yield LINT.finding(
        seen.model.database, message, "Set topology to replica-set, which is simpler to run.", "info"
    )


def _large(seen: Inspection) -> list[tuple[Collection, Forecast]]:
    """The collections that need shards by their size, or that are larger than all that the design shards."""
    pairs = [(seen.collections[each.collection], each) for each in seen.forecasts]
    sharded = [_whole(forecast) for collection, forecast in pairs if collection.shard_key]
    least = max(sharded, default=math.inf)
    return [
        (collection, forecast)
        for collection, forecast in pairs
        if forecast.moments[-1].data > seen.limits.shard_min or _whole(forecast) > max(least, _LARGE)
    ]


def _whole(forecast: Forecast) -> float:
    """Bytes of a collection with its indexes in three years."""
    return forecast.moments[-1].data + forecast.moments[-1].indexes


def _proposal(seen: Inspection, collection: Collection, entity: Entity, size: str, data: float) -> Finding:
    keys = sorted(_keys(seen, collection, entity), key=lambda key: (-key.targeted, -len(key.together)))
    fitting = [
        key
        for key in keys
        if not key.grows
        and key.is_told
        and key.largest <= seen.limits.shard_freq
        and key.targeted >= seen.limits.shard_targeted
    ]
    if not fitting:
        return _hashed(seen, collection, entity, f"{size}. No field fits a ranged key", keys, data)
    best = fitting[0]
    pairs = _pairs(seen, collection, entity, best)
    message = (
        f"{size}, proposed: {_in_braces((stored, kind) for _, stored, kind in pairs)}. {best.in_words()}"
    )
    rest = [key for key in keys if key is not best][:2]
    message += "".join(f". Also: {key.in_words()}" for key in rest)
    proposed = tuple(stored for _, stored, _ in pairs)
    if _led(collection, best.stored):
        advice = (_unmixed(collection, best, proposed), *_unique(collection, proposed))
    else:
        long = _long_series(collection, best, data)
        advice = (*_alternatives(seen, collection, entity, best), *long, *_unique(collection, proposed))
    return LINT.finding(
        collection.name,
        message,
        " ".join(advice),
        bytes=data,
        shards=collection.name,
        fix=setting(entity, "shard_key", value=[[path, kind] for path, _, kind in pairs]),
    )


def _hashed(
    seen: Inspection, collection: Collection, entity: Entity, message: str, keys: list[Key], data: float
) -> Finding:
    """What is left where no field fits: the hash of the id, which time series lack."""
    looked = "; ".join(key.in_words() for key in keys[:3])
    message += f". {looked or 'No operation filters by a field'}"
    hint, fix = "Query one series at a time.", None
    if collection.kind == "standard":
        hint = '{_id: "hashed"} distributes inserts, but every query without _id goes to all shards.'
        hint = " ".join((hint, *_if_it_has_many(seen, keys), *_unique(collection, ("_id",))))
        fix = setting(entity, "shard_key", value=[["_id", "hashed"]])
    return LINT.finding(collection.name, message, hint, fix=fix, bytes=data, shards=collection.name)


def _if_it_has_many(seen: Inspection, keys: list[Key]) -> Iterator[str]:
    """What the first key that most operations ask for would be good for, if the design said how many values it has."""
    asked = [key for key in keys if key.targeted >= seen.limits.shard_targeted]
    unsaid = next((key for key in asked if not key.is_told and not key.grows), None)
    if unsaid is not None:
        yield (
            f"If {unsaid.stored} has millions of values, each in few documents, {{{unsaid.stored}: 1, _id: 1}}"
            " is better: make it unique, or set its enum."
        )


# --- keys of link collections -------------------------------------------------------------------


def _linked_pair(collection: Collection) -> tuple[str, ...]:
    """The two ids of a link collection, by which its documents are unique; empty of another kind."""
    if collection.kind != "link":
        return ()
    pairs = (tuple(path for path, _ in index.keys) for index in _unique_ones(collection))
    return next((pair for pair in pairs if len(pair) == _PAIR), ())


def _of_links(collection: Collection, pair: tuple[str, ...], size: str) -> Finding:
    message = f"{size}, proposed: {_in_braces((path, 1) for path in pair)}"
    hint = (
        f"The pair is unique. A query by {pair[0]} goes to one or a few shards, one by {pair[1]} alone to "
        "all. Designs can set shard keys only for entities, so run sh.shardCollection yourself."
    )
    return LINT.finding(collection.name, message, hint, shards=collection.name)


# --- wording ------------------------------------------------------------------------------------


def _in_braces(pairs: Iterable[tuple[str, int | str]]) -> str:
    return f"{{{', '.join(f'{path}: {kind}' for path, kind in pairs)}}}"


def _pairs(
    seen: Inspection, collection: Collection, entity: Entity, key: Key
) -> list[tuple[str, str, int | str]]:
    """The key as path, stored path and kind: with the id behind it, so that the documents of one value can be split. Or
    what unique indexes begin with that begin with it, as far as the design's paths are those of the documents."""
    first: list[tuple[str, str, int | str]] = [(key.path, key.stored, 1)]
    led = _led(collection, key.stored)
    if led:
        columns = zip(*([path for path, _ in index.keys] for index in led), strict=False)
        shared = [paths[0] for paths in takewhile(lambda paths: len(set(paths)) == 1, columns)][1:]
        are_placed = all(_stored(seen, collection, entity, path) == path for path in shared)
        return [*first, *((path, path, 1) for path in shared if are_placed)]
    alone = key.path == "_id" or collection.kind == "timeseries"
    return first if alone else [*first, ("_id", "_id", 1)]


def _unmixed(collection: Collection, best: Key, proposed: tuple[str, ...]) -> str:
    """Why nothing else may stand in a key that unique indexes begin with."""
    names = [index.name for index in _led(collection, best.stored)]
    indexes = "index" if len(names) == 1 else "indexes"
    return (
        f"Use {listed(proposed)} alone, without _id after it or a region before it: the unique "
        f"{indexes} {', '.join(names)} must start with the whole key."
    )


def _alternatives(seen: Inspection, collection: Collection, entity: Entity, best: Key) -> Iterator[str]:
    is_series = collection.kind == "timeseries"
    if not is_series:
        yield (
            f'Alternatively, {{{best.stored}: "hashed"}} distributes values evenly. Queries for one value '
            "go to one shard, ranges to all."
        )
    regions = (part.path for part in parts(entity.own_fields) if part.path.lower() in _REGIONS)
    region = next((stored for path in regions if (stored := _stored(seen, collection, entity, path))), "")
    if region and region != best.stored:
        yield (
            f"Alternatively, {{{region}: 1, {best.stored}: 1}} with a zone for each {region} that must "
            "stay on its own servers."
        )
    else:
        inside = f" of {collection.options['timeseries']['metaField']}" if is_series else ""
        yield f"For zones, add the field{inside} with the region to the key, before {best.stored}."


def _long_series(collection: Collection, best: Key, data: float) -> Iterator[str]:
    """What one series that no shard can share comes to: nothing stands behind the key of a time series."""
    if collection.kind == "timeseries" and best.largest * data > _CHUNK:
        yield (
            f"One series reaches {byte_size(best.largest * data)} and stays on one shard, because it "
            "can't be split."
        )


def _unique_ones(collection: Collection) -> list[PlannedIndex]:
    """Unique indexes that bind a shard key: one that begins with _id does not."""
    return [
        index for index in collection.indexes if index.options.get("unique") and index.keys[0][0] != "_id"
    ]


def _led(collection: Collection, path: str) -> list[PlannedIndex]:
    """The unique indexes that begin with a path."""
    return [index for index in _unique_ones(collection) if index.keys[0][0] == path]


def _unique(collection: Collection, proposed: tuple[str, ...]) -> Iterator[str]:
    """The unique indexes that a key is not the beginning of."""
    apart = [
        index.name
        for index in _unique_ones(collection)
        if tuple(path for path, _ in index.keys)[: len(proposed)] != proposed
    ]
    if apart:
        are, their = ("is", "its") if len(apart) == 1 else ("are", "their")
        yield (
            f"The server rejects this key while {', '.join(apart)} {are} unique: store {their} values in "
            "a separate collection."
        )


# --- candidates ---------------------------------------------------------------------------------


def _keys(seen: Inspection, collection: Collection, entity: Entity) -> Iterator[Key]:
    """What operations ask for by one value, outside of arrays; of a time series what each measurement names too, since
    it is inserted on the shard of its series."""
    traffic = seen.survey.traffic.by_entity.get(entity.name, ())
    named = _named_by_measurements(seen, collection, entity)
    inserted = sum(_weight(operation) for operation in traffic if named and operation.kind == "insert")
    asking = _asking(seen, collection, entity)
    total = inserted + sum(_weight(operation) for operation, _ in asking)
    filtered = [path for operation in traffic if operation.kind != "insert" for path in _matched(operation)]
    behind = [] if total else _slicing(seen, entity)
    for path in dict.fromkeys([*filtered, *named, *_references(seen, entity), "_id"]):
        stored_at = _stored(seen, collection, entity, path)
        targeted = sum(_weight(operation) for operation, paths in asking if stored_at in paths)
        targeted += inserted if path in named else 0.0
        if not stored_at or not (targeted or path in named or path in behind):
            continue
        values, largest, is_told, is_average = _spread(seen, entity, path)
        yield Key(
            path=path,
            stored=stored_at,
            values=values,
            largest=largest,
            targeted=targeted / total if total else float(path in behind),
            grows=_grows(entity, path, seen),
            is_told=is_told,
            together=_together(seen, collection, entity, path),
            is_average=is_average,
            is_behind_slice=path in behind,
        )


def _asking(
    seen: Inspection, collection: Collection, entity: Entity
) -> list[tuple[Operation, frozenset[str]]]:
    """The operations that look into a collection, with the stored paths of which each names one value: those of other
    entities too, which include its documents. Of what has no function its filter."""
    asked = [(each.operation, each.single) for each in seen.asked.get(collection.name, ())]
    written = {each.operation.name for several in seen.asked.values() for each in several}
    for operation in seen.survey.traffic.by_entity.get(entity.name, ()):
        if operation.kind != "insert" and operation.name not in written:
            paths = (_stored(seen, collection, entity, path) for path in _matched(operation))
            asked.append((operation, frozenset(path for path in paths if path)))
    return asked


def _named_by_measurements(seen: Inspection, collection: Collection, entity: Entity) -> list[str]:
    """The ends by which measurements of a time series name whose they are."""
    return _references(seen, entity) if collection.kind == "timeseries" else []


def _slicing(seen: Inspection, entity: Entity) -> list[str]:
    """The ends by which things name a parent that has the first of them in its own document."""
    return [
        seen.names.end(link, "to")
        for link, decision in seen.decided()
        if link.to.entity == entity.name and decision.traits.is_slice
    ]


def _references(seen: Inspection, entity: Entity) -> list[str]:
    """The ends by which things name whose they are."""
    links = seen.survey.ends.get(entity.name, ())
    return [
        seen.names.end(link, "to") for link in links if link.to.entity == entity.name and link.kind != "is-a"
    ]


def _weight(operation: Operation) -> float:
    return often(operation) if stated(operation.per_day) else 1.0


def _matched(operation: Operation) -> list[str]:
    return [match.field for match in given(operation.filter, []) if match.how == "eq"]


def _stored(seen: Inspection, collection: Collection, entity: Entity, path: str) -> str:
    """Where a path stands in the documents, outside of arrays and in the metaField of a time series; else empty."""
    spots = [spot for spot in seen.placement.of_path(entity.name, path) if spot.collection == collection.name]
    meta = collection.options.get("timeseries", {}).get("metaField", "")
    is_possible = any(
        not spot.arrays and (collection.kind != "timeseries" or spot.path.split(".")[0] == meta)
        for spot in spots
    )
    return place_key(path, entity.name, seen.placement, Shelf(collection)) if is_possible else ""


def _spread(seen: Inspection, entity: Entity, path: str) -> tuple[float, float, bool, bool]:
    """How many values a path has, the share of documents with the most frequent, whether the design tells, and
    whether the share is that of an average value."""
    count, field = max(seen.survey.count(entity.name), 1.0), field_at(entity, path)
    if field is None and path != "_id":
        route = seen.paths.resolve(entity.name, path)
        relationship = route.steps[-1].relationship if route is not None and route.steps else None
        if route is None or relationship is None:
            return count, 1 / count, False, True
        values = max(seen.survey.count(route.target), 1.0)
        most = float(given(relationship.from_.count.p95, 0) or given(relationship.from_.count.max, 0) or 0)
        return (
            values,
            min(1.0, max(1 / values, most / count)),
            stated(seen.names.entities[route.target].count),
            not most,
        )
    if field is not None and stated(field.enum):
        values = float(len(given(field.enum, [])))
        return values, 1 / max(values, 1.0), True, True
    if field is not None and field.type == "bool":
        return 2.0, 0.5, True, True
    return count, 1 / count, path == "_id" or (field is not None and given(field.unique, False)), False


def _grows(entity: Entity, path: str, seen: Inspection) -> bool:
    field = field_at(entity, path)
    if path == "_id":
        return field is None or field.type in _GROWING
    return field is not None and field.type in _GROWING


def _together(seen: Inspection, collection: Collection, entity: Entity, path: str) -> tuple[str, ...]:
    """Other large collections whose documents refer to the same entity."""
    route = seen.paths.resolve(entity.name, path)
    target = route.target if route is not None and route.steps and route.last.kind == "end" else ""
    if not target:
        return ()
    referring = {link.to.entity for link in seen.model.links if link.from_.entity == target}
    return tuple(
        other.name for other, _ in _large(seen) if other.name != collection.name and other.entity in referring
    )


LINT = Lint(
    code="L66",
    slug="shard-missing",
    name="SHARD_MISSING",
    severity="warning",
    title="Large collection without a shard key",
    source="MongoDB manual, choose a shard key",
    about="collection",
    check=check,
)
