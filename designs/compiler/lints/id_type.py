"""Identities of a type that the server refuses, or that somebody wants to change.

An _id never changes, and an array or a pattern in its place would match many documents at once. The
server refuses both.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..conceptual import Operation, given
from ..findings import Finding
from .base import Inspection, Lint

_REFUSED = frozenset({"array", "regex"})


def check(seen: Inspection) -> Iterator[Finding]:
    """A declared ``_id`` that may be an array or a regular expression; updates that write it."""
    for entity in seen.model.entities:
        for field in entity.own_fields:
            refused = sorted(_REFUSED & set(field.all_types)) if field.name == "_id" else []
            if refused:
                message = f"_id may be of any type but {' and '.join(refused)}"
                yield LINT.finding(f"{entity.name}._id", message, "choose a scalar or a sub-document")
    for operation in seen.model.workload:
        if operation.kind == "update" and any(path.split(".")[0] == "_id" for path in _written(operation)):
            message = f"{operation.entity}._id is written, and the server refuses to change an _id"
            yield LINT.finding(operation.name, message, "insert a new document and delete the old one")


def _written(operation: Operation) -> list[str]:
    return [*given(operation.changes, []), *(effect.field for effect in given(operation.effects, []))]


LINT = Lint(
    code="L41",
    slug="id-type",
    name="ID_TYPE",
    severity="error",
    title="An _id that the server refuses",
    source="MongoDB manual, documents",
    about="operation",
    check=check,
)
