"""Sensitive fields: no answer of a read tells one, unless its operation names it, or tells a copy of it that the design
declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from designs.compiler.model.conceptual import given
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import walk


def hidden_names(compilation: Compilation, subject: str) -> frozenset[str]:
    """Return what the fields are called that a function of this subject must not tell: sensitive ones, whose names no
    other field has."""
    fields = [located.field for each in compilation.plan.collections for located in walk(each.fields)]
    sensitive = {field.name for field in fields if field.source and given(field.source.sensitive, False)}
    others = {field.name for field in fields if not (field.source and given(field.source.sensitive, False))}
    shown = {
        name
        for operation in compilation.model.workload
        if f"operation:{operation.name}" == subject
        for path in (
            *given(operation.projection, []),
            *(match.field for match in given(operation.filter, [])),
            *(key.field for key in given(operation.sort, [])),
        )
        for name in path.split(".")
    }
    if subject.startswith("operation:"):
        shown |= {field.name for field in fields if field.origin == "copy"}
    return frozenset(sensitive - others - shown)


def told_names(answer: Any) -> Iterator[str]:
    """Yield the names of all fields in an answer, at any depth."""
    if isinstance(answer, dict):
        yield from answer
        answer = list(answer.values())
    if isinstance(answer, list):
        for each in answer:
            yield from told_names(each)
