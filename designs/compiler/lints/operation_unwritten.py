"""Operations of the design that no script can do, so that none is missed in silence.

What the design asks for cannot be one statement where its parts are stored apart. It is said here, so
that nobody looks for the script in vain.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding
from .base import Inspection, Lint


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations without a statement in the plan."""
    written = {statement.subject for statement in seen.plan.statements}
    for operation in seen.model.workload:
        if f"operation:{operation.name}" not in written:
            message = (
                f"no script is written for this operation: one {operation.kind} of {operation.entity} "
                "cannot reach, in one statement, all that it names where that is stored"
            )
            hint = "look up in the decisions where each path is stored; use the scripts of that relationship, or declare the operation on the entity that holds it"
            yield LINT.finding(operation.name, message, hint)


LINT = Lint(
    code="OPERATION_UNWRITTEN",
    slug="operation-unwritten",
    name="OPERATION_UNWRITTEN",
    severity="info",
    title="An operation without a script",
    source="design format, Operations",
    about="operation",
    check=check,
)
