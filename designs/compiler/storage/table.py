"""The storage map as a table for people: one row for each fact at each place."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

import msgspec

from .facts import ExistsFact, Fact, FieldFact, Storage
from .storage_map import StorageMap

HEAD = ("Field or link", "Stored in", "Role", "Found by", "Updated")
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
    "same_write": "with the same write",
    "transaction": "in the same transaction",
    "function": "by the same function",
    "stream": "by a change stream",
    "job": "by a scheduled job",
    "never": "never",
}
WITHOUT_REPLICA_SET = {
    **FRESHNESS,
    "transaction": "by the same function",
    "stream": "by its function, after each change",
}
"""The same where a standalone server has neither transactions nor change streams."""
SNAPSHOT = "never: keeps its original value"
UNKEPT = "only by your application"
ORIGINALS = ("home", "reference", "overflow")
MOST_NAMES = 8


class StorageRow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One place of one fact, in words. first: whether it is the fact's first row. storage: what the words say."""

    fact: str
    place: str
    role: str
    locator: str
    updated: str
    first: bool
    storage: Storage


class StorageGroup(NamedTuple):
    """The rows of an entity or of a relationship, by its name."""

    name: str
    is_entity: bool
    rows: tuple[StorageRow, ...]

    @property
    def several(self) -> int:
        """How many of its facts are stored at more than one place."""
        return sum(not row.first and self.rows[place - 1].first for place, row in enumerate(self.rows))


class SummaryRow(NamedTuple):
    """One row of a summary: a place of one fact, or the object or document that stores several side by side."""

    owner: str
    facts: str
    place: str
    role: str
    updated: str


class _Owned(NamedTuple):
    """An entity or relationship with the places of each of its facts."""

    name: str
    is_entity: bool
    facts: list[tuple[Fact, list[Storage]]]


def storage_groups(storage_map: StorageMap) -> tuple[StorageGroup, ...]:
    """Return the facts of the entities, then those of the relationships, in the order of their originals."""
    return tuple(
        StorageGroup(
            owned.name,
            owned.is_entity,
            tuple(
                _row(fact, storage, freshness_words(storage_map), first=number == 0)
                for fact, storages in owned.facts
                for number, storage in enumerate(storages)
            ),
        )
        for owned in _by_owner(storage_map)
    )


def storage_summary(storage_map: StorageMap, unkept: Container[str] = ()) -> list[SummaryRow]:
    """Return the groups in few rows: facts that are stored side by side at all their places share theirs. unkept: the
    results, such as ``Order.total``, that no function of the scripts computes."""
    rows: list[SummaryRow] = []
    words = freshness_words(storage_map)
    for owned in _by_owner(storage_map):
        together: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
        for fact, storages in owned.facts:
            holders = [_holder(storage) for storage in storages]
            places = holders if all(holders) else [_place(storage) for storage in storages]
            key = tuple(
                (place, ROLES[storage.role], _unkept(fact, storage, unkept) or _updated(storage, words))
                for place, storage in zip(places, storages, strict=True)
            )
            together.setdefault(key, []).append(_called(fact))
        shown = [
            SummaryRow("", "" if number else _listed(names), *places)
            for key, names in together.items()
            for number, places in enumerate(key)
        ]
        rows += [shown[0]._replace(owner=owned.name), *shown[1:]]
    return rows


def _unkept(fact: Fact, storage: Storage, unkept: Container[str]) -> str:
    return UNKEPT if storage.role == "aggregate" and str(fact) in unkept else ""


def _by_owner(storage_map: StorageMap) -> list[_Owned]:
    owners: dict[tuple[bool, str], _Owned] = {}
    place_of = {id(storage): place for place, storage in enumerate(storage_map.storages_in_order)}
    stored = [(fact, storage_map.storages(fact)) for fact in storage_map.facts]
    for fact, storages in sorted(stored, key=lambda pair: place_of[id(pair[1][0])]):
        if shown := [storage for storage in storages if storage.leaf]:
            is_entity, name = owner = _owner(fact)
            owners.setdefault(owner, _Owned(name, is_entity, [])).facts.append((fact, shown))
    return sorted(owners.values(), key=lambda owned: not owned.is_entity)


def _holder(storage: Storage) -> str:
    """Return the document, or the object in it, where a value stands by the fact's own name; "" under another."""
    name = "_id" if isinstance(storage.fact, ExistsFact) else storage.fact.path
    path = storage.path.path
    if storage.named:
        path, name = path.rpartition(".")[0], ""
    elif not name or not f".{path}".endswith(f".{name}"):
        return ""
    above = msgspec.structs.replace(storage.path, path=path.removesuffix(name).rstrip("."))
    return (str(above) if above.path else above.collection) + _only(storage)


def _listed(names: list[str]) -> str:
    """Return names beside each other, with the number of those left out."""
    more = len(names) - MOST_NAMES
    return ", ".join(names) if more < 2 else f"{', '.join(names[:MOST_NAMES])}, and {more} more"


def freshness_words(storage_map: StorageMap) -> Mapping[str, str]:
    """Return what keeps a place true, by freshness, on the design's server."""
    return WITHOUT_REPLICA_SET if storage_map.is_standalone else FRESHNESS


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


def _row(fact: Fact, storage: Storage, words: Mapping[str, str], *, first: bool) -> StorageRow:
    return StorageRow(
        fact=_called(fact), place=_place(storage), role=ROLES[storage.role], locator=str(storage.locate),
        updated=_updated(storage, words), first=first, storage=storage,
    )  # fmt: skip


def _place(storage: Storage) -> str:
    named = f' where {storage.locate.key} is "{storage.named}"' if storage.named else ""
    return f"{storage.path}{named}{_only(storage)}"


def _only(storage: Storage) -> str:
    """Return the subtypes whose documents have it."""
    return f" ({', '.join(storage.subtypes)})" if storage.subtypes else ""


def _updated(storage: Storage, words: Mapping[str, str]) -> str:
    if storage.role in ORIGINALS and not storage.follows:
        return ""
    is_snapshot = storage.freshness == "never" and storage.role in ("copy", "slice")
    return SNAPSHOT if is_snapshot else words[storage.freshness]


def _called(fact: Fact) -> str:
    """Return what a fact is called within its entity or relationship."""
    if isinstance(fact, ExistsFact):
        return "_id"
    return fact.path or "link"
