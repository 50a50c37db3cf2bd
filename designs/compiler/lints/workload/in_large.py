"""Long lists of ids in one query that also sorts.

With fewer than about 200 values the server merges one ordered scan for each; with more it treats the
list as a range, and sorts what it found in memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Operation, Relationship, given
from ...plan_model.findings import Finding
from ...workload.traffic import reach
from ..base import Inspection, Lint, held_arrays, number


def check(seen: Inspection) -> Iterator[Finding]:
    """Reads that sort what an array of IN_SORT_MAX ids or more leads to; and filters by a list of
    so many values beside a sort."""
    long = {held.relationship.name: held.most for held in held_arrays(seen) if not held.objects}
    limit = seen.limits.in_sort_max
    for operation in seen.model.workload:
        if operation.kind != "read" or not given(operation.sort, []):
            continue
        for match in given(operation.filter, []):
            if match.how == "in" and given(match.values, 1) >= limit:
                yield _finding(operation, f"{number(given(match.values, 1))} values for {match.field}", limit)
        for name, _ in reach(operation, seen.names)[1]:
            relationship = seen.names.relationships[name]
            if long.get(name, 0) >= limit and _sorts_behind(seen, operation, relationship):
                yield _finding(operation, f"{_ids(long[name])} of {name}", limit)


def _ids(most: float) -> str:
    count = number(most)
    return f"ids {count}" if count == "without bound" else f"up to {count} ids"


def _sorts_behind(seen: Inspection, operation: Operation, relationship: Relationship) -> bool:
    """Whether it sorts by a field of the documents that the ids lead to."""
    includes = tuple(given(operation.includes, []))
    sorts = [
        seen.paths.resolve(operation.entity, order.field, includes) for order in given(operation.sort, [])
    ]
    return any(
        route is not None
        and any(step.kind == "end" and step.relationship is relationship for step in route.steps[:-1])
        for route in sorts
    )


def _finding(operation: Operation, what: str, limit: float) -> Finding:
    message = f"a query by {what} that also sorts; from {number(limit)} values on the server sorts in memory"
    hint = "read the ids page by page, or sort by what the array keeps in order"
    return LINT.finding(operation.name, message, hint, limit=limit)


LINT = Lint(
    code="L36",
    slug="in-large",
    name="IN_LARGE",
    severity="warning",
    title="A long list of ids with a sort",
    source="MongoDB manual, the equality, sort, range guideline",
    about="operation",
    check=check,
)
