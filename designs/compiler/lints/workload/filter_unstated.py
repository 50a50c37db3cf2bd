"""Updates and deletes without a filter.

Almost always, one document is meant. Without a filter, the function takes the ``_id`` of one document. An empty
filter, ``[]``, means every document; in the workload table, write ``*``.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import OneDocument
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting, together


def check(seen: Inspection) -> Iterator[Finding]:
    """Updates and deletes without a filter. Several are combined in one finding. Operations without a
    generated function have their own finding."""
    written = {statement.subject for statement in seen.plan.statements}
    operations = [
        each
        for each in seen.model.workload
        if isinstance(each.filter, OneDocument) and f"operation:{each.name}" in written
    ]
    fixes = [setting(each, "filter", value=[{"field": "_id"}]) for each in operations]
    hint = "Set its filter, such as _id, a status, or a date. An empty filter means every document."
    if len(operations) == 1:
        (operation,) = operations
        word = seen.names.word(operation.entity).replace("_", " ")
        message = f"It has no filter for the {word} it {operation.kind}s, so its function takes an _id."
        yield LINT.finding(operation.name, message, hint, fix=fixes[0])
    elif operations:
        listed = ", ".join(f'"{each.name}"' for each in operations)
        message = (
            f"{len(operations)} write operations have no filter, so each of their functions takes "
            f"an _id: {listed}."
        )
        hint = (
            "If that's what you want, no action is needed. Otherwise set a filter, such as a status "
            "or a date. An empty filter means every document."
        )
        yield LINT.finding(seen.model.database, message, hint, fix=together(*fixes), about="")


LINT = Lint(
    code="FILTER_UNSTATED",
    slug="filter-unstated",
    name="FILTER_UNSTATED",
    severity="info",
    title="Write without a filter",
    source="MongoDB manual, Update Documents: an empty filter selects all documents of the collection",
    about="operation",
    check=check,
)
