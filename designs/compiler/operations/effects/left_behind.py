"""What a function leaves behind: places that store, too, what it changes, and that neither it nor a stream, a job or
a function that its note names brings after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from ...plan_model.decisions import opposite
from ...plan_model.function_names import mentioned_in
from ...storage import ExistsFact, Fact, FieldFact, LinkFact, Storage, StorageMap
from ..context import AUDITED, QUERIES, OperationContext, RelationshipContext, ScriptFunction
from ..parameters import Among
from ..write.unlink import lets_go
from .stored_changes import StoredChange, stored_changes

ORIGINALS = frozenset({"home", "reference", "overflow"})
FOLLOWING = frozenset({"copy", "slice", "aggregate"})
_LASTING = frozenset({"job", "never"})
_NO_CHANGE = frozenset({"prepare", "watch", "archive", "upgrade"})  # the facts stay what they are
_COMING_OR_GOING = frozenset({"inserted", "deleted", "added", "removed"})
_GOING = frozenset({"deleted", "removed"})
Place = tuple[str, str]


class FactChange(msgspec.Struct, frozen=True, gc=False):
    """A fact that a write changes. source: where it stands; stored: the write."""

    fact: Fact
    source: Storage
    stored: StoredChange

    @property
    def comes_or_goes(self) -> bool:
        """Whether what the fact is about comes or goes with it."""
        return self.stored.kind in _COMING_OR_GOING

    @property
    def is_going(self) -> bool:
        """Whether a thing goes with it."""
        return isinstance(self.fact, ExistsFact) and self.stored.kind in _GOING


class LeftBehind(msgspec.Struct, frozen=True, gc=False):
    """A place that a function leaves as it was. change: what it should follow."""

    function: str
    change: FactChange
    storage: Storage

    @property
    def is_slice_without_new(self) -> bool:
        """Whether the place is in a slice that a new document is to enter."""
        return self.change.stored.kind == "inserted" and self.storage.role == "slice"

    @property
    def is_named_by_what_stays(self) -> bool:
        """Whether the place refers to something that goes."""
        return self.change.is_going and self.storage.role == "reference"

    def __str__(self) -> str:
        stored = self.change.stored
        return (
            f"{self.function}: {stored.kind} {stored.collection}.{stored.path} changes {self.change.fact}; "
            f"left: {self.storage.path} ({self.storage.role}, {self.storage.freshness})"
        )


class ReferenceEnds:
    """Which end of its relationship each stored reference is at, as far as the other end stores one as well."""

    def __init__(self, world: OperationContext) -> None:
        placement = world.placement
        self.at: defaultdict[tuple[str, str], set[Place]] = defaultdict(set)
        for name, relationship in world.names.relationships.items():
            for side in ("from", "to"):
                spots = placement.references(relationship, side)
                self.at[name, side].update((spot.collection, spot.path) for spot in spots)

    def side(self, storage: Storage) -> str:
        """Return the end whose documents store a reference, "" where it is none."""
        name = storage.fact.relationship if isinstance(storage.fact, LinkFact) else ""
        place = (storage.path.collection, storage.path.path)
        sides = [side for side in ("from", "to") if place in self.at[name, side]]
        return sides[0] if len(sides) == 1 else ""


class LeftBehindChecker:
    """Finds what the functions of one design leave behind."""

    def __init__(self, world: OperationContext, functions: Iterable[ScriptFunction]) -> None:
        self.world, self.functions = world, list(functions)
        self.storage_map, self.references = StorageMap(world.compilation), ReferenceEnds(world)
        self.by_name = {function.name: function for function in self.functions}
        self._stored: dict[str, list[StoredChange]] = {}
        self._in_collection: defaultdict[str, list[Storage]] = defaultdict(list)
        for storage in self.storage_map.storages_in_order:
            self._in_collection[storage.path.collection].append(storage)
        self._streams = [function for function in self.functions if function.purpose == "watch"]

    @cached_property
    def _written(self) -> set[tuple[str, str]]:
        """The places that any function of the design writes."""
        return {
            (write.collection, write.path)
            for function in self.functions
            for write in self._changes(function)
            if write.path
        }

    def all(self) -> Iterator[LeftBehind]:
        """Yield what the functions that people call leave behind."""
        for function in self.functions:
            if self.is_judged(function):
                yield from self.of(function)

    def is_judged(self, function: ScriptFunction) -> bool:
        """Return whether a function is one that people call and that changes facts."""
        return function.script == QUERIES and function.purpose not in _NO_CHANGE

    def forget(self, function: ScriptFunction) -> None:
        """Look at a function's statements again: it has others now."""
        self._stored.pop(function.name, None)

    def of(self, function: ScriptFunction) -> Iterator[LeftBehind]:
        """Yield what one function leaves behind, each place once."""
        stored, seen = self._changes(function), set[Storage]()
        for change in self._facts(stored, function.among):
            if change.is_going and self._is_moved(change, stored):
                continue
            for storage in self._followers(change):
                if storage in seen or _is_written(storage, change, stored):
                    continue
                seen.add(storage)
                if not self._is_kept(function, change, storage):
                    yield LeftBehind(function.name, change, storage)

    def _is_moved(self, change: FactChange, stored: Iterable[StoredChange]) -> bool:
        """Return whether the same function writes what goes from one place to another."""
        homes = [storage.path for storage in self.storage_map.storages(change.fact) if storage.role == "home"]
        comes = (write for write in stored if write.kind in ("inserted", "added", "repeated"))
        return any(
            write.collection == home.collection and _is_around(write.path, home.path)
            for write in comes
            for home in homes
        )

    def _changes(self, function: ScriptFunction) -> list[StoredChange]:
        if function.name not in self._stored:
            self._stored[function.name] = list(stored_changes(function.statements))
        return self._stored[function.name]

    def _facts(self, stored: Iterable[StoredChange], among: Among) -> Iterator[FactChange]:
        """Yield the facts that writes of them change, at the places where these writes are. among: by collection, the
        subtypes whose documents the function is about."""
        for write in stored:
            _, subtypes = among.get(write.collection, ("", ()))
            for storage in self._in_collection[write.collection] if write.kind != "repeated" else ():
                is_of_others = subtypes and storage.subtypes and not set(subtypes) & set(storage.subtypes)
                if _changes(write, storage) and not is_of_others:
                    yield FactChange(storage.fact, storage, write)

    # --- what follows ------------------------------------------------------------------------------

    def _followers(self, change: FactChange) -> Iterator[Storage]:
        """Yield the other places that have to change with a fact."""
        is_original = change.source.role in ORIGINALS
        is_shared = change.source.locate.kind == "by_query"  # a value that stands at all that has it
        for storage in self.storage_map.following(change.fact):
            is_read_here = storage.path.collection == change.source.path.collection
            follows = is_read_here if storage.freshness == "same_write" else is_original
            if follows and storage.freshness not in _LASTING and _moves(change, storage):
                yield storage
        if is_original and isinstance(change.fact, LinkFact) and not change.fact.path:
            yield from self._other_end(change, change.fact.relationship)
        if (
            is_original
            and isinstance(change.fact, ExistsFact)
            and change.stored.kind in _GOING
            and not is_shared
        ):
            yield from self._references_to(change, change.fact.entity)

    def _other_end(self, change: FactChange, relationship: str) -> Iterator[Storage]:
        """Yield the references at the other end of a link."""
        side = self.references.side(change.source)
        for storage in self.storage_map.storages(LinkFact(relationship)) if side else ():
            is_other_end = self.references.side(storage) == opposite(side)
            if is_other_end and _is_elsewhere(storage, change.source) and not _is_new_list(change, storage):
                yield storage

    def _references_to(self, change: FactChange, entity: str) -> Iterator[Storage]:
        """Yield the references to something that goes that may not stay, in other documents."""
        for relationship in self.world.placement.survey.relationships((entity,)):
            for side in ("from", "to"):
                link = RelationshipContext(self.world, relationship)
                if link.entity(side) != entity or not lets_go(link, side):
                    continue
                for storage in self.storage_map.storages(LinkFact(relationship.name)):
                    if self.references.side(storage) == opposite(side):
                        yield storage

    # --- what brings it after ----------------------------------------------------------------------

    def _is_kept(self, function: ScriptFunction, change: FactChange, storage: Storage) -> bool:
        """Return whether a stream, or what the note names, brings the place after the change; a result that no function
        of the design can work out stays as it is, and a finding says so."""
        if storage.role == "aggregate" and not self._is_ever_written(storage):
            return True
        names = mentioned_in(function.note, self.by_name)
        if any(self._writes(self.by_name[name], storage) for name in names):
            return True
        place = f"{storage.path.collection}.{storage.path.path}"
        if isinstance(storage.fact, LinkFact) and AUDITED in function.note and place in function.note:
            return True
        source = change.stored.collection
        streams = (
            each
            for each in self._streams
            if any(statement.collection == source for statement in each.statements)
        )
        kept = (self.by_name.get(each.name.removesuffix(".watch")) for each in streams)
        return not change.comes_or_goes and any(self._writes(each, storage) for each in kept if each)

    def _is_ever_written(self, storage: Storage) -> bool:
        return (storage.path.collection, storage.path.path) in self._written

    def _writes(self, function: ScriptFunction, storage: Storage) -> bool:
        own = (each for each in self._changes(function) if each.collection == storage.path.collection)
        return any(each.path and each.covers(storage.path.path) for each in own)


def _changes(stored: StoredChange, storage: Storage) -> bool:
    """Return whether a write changes what stands at a place, rather than what stands around it."""
    if stored.is_of_documents:
        return True
    place, path = storage.path.path, stored.path
    if _is_around(path, place):
        return True
    return storage.leaf and path.startswith(f"{place}.")


def _is_around(path: str, place: str) -> bool:
    return not path or place == path or place.startswith(f"{path}.")


def _moves(change: FactChange, storage: Storage) -> bool:
    """Return whether a change of a fact moves what follows from it. What has just come is not copied anywhere yet, and
    of what goes the references tell; a number that is added to may leave a difference as it is."""
    is_planned = storage.role == "aggregate" and storage.follows == (storage.fact,)  # the number of a page
    if storage.role not in FOLLOWING or storage.path == change.source.path or is_planned:
        return False
    if change.fact in storage.follows and not _is_same_thing(change.source, storage):
        return False
    if change.stored.kind == "increased" and storage.freshness == "same_write":
        return False
    if isinstance(change.fact, FieldFact | ExistsFact) and change.comes_or_goes:
        return storage.role != "copy"
    return True


def _is_same_thing(source: Storage, storage: Storage) -> bool:
    """Return whether a place stores something of the very thing that another place stores a fact of, where it is
    worked out from this thing's own fields alone: a node of a nested tree has others of its kind around it."""
    own_alone = storage.freshness == "same_write" and all(
        isinstance(fact, FieldFact) for fact in storage.follows
    )
    return not own_alone or _array_of(source) == _array_of(storage)


def _array_of(storage: Storage) -> str:
    return storage.locate.path if storage.locate.kind == "in_array" else ""


def _is_new_list(change: FactChange, storage: Storage) -> bool:
    """Return whether a link is one that a new document lists, while each of those listed names one alone."""
    is_list = bool(change.source.path.arrays)
    return change.stored.kind == "inserted" and is_list and not storage.path.arrays


def _is_elsewhere(storage: Storage, source: Storage) -> bool:
    """Return whether a place is in another document, or another part of it, than what it tells of."""
    if storage.path.collection != source.path.collection:
        return True
    is_listed = storage.path.path in storage.path.arrays or source.path.path in source.path.arrays
    return storage.path != source.path and is_listed and source.role != "home"


def _is_written(storage: Storage, change: FactChange, stored: Iterable[StoredChange]) -> bool:
    """Return whether a write of the same function is of a place. The documents that come or go with the change itself
    are no others: what follows stands in those that are there."""
    for write in stored:
        if write.collection != storage.path.collection:
            continue
        if not write.path and write.number == change.stored.number and not _is_beside(storage, change):
            continue
        if write.covers(storage.path.path):
            return True
    return False


def _is_beside(storage: Storage, change: FactChange) -> bool:
    """Return whether a place is in the same document as what it follows from."""
    if storage.path.collection != change.source.path.collection or storage.role == "reference":
        return False
    return storage.freshness == "same_write" or storage.locate.kind == "by_reference"
