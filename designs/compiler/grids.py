"""Grids of known shape: what their cells are, and which values say free and taken."""

from __future__ import annotations

from typing import Any

from .conceptual import Field, Item, given
from .values import typed


def cell_of(field: Field) -> Item | None:
    """The declaration of a grid's cells, whether the rows are declared around them or not; None
    where none is, or where cells are no plain values."""
    item = given(field.items, None)
    if item is not None and item.type == "array":
        item = given(item.items, None)
    return None if item is None or item.type in ("object", "array") else item


def cell_states(field: Field) -> tuple[Any, Any]:
    """The values of a free and of a taken cell: the first two that are allowed, else false and
    true, or 0 and 1."""
    cell = cell_of(field)
    if cell is None:
        return 0, 1
    allowed = given(cell.enum, [])
    free, taken = allowed[:2] if len(allowed) > 1 else ((False, True) if cell.type == "bool" else (0, 1))
    return typed(free, (cell.type,)), typed(taken, (cell.type,))
