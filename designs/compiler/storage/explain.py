"""Which storage explains a value of a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..plan_model.physical import Collection, walk
from .facts import Storage
from .storage_map import StorageMap

Json = dict[str, Any]


class Leaf(NamedTuple):
    """A value of a document with nothing below it. path: dotted, without places of arrays. around: the objects
    that it stands in, the nearest first."""

    path: str
    value: Any
    around: tuple[Json, ...]


def leaves(value: Any, path: str = "", around: tuple[Json, ...] = ()) -> Iterator[Leaf]:
    """Yield the values of a document that hold no others; an empty object or list is one."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from leaves(inner, f"{path}.{name}" if path else name, (value, *around))
    elif isinstance(value, list) and any(isinstance(element, dict | list) for element in value):
        for element in value:
            yield from leaves(element, path, around)
    else:
        yield Leaf(path, value, around)


class Explained:
    """Finds the storages that explain the values in documents of one collection."""

    def __init__(self, storage_map: StorageMap, collection: Collection) -> None:
        self.storages = storage_map.facts_in(collection.name)
        self.discriminators = {
            node.path.rpartition(".")[2] for node in walk(collection.fields) if node.field.tells_kinds
        }

    def by(self, leaf: Leaf) -> list[Storage]:
        """Return the storages that a value is explained by: one, where the map is right."""
        candidates = [
            storage
            for storage in self.storages
            if self._stands_at(storage, leaf) and self._is_of_subtype(storage, leaf)
        ]
        if leaf.value in ({}, [], None) and not any(storage.leaf for storage in candidates):
            return candidates[:1]
        longest = max((len(storage.path.path) for storage in candidates if storage.leaf), default=0)
        return [storage for storage in candidates if storage.leaf and len(storage.path.path) == longest]

    def _stands_at(self, storage: Storage, leaf: Leaf) -> bool:
        path = storage.path.path
        below = not storage.also and leaf.path.startswith(f"{path}.") and storage.leaf
        if not storage.named:
            return path == leaf.path or below
        key = storage.locate.key
        is_named = any(document.get(key) == storage.named for document in leaf.around)
        inside = leaf.path == path or leaf.path.startswith(f"{path}.") or leaf.path in storage.also
        empty = leaf.path == storage.locate.path
        return (inside and is_named) or empty

    def _is_of_subtype(self, storage: Storage, leaf: Leaf) -> bool:
        if not storage.subtypes:
            return True
        subtypes = {
            str(document[name])
            for document in leaf.around
            for name in self.discriminators
            if name in document
        }
        return not subtypes or bool(subtypes & set(storage.subtypes))
