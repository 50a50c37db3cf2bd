"""Updates and deletes with an empty filter, which change every document of the collection."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Operation, given
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting


def check(seen: Inspection) -> Iterator[Finding]:
    """Updates and deletes with an empty filter and no constant filter, sort, or limit."""
    for operation in seen.model.workload:
        if operation.kind in ("update", "delete") and _finds_all(operation):
            word = seen.names.word(operation.entity).replace("_", " ")
            yield LINT.finding(
                operation.name,
                f"{operation.kind.capitalize()}s every {word}: its filter is empty.",
                "To change only one, add _id to its filter.",
                fix=setting(operation, "filter", value=[{"field": "_id"}]),
            )


def _finds_all(operation: Operation) -> bool:
    said = (operation.always_filter, operation.sort, operation.limit)
    return given(operation.filter, None) == [] and not any(given(each, None) for each in said)


LINT = Lint(
    code="EVERY_DOCUMENT",
    slug="every-document",
    name="EVERY_DOCUMENT",
    severity="warning",
    title="Write to every document",
    source="MongoDB manual, Delete Documents: an empty filter deletes all documents of the collection",
    about="operation",
    check=check,
)
