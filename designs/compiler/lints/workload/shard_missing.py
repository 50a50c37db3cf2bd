"""Large collections of a sharded design without a shard key.

Such a collection stays on one shard, however many there are. A key is proposed: it has many values, none of
them in many documents, does not begin with what grows with time, and most operations ask for one value of it, so
that they go to one shard. A hashed key spreads the inserts evenly instead; a zone keeps documents of a region on its
servers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...model.conceptual import Entity, Operation, given, stated
from ...model.field_walk import parts
from ...plan.indexes.written_keys import often
from ...plan_model.findings import Finding
from ...plan_model.forecast_types import Forecast
from ...plan_model.number_format import byte_size
from ...plan_model.physical import Collection
from ...rules.copies import field_at
from ..base import Inspection, Lint, number, percent, setting

_GROWING = frozenset({"date", "timestamp", "objectId"})
_REGIONS = ("region", "country", "country_code", "continent", "location", "data_center", "zone", "market")
_LITTLE = 0.01
_SHARDED_SERIES = frozenset({"6.0", "7.0", "8.0"})


class Key(NamedTuple):
    """A field that could begin a shard key. values: how many there are; largest: the share of documents that have the
    most frequent one; targeted: the share of the workload that asks for one value; together: other large collections
    that could begin with the same. is_told: whether the design says how many values there are."""

    path: str
    values: float
    largest: float
    targeted: float
    grows: bool
    is_told: bool
    together: tuple[str, ...] = ()

    def in_words(self) -> str:
        """Return what speaks for it and against it."""
        much = f"{number(self.values)} values" if self.is_told else "many values, as is assumed"
        grows = "grows with time" if self.grows else "does not grow with time"
        beside = f", and keeps documents beside those of {', '.join(self.together)}" if self.together else ""
        return (
            f"{self.path} has {much}, the largest in {_share(self.largest)} of the documents, {grows};"
            f" {percent(self.targeted)} of the operations ask for one{beside}"
        )


def _share(share: float) -> str:
    return percent(share) if share >= _LITTLE else f"less than {percent(_LITTLE)}"


def check(seen: Inspection) -> Iterator[Finding]:
    """Collections of a sharded design without a key that hold more than SHARD_MIN bytes within three years: with the
    key that is proposed, its alternatives, and unique indexes that it would leave; or that no key fits."""
    if given(seen.model.topology, "replica-set") != "sharded":
        return
    large = [pair for pair in _large(seen) if not pair[0].shard_key]
    for collection, forecast in large:
        entity = seen.names.entities.get(collection.entity or "")
        size = f"{byte_size(forecast.moments[-1].data)} in three years, and no shard key: all of it stays on one shard"
        if entity is None or collection.kind not in ("standard", "timeseries"):
            hint = "shard it by the reference that its documents begin with, by hand"
            yield LINT.finding(collection.name, f"{size}.", hint)
        elif (
            collection.kind == "timeseries" and given(seen.model.server_version, "7.0") not in _SHARDED_SERIES
        ):
            yield LINT.finding(
                collection.name, f"{size}. Server 5.0 shards no time series", "raise server_version"
            )
        else:
            yield _proposal(seen, collection, entity, size, forecast.moments[-1].data)


def _large(seen: Inspection) -> list[tuple[Collection, Forecast]]:
    pairs = ((seen.collections[each.collection], each) for each in seen.forecasts)
    return [
        (collection, forecast)
        for collection, forecast in pairs
        if forecast.moments[-1].data > seen.limits.shard_min
    ]


def _proposal(seen: Inspection, collection: Collection, entity: Entity, size: str, data: float) -> Finding:
    keys = sorted(_keys(seen, collection, entity), key=lambda key: (-key.targeted, -len(key.together)))
    fitting = [
        key
        for key in keys
        if not key.grows
        and key.largest <= seen.limits.shard_freq
        and key.targeted >= seen.limits.shard_targeted
    ]
    hashed = "_id" if collection.kind == "standard" else ""
    if not fitting:
        looked = "; ".join(key.in_words() for key in keys[:3])
        message = f"{size}. No field fits a ranged key: {looked or 'no operation asks for a field'}"
        hint = (
            f'{{{hashed}: "hashed"}} spreads the inserts, and every search by something else asks all shards'
        )
        fix = setting(entity, "shard_key", value=[["_id", "hashed"]]) if hashed else None
        return LINT.finding(
            collection.name, message, hint if hashed else "ask for one series at a time",
            fix=fix, bytes=data, shards=collection.name,
        )  # fmt: skip
    best = fitting[0]
    pairs = _pairs(collection, best)
    in_braces = ", ".join(f"{path}: {kind}" for path, kind in pairs)
    message = f"{size}. Proposed: {{{in_braces}}}. {best.in_words()}"
    rest = [key for key in keys if key is not best][:2]
    message += "".join(f"; beside it, {key.in_words()}" for key in rest)
    hint = "; ".join((*_alternatives(entity, best, hashed), *_unique(collection, best)))
    return LINT.finding(
        collection.name,
        message,
        hint,
        bytes=data,
        shards=collection.name,
        fix=setting(entity, "shard_key", value=[list(pair) for pair in pairs]),
    )


def _pairs(collection: Collection, key: Key) -> list[tuple[str, int | str]]:
    """The key with the id behind it, so that the documents of one value can be split."""
    alone = key.path == "_id" or collection.kind == "timeseries"
    return [(key.path, 1)] if alone else [(key.path, 1), ("_id", 1)]


def _alternatives(entity: Entity, best: Key, hashed: str) -> Iterator[str]:
    if hashed:
        yield (
            f'or {{{best.path}: "hashed"}}, which spreads values evenly and finds one of them on one shard, but reads'
            " ranges from all"
        )
    region = next((part.path for part in parts(entity.own_fields) if part.path.lower() in _REGIONS), "")
    if region and region != best.path:
        yield f"or {{{region}: 1, {best.path}: 1}} with a zone for each {region} that must stay on its own servers"
    else:
        yield f"for zones, put the field that tells the region in front of {best.path}"


def _unique(collection: Collection, best: Key) -> Iterator[str]:
    apart = [
        index.name
        for index in collection.indexes
        if index.options.get("unique") and index.keys[0][0] != best.path
    ]
    if apart:
        yield f"no shard keeps {', '.join(apart)} unique then: give these values a collection of their own"


# --- candidates ---------------------------------------------------------------------------------


def _keys(seen: Inspection, collection: Collection, entity: Entity) -> Iterator[Key]:
    """What operations ask for by one value, outside of arrays."""
    asking = [
        operation
        for operation in seen.survey.traffic.by_entity.get(entity.name, ())
        if operation.kind != "insert"
    ]
    total = sum(map(_weight, asking))
    for path in dict.fromkeys(path for operation in asking for path in _matched(operation)):
        if not _is_possible(seen, collection, entity, path):
            continue
        targeted = sum(_weight(operation) for operation in asking if path in _matched(operation))
        values, largest, is_told = _spread(seen, entity, path)
        yield Key(
            path=path,
            values=values,
            largest=largest,
            targeted=targeted / total if total else 0.0,
            grows=_grows(entity, path, seen),
            is_told=is_told,
            together=_together(seen, collection, entity, path),
        )


def _weight(operation: Operation) -> float:
    return often(operation) if stated(operation.per_day) else 1.0


def _matched(operation: Operation) -> list[str]:
    return [match.field for match in given(operation.filter, []) if match.how == "eq"]


def _is_possible(seen: Inspection, collection: Collection, entity: Entity, path: str) -> bool:
    spots = [spot for spot in seen.placement.of_path(entity.name, path) if spot.collection == collection.name]
    meta = collection.options.get("timeseries", {}).get("metaField", "")
    return any(
        not spot.arrays and (collection.kind != "timeseries" or spot.path.split(".")[0] == meta)
        for spot in spots
    )


def _spread(seen: Inspection, entity: Entity, path: str) -> tuple[float, float, bool]:
    """How many values a path has, the share of documents with the most frequent, and whether the design tells."""
    count, field = max(seen.survey.count(entity.name), 1.0), field_at(entity, path)
    if field is None and path != "_id":
        route = seen.paths.resolve(entity.name, path)
        relationship = route.steps[-1].relationship if route is not None and route.steps else None
        if route is None or relationship is None:
            return count, 1 / count, False
        values = max(seen.survey.count(route.target), 1.0)
        most = float(given(relationship.from_.count.p95, 0) or given(relationship.from_.count.max, 0) or 0)
        return (
            values,
            min(1.0, max(1 / values, most / count)),
            stated(seen.names.entities[route.target].count),
        )
    if field is not None and stated(field.enum):
        values = float(len(given(field.enum, [])))
        return values, 1 / max(values, 1.0), True
    if field is not None and field.type == "bool":
        return 2.0, 0.5, True
    return count, 1 / count, path == "_id" or (field is not None and given(field.unique, False))


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
    title="A large collection without a shard key",
    source="MongoDB manual, choose a shard key",
    about="collection",
    check=check,
)
