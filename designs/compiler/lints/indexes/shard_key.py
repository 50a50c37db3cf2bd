"""Shard keys that put the load on one shard, or that MongoDB rejects.

A good shard key has many values, none of them in many documents, doesn't increase with time, and starts with a
field that frequent queries filter by. These queries then go to one or a few shards instead of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Field, Operation, given, stated
from ...model.field_walk import parts
from ...plan_model.compilation import unique_within
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...plan_model.physical import Collection, Located, PlannedIndex
from ...rules.copies import field_at
from ...workload.document_history import VALID_TO, holds_versions
from ...workload.traffic import per_day
from ..base import Inspection, Lint, number, percent

_GROWING = frozenset({"date", "timestamp"})
_RANDOM = frozenset({"objectId", "uuid", "binData"})
_NAMED = 3


def check(seen: Inspection) -> Iterator[Finding]:
    """Shard keys with so few values that one covers more than 10% of the documents, that increase over time
    and aren't hashed, or whose first field is in the filter of fewer than half of the reads. Also keys that
    are arrays or aren't allowed for a time series, unique indexes that don't start with the shard key, and
    unique fields that sharding no longer enforces."""
    if given(seen.model.topology, "replica-set") != "sharded":
        return
    for entity in seen.model.entities:
        collection = next((c for c in seen.plan.collections if c.entity == entity.name and c.shard_key), None)
        if not entity.shard_pairs or collection is None:
            continue
        for message in _refused(collection, seen.located[collection.name]):
            yield LINT.finding(entity.name, message, "Choose another shard key.", "error")
        for message in _unkept(collection):
            yield LINT.finding(entity.name, message, _remedy(collection), "error")
        for message, hint in (
            *_costly(seen, entity, collection),
            *_deprecated(seen, collection),
            *_loosened(seen, entity, collection),
        ):
            frequent, targeted = seen.limits.shard_freq, seen.limits.shard_targeted
            yield LINT.finding(entity.name, message, hint, frequent=frequent, targeted=targeted)


def _refused(collection: Collection, located: dict[str, Located]) -> Iterator[str]:
    paths = [path for path, _ in collection.shard_key]
    for path in paths:
        if any("array" in located[above].field.types for above in _above(path) if above in located):
            yield f"{path} is an array. Shard keys need single values."
    series = collection.options.get("timeseries", {})
    for place, path in enumerate(paths) if series else ():
        if path.split(".")[0] not in (series.get("metaField"), series["timeField"]):
            yield f"A time series can be sharded only by its metaField or time field, not {path}."
        elif path == series["timeField"] and (place < len(paths) - 1 or collection.shard_key[place][1] != 1):
            yield f"The time field {path} must be last in the shard key, ascending."


def _bound(collection: Collection) -> list[PlannedIndex]:
    """Return the unique indexes that must start with the shard key."""
    return [each for each in collection.indexes if each.options.get("unique") and each.keys[0][0] != "_id"]


def _unkept(collection: Collection) -> Iterator[str]:
    for index in _bound(collection):
        if index.keys[: len(collection.shard_key)] != collection.shard_key:
            keys = ", ".join(path for path, _ in index.keys)
            yield f"The unique index on {keys} must start with the shard key."


def _remedy(collection: Collection) -> str:
    """What to do about unique indexes that don't start with the shard key: there may be none with which all of them do."""
    bound = _bound(collection)
    if holds_versions(collection) and any(path == VALID_TO for index in bound for path, _ in index.keys):
        return "Set history to revisions, which are in a separate collection, or remove the shard key."
    if len({index.keys[0] for index in bound}) > 1:
        return "No shard key suits all unique indexes: keep one of them, or remove the shard key."
    return "Choose another shard key."


def _loosened(seen: Inspection, entity: Entity, collection: Collection) -> Iterator[tuple[str, str]]:
    """Fields that are to be unique, and that the server can keep so among documents of one shard key only, or not at all."""
    yield from _chosen_id(entity, collection)
    shard = dict(collection.shard_key)
    lost, by_hash = list[str](), "hashed" in shard.values()
    for part in parts(entity.own_fields):
        spots = seen.placement.of_path(entity.name, part.path) if part.field.unique is True else []
        for spot in (spot for spot in spots if spot.collection == collection.name):
            within = unique_within(collection, spot.path)
            if within is None and by_hash:
                lost.append(spot.path)
            elif within and not set(within) - set(shard):
                message = (
                    f"{spot.path} is unique only together with {listed(within)}: on a sharded collection, "
                    "a unique index must start with the shard key."
                )
                claim = "tore its values as _id in a separate collection."
                is_known = _is_known(seen, entity, collection, spot.path)
                yield message, f"Shard by {spot.path}, or s{claim}" if is_known else f"S{claim}"
    if lost:
        paths = list(dict.fromkeys(lost))
        yield _lost(paths, all(_is_known(seen, entity, collection, path) for path in paths))


def _is_known(seen: Inspection, entity: Entity, collection: Collection, path: str) -> bool:
    """Whether enough reads name a path for a shard key that begins with it, and no unique index of versions begins with
    another one, so that this advice brings no other."""
    if holds_versions(collection) and any(VALID_TO in dict(index.keys) for index in _bound(collection)):
        return False
    reads = _reads(seen, entity, collection)
    total = sum(per_day(operation) for operation, _ in reads)
    hit = sum(per_day(operation) for operation, paths in reads if path in paths)
    return not total or hit / total >= seen.limits.shard_targeted


def _lost(paths: list[str], are_known: bool) -> tuple[str, str]:
    """What a hashed shard key comes to where values are to be unique: they can only be claimed elsewhere. are_known:
    whether reads find by them."""
    are = "aren't" if len(paths) > 1 else "isn't"
    message = (
        f"{listed(paths)} {are} enforced as unique: no unique index can start with a hashed shard key, so two "
        "documents can have the same value."
    )
    if len(paths) > 1:
        return message, (
            "Insert their values as _id of a separate collection each, in the transaction that writes them."
        )
    claim = "nsert each value as _id of a separate collection, in the transaction that writes it."
    return message, f"Shard by {{{paths[0]}: 1}}, or i{claim}" if are_known else f"I{claim}"


def _chosen_id(entity: Entity, collection: Collection) -> Iterator[tuple[str, str]]:
    """An id that is no ObjectId and that the shard key spreads by something else: each shard has its own index of ids."""
    types = {name for field in entity.own_fields if field.name == "_id" for name in field.all_types}
    paths = [path for path, _ in collection.shard_key]
    if types - _RANDOM and paths != ["_id"] and not collection.options.get("timeseries"):
        yield (
            "_id is unique on each shard only, because the shard key isn't _id.",
            "Use ObjectIds or UUIDs, which don't repeat, or shard by _id.",
        )


def _deprecated(seen: Inspection, collection: Collection) -> Iterator[tuple[str, str]]:
    time = collection.options.get("timeseries", {}).get("timeField")
    new = given(seen.model.server_version, "7.0") == "8.0"
    if new and any(path == time for path, _ in collection.shard_key):
        yield (
            f"Sharding by the time field {time} is deprecated in MongoDB 8.0.",
            "Shard by the metaField.",
        )


def _above(path: str) -> Iterator[str]:
    """A path and all that it stands in."""
    parts = path.split(".")
    return (".".join(parts[: count + 1]) for count in range(len(parts)))


def _costly(seen: Inspection, entity: Entity, collection: Collection) -> Iterator[tuple[str, str]]:
    pairs = entity.shard_pairs
    values = 1.0
    for path, _ in pairs:
        values *= _values(seen, entity, path)
    limit = seen.limits.shard_freq
    if 1 / max(values, 1) > limit:
        measured = (
            f"about {number(values)} values: each covers {percent(1 / max(values, 1))} of "
            f"documents (maximum {percent(limit)})"
        )
        yield f"Low-cardinality shard key: {measured}.", "Add a high-cardinality field after it."
    first, kind = pairs[0]
    if kind == 1 and _grows(entity, first):
        yield (
            f"{first} increases over time, so all inserts go to one shard.",
            "Hash it, or prefix it with a field that distributes inserts.",
        )
    reads = _reads(seen, entity, collection)
    total = sum(per_day(operation) for operation, _ in reads)
    others = [(operation, paths) for operation, paths in reads if collection.shard_key[0][0] not in paths]
    hit = total - sum(per_day(operation) for operation, _ in others)
    if total and hit / total < seen.limits.shard_targeted:
        measured = (
            f"Only {percent(hit / total)} of reads match {first}, the first shard key field "
            f"(minimum {percent(seen.limits.shard_targeted)})"
        )
        yield (
            f"{measured}. These query every shard: {_named(others)}.",
            "Shard by a field your frequent reads match exactly.",
        )


def _reads(
    seen: Inspection, entity: Entity, collection: Collection
) -> list[tuple[Operation, frozenset[str]]]:
    """The reads that look into a collection, those of other entities that include its documents too, with the stored paths
    of which each names values. Of a read without a function its filter."""
    asked = [
        (each.operation, each.single | each.several)
        for each in seen.asked.get(collection.name, ())
        if each.operation.kind == "read"
    ]
    written = {each.operation.name for several in seen.asked.values() for each in several}
    places = dict(zip((path for path, _ in entity.shard_pairs), collection.shard_key, strict=False))
    for operation in seen.reads(entity.name):
        if operation.name not in written:
            matched = _matched(operation)
            asked.append(
                (operation, frozenset(places[path][0] if path in places else path for path in matched))
            )
    return asked


def _named(others: list[tuple[Operation, frozenset[str]]]) -> str:
    """Return the most frequent of these reads, each with what it finds by."""
    ranked = sorted(others, key=lambda pair: -per_day(pair[0]))
    names = [
        f'"{operation.name}"' + (f" (by {listed(sorted(paths))})" if paths else "")
        for operation, paths in ranked[:_NAMED]
    ]
    more = len(ranked) - len(names)
    return ", ".join(names) + (f", and {more} more" if more else "")


def _matched(operation: Operation) -> set[str]:
    return {match.field for match in given(operation.filter, []) if match.how in ("eq", "in")}


def _values(seen: Inspection, entity: Entity, path: str) -> float:
    """How many values a key has: of its enum, of a bool, else the count of what it identifies."""
    field: Field | None = field_at(entity, path)
    if field is not None and stated(field.enum):
        return float(len(given(field.enum, [])))
    if field is not None:
        return 2.0 if field.type == "bool" else seen.survey.count(entity.name)
    route = seen.paths.resolve(entity.name, path)
    return (
        seen.survey.count(route.target)
        if route is not None and route.steps
        else seen.survey.count(entity.name)
    )


def _grows(entity: Entity, path: str) -> bool:
    field = field_at(entity, path)
    if path == "_id":
        return field is None or field.type == "objectId" or field.type in _GROWING
    return field is not None and field.type in _GROWING


LINT = Lint(
    code="L52",
    slug="shard-key",
    name="SHARD_KEY",
    severity="warning",
    title="Shard key doesn't distribute load",
    source="MongoDB manual, choose a shard key",
    about="entity",
    check=check,
)
