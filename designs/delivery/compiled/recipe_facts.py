"""What the plan knows about a recipe of statements: the indexes that its filters and sorts begin with,
and the decisions that it follows from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from .compiled_design import Compiled

Row = dict[str, Any]
Spot = tuple[str, str]
ID_INDEX = "_id_"
QUERIES = "04_queries"
_TOGETHER = ("$and", "$or", "$nor")


class Facts:
    """A plan, asked about its statements."""

    def __init__(self, compiled: Compiled) -> None:
        self.plan, self.compilation = compiled.plan, compiled.compilation
        self._numbers = {
            decision["relationship"]: number for number, decision in enumerate(self.plan["decisions"], 1)
        }
        self._indexes = {collection["name"]: collection["indexes"] for collection in self.plan["collections"]}
        self._timed = {
            collection["name"]
            for collection in self.plan["collections"]
            if collection["kind"] == "timeseries"
        }
        self._rows: defaultdict[str, list[Row]] = defaultdict(list)
        for row in self.plan["statements"]:
            self._rows[row["subject"]].append(row)
        self._operations = {operation.name: operation for operation in self.compilation.model.workload}

    def rows(self, subject: str) -> tuple[Row, ...]:
        """A subject's statements that read and write documents."""
        return tuple(row for row in self._rows[subject] if row["script"] == QUERIES)

    def unserved(self, row: Row) -> tuple[str, ...]:
        """The collections of which a statement looks at every document: it filters by fields that no index
        begins with. A time series is kept in the order of its measurements."""
        served = {name for name, _ in self.indexes([row])}
        asked_of = dict.fromkeys(name for name, _ in asked(row))
        return tuple(name for name in asked_of if name not in served | self._timed)

    def indexes(self, recipe: Iterable[Row]) -> tuple[Spot, ...]:
        """(collection, name) of each index that a filter or sort of these statements begins with;
        those made for the subject where there are any."""
        index_names: dict[Spot, None] = {}
        for row in recipe:
            spots = dict.fromkeys(asked(row))
            for name in dict.fromkeys(collection for collection, _ in spots):
                begun = [index for index in self._indexes.get(name, ()) if _begins(index, name, spots)]
                meant = [index for index in begun if row["subject"] in index["serves"]]
                index_names |= {(name, index["name"]): None for index in meant or begun}
            # Beside another index an _id only breaks ties or leaves out what was shown.
            served = {name for name, _ in index_names}
            index_names |= {
                (name, ID_INDEX): None for name, path in spots if path == "_id" and name not in served
            }
        return tuple(index_names)

    def decisions(self, subject: str) -> tuple[int, ...]:
        """The numbers of the decisions that a subject follows from: a relationship's own; of an
        operation, those of what it includes, of its documents' place and of the fields it names."""
        kind, _, name = subject.partition(":")
        if kind == "relationship":
            return tuple(filter(None, [self._numbers.get(name)]))
        if kind != "operation":
            return ()
        operation = self._operations[name]
        named = [*self._included(operation), *self._homes(operation.entity), *self._touched(subject)]
        return tuple(
            sorted({self._numbers[relationship] for relationship in named if relationship in self._numbers})
        )

    def _included(self, operation: Any) -> Iterator[str]:
        """The relationships that an operation includes: each named whole or up to a dot."""
        for include in operation.includes or ():
            parts = include.split(".")
            heads = (".".join(parts[:cut]) for cut in range(len(parts), 0, -1))
            yield from (head for head in heads if head in self._numbers)

    def _homes(self, entity: str) -> Iterator[str]:
        for home in self.compilation.composition.homes.get(entity, ()):
            if home.relationship is not None:
                yield home.relationship

    def _touched(self, subject: str) -> Iterator[str]:
        spots = {spot for row in self._rows[subject] for spot in (*asked(row), *changed(row))}
        for decision in self.plan["decisions"]:
            for holder in decision["holders"]:
                if any(_is_at(spot, holder["collection"], holder["path"]) for spot in spots):
                    yield decision["relationship"]


def asked(row: Row) -> Iterator[Spot]:
    """What a statement filters and sorts by: (collection, path)."""
    collection = row["collection"]
    yield from ((collection, path) for path in _filtered(row["filter"]))
    yield from ((collection, path) for path in row["sort"] or {})
    yield from _piped(collection, row["pipeline"] or [])


def _piped(collection: str, stages: Any) -> Iterator[Spot]:
    for stage in stages if isinstance(stages, list) else ():
        for name, body in stage.items():
            if name == "$match":
                yield from ((collection, path) for path in _filtered(body))
            elif name == "$sort":
                yield from ((collection, path) for path in body)
            elif name == "$lookup":
                yield from ((body["from"], path) for path in [body.get("foreignField")] if path)
                yield from _piped(body["from"], body.get("pipeline"))
            elif name == "$graphLookup":
                yield body["from"], body["connectToField"]
            elif name == "$unionWith" and isinstance(body, dict):
                yield from _piped(body["coll"], body.get("pipeline"))


def _filtered(filter: Any, prefix: str = "") -> Iterator[str]:
    """The paths that a filter names, within `$and` and its like and within `$elemMatch` too."""
    for key, value in (filter or {}).items():
        if key in _TOGETHER:
            for condition in value:
                yield from _filtered(condition, prefix)
        elif key == "$text":
            yield key
        elif not key.startswith("$"):
            yield f"{prefix}{key}"
            if isinstance(value, dict) and isinstance(value.get("$elemMatch"), dict):
                yield from _filtered(value["$elemMatch"], f"{prefix}{key}.")


def changed(row: Row) -> Iterator[Spot]:
    """The paths that an update writes, places in arrays left out."""
    updates = row["update"] if isinstance(row["update"], list) else [row["update"] or {}]
    for update in updates:
        for body in update.values():
            for path in body if isinstance(body, dict) else ():
                yield row["collection"], ".".join(step for step in path.split(".") if step[:1] != "$")


def _begins(index: Row, collection: str, spots: Iterable[Spot]) -> bool:
    path, kind = index["keys"][0]
    return (collection, "$text" if kind == "text" else path) in spots


def _is_at(spot: Spot, collection: str, path: str) -> bool:
    return spot[0] == collection and bool(path) and f"{spot[1]}.".startswith(f"{path}.")
