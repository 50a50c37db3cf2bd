"""The storage map as a table for people: one row for each fact at each place."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from .facts import ExistsFact, Fact, FieldFact, Storage
from .storage_map import StorageMap

HEAD = ("Fact", "Stored at", "Role", "Found by", "Updated by")
ROLES = {
    "home": "original",
    "reference": "reference",
    "copy": "copy",
    "slice": "subset",
    "aggregate": "computed",
    "history": "earlier version",
    "overflow": "overflow",
}
FRESHNESS = {
    "same_write": "the same write",
    "transaction": "the same transaction",
    "stream": "a change stream",
    "job": "a scheduled job",
    "never": "never changes",
}


class StorageRow(NamedTuple):
    """One place of one fact, in words. first: whether it is the fact's first row."""

    fact: str
    place: str
    role: str
    found: str
    updated: str
    first: bool


class StorageGroup(NamedTuple):
    """The rows of an entity or of a relationship, by its name."""

    name: str
    is_entity: bool
    rows: tuple[StorageRow, ...]

    @property
    def several(self) -> int:
        """How many of its facts are stored at more than one place."""
        return sum(not row.first and self.rows[place - 1].first for place, row in enumerate(self.rows))


def storage_groups(storage_map: StorageMap) -> tuple[StorageGroup, ...]:
    """Return the facts of the entities, then those of the relationships, in the order of their originals."""
    owners: dict[tuple[bool, str], list[StorageRow]] = {}
    stored = {storage: place for place, storage in enumerate(storage_map.storages_in_order)}
    for fact in sorted(storage_map.facts, key=lambda fact: stored[storage_map.storages(fact)[0]]):
        shown = [one for one in storage_map.storages(fact) if one.leaf]
        owners.setdefault(_owner(fact), []).extend(
            _row(fact, storage, first=place == 0) for place, storage in enumerate(shown)
        )
    ordered = sorted(owners.items(), key=lambda item: not item[0][0])
    return tuple(StorageGroup(name, is_entity, tuple(rows)) for (is_entity, name), rows in ordered if rows)


def storage_rows(storage_map: StorageMap) -> list[dict[str, object]]:
    """Return all storages as plain values, for programs."""
    return [
        {
            "fact": msgspec.to_builtins(storage.fact),
            "collection": storage.path.collection,
            "path": storage.path.path,
            "arrays": list(storage.path.arrays),
            "role": storage.role,
            "locate": msgspec.to_builtins(storage.locate),
            "freshness": storage.freshness,
            "leaf": storage.leaf,
            "named": storage.named,
            "subtypes": list(storage.subtypes),
            "follows": [msgspec.to_builtins(fact) for fact in storage.follows],
        }
        for storage in storage_map.storages_in_order
    ]


def _owner(fact: Fact) -> tuple[bool, str]:
    if isinstance(fact, ExistsFact | FieldFact):
        return True, fact.entity
    return False, fact.relationship


def _row(fact: Fact, storage: Storage, *, first: bool) -> StorageRow:
    place = f"{storage.path}" + (f' where {storage.locate.key} is "{storage.named}"' if storage.named else "")
    only = f" ({', '.join(storage.subtypes)})" if storage.subtypes else ""
    return StorageRow(
        fact=_called(fact), place=place + only, role=ROLES[storage.role], found=str(storage.locate),
        updated="" if storage.role == "home" else FRESHNESS[storage.freshness], first=first,
    )  # fmt: skip


def _called(fact: Fact) -> str:
    """Return what a fact is called within its entity or relationship."""
    if isinstance(fact, ExistsFact):
        return "identity"
    return fact.path or "link"
