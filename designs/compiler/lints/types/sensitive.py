"""Sensitive fields in documents that many reads load whole.

The generated functions leave a sensitive field out of what they return, by a projection, unless the operation names
the field itself: in its projection, its filter, or its sort. A copy that the design declares is there to be read with the
document, and is returned. A read that an application writes by hand, and does not say which fields it wants,
brings it along: into logs, caches and answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Operation, given
from ...plan_model.findings import Finding
from ...plan_model.physical import Collection, DocField, Statement
from ..base import Inspection, Lint

_JOINS = frozenset({"$lookup", "$graphLookup"})


def check(seen: Inspection) -> Iterator[Finding]:
    """Sensitive fields in a collection that reads load without a projection: its entity's own,
    embedded ones, and copies."""
    for collection in seen.plan.collections:
        located = seen.located[collection.name]
        secrets = {path: place.field for path, place in located.items() if _is_secret(place.field)}
        reads = _whole(seen, collection) if secrets else []  # most collections hold none
        for path, field in secrets.items() if reads else ():
            names = ", ".join(f'"{operation.name}"' for operation in reads[:3])
            more = f" and {len(reads) - 3} more" if len(reads) > 3 else ""
            message, hint = _said(field, f"{names}{more}", is_one=len(reads) == 1)
            yield LINT.finding(f"{collection.name}.{path}", message, hint, reads=len(reads))


def _said(field: DocField, names: str, *, is_one: bool) -> tuple[str, str]:
    """What the reads of these names do with a field, and what to do about it."""
    if field.origin == "copy":
        message = f"a copy of a sensitive field that {names} {'returns' if is_one else 'return'}, as the design declares it"
        return message, "give a projection without it to the reads that do not show it, or remove the copy"
    what = "a copy of a sensitive field" if field.origin == "subset" else "a sensitive field"
    message = f"{what} that {names} {'leaves' if is_one else 'leave'} out, without a projection that names it"
    return (
        message,
        "name it in the projection of the reads that need it, or keep it in a collection of its own",
    )


def _is_secret(field: DocField) -> bool:
    return field.source is not None and given(field.source.sensitive, False)


def _whole(seen: Inspection, collection: Collection) -> list[Operation]:
    """The reads that load whole documents of a collection: their statements ask it, or join it."""
    asking = {statement.subject for statement in seen.plan.statements if collection.name in _asked(statement)}
    return [
        operation
        for operation in seen.model.workload
        if operation.kind == "read"
        and not given(operation.projection, [])
        and f"operation:{operation.name}" in asking
    ]


def _asked(statement: Statement) -> set[str]:
    """The collections whose documents a statement brings along."""
    return {statement.collection, *_joined(statement.pipeline)}


def _joined(value: Any) -> Iterator[str]:
    """The collections that the stages of a pipeline join, at any depth."""
    if isinstance(value, dict):
        yield from (stage["from"] for key, stage in value.items() if key in _JOINS and "from" in stage)
        for inner in value.values():
            yield from _joined(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _joined(inner)


LINT = Lint(
    code="L58",
    slug="sensitive",
    name="SENSITIVE",
    severity="info",
    title="A sensitive field in a document that is read whole",
    source="our own default: sensitive fields are read by those who ask for them",
    check=check,
)
