"""Reads that return very many documents, or an arbitrary few of many.

A read without a limit can return everything it finds: 100 documents today can be 100,000 later. Its function returns
50 by default, or all that one parent can have, up to 1,000; the caller can ask for more. A read with a limit
but no sort returns whichever documents the server finds first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...model.conceptual import Operation, given, stated
from ...plan_model.findings import Finding
from ...workload.inputs import DEFAULT
from ...workload.list_order import most_read
from ..base import Inspection, Lint, number

_MANY = 1_000
"""Documents of one answer from where on it should be read page by page."""


def check(seen: Inspection) -> Iterator[Finding]:
    """Reads that find more than 1,000 documents, now or in three years, because they filter by nothing or
    only by a parent, and have no limit, or a limit but no sort.
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
            most = most_read(operation, seen.paths)[0] or _MANY
            message = f"No limit: by default, it returns {number(most)} of {many[1]}."
            hint = "Set a sort and a limit, so its function reads in pages."
            yield LINT.finding(operation.name, message, hint, documents=many[0])
        elif not given(operation.sort, []):
            message = f"No sort: it returns any {number(given(operation.limit, 0))} of {many[1]}."
            hint = "Set the sort that selects them."
            yield LINT.finding(operation.name, message, hint, documents=many[0])


def _has_collection(seen: Inspection, operation: Operation) -> bool:
    return any(not spot.path for spot in seen.placement.spots(operation.entity))


def _documents(seen: Inspection, operation: Operation) -> tuple[float, str] | None:
    """How many documents a read finds, and that in words; None where nobody can say."""
    matches = given(operation.filter, [])
    if not matches:
        return _all(seen, operation.entity)
    fewest: tuple[float, str] | None = None
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
            fewest = average, words
    return fewest


def _all(seen: Inspection, entity: str) -> tuple[float, str] | None:
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
    return max(today, later), f"all {number(today)} {entity} documents{grows}"


LINT = Lint(
    code="L69",
    slug="read-all",
    name="READ_ALL",
    severity="info",
    title="Read returns too many documents",
    source="MongoDB manual, limit the number of query results",
    about="operation",
    check=check,
)
