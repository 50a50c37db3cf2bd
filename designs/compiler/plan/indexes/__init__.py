"""Which indexes each collection gets, each with its reason and whom it serves (rulebook IX1-IX10).

Everything that wants an index says so as a Candidate (relationships, natural keys, operations,
declarations, retention, shard keys); ``settle`` keeps the fewest that serve them all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec.structs import replace

from ...model.conceptual import Model, given
from ...model.constants import WITHOUT_SERIES_INDEX, constants_of
from ...placement.path_locator import Placement
from ...plan_model.physical import Collection, PlannedIndex
from ...workload.document_history import VALID_TO, holds_versions
from .candidates import Candidate, Keys, Shelf
from .declared import (
    attribute_indexes,
    declared_indexes,
    history_indexes,
    link_attribute_indexes,
    merge_texts,
    natural_keys,
    of_current,
    retention_indexes,
    shard_index,
    shard_pairs,
    unique_paths,
)
from .operations import Workload
from .redundancy import led_by_shared, merge_cases, settle, suggested
from .references import References
from .written_keys import with_costs

__all__ = ["derive", "with_costs"]
_NOT_OF_SERIES = frozenset({"text", "2d", "hashed"})
Wanted = defaultdict[str, list[Candidate]]


def derive(model: Model, placement: Placement, collections: Sequence[Collection]) -> tuple[Collection, ...]:
    """The same collections with their indexes and shard keys."""
    shelves = {collection.name: Shelf(collection) for collection in collections}
    asking, version = _Asking(model, placement, shelves), given(model.server_version, "7.0")
    asked, keys = asking.everything(), _shard_keys(model, placement, shelves)
    return tuple(
        replace(
            collection,
            **_settled(
                asked[collection.name],
                shelves[collection.name],
                version=version,
                shard_key=keys.get(collection.name, ()),
            ),
            shard_key=keys.get(collection.name, ()),
        )
        for collection in collections
    )


class _Asking:
    """Collects the candidates of all collections, in the order in which indexes are listed."""

    def __init__(self, model: Model, placement: Placement, shelves: dict[str, Shelf]) -> None:
        self.model, self.placement, self.shelves = model, placement, shelves
        self._of_entity: defaultdict[str, dict[str, Shelf]] = defaultdict(dict)
        for name, shelf in shelves.items():
            self._of_entity[shelf.collection.revises or shelf.collection.entity or ""][name] = shelf
        self.wanted: Wanted = defaultdict(list)
        self.sharded = given(model.topology, "replica-set") == "sharded"

    def everything(self) -> Wanted:
        """The candidates by collection."""
        operations = self._operations()
        references = References(self.placement, self.shelves, self.workload.is_hot)
        keyed = frozenset(
            (name, candidate.paths[0])
            for name, candidates in operations.items()
            for candidate in candidates
            if _is_by_key(candidate)
        )
        for relationship in self.model.links:
            self._add(references.asked(relationship, keyed))
        for entity in self.model.entities:
            self._add(natural_keys(entity, self.placement, self.shelves, self.sharded))
        for name, candidates in operations.items():
            self._add((name, candidate) for candidate in candidates)
        for relationship in self.model.links:
            self._add(link_attribute_indexes(relationship, self.placement))
        for entity in self.model.entities:
            self._add(attribute_indexes(entity, self.placement, self.shelves))
            self._add(history_indexes(entity, self.placement, self._of_entity[entity.name]))
            self._add(declared_indexes(entity, self.placement, self.shelves))
            self._add(shard_index(entity, self.placement, self.shelves))
        self._add(retention_indexes(self.placement, self.shelves))
        self._add(self.workload.searches())
        return self.wanted

    def _add(self, candidates: Iterable[tuple[str, Candidate]]) -> None:
        for name, candidate in candidates:
            self.wanted[name].append(candidate)

    @cached_property
    def workload(self) -> Workload:
        """What the operations ask for; a reference is shared by whoever goes along it."""
        limits = constants_of(given(self.model.constants, None))
        workload = Workload(self.model.workload, self.placement, self.shelves, limits)
        for relationship in self.model.links:
            for side in ("from", "to"):
                spots = self.placement.references(relationship, side)
                workload.shared.update((spot.collection, spot.path) for spot in spots)
        return workload

    def _operations(self) -> Wanted:
        workload = self.workload
        unique = self._unique()
        wanted: Wanted = defaultdict(list)
        for query in workload.queries:
            wanted[query.shelf.name].extend(workload.candidates(query, unique[query.shelf.name]))
        return wanted

    def _unique(self) -> defaultdict[str, frozenset[str]]:
        """By collection, the paths outside arrays that identify a document: unique fields, and the only reference to each."""
        unique: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
        for entity in self.model.entities:
            for path in unique_paths(entity.own_fields) if self.placement.spots(entity.name) else ():
                for spot in self.placement.of_path(entity.name, path):
                    if not spot.arrays:
                        unique[spot.collection] |= {spot.path}
        for relationship in self.model.links:
            is_told = self.placement.traits(relationship).index == "one"
            for spot in self.placement.references(relationship, "to") if is_told else ():
                if not spot.arrays:
                    unique[spot.collection] |= {spot.path}
        return unique


def _settled(
    candidates: list[Candidate], shelf: Shelf, *, version: str, shard_key: Keys = ()
) -> dict[str, tuple[PlannedIndex, ...]]:
    """The indexes of a collection, and those that are suggested."""
    paths = {path for candidate in candidates for path in candidate.paths}
    plain, possible = frozenset(filter(shelf.is_plain, paths)), _possible(candidates, shelf, version)
    if any(each.whole is not None for each in possible):
        from .fixed_values import fewest  # where an operation fixes a state that is left

        possible = fewest(possible, plain)
    has_versions = holds_versions(shelf.collection)
    if has_versions:
        possible = [_of_all_versions(each) for each in possible]
    settled = settle(led_by_shared([each for each in possible if not each.unused]), plain)
    settled_indexes = {"indexes": tuple(settled), "suggested": tuple(suggested(possible, settled, plain))}
    if not has_versions:
        return settled_indexes
    return {
        name: tuple(_of_current_versions(index, shard_key) for index in indexes)
        for name, indexes in settled_indexes.items()
    }


def _of_all_versions(candidate: Candidate) -> Candidate:
    """Return the candidate without its filter by current versions. Each index of versions gets that filter once it's
    settled which ones stay: settled with it, a unique index and the one that a read asks for would both stay, and the
    server takes only the first of the two."""
    condition = candidate.options.get("partialFilterExpression", {})
    if VALID_TO not in condition or (candidate.declared and not candidate.options.get("unique")):
        return candidate
    others = {path: there for path, there in condition.items() if path != VALID_TO}
    options = {name: value for name, value in candidate.options.items() if name != "partialFilterExpression"}
    return replace(candidate, options={**options, "partialFilterExpression": others} if others else options)


def _of_current_versions(index: PlannedIndex, shard_key: Keys) -> PlannedIndex:
    """The index with the current versions alone, which all reads but those of the past ask for. Whole stay those of the
    past, of documents that expire with their versions, of the shard key, and the designer's own that aren't unique."""
    paths, is_unique = [path for path, _ in index.keys], index.options.get("unique") is True
    is_shards = bool(shard_key) and index.keys[: len(shard_key)] == shard_key
    is_whole = not is_unique and (index.declared or is_shards)
    if is_whole or VALID_TO in paths or "expireAfterSeconds" in index.options:
        return index
    if VALID_TO in index.options.get("partialFilterExpression", {}):
        return index
    said = "; partial: only current versions"
    is_said = is_unique or not index.reason or index.reason.endswith(said)
    reason = index.reason if is_said else index.reason + said
    return replace(index, options=of_current(index.options, paths), reason=reason)


def _is_by_key(candidate: Candidate) -> bool:
    """Whether an operation says how documents are read by one reference."""
    return candidate.free == 1 and not candidate.by_ids and "partialFilterExpression" not in candidate.options


def _possible(candidates: list[Candidate], shelf: Shelf, version: str) -> list[Candidate]:
    """What the collection's kind allows: a time series has no unique, text or multikey index, and an
    old server's only of its metaField and its time. Of those that the design declares, L51 finds the unique and special ones in
    the design; others it finds in the plan, which keeps them for it."""
    merged = merge_cases(merge_texts(candidates))
    if any(kind == "text" for each in merged for _, kind in each.keys):
        from .text_language import with_language  # not where nobody searches for words

        merged = [with_language(each, shelf) for each in merged]
    if not shelf.is_time_series:
        return merged
    barred = (_is_barred, _is_the_servers)
    return [
        each
        for each in merged
        if not (_is_refused(each) if each.declared else any(is_so(each, shelf, version) for is_so in barred))
    ]


def _is_refused(candidate: Candidate) -> bool:
    """Whether no server makes such an index of a time series, whatever it holds."""
    return candidate.options.get("unique") is True or any(
        kind in _NOT_OF_SERIES for _, kind in candidate.keys
    )


def _is_barred(candidate: Candidate, shelf: Shelf, version: str) -> bool:
    old, series = version == "5.0", shelf.collection.options.get("timeseries", {})
    meta, time = series.get("metaField"), series.get("timeField")
    off = [path for path in candidate.paths if path.split(".")[0] != meta]
    special = any(kind == "text" for _, kind in candidate.keys) or "unique" in candidate.options
    return special or any(shelf.arrays(path) or (old and path != time) for path in off)


def _is_the_servers(candidate: Candidate, shelf: Shelf, version: str) -> bool:
    """Whether the server makes an index of a new time series itself, since 6.3: of a metaField that is one value, and the
    time."""
    series = shelf.collection.options.get("timeseries", {})
    own = [name for key in ("metaField", "timeField") if (name := series.get(key))]
    plain = bool(own) and not any(located.startswith(f"{own[0]}.") for located in shelf.fields)
    return (
        version not in WITHOUT_SERIES_INDEX
        and plain
        and len(own) == 2
        and [*candidate.paths] == own[: len(candidate.paths)]
    )


def _shard_keys(model: Model, placement: Placement, shelves: dict[str, Shelf]) -> dict[str, Keys]:
    shard_keys: dict[str, Keys] = {}
    for entity in model.entities:
        for spot in placement.spots(entity.name) if entity.shard_pairs else ():
            if spot.collection in shelves:
                shard_keys[spot.collection] = shard_keys.get(spot.collection) or shard_pairs(
                    entity, placement, shelves[spot.collection]
                )
    return shard_keys
