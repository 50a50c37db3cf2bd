"""Indexes that another index makes redundant.

An index on two fields also serves queries on the first one. A redundant index slows down every insert and takes
memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...plan_model.findings import Finding
from ...plan_model.physical import PlannedIndex
from ..base import Inspection, Lint, declared_as, without_index

_OF_ITS_OWN = ("unique", "sparse", "expireAfterSeconds", "partialFilterExpression")
_LIMITED = ("sparse", "partialFilterExpression")


def check(seen: Inspection) -> Iterator[Finding]:
    """A plain index whose keys are the first keys of another index with the same collation."""
    for collection in seen.plan.collections:
        by_first: defaultdict[str, list[PlannedIndex]] = defaultdict(list)
        for index in collection.indexes:
            by_first[index.keys[0][0]].append(index)
        for index in collection.indexes:
            better = next((other for other in by_first[index.keys[0][0]] if _serves(other, index)), None)
            if better is not None:
                message = f"{better.name} starts with the same keys and supports the same queries."
                place = declared_as(seen, collection, index)
                fix = without_index(*place) if place is not None else None
                hint = "Remove it. Every index slows writes."
                yield LINT.finding(f"{collection.name}.{index.name}", message, hint, fix=fix)


def _serves(server: PlannedIndex, index: PlannedIndex) -> bool:
    if server is index or len(server.keys) < len(index.keys) or not _is_plain(index):
        return False
    if any(key in server.options for key in _LIMITED) or server.options.get("collation") != index.options.get(
        "collation"
    ):
        return False
    if len(server.keys) == len(index.keys) and _is_plain(server):
        return False
    head = server.keys[: len(index.keys)]
    backwards = tuple((path, -kind if isinstance(kind, int) else kind) for path, kind in index.keys)
    return head in (index.keys, backwards)


def _is_plain(index: PlannedIndex) -> bool:
    special = any(kind not in (1, -1) for _, kind in index.keys)
    return not special and not any(index.options.get(key) is not None for key in _OF_ITS_OWN)


LINT = Lint(
    code="L28",
    slug="idx-prefix-redundant",
    name="IDX_PREFIX_REDUNDANT",
    severity="warning",
    title="Redundant index",
    source="MongoDB manual, unnecessary indexes",
    check=check,
)
