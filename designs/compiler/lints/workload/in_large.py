"""Long lists of IDs in one query.

A read that filters by a field of another document first finds that document's IDs, then queries with all of them.
The list grows with the data. With a sort and up to about 200 values, the server merges one sorted scan per value.
With more, it treats the list as a range and sorts in memory.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Operation, Relationship, given
from ...plan_model.findings import Finding
from ...plan_model.physical import Outcome, Statement
from ...workload.inputs import DEFAULT
from ...workload.traffic import reach
from ..base import Inspection, Lint, held_arrays, number


def check(seen: Inspection) -> Iterator[Finding]:
    """Reads that sort the results of a query with more than 200 IDs or values, and operations that first read
    all documents of a parent and then query by their IDs, if there are as many on average or without a
    limit."""
    yield from _read_ahead(seen)
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


def _read_ahead(seen: Inspection) -> Iterator[Finding]:
    """Steps that read all children of one parent, whose ids another step looks for."""
    limit, reported = seen.limits.in_sort_max, dict[str, None]()
    by_place = {
        (spot.collection, spot.path): relationship
        for relationship in seen.model.links
        if relationship.kind == "one-to-many"
        for spot in seen.placement.references(relationship, "to")
    }
    by_recipe: defaultdict[str, list[Statement]] = defaultdict(list)
    for statement in seen.plan.statements:
        by_recipe[statement.recipe].append(statement)
    for statement in seen.plan.statements:
        name = statement.subject.removeprefix("operation:")
        if (
            name == statement.subject
            or name in reported
            or statement.op != "find"
            or statement.limit is not None
        ):
            continue
        asked = [by_place.get((statement.collection, path)) for path in statement.filter or {}]
        if len(asked) != 1 or asked[0] is None or not statement.step:
            continue
        case = seen.survey.case(asked[0].name)
        average, most = float(case.look("average")), float(case.look("max"))
        is_long = average >= limit or (math.isinf(most) and case.quantity("max").origin != DEFAULT)
        if is_long and _is_looked_for(by_recipe[statement.recipe], statement):
            reported[name] = None
            yield _finding_ahead(name, asked[0], average, most)


def _is_looked_for(function: list[Statement], step: Statement) -> bool:
    others = (each for each in function if each is not step)
    return any(
        _has_ids_of(step.step, each.filter) or _has_ids_of(step.step, each.pipeline) for each in others
    )


def _has_ids_of(step: str, value: Any) -> bool:
    if isinstance(value, Outcome):
        return value.many and value.step == step
    if isinstance(value, dict):
        return any(_has_ids_of(step, inner) for inner in value.values())
    return isinstance(value, list | tuple) and any(_has_ids_of(step, inner) for inner in value)


def _finding_ahead(name: str, relationship: Relationship, average: float, most: float) -> Finding:
    parent, child = relationship.from_.entity, relationship.to.entity
    bound = "no limit" if math.isinf(most) else f"up to {number(most)}"
    message = (
        f"First reads all {child} documents of a {parent} ({number(average)} on average, {bound}) "
        "for a query by their IDs."
    )
    field = given(relationship.to.field, "") or parent
    hint = f"Copy {field} of {child} (copies) into the documents you search, and filter by the copy."
    return LINT.finding(name, message, hint, average=average)


def _ids(most: float) -> str:
    count = number(most)
    return f"IDs {count}" if count == "no limit" else f"up to {count} IDs"


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
    message = f"Sorts in memory, because its $in has {what} (limit {number(limit)})."
    hint = "Read the IDs in pages, or use the order stored in the array."
    return LINT.finding(operation.name, message, hint, limit=limit)


LINT = Lint(
    code="L36",
    slug="in-large",
    name="IN_LARGE",
    severity="warning",
    title="Large $in query",
    source="MongoDB manual, the equality, sort, range guideline",
    about="operation",
    check=check,
)
