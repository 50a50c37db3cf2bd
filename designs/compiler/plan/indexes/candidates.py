"""An index that something asks for, before those that others serve are dropped; and what a
collection's document tree says about a path."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec

from ...model.field_types import BY_NAME, NUMERIC
from ...names.path_steps import usable
from ...plan_model.physical import Collection, Located, walk

Keys = tuple[tuple[str, int | str], ...]
ORDERED = (1, -1)


class Candidate(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A wanted index.

    free: how many leading keys are equalities, whose order and direction do not matter.
    sorts: how many keys after them are a sort, which counts exact or fully reversed.
    exact: whether directions must stay as they are (shard keys). kept: never dropped as
    redundant (unique, TTL, text, hashed, declared). unused: nothing in the design finds by it, so it is
    suggested. by_ids: whether what it finds refers to documents that were found before. of_null:
    whether it has to hold documents that lack a key. Others as in ``physical.Index``.
    """

    keys: Keys
    free: int = 0
    sorts: int = 0
    exact: bool = False
    kept: bool = False
    declared: bool = False
    unused: bool = False
    by_ids: bool = False
    of_null: bool = False
    options: dict[str, Any] = {}
    reason: str = ""
    serves: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the keys, in order."""
        return tuple(path for path, _ in self.keys)


class Shelf:
    """A collection with its fields by dotted path."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.name = collection.name

    @cached_property
    def fields(self) -> dict[str, Located]:
        """Every field of the tree by its path; the first where a name is repeated."""
        fields: dict[str, Located] = {}
        for located in walk(self.collection.fields):
            fields.setdefault(located.path, located)
        return fields

    def types(self, path: str) -> tuple[str, ...]:
        """The types that an index on the path sees: an array's are those of its elements."""
        located = self.fields.get(path)
        if located is None:
            return ("objectId",) if path == "_id" else ()
        element = located.field.items
        return located.field.types if element is None else element.types

    def arrays(self, path: str) -> tuple[str, ...]:
        """The arrays on the way to the path, itself included."""
        located = self.fields.get(path)
        return () if located is None else located.arrays

    def always(self, path: str) -> bool:
        """Whether every document has the path, so that a unique index needs no filter."""
        parts = path.split(".")
        steps = [self.fields.get(".".join(parts[: n + 1])) for n in range(len(parts))]
        return all(s is not None and s.field.required and not s.arrays for s in steps)

    def is_told_of_each(self, path: str) -> bool:
        """Whether each element of the arrays on the way has a value: one without counts as null, and so does an empty
        array in an element, so that a unique index refuses the second document with one."""
        outer, *inner = self.arrays(path) or (path,)
        rest = path[len(outer) + 1 :].split(".") if len(path) > len(outer) else []
        steps = [self.fields.get(".".join((outer, *rest[: n + 1]))) for n in range(len(rest))]
        return not inner and all(step is not None and step.field.required for step in steps)

    def is_of_kinds(self, path: str) -> bool:
        """Whether only documents of some kinds have the path."""
        parts = path.split(".")
        steps = [self.fields.get(".".join(parts[: n + 1])) for n in range(len(parts))]
        return any(step is not None and step.field.kinds for step in steps)

    def nullable(self, path: str) -> bool:
        """Whether a stored value may be null."""
        return "null" in self.types(path)

    def is_plain(self, path: str) -> bool:
        """Whether no collation changes how the values are compared: no strings, and nothing that may
        hold some."""
        types = self.types(path)
        return bool(types) and not self.arrays(path) and not {"string", "object", "array"} & set(types)

    def strings(self, path: str) -> tuple[str, ...]:
        """The string paths at or below a path, for text indexes and collations."""
        if "string" in self.types(path):
            return (path,)
        below = (p for p in self.fields if p.startswith(path + ".") and self._own_array(path, p))
        return tuple(p for p in below if "string" in self.types(p))

    def _own_array(self, above: str, path: str) -> bool:
        return self.arrays(path) in (self.arrays(above), (*self.arrays(above), path))

    @property
    def is_time_series(self) -> bool:
        """Whether the collection is a native time series."""
        return self.collection.kind == "timeseries"


def aliases(types: Iterable[str]) -> list[str]:
    """Return the bsonType names of types, null left out; a number may be stored as any type of numbers."""
    named = ("number" if name in NUMERIC else BY_NAME[name].alias for name in types if name != "null")
    return list(dict.fromkeys(named))


def nested(arrays: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two keys may share a compound index: their arrays lie on one path (IX4)."""
    shorter, longer = sorted((arrays, other), key=len)
    return longer[: len(shorter)] == shorter


def reachable(name: str) -> bool:
    """Whether a declared field's name can stand in a path, and so in an index."""
    return usable(name) and "." not in name


def words(paths: Iterable[str]) -> str:
    """Paths as a list that people read."""
    listed = list(paths)
    return listed[0] if len(listed) == 1 else ", ".join(listed[:-1]) + " and " + listed[-1] if listed else ""
