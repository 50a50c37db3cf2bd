"""Which operation finds its documents by which index, and which indexes its writes have to update."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from ...model.conceptual import Operation, given
from ...plan_model.compilation import Compilation
from ...plan_model.expected_scans import is_by_type
from ...plan_model.physical import Collection, Outcome, PlannedIndex, Statement, conditions_on, keys_changed

ID = 0
"""The number of the index on ``_id`` in the rows of operations; those of the design are numbered from 1."""
_VERBS = {"read": "find", "insert": "insert", "update": "pdate", "delete": "elete"}
"""What an operation's own statement is called by: ``find``, ``insertOne``, ``findOneAndUpdate`` and so on."""
_UNINDEXED = frozenset({"timeseries", "bucket"})  # the server's own order, and pages in theirs


class OperationUse(NamedTuple):
    """An operation beside the indexes. per_day: None where nobody states it. collections: those that it touches,
    its own first. found_by: numbers of indexes. updates: those that its writes change. scans: collections that
    it looks through, since no index starts with what it filters by."""

    name: str
    kind: str
    per_day: float | None
    collections: tuple[str, ...]
    found_by: frozenset[int]
    updates: frozenset[int]
    scans: tuple[str, ...]


class NumberedIndex(NamedTuple):
    """An index of the design with its number, which counts through all collections."""

    number: int
    collection: str
    planned: PlannedIndex


def numbered_indexes(compilation: Compilation) -> tuple[NumberedIndex, ...]:
    """Return the indexes of all collections, numbered from 1."""
    pairs = ((c.name, index) for c in compilation.plan.collections for index in c.indexes)
    return tuple(NumberedIndex(number, name, index) for number, (name, index) in enumerate(pairs, 1))


def uses_of(compilation: Compilation) -> tuple[OperationUse, ...]:
    """Return each operation of the workload that has a function, the most frequent first; those without a
    frequency last, in file order."""
    indexes = defaultdict(list)
    for numbered in numbered_indexes(compilation):
        indexes[numbered.collection].append(numbered)
    collections = {collection.name: collection for collection in compilation.plan.collections}
    statements = defaultdict(list)
    for statement in compilation.plan.statements:
        if statement.subject.startswith("operation:") and statement.collection in collections:
            statements[statement.subject.removeprefix("operation:")].append(statement)
    later = {
        (statement.collection, path)
        for operation in compilation.model.workload
        if operation.kind == "update"
        for statement in statements[operation.name]
        for path, _ in statement.written
    }
    uses = [
        _use(operation, _reached(operation, statements[operation.name], later), indexes, collections)
        for operation in compilation.model.workload
        if statements[operation.name]
    ]
    return tuple(sorted(uses, key=lambda use: -1.0 if use.per_day is None else use.per_day, reverse=True))


def _reached(
    operation: Operation, statements: list[Statement], later: set[tuple[str, str]]
) -> list[Statement]:
    """Return the statements of an operation without those of an insert that look for what a new document doesn't refer to
    yet, since an update sets that reference. later: what updates set, by collection and path."""
    if operation.kind != "insert":
        return statements
    homes = {statement.collection for statement in statements if statement.writes}
    return [
        statement
        for statement in statements
        if statement.writes
        or not isinstance(statement.only_with, Outcome)
        or later.isdisjoint((home, statement.only_with.path) for home in homes)
    ]


def _use(
    operation: Operation,
    statements: list[Statement],
    indexes: dict[str, list[NumberedIndex]],
    collections: dict[str, Collection],
) -> OperationUse:
    found_by: set[int] = set()
    updates: set[int] = set()
    scans: dict[str, None] = {}
    touched: dict[str, None] = {}
    for statement in _own_first(operation, statements, collections):
        there = indexes.get(statement.collection, [])
        touched[statement.collection] = None
        updates |= {
            numbered.number
            for numbered in there
            if keys_changed(statement, numbered.planned)
            and not _is_left_out(statement, numbered.planned, collections[statement.collection])
        }
        for name, paths, sorts in _looked_up(statement):
            if name not in collections:
                continue
            touched[name] = None
            by = _finds(f"operation:{operation.name}", paths, sorts, indexes.get(name, []))
            found_by |= by
            if paths and not by and collections[name].kind not in _UNINDEXED:
                scans[name] = None
    homes = [each for each in touched if _is_home(collections[each], operation)]
    return OperationUse(
        operation.name, operation.kind, given(operation.per_day, None), tuple(dict.fromkeys([*homes, *touched])), frozenset(found_by),
        frozenset(updates), tuple(scans),
    )  # fmt: skip


def _is_left_out(statement: Statement, index: PlannedIndex, collection: Collection) -> bool:
    """Whether a statement stores past versions, which an index of the current ones leaves out."""
    condition: dict[str, Any] = index.options.get("partialFilterExpression", {})
    ends = [name for name, asked in condition.items() if asked is None]
    is_of_current = any(field.origin == "version" and field.name in ends for field in collection.fields)
    return is_of_current and bool(statement.each) and statement.op.startswith("insert")


def _is_home(collection: Collection, operation: Operation) -> bool:
    """Whether a collection has the documents that an operation is about, as they are now."""
    return collection.entity == operation.entity and collection.revises is None


def _own_first(
    operation: Operation, statements: list[Statement], collections: dict[str, Collection]
) -> list[Statement]:
    """Return the statements of an operation, in front what it is for: what does as it says, else what writes, a copy of
    what was before it behind all."""
    is_copy = [collections[statement.collection].revises is not None for statement in statements]
    does = [_VERBS[operation.kind] in statement.op for statement in statements]
    ranks = [
        (copied, not named, not statement.writes)
        for copied, named, statement in zip(is_copy, does, statements, strict=True)
    ]
    return [statements[place] for place in sorted(range(len(statements)), key=lambda place: ranks[place])]


def _looked_up(statement: Statement) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The collections that a statement finds documents in, each with the paths that it filters and sorts by."""
    stages = statement.pipeline if isinstance(statement.pipeline, list) else []
    if not statement.op.startswith("insert"):
        conditions = statement.filter
        if statement.op == "aggregate":
            conditions = next((stage["$match"] for stage in stages[:1] if "$match" in stage), None)
        yield statement.collection, tuple(conditions_on(conditions)), _order(statement, stages)
    for stage in stages:
        for name in ("$lookup", "$graphLookup"):
            join = stage.get(name)
            if isinstance(join, dict) and isinstance(join.get("from"), str):
                path = join.get("foreignField") or join.get("connectToField")
                begins: dict[str, Any] = [*(join.get("pipeline") or ()), {}][0]
                first = conditions_on(join.get("restrictSearchWithMatch") or begins.get("$match"))
                yield join["from"], (path, *first) if path else (), ()


def _order(statement: Statement, stages: list[dict[str, Any]]) -> tuple[str, ...]:
    """The fields that a statement sorts by: as a cursor, as an option of its write, or in a stage right behind what it asks."""
    behind = [stage.get("$sort") for stage in stages[:2] if "$match" not in stage]
    return _sorts(statement.sort or (statement.options or {}).get("sort") or next(iter(behind), None))


def _sorts(sort: Any) -> tuple[str, ...]:
    if isinstance(sort, dict):
        return tuple(sort)
    return tuple(pair[0] for pair in sort) if isinstance(sort, list | tuple) else ()


def _finds(
    subject: str, paths: tuple[str, ...], sorts: tuple[str, ...], there: list[NumberedIndex]
) -> set[int]:
    """The indexes by which documents are found: those made for the operation that begin with what is asked for or gives the
    order, else the primary key, else the one whose first keys are filtered by; else the one that gives the order."""
    asked = {*paths, *sorts}
    own_indexes = {
        numbered.number
        for numbered in there
        if subject in numbered.planned.serves and (numbered.planned.keys[0][0] in asked or "$text" in asked)
    }
    if own_indexes:
        return own_indexes
    if "_id" in paths:
        return {ID}
    fitting = [(_leading(numbered.planned, paths), numbered.number) for numbered in there]
    most = max((length for length, _ in fitting), default=0)
    if most:
        return {next(number for length, number in fitting if length == most)}
    return {
        numbered.number
        for numbered in there
        if not paths
        and sorts
        and numbered.planned.keys[0][0] == sorts[0]
        and _covers(numbered.planned, paths)
    }


def _leading(index: PlannedIndex, paths: tuple[str, ...]) -> int:
    """How many of an index's first keys are filtered by; 0 where it leaves out documents that may be wanted."""
    if any(kind == "text" for _, kind in index.keys):
        return int("$text" in paths)
    if not _covers(index, paths):
        return 0
    length = 0
    for path, _ in index.keys:
        if path not in paths:
            break
        length += 1
    return length


def _covers(index: PlannedIndex, paths: tuple[str, ...]) -> bool:
    partial = index.options.get("partialFilterExpression")
    return not is_by_type(index) and (not partial or set(conditions_on(partial)) <= set(paths))
