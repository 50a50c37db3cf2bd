"""Partial indexes that the queries they are for cannot use.

The server uses a partial index only for a query whose own filter makes sure that it finds no
document outside of the index. A query that does not repeat the condition scans instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import ge, gt, le, lt
from typing import Any

from ..conceptual import Entity, Index, Match, Operation, given
from ..findings import Finding
from ..indexes.filters import taken_before_6
from ..values import operand
from .base import Inspection, Lint

_SINCE_6 = frozenset({"$or", "$in", "$geoWithin", "$geoIntersects"})
_COMPARED = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}
_HAVING = frozenset({"eq", "in", "range", "prefix", "text"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations that filter by the first key of a declared partial index without its condition;
    and conditions that servers before 6.0 do not know in a partial index."""
    old = given(seen.model.server_version, "7.0") == "5.0"
    for entity in seen.model.entities:
        for place, index in enumerate(given(entity.indexes, [])):
            partial = given(index.partial, None)
            if partial is None:
                continue
            if old and not taken_before_6(partial):
                unknown = sorted(_operators(partial) & _SINCE_6) or ["$and inside of another condition"]
                message = f"{', '.join(unknown)} in a partial index needs server 6.0 or newer"
                subject = f"{entity.name}.indexes[{place}]"
                yield LINT.finding(subject, message, "state it otherwise, or raise server_version", "error")
            yield from _unused_by(seen, entity, index, partial)


def _unused_by(seen: Inspection, entity: Entity, index: Index, partial: dict[str, Any]) -> Iterator[Finding]:
    first = index.keys[0][0]
    for operation in seen.model.workload:
        asked = {match.field for match in given(operation.filter, [])}
        if operation.entity != entity.name or operation.kind == "insert" or first not in asked:
            continue
        if not _repeats(operation, partial):
            keys = ", ".join(path for path, _ in index.keys)
            paths = ", ".join(path for path in partial if not path.startswith("$")) or "its condition"
            message = f"it filters by {first} and does not say what the partial index on {keys} asks of {paths}, so it cannot use it"
            yield LINT.finding(
                operation.name, message, "repeat the condition (always_filter), or leave it out of the index"
            )


def _repeats(operation: Operation, partial: dict[str, Any]) -> bool:
    """Whether the operation finds only documents that the condition lets in."""
    if given(operation.always_filter, None) == partial:
        return True
    return all(_implies(operation, path, wanted) for path, wanted in partial.items())


def _implies(operation: Operation, path: str, wanted: Any) -> bool:
    if path == "$and":
        return all(_repeats(operation, one) for one in wanted)
    always = given(operation.always_filter, {})
    if path in always and always[path] == wanted:
        return True
    for match in given(operation.filter, []):
        if match.field == path:
            if wanted == {"$exists": True} and match.how in _HAVING:
                return True
            if match.how == "eq" and _same(given(match.value, None), wanted):
                return True
            if isinstance(wanted, dict) and wanted and all(_keeps(match, *one) for one in wanted.items()):
                return True
    return False


def _keeps(match: Match, operator: str, bound: Any) -> bool:
    """Whether all values that a condition lets in are what one operator asks for."""
    if operator == "$exists":
        return bound is True and match.how in _HAVING
    one, several = given(match.value, None), operator == "$in" and isinstance(bound, list)
    asked = one if match.how == "in" and isinstance(one, list) else [one] if match.how == "eq" else []
    if several:
        return bool(asked) and None not in asked and all(any(_same(o, b) for b in bound) for o in asked)
    low, high = (
        (given(match.at_least, None), given(match.at_most, None))
        if match.how == "range"
        else (asked[0], asked[0])
        if len(asked) == 1
        else (None, None)
    )
    end = low if operator in ("$gt", "$gte") else high if operator in ("$lt", "$lte") else None
    return end is not None and _beyond(operand(end, ()), operator, operand(bound, ()))


def _beyond(value: Any, operator: str, bound: Any) -> bool:
    try:
        return bool(_COMPARED[operator](value, bound))
    except TypeError:
        return False


def _same(value: Any, wanted: Any) -> bool:
    return value is not None and operand(value, ()) == operand(wanted, ())


def _operators(value: Any) -> set[str]:
    if isinstance(value, dict):
        inner = set().union(*(_operators(one) for one in value.values())) if value else set()
        return {key for key in value if key.startswith("$")} | inner
    return set().union(*map(_operators, value)) if isinstance(value, list) and value else set()


LINT = Lint(
    code="L33",
    slug="partial-mismatch",
    name="PARTIAL_MISMATCH",
    severity="warning",
    title="A partial index that a query cannot use",
    source="MongoDB manual, partial indexes",
    about="operation",
    check=check,
)
