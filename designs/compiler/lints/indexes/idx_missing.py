"""Frequent reads without an index for their filter or sort.

Without an index, the server scans every document. Without an indexed sort, it sorts in memory, and beyond 100 MB on
disk.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...plan.indexes.candidates import Want
from ...plan.indexes.operations import Query
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...plan_model.physical import PlannedIndex
from ..base import Inspection, Lint, number

_ORDERED = frozenset({"timeseries", "bucket"})  # the server's own buckets; pages stand in their order


def check(seen: Inspection) -> Iterator[Finding]:
    """The three most frequent reads, if no index starts with a field they filter by, or returns their sort
    order after the fields they match exactly. Also every read whose sort has no index because the sort field
    is written more often than read."""
    for query in seen.workload.queries:
        name = query.operation.name
        if (hot := _hot(seen, query)) and query.of("eq", "in"):
            yield _of_hot_order(seen, query, hot)
            continue
        collection = seen.collections[query.shelf.name]
        if not query.at_home or name not in seen.workload.frequent or collection.kind in _ORDERED:
            continue
        exact, wanted = query.of("eq", "in"), query.of("eq", "in", "range")
        if any(query.is_identity(want) for want in exact) or query.sorts_only or query.of("near", "text"):
            continue
        starts = seen.starts[collection.name]
        if wanted and not any(want.path in starts for want in wanted):
            if _in_order(query, wanted, collection.indexes) or _is_limited_to(query, collection.indexes):
                continue
            paths = ", ".join(want.path for want in wanted)
            message = f"No index on {collection.name} starts with {paths}: every read scans the collection."
            yield LINT.finding(name, message, f"Add an index on {_proposed(query)}.")
        elif seen.workload.narrows_first(query):
            continue  # as the numbers say
        elif query.of("sort") and not _is_unique(exact, collection.indexes):
            yield from _sorted(query, collection.indexes)


def _is_limited_to(query: Query, indexes: tuple[PlannedIndex, ...]) -> bool:
    """Whether a partial index that was made for the operation holds only what it asks for, so that it is read whole."""
    paths = {want.path for want in query.of("eq", "in")}
    return any(
        f"operation:{query.operation.name}" in index.serves
        and not paths.isdisjoint(index.options.get("partialFilterExpression", {}))
        for index in indexes
    )


def _in_order(query: Query, wanted: list[Want], indexes: tuple[PlannedIndex, ...]) -> bool:
    """Whether an index gives the order and holds what is filtered by behind it: the documents come sorted,
    and those that do not match are left out by their keys alone."""
    paths = {want.path for want in wanted}
    holding = [index.keys for index in indexes if any(path in paths for path, _ in index.keys)]
    return bool(query.of("sort")) and any(_gives(keys, *_order(query)) for keys in holding)


def _order(query: Query) -> tuple[set[str], list[tuple[str, int]]]:
    """The paths that it matches exactly, and those that it sorts by with their directions."""
    exact = {want.path for want in query.of("eq", "in")}
    return exact, [(want.path, want.direction) for want in query.of("sort")]


def _hot(seen: Inspection, query: Query) -> list[str]:
    """The paths that a read sorts by and that are written too often for an index, none where an index gives its order."""
    exact, sorts = _order(query)
    indexes = seen.collections[query.shelf.name].indexes
    if not sorts or query.of("near", "text") or any(_gives(index.keys, exact, sorts) for index in indexes):
        return []
    return [path for path, _ in sorts if path not in exact and seen.workload.is_hot(query.shelf.name, path)]


def _of_hot_order(seen: Inspection, query: Query, hot: list[str]) -> Finding:
    collection = query.shelf.name
    writes = sum(seen.workload.written.writes[collection, path] for path in hot)
    reads = sum(seen.workload.read[collection, path] for path in hot)
    message = (
        f"Sorts by {listed(hot)} in memory: not indexed on {collection}, because it's written "
        f"{number(writes)} and read {number(reads)} times per day."
    )
    hint = (
        f"Sort by a value that changes less, or add an index on {_proposed(query)} if these reads "
        "matter more."
    )
    return LINT.finding(query.operation.name, message, hint, "info")


def _sorted(query: Query, indexes: tuple[PlannedIndex, ...]) -> Iterator[Finding]:
    exact, sorts = _order(query)
    orders = [(("_id", 1),), *(index.keys for index in indexes)]
    if not any(_gives(keys, exact, sorts) for keys in orders):
        paths = ", ".join(path for path, _ in sorts)
        message = f"No index on {query.shelf.name} supports sorting by {paths}: sorts run in memory."
        inside = [want.path for want in query.of("sort") if want.arrays]
        if inside:
            message += f" Each item has its own {listed(inside)}."
            hint = (
                f"Store the first or last {listed(inside)} of each document in a computed field and "
                "sort by it, or read the items of one document at a time."
            )
        else:
            hint = f"Add an index on {_proposed(query)}."
        yield LINT.finding(query.operation.name, message, hint)


def _gives(keys: tuple[tuple[str, int | str], ...], exact: set[str], sorts: list[tuple[str, int]]) -> bool:
    """Whether an index returns documents in this order: equalities first, then the sort, in its
    directions or in all the opposite ones."""
    rest = [(path, kind) for path, kind in keys if path not in exact]
    wanted = [(path, direction) for path, direction in sorts if path not in exact]
    reached = all(path in exact for path, _ in keys[: len(keys) - len(rest)])
    backwards = [(path, -direction) for path, direction in wanted]
    return reached and rest[: len(wanted)] in (wanted, backwards)


def _is_unique(exact: list[Want], indexes: tuple[PlannedIndex, ...]) -> bool:
    """Whether at most one document can match, so that there is nothing to sort."""
    paths = {want.path for want in exact if want.role == "eq"}
    return any(
        index.options.get("unique") and paths.issuperset(p for p, _ in index.keys) for index in indexes
    )


def _proposed(query: Query) -> str:
    """The keys by equality, sort and range, each path once: a range is read in the order of its sort."""
    wants = [*query.of("eq", "in"), *query.of("sort"), *query.of("range")]
    directions = {want.path: want.direction for want in reversed(wants)}
    return ", ".join(f"{path} {directions[path]}" for path in dict.fromkeys(want.path for want in wants))


LINT = Lint(
    code="L30",
    slug="idx-missing",
    name="IDX_MISSING",
    severity="warning",
    title="Frequent read without an index",
    source="MongoDB manual, create indexes to support your queries",
    about="operation",
    check=check,
)
