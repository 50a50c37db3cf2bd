"""What names things that go lets go of them first: at each place where the storage map has a reference to them."""

from __future__ import annotations

from msgspec.structs import replace

from ...plan_model.physical import Statement
from ...storage import ExistsFact, LinkFact, Storage, StorageMap
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..document_places import toward
from ..ir.changes import DocumentChange, Pull, Unset, Update
from ..ir.conditions import filter_of
from ..ir.predicates import Predicate
from ..notes.read_by_index import told_of
from ..write.unlink import each_once, of_those_that_stay
from .left_behind import FactChange, LeftBehind
from .stored_changes import StoredChange
from .whats_going import WhatGoes, identity_at

_UNCHANGED = frozenset({"timeseries", "capped"})


class LettingGo:
    """Makes the statements that take things that go out of what names them."""

    def __init__(self, world: OperationContext, storage_map: StorageMap) -> None:
        self.world, self.storage_map = world, storage_map

    def added(self, function: ScriptFunction, places: list[LeftBehind]) -> bool:
        """Put the statements for some places before those that take the things away; return whether any was."""
        before: dict[int, list[Statement]] = {}
        read: dict[tuple[StoredChange, str], WhatGoes] = {}
        for left in places:
            number, key = left.change.stored.number, (left.change.stored, left.change.source.path.path)
            first = before.setdefault(number, [])
            if key not in read:
                read[key] = self._going(function, left.change)
            first += self._statements(function, left, read[key])
        if not any(before.values()):
            return False
        function.statements = [
            each
            for number, statement in enumerate(function.statements)
            for each in (*each_once(before.get(number, [])), statement)
        ]
        function.numbered()
        function.remark(told_of(self.world, [each for some in before.values() for each in some]))
        return True

    def _going(self, function: ScriptFunction, change: FactChange) -> WhatGoes:
        entity = change.fact.entity if isinstance(change.fact, ExistsFact) else ""
        return WhatGoes(self.world, function, change.stored, identity_at(self.world, change.source), entity)

    def _statements(self, function: ScriptFunction, left: LeftBehind, going: WhatGoes) -> list[Statement]:
        write = self._write(function, left.storage, going.ids) if going.ids is not None else None
        if write is None or going.ids is None:
            return []
        write = replace(write, transaction=going.statement.transaction, comment="")
        reads, going.reads = going.reads, []
        behind = function.statements[left.change.stored.number :]
        return [*reads, *of_those_that_stay(self.world, going.statement, going.ids, [write], behind)]

    def _write(self, function: ScriptFunction, storage: Storage, ids: Predicate) -> Statement | None:
        """Return the statement for one place, None where the server changes no document of its collection."""
        collection = self.world.collections[storage.path.collection]
        if not isinstance(storage.fact, LinkFact) or collection.kind in _UNCHANGED:
            return None
        link = RelationshipContext(self.world, self.world.names.relationships[storage.fact.relationship])
        own = ScriptFunction(function.subject, function.name, function.purpose, script=function.script)
        filter, path = filter_of({storage.path.path: ids}), storage.path
        is_of_link = link.traits.has_link_documents or collection.kind == "overflow"
        if is_of_link and not path.arrays:
            return own.add("deleteMany", path.collection, filter=filter).statements[0]
        changes = self._changes(link, storage, ids)
        if not changes:
            return None
        return own.add("updateMany", path.collection, filter=filter, update=Update.of(*changes)).statements[0]

    def _changes(self, link: RelationshipContext, storage: Storage, ids: Predicate) -> list[DocumentChange]:
        path, arrays = storage.path.path, storage.path.arrays
        if path in arrays:
            place = toward(arrays[:-1], path, path, ids)
            return [Pull(place, ids)]
        if self._stands_for_link(link, storage):
            place = toward(arrays[:-1], arrays[-1], path, ids)
            return [Pull(place, filter_of({path[len(arrays[-1]) + 1 :]: ids}))]
        if link.relationship.exclusive_owner is True:
            return []
        return [Unset(toward(arrays, each, path, ids)) for each in (path, *self._beside(storage))]

    def _stands_for_link(self, link: RelationshipContext, storage: Storage) -> bool:
        """Return whether the elements of the nearest array stand for the links themselves."""
        array = (
            self.world.field(storage.path.collection, storage.path.arrays[-1])
            if storage.path.arrays
            else None
        )
        is_own = array is not None and array.relationship == link.relationship.name
        return is_own and array is not None and array.origin in ("reference", "link")

    def _beside(self, storage: Storage) -> list[str]:
        """Return the paths of what is copied by a reference."""
        copies = (
            each.path.path
            for each in self.storage_map.facts_in(storage.path.collection)
            if each.role == "copy"
            and each.locate.kind == "by_reference"
            and each.locate.path == storage.path.path
        )
        return [*dict.fromkeys(copies)]
