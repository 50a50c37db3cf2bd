"""How each collection grows over three years: documents, their size on average and at the 95th
percentile, data, indexes, and what should stay in memory (rulebook 1.8, 1.9.2 and 4, Growth).

Counts grow by what the design states: inserts less deletes a day, and additions to each parent.
Bytes are BSON's, before the storage engine compresses them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET

from ..model.conceptual import Entity, Operation, Retention, given, stated
from ..model.field_types import BY_NAME
from ..model.field_walk import parts
from ..plan_model.compilation import Compilation
from ..plan_model.forecast_types import ITEMS_OF, Forecast, Moment
from ..plan_model.number_format import grouped
from ..plan_model.physical import Collection, DocField, Located, PlannedIndex, archives_in, walk
from ..workload.document_history import VALID_TO, holds_current_only, holds_versions
from ..workload.inputs import DEFAULT, Survey, field_changes
from ..workload.sizes import elements_of, field_bytes, whole
from ..workload.time_series import series_rates, slowest
from ..workload.traffic import per_day
from .document_counts import DAYS_A_MONTH, Crowd, crowd_of, days_kept
from .document_size import (
    Scale,
    bytes_at,
    elements_at,
    grows,
    guessed_lists,
    has_percentile,
    scale_of,
    value_bytes,
    weight_of,
)

if TYPE_CHECKING:
    from .partial_size import IndexedPart

MONTHS = (0, 6, 12, 18, 24, 30, 36)
ENTRY_BYTES = 10
"""What an index entry takes beside its key."""
LEAST_INDEX = 8192.0
_TEXT_BYTES = 20
_MUCH = 0.5
"""The share of a document's bytes from which on the length of a list is told."""
_KEY_BYTES = {"text": 6.0, "hashed": 8.0}
"""Of a word, and of a hash."""


def forecasts(compilation: Compilation, survey: Survey) -> tuple[Forecast, ...]:
    """The forecast of each collection whose number of documents follows from the design."""
    touched = _touched(compilation)
    originals = {
        each.entity: each for each in compilation.plan.collections if each.entity and not each.revises
    }
    collected = []
    for collection in compilation.plan.collections:
        present = _versions(collection, compilation, survey) or crowd_of(collection, survey)
        crowd = _with_versions(collection, compilation, survey, present)
        if crowd is not None:
            whose = originals.get(collection.revises or "")
            revised = crowd_of(whose, survey) if whose is not None else None
            collected.append(
                _forecast(
                    collection,
                    survey,
                    crowd,
                    revised,
                    None if touched is None else touched[collection.name],
                    present,
                    compilation.model.workload,
                )
            )
    return tuple(collected)


def archive_forecasts(
    compilation: Compilation, survey: Survey, forecasts: Iterable[Forecast]
) -> tuple[Forecast, ...]:
    """The forecast of each archive that documents of a collection move to, where the design states how many come: all
    that come are in one of the two."""
    collections = {collection.name: collection for collection in compilation.plan.collections}
    sources = {each.collection: each for each in forecasts}
    archives = []
    for name, into in archives_in(compilation.plan.statements).items():
        source, collection = sources.get(name), collections.get(name)
        crowd = crowd_of(collection, survey) if collection is not None else None
        crowd = None if collection is None else _with_versions(collection, compilation, survey, crowd)
        if source is None or crowd is None or crowd.grows <= 0:
            continue
        further = [
            each
            for each in compilation.plan.statements
            if (each.op, each.collection) == ("createIndex", into)
        ]
        entry = (1 + len(further)) * (_key_bytes(None) + ENTRY_BYTES)
        moments = tuple(_archived(moment, crowd, entry) for moment in source.moments)
        if moments[-1].documents:
            assumed = (f"archived from {source.collection} so far: 0",)
            archives.append(Forecast(collection=into, file=source.file, moments=moments, assumed=assumed))
    return tuple(archives)


def _archived(moment: Moment, crowd: Crowd, entry: float) -> Moment:
    """What has gone to the archive by a moment of the collection that it comes from."""
    documents = max(0.0, crowd.today + crowd.grows * moment.month * DAYS_A_MONTH - moment.documents)
    return Moment(
        month=moment.month,
        documents=whole(documents),
        document=moment.document,
        document_p95=moment.document_p95,
        data=whole(documents * moment.document),
        data_p95=None if moment.document_p95 is None else whole(documents * moment.document_p95),
        indexes=whole(max(LEAST_INDEX, documents * entry)),
        working=0.0,
    )


def _versions(collection: Collection, compilation: Compilation, survey: Survey) -> Crowd | None:
    """The earlier versions of documents in a collection of their own; None where the design states of no write that keeps
    one how often it comes."""
    often = versions_a_day(collection, compilation, survey) if collection.revises else 0.0
    return Crowd(0.0, often, assumed=(_NONE_YET % collection.revises,)) if often else None


_NONE_YET = "earlier versions of %s so far: 0"


def _with_versions(
    collection: Collection, compilation: Compilation, survey: Survey, crowd: Crowd | None
) -> Crowd | None:
    """The documents of a collection with the earlier versions that stand beside them: one more with each write that keeps
    one, and no document goes."""
    if crowd is None or not holds_versions(collection):
        return crowd
    deletes = [each for each in compilation.model.workload if each.kind == "delete"]
    ended = sum(
        per_day(each) for each in deletes if each.entity == collection.entity and stated(each.per_day)
    )
    often = versions_a_day(collection, compilation, survey) + ended
    assumed = (*crowd.assumed, _NONE_YET % collection.entity) if often else crowd.assumed
    entity = next((each for each in compilation.model.entities if each.name == collection.entity), None)
    kept = days_kept(given(entity.retention, None)) if entity else None
    most = crowd.most + often * (kept or 0.0)  # they go when what they are versions of goes
    return crowd._replace(grows=crowd.grows + often, most=most, assumed=assumed)


class FieldVersions(NamedTuple):
    """A field whose changes no operation makes, and how many versions a day they keep."""

    entity: Entity
    path: str
    per_day: float


def versions_by_fields(
    collection: Collection, compilation: Compilation, survey: Survey
) -> Iterator[FieldVersions]:
    """Yield the fields of documents with versions that are said to change though no operation says when: what else stores
    their values keeps a version each time."""
    present = (each for each in compilation.plan.collections if not each.revises)
    original = next((each for each in present if each.entity == collection.revises), collection)
    own = {id(spot.field.source) for spot in walk(original.fields) if spot.field.origin in _CHANGED}
    for entity in compilation.model.entities:
        if survey.counted(entity.name).origin == DEFAULT:
            continue
        for part in parts(entity.own_fields):
            if id(part.field) in own and part.field.computed is UNSET:
                changes = field_changes(part.field, part.path, entity, survey)
                if changes.by_operations is None and changes.by_field:
                    yield FieldVersions(entity, part.path, changes.by_field)


_CHANGED = ("own", "embedded")
"""Where the values of a field come from that somebody changes."""


def versions_a_day(collection: Collection, compilation: Compilation, survey: Survey) -> float:
    """Return how many earlier versions a day go into a collection, as often as the design states its operations and the
    changes of its fields: one write may change several fields, so that the one that changes most counts."""
    keeping = {
        statement.subject
        for statement in compilation.plan.statements
        if statement.op == "insertOne" and statement.collection == collection.name
        if collection.revises or statement.each
    }
    by_fields = (each.per_day for each in versions_by_fields(collection, compilation, survey))
    return max(by_fields, default=0.0) + sum(
        per_day(operation)
        for operation in compilation.model.workload
        if f"operation:{operation.name}" in keeping and stated(operation.per_day)
    )


def _forecast(
    collection: Collection,
    survey: Survey,
    crowd: Crowd,
    aging: Crowd | None,
    touched: float | None,
    present: Crowd | None,
    operations: list[Operation],
) -> Forecast:
    """aging: by whose age documents grow, where that are others: an earlier version is as large as its document was.
    present: the documents without the versions that stand beside them."""
    weight = weight_of(collection, survey)
    body = _Body(collection, survey, aging or crowd, grows=weight.growth > 0, operations=operations)
    crowd = crowd.within(body.most / body.at(0).average)
    moments = tuple(_moment(body, crowd, touched, month, present or crowd) for month in MONTHS)
    limit, today = survey.constants.doc_max, body.at(0)
    growth = weight.growth if weight.largest > limit else 0.0
    read = () if touched is not None else ("reads per day: every document (no operations set)",)
    return Forecast(
        collection=collection.name,
        file=collection.file,
        moments=moments,
        days_to_16_mib=_days(limit - today.average, growth),
        days_to_16_mib_p95=_days(limit - today.large, growth) if today.large else None,
        hot=None if touched is None else min(touched, crowd.today),
        assumed=(*crowd.assumed, *_of_lists(collection, body.at(0).average), *body.assumed_parts, *read),
    )


def _of_lists(collection: Collection, document: float) -> tuple[str, ...]:
    """How long the lists are taken to be that make up much of a document."""
    return tuple(
        f"{ITEMS_OF} {collection.name}.{path}: {grouped(elements_of(each), ',.0f')} of up to {given(each.max_items, 0):,}"
        for path, each in guessed_lists(collection)
        if field_bytes(each) >= _MUCH * document
    )


def _days(room: float, growth: float) -> float | None:
    """Until so much room is filled: 0 where there is none, None where it never is."""
    return 0.0 if room < 0 else round(room / growth, 1) if growth > 0 else None


def _moment(body: _Body, crowd: Crowd, touched: float | None, month: int, present: Crowd) -> Moment:
    days = month * DAYS_A_MONTH
    documents, size = crowd.after(days), body.at(days)
    current = min(documents, present.after(days))
    indexes = sum(
        max(LEAST_INDEX, body.held_by(index, documents, current) * entries)
        for index, entries in zip(body.indexes, size.entries, strict=True)
    )
    hot = documents if touched is None else min(touched, documents)
    return Moment(
        month=month,
        documents=whole(documents),
        document=whole(size.average),
        document_p95=None if size.large is None else whole(size.large),
        data=whole(min(body.most, documents * size.average)),
        data_p95=None if size.large is None else whole(min(body.most, documents * size.large)),
        indexes=whole(indexes),
        working=whole(hot * size.average + indexes),
    )


_SPANS = {"seconds": 1 / 24, "minutes": 1.0, "hours": 30.0}  # days in one bucket of a time series


class _Size(NamedTuple):
    """Bytes of a document, of a large one where that is known, and of its entries in each index."""

    average: float
    large: float | None
    entries: tuple[float, ...]


class _Body:
    """A collection's documents by their age; those that don't grow are weighed once. most: the size
    of a capped collection."""

    def __init__(
        self,
        collection: Collection,
        survey: Survey,
        crowd: Crowd,
        *,
        grows: bool,
        operations: list[Operation],
    ) -> None:
        self.collection, self.survey, self.grows = collection, survey, grows
        self.crowd = crowd
        self.spots = {spot.path: spot for spot in walk(collection.fields)}
        self.high = any(has_percentile(spot.field, survey) for spot in self.spots.values())
        self.high = self.high or bool(guessed_lists(collection))
        self.scale, self.indexes = scale_of(collection, survey, 0.0), _indexes(collection)
        self.each = measurements_in_bucket(collection, survey)
        entity = survey.names.entities.get(collection.entity or "")
        self.most = _most_bytes(given(entity.retention, None) if entity else None)
        self._sizes: dict[float, _Size] = {}
        self.parts = {
            index.name: part
            for index in self.indexes
            if _is_of_states(index) and (part := self._part(index, operations)).assumed
        }

    @property
    def assumed_parts(self) -> list[str]:
        """How many documents its partial indexes are taken to hold."""
        return list(dict.fromkeys(part.assumed for part in self.parts.values()))

    def held_by(self, index: PlannedIndex, documents: float, current: float) -> float:
        """Return how many documents an index holds; current: those that are no past versions."""
        there = current if holds_current_only(index, self.collection) else documents
        part = self.parts.get(index.name)
        return there if part is None else part.of(there)

    def _part(self, index: PlannedIndex, operations: list[Operation]) -> IndexedPart:
        from .partial_size import part_of  # where an index leaves states out

        return part_of(index, self.collection, self.spots, self.survey, operations)

    def at(self, days: float) -> _Size:
        """The sizes so many days ahead."""
        days = days if self.grows else 0.0
        if days not in self._sizes:
            scale = self.scale._replace(days=days, aged=self.crowd.aged(days))
            large = bytes_at(self.collection, scale._replace(high=True)) if self.high else None
            entries = tuple(self._entries(index, scale) / self.each for index in self.indexes)
            self._sizes[days] = _Size(bytes_at(self.collection, scale), large, entries)
        return self._sizes[days]

    def _entries(self, index: PlannedIndex, scale: Scale) -> float:
        """Bytes that a document adds to an index: a key and ENTRY_BYTES, for each element of an array."""
        arrays: set[str] = set()
        key, words = 0.0, 1.0
        for path, kind in index.keys:
            spot = self.spots.get(path)
            arrays |= set(spot.arrays) if spot else set()
            size = _KEY_BYTES.get(str(kind)) or _key_bytes(spot)
            words = max(words, _key_bytes(spot) / size) if kind == "text" else words
            key += size
        many = math.prod(max(1.0, _elements(self.spots[array].field, scale)) for array in arrays)
        return words * many * (key + ENTRY_BYTES)


def _is_of_states(index: PlannedIndex) -> bool:
    """Whether an index holds only documents with certain values."""
    conditions: dict[str, object] = index.options.get("partialFilterExpression", {})
    return any(path != VALID_TO and rule != {"$exists": True} for path, rule in conditions.items())


def _most_bytes(retention: Retention | None) -> float:
    """The size of a capped collection."""
    capped = retention is not None and retention.policy == "capped"
    return float(given(retention.bytes, math.inf)) if retention and capped else math.inf


# --- indexes and what is read ---------------------------------------------------------------------


def _indexes(collection: Collection) -> tuple[PlannedIndex, ...]:
    """With the one on ``_id``, which a time series has not."""
    own = () if collection.kind == "timeseries" else (PlannedIndex(keys=(("_id", 1),)),)
    return (*own, *collection.indexes)


def measurements_in_bucket(collection: Collection, survey: Survey) -> float:
    """Return how many measurements share an index entry: a time series indexes the buckets of the server,
    which hold so many of one series, up to BUCKET_ITEMS, as come within their span. 1 elsewhere."""
    span = _SPANS.get(str(collection.options.get("timeseries", {}).get("granularity", "")), 0.0)
    if not span:
        return 1.0
    named = {spot.field.relationship for spot in walk(collection.fields)}
    cases = [case for name, case in survey.cases.items() if name in named]
    series = slowest(series_rates(survey, [case.relationship for case in cases]).values())
    return max(1.0, min(survey.constants.bucket_items, series.within(span)))


def _key_bytes(spot: Located | None) -> float:
    if spot is None:
        return float(BY_NAME["objectId"].size or 0)
    if "array" in spot.field.types and spot.field.items is not None:
        return float(BY_NAME[spot.field.items.types[0]].size or _TEXT_BYTES)
    return value_bytes(spot.field)


def _elements(field: DocField, scale: Scale) -> float:
    if field.source is not None and not grows(field):
        return elements_of(field.source)
    return elements_at(field, scale)


def _touched(compilation: Compilation) -> dict[str, float] | None:
    """Documents that a day's operations touch in each collection, at most; None without operations."""
    operations = {f"operation:{operation.name}": operation for operation in compilation.model.workload}
    if not operations:
        return None
    touched: defaultdict[str, float] = defaultdict(float)
    pairs = {
        (statement.subject, statement.collection): statement.limit
        for statement in compilation.plan.statements
        if statement.subject in operations
    }
    for (subject, collection), limit in pairs.items():
        touched[collection] += per_day(operations[subject]) * (limit if isinstance(limit, int) else 1)
    return touched
