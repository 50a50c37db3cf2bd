"""References and embedded documents that a design lets go without a value: a driver that writes every field stores null
for them as for any other."""

from __future__ import annotations

from msgspec.structs import replace

from ..model.conceptual import Model
from ..names.tree_fields import PARENT
from ..plan_model.physical import DocField

_NOWHERE = frozenset({"tree", "graph"})
"""Of these kinds, functions find their way by what nodes list; of a tree, the parent alone may be null, as a root's is."""
Tree = tuple[DocField, ...]


def with_absent_ends(model: Model, trees: dict[str, Tree]) -> dict[str, Tree]:
    """Return the fields of collections, with null among the types of optional ends, and of what is copied from there."""
    named = {relationship.name for relationship in model.links if relationship.kind not in _NOWHERE}
    return {name: tuple(_with_null(field, named) for field in fields) for name, fields in trees.items()}


def _with_null(field: DocField, named: set[str]) -> DocField:
    if field.fields:
        field = replace(field, fields=tuple(_with_null(inner, named) for inner in field.fields))
    if field.items is not None and field.items.fields:
        inner_fields = tuple(_with_null(inner, named) for inner in field.items.fields)
        field = replace(field, items=replace(field.items, fields=inner_fields))
    is_end = field.origin in ("reference", "embedded", "copy") and field.relationship in named
    is_end |= field.origin == "tree" and field.role == PARENT
    is_always_there = field.required or field.needed or bool(field.min_items)
    if not is_end or is_always_there or "null" in field.types:
        return field
    return replace(field, types=(*field.types, "null"))
