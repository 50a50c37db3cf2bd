"""Projections: a read that names its fields tells no other field of the documents that it finds."""

from __future__ import annotations

from designs.compiler.model.conceptual import given
from designs.compiler.plan_model.compilation import Compilation


def unasked_names(compilation: Compilation, subject: str) -> tuple[str, frozenset[str]]:
    """Return the entity that an operation of this subject reads, and what fields of its own the projection leaves out;
    none where there is no projection, or where what is read along may be of that entity too."""
    for operation in compilation.model.workload:
        shown = {path.partition(".")[0] for path in given(operation.projection, [])}
        is_plain = bool(shown) and not given(operation.includes, [])
        if f"operation:{operation.name}" == subject and operation.kind == "read" and is_plain:
            own = (each.own_fields for each in compilation.model.entities if each.name == operation.entity)
            return operation.entity, frozenset(one.name for one in next(own)) - shown - {"_id"}
    return "", frozenset()
