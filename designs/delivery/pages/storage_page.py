"""Where each fact of a design is stored, as its page shows it: with links, and with the functions that write it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from designs.compiler import StorageGroup, StorageMap, StorageRow, storage_groups

from ..compiled.compiled_design import Compiled
from ..compiled.queries import Query, subjects
from ..compiled.recipe_facts import Spot, changed
from .page_anchors import Addresses

WRITERS_SHOWN = 3
ORIGINALS = ("home", "reference")
SYNC = "05_sync.js"
Row = dict[str, Any]


@dataclass(frozen=True)
class Writer:
    """A function as a link to its code."""

    name: str
    address: str


@dataclass(frozen=True)
class Stored:
    """An entity or relationship. decision: the address of a relationship's. rows: each as the template shows it."""

    name: str
    is_entity: bool
    decision: str
    rows: tuple[Row, ...]


def stored(compiled: Compiled) -> tuple[StorageGroup, ...]:
    """Return where each fact is stored, by entity and relationship."""
    return storage_groups(StorageMap(compiled.compilation))


def filtered(groups: Iterable[StorageGroup], wanted: Sequence[str], *, elsewhere: bool) -> list[StorageGroup]:
    """Return the facts that have each wanted word. elsewhere: only those that have copies or are computed."""
    matching = []
    for group in groups:
        rows = tuple(
            row
            for fact in _by_fact(group.rows)
            if _has_words(group.name, fact, wanted) and (not elsewhere or _is_elsewhere(fact))
            for row in fact
        )
        if rows:
            matching.append(group._replace(rows=rows))
    return matching


def shown(groups: Iterable[StorageGroup], compiled: Compiled, addresses: Addresses) -> list[Stored]:
    """Return groups as a template shows them."""
    writers = Writers(compiled, addresses)
    return [
        Stored(
            name=group.name,
            is_entity=group.is_entity,
            decision="" if group.is_entity else _decision(group.name, addresses),
            rows=tuple(_row(row, writers, addresses) for row in group.rows),
        )
        for group in groups
    ]


class Writers:
    """The functions that write each place of a design's documents."""

    def __init__(self, compiled: Compiled, addresses: Addresses) -> None:
        recipes: defaultdict[str, list[Row]] = defaultdict(list)
        for statement in compiled.plan["statements"]:
            if statement["writes"]:
                recipes[statement["recipe"]].append(statement)
        self._of_collection: defaultdict[str, list[tuple[str, Query, Writer]]] = defaultdict(list)
        for subject in subjects(compiled):
            for query in subject.queries:
                writer = Writer(query.name, f"{addresses.queries(subject.key)}#{query.name}")
                for collection, path in dict.fromkeys(_written(recipes[query.recipe])):
                    self._of_collection[collection].append((path, query, writer))

    def of(self, row: StorageRow) -> list[Writer]:
        """Return the functions that write a place, those that keep it up to date first."""
        path = row.storage.path.path
        entries = [
            (written, query, writer)
            for written, query, writer in self._of_collection[row.storage.path.collection]
            if not written or f"{path}.".startswith(f"{written}.") or written.startswith(f"{path}.")
        ]
        is_late = row.storage.freshness in ("stream", "job")
        entries.sort(key=lambda entry: (entry[1].path.endswith(SYNC) != is_late, not entry[0]))
        return list(dict.fromkeys(writer for _, _, writer in entries))


def _written(statements: Iterable[Row]) -> Iterator[Spot]:
    """Yield what statements write: (collection, path), the path "" for whole documents."""
    for statement in statements:
        if statement["documents"] is not None:
            yield statement["collection"], ""
        yield from changed(statement)
        for stage in statement["pipeline"] or ():
            into = stage.get("$merge", {}).get("into")
            if isinstance(into, str):
                yield into, ""


def _row(row: StorageRow, writers: Writers, addresses: Addresses) -> Row:
    collection = row.storage.path.collection
    kept_by = writers.of(row)
    return {
        "fact": row.fact if row.first else "",
        "again": "" if row.first else row.fact,
        "place": row.place,
        "address": addresses.collection(collection) if collection in addresses else "",
        "role": row.role,
        "code": row.storage.role,
        "found": row.locator if row.storage.locate.kind != "by_id" else "",
        "updated": row.updated or gettext("directly"),
        "writers": kept_by[:WRITERS_SHOWN],
        "more": max(0, len(kept_by) - WRITERS_SHOWN),
    }


def _decision(name: str, addresses: Addresses) -> str:
    number = addresses.decisions.get(name)
    return addresses.decision(number) if number else ""


def _by_fact(rows: Iterable[StorageRow]) -> list[list[StorageRow]]:
    facts: list[list[StorageRow]] = []
    for row in rows:
        if row.first:
            facts.append([])
        facts[-1].append(row)
    return facts


def _has_words(name: str, fact: Sequence[StorageRow], wanted: Sequence[str]) -> bool:
    text = " ".join([name, fact[0].fact, *(f"{row.place} {row.role}" for row in fact)]).casefold()
    return all(word in text for word in wanted)


def _is_elsewhere(fact: Sequence[StorageRow]) -> bool:
    return any(row.storage.role not in ORIGINALS for row in fact)
