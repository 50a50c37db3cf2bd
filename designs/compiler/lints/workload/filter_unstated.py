"""Updates and deletes that do not say which documents they find.

Nearly always one document is meant. So where no filter is stated, the function takes the ``_id`` of one. An empty filter,
``[]``, means every document; in the table of the workload it is written ``*``.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import OneDocument
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting


def check(seen: Inspection) -> Iterator[Finding]:
    """Find updates and deletes without a filter."""
    for operation in seen.model.workload:
        if isinstance(operation.filter, OneDocument):
            word = seen.names.word(operation.entity).replace("_", " ")
            yield LINT.finding(
                operation.name,
                f"no filter says which {word} it {operation.kind}s, so its function takes the _id of one",
                "state its filter, such as _id, a state or a date; an empty one means every document",
                fix=setting(operation, "filter", value=[{"field": "_id"}]),
            )


LINT = Lint(
    code="FILTER_UNSTATED",
    slug="filter-unstated",
    name="FILTER_UNSTATED",
    severity="info",
    title="A write that states no filter",
    source="MongoDB manual, Update Documents: an empty filter selects all documents of the collection",
    about="operation",
    check=check,
)
