"""Partial indexes that their queries can't use.

MongoDB uses a partial index only if the query's filter guarantees that all its results are in the index. A query
that doesn't repeat the condition scans instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import eq, ge, gt, le, lt
from typing import Any

from ...model.conceptual import Entity, Index, Match, Operation, given
from ...model.values import operand
from ...plan.indexes.candidates import taken_before_6
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_SINCE_6 = frozenset({"$or", "$in", "$geoWithin", "$geoIntersects"})
_COMPARED = {"$eq": eq, "$in": eq, "$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}
_END = {"$gt": "at_least", "$gte": "at_least", "$lt": "at_most", "$lte": "at_most"}
_HAVING = frozenset({"eq", "in", "range", "prefix", "text"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations that filter by the first key of a partial index without its condition, unless the index is unique, or
    serves another operation while another index serves this one. Also conditions that partial indexes support only
    from MongoDB 6.0."""
    old = given(seen.model.server_version, "7.0") == "5.0"
    for entity in seen.model.entities:
        for place, index in enumerate(given(entity.indexes, [])):
            partial = given(index.partial, None)
            if partial is None:
                continue
            if old and not taken_before_6(partial):
                unknown = sorted(_operators(partial) & _SINCE_6) or ["$and inside another condition"]
                message = f"{', '.join(unknown)} in a partial index requires MongoDB 6.0 or later."
                subject = f"{entity.name}.indexes[{place}]"
                yield LINT.finding(subject, message, "Rewrite the filter, or raise server_version.", "error")
            yield from _unused_by(seen, entity, index, partial)


def _unused_by(seen: Inspection, entity: Entity, index: Index, partial: dict[str, Any]) -> Iterator[Finding]:
    first = index.keys[0][0]
    for operation in seen.model.workload:
        asked = {match.field for match in given(operation.filter, [])}
        if operation.entity != entity.name or operation.kind == "insert" or first not in asked:
            continue
        is_for_others = given(index.unique, False) or _is_used(seen, index)
        if not _repeats(operation, partial) and not (is_for_others and _has_another(seen, operation)):
            keys = ", ".join(path for path, _ in index.keys)
            paths = ", ".join(path for path in partial if not path.startswith("$")) or "its condition"
            message = f"Filters by {first} but can't use the partial index on {keys}: {paths} doesn't match."
            yield LINT.finding(
                operation.name,
                message,
                ("Add the condition to the query (always_filter), or remove it from the index."),
            )


def _is_used(seen: Inspection, index: Index) -> bool:
    """Whether a declared index serves an operation that repeats its condition."""
    names = given(index.name, None)
    return any(
        any(subject.startswith("operation:") for subject in planned.serves)
        for collection in seen.plan.collections
        for planned in collection.indexes
        if planned.declared
        and (
            planned.name == names
            if names
            else [path for path, _ in planned.keys] == [p for p, _ in index.keys]
        )
    )


def _has_another(seen: Inspection, operation: Operation) -> bool:
    """Whether an index that was made for the operation answers it: a unique one is then there to keep values
    unique."""
    return any(
        f"operation:{operation.name}" in index.serves and not index.declared
        for collection in seen.plan.collections
        for index in collection.indexes
    )


def _repeats(operation: Operation, partial: dict[str, Any]) -> bool:
    """Whether the operation finds only documents that the condition lets in."""
    if given(operation.always_filter, None) == partial:
        return True
    return all(_implies(operation, path, wanted) for path, wanted in partial.items())


def _implies(operation: Operation, path: str, wanted: Any) -> bool:
    if path == "$and":
        return all(_repeats(operation, condition) for condition in wanted)
    always = given(operation.always_filter, {})
    if path in always and always[path] == wanted:
        return True
    asked = [match for match in given(operation.filter, []) if match.field == path]
    return any(_keeps(match, "$eq", wanted) or _keeps_all(match, wanted) for match in asked)


def _keeps_all(match: Match, wanted: Any) -> bool:
    """Whether all values that a condition lets in are what each of several operators asks for."""
    return isinstance(wanted, dict) and bool(wanted) and all(_keeps(match, *pair) for pair in wanted.items())


def _keeps(match: Match, operator: str, bound: Any) -> bool:
    """The same of one operator."""
    if operator == "$exists":
        return match.how in _HAVING  # of a partial index it is true
    ends, bounds = _ends(match, operator), bound if operator == "$in" else [bound]
    held = all(any(_holds(end, operator, value) for value in bounds) for end in ends)
    return bool(ends) and None not in ends and held


def _ends(match: Match, operator: str) -> list[Any]:
    """The values that decide whether an operator holds: those asked for, or one end of a range. None: any."""
    if match.how == "range":
        return [given(getattr(match, _END[operator]), None)] if operator in _END else []
    value = given(match.value, None)
    if match.how == "in" and isinstance(value, list):
        return list(value)
    return [value] if match.how in ("eq", "in") else []


def _holds(value: Any, operator: str, bound: Any) -> bool:
    compared = _COMPARED.get(operator)
    try:
        return compared is not None and bool(compared(operand(value, ()), operand(bound, ())))
    except TypeError:
        return False


def _operators(value: Any) -> set[str]:
    if isinstance(value, dict):
        inner = set().union(*(_operators(part) for part in value.values())) if value else set()
        return {key for key in value if key.startswith("$")} | inner
    return set().union(*map(_operators, value)) if isinstance(value, list) and value else set()


LINT = Lint(
    code="L33",
    slug="partial-mismatch",
    name="PARTIAL_MISMATCH",
    severity="warning",
    title="Partial index a query can't use",
    source="MongoDB manual, partial indexes",
    about="operation",
    check=check,
)
