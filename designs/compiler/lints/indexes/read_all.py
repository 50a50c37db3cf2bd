"""Reads that return very many documents, or an arbitrary few of many.

A read without a limit returns everything it finds: 100 documents today can be 100,000 later. A read with a limit
but no sort returns whichever documents the server finds first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.conceptual import Operation, given, stated
from ...plan_model.findings import Finding, Severity
from ...workload.inputs import DEFAULT
from ..base import Inspection, Lint, number

_MANY = 1_000
"""Documents of one answer from where on it should be read page by page."""


def check(seen: Inspection) -> Iterator[Finding]:
    """Reads that return more than 1,000 documents, now or in three years, because they filter by nothing or
    only by a parent. It's a suggestion if they reach that number later, or if they have a limit but no sort.
    Reads that filter by a value aren't checked, because the number of results is unknown."""
    for operation in seen.model.workload:
        if (
            operation.kind != "read"
            or given(operation.always_filter, {})
            or not _has_collection(seen, operation)
        ):
            continue
        many = _documents(seen, operation)
        if many is None or many[0] <= _MANY:
            continue
        if not stated(operation.limit):
            message = f"No limit: it returns {many[1]}."
            hint = "Set a sort and a limit, so its function reads in pages."
            severity: Severity = "warning" if many[2] else "info"
            yield LINT.finding(operation.name, message, hint, severity, documents=many[0])
        elif not given(operation.sort, []):
            message = f"No sort: it returns any {number(given(operation.limit, 0))} of {many[1]}."
            hint = "Set the sort that selects them."
            yield LINT.finding(operation.name, message, hint, "info", documents=many[0])


def _has_collection(seen: Inspection, operation: Operation) -> bool:
    return any(not spot.path for spot in seen.placement.spots(operation.entity))


def _documents(seen: Inspection, operation: Operation) -> tuple[float, str, bool] | None:
    """How many documents a read finds, that in words, and whether it finds so many today; None where nobody can say."""
    matches = given(operation.filter, [])
    if not matches:
        return _all(seen, operation.entity)
    fewest: tuple[float, str, bool] | None = None
    for match in matches:
        step = seen.paths.step(operation.entity, match.field) if match.how == "eq" else None
        if step is None or step.kind != "end" or step.relationship is None or step.side != "to":
            return None
        case = seen.survey.case(step.relationship.name)
        if case.quantity("average").origin == DEFAULT or step.relationship.kind != "one-to-many":
            return None
        average, most = float(case.look("average")), float(case.look("max"))
        bound = "no limit" if math.isinf(most) else f"up to {number(most)}"
        words = (
            f"all {operation.entity} documents of a {case.parent.name} ({number(average)} on average, "
            f"{bound})"
        )
        if fewest is None or average < fewest[0]:
            fewest = average, words, True
    return fewest


def _all(seen: Inspection, entity: str) -> tuple[float, str, bool] | None:
    """All documents of an entity: those of its kind where several share a collection."""
    if seen.survey.counted(entity).origin == DEFAULT:
        return None
    today, later = seen.survey.count(entity), 0.0
    for forecast in seen.forecasts:
        if (
            seen.collections[forecast.collection].entity == entity
            and not seen.collections[forecast.collection].revises
        ):
            later = max(later, forecast.moments[-1].documents)
    grows = f", {number(later)} in three years" if later > today else ""
    return max(today, later), f"all {number(today)} {entity} documents{grows}", today > _MANY


LINT = Lint(
    code="L69",
    slug="read-all",
    name="READ_ALL",
    severity="warning",
    title="Read returns too many documents",
    source="MongoDB manual, limit the number of query results",
    about="operation",
    check=check,
)
