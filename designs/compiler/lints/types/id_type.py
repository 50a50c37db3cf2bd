"""_id fields with a type that MongoDB rejects, or that an operation changes.

An _id never changes, and an array or a regular expression would match several documents. MongoDB rejects both, and
_id objects with field names that start with a dollar sign.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Field, given
from ...model.field_walk import parts
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ..base import Inspection, Lint

_REFUSED = frozenset({"array", "regex"})


def check(seen: Inspection) -> Iterator[Finding]:
    """An `_id` that can be an array or a regular expression, or that has a field name starting with `$`; and updates
    that write `_id`."""
    for entity in seen.model.entities:
        for field in entity.own_fields:
            if field.name == "_id":
                yield from _refused(f"{entity.name}._id", field)
    for operation in seen.model.workload:
        if operation.kind == "update" and any(path.split(".")[0] == "_id" for path in operation.written):
            message = f"Updates {operation.entity}._id, which is immutable."
            yield LINT.finding(operation.name, message, "Insert a new document and delete the old one.")


def _refused(subject: str, identity: Field) -> Iterator[Finding]:
    refused = sorted(_REFUSED & set(identity.all_types))
    if refused:
        message = f"_id can't be any of these types: {listed(refused)}."
        yield LINT.finding(subject, message, "Use a scalar or a subdocument.")
    for name in [part.field.name for part in parts(given(identity.fields, []))]:
        if name.startswith("$"):
            message = f"_id can't contain a field named {name}."
            yield LINT.finding(
                subject, message, (f"Rename it{' to ' + name.lstrip('$') if name.lstrip('$') else ''}.")
            )


LINT = Lint(
    code="L41",
    slug="id-type",
    name="ID_TYPE",
    severity="error",
    title="Invalid _id",
    source="MongoDB manual, documents",
    about="operation",
    check=check,
)
