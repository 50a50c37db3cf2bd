"""Grids of known shape: what their cells are, and which values say free and taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..model.conceptual import Field, Item, given, stated
from ..model.values import typed


class Grid(NamedTuple):
    """A grid and where it stands in its entity. listed: within a list, so that there are several."""

    steps: tuple[str, ...]
    field: Field
    listed: bool

    @property
    def path(self) -> str:
        """The names on the way to it, and its own."""
        return ".".join(self.steps)


def grids_in(fields: Iterable[Field], above: tuple[str, ...] = (), *, listed: bool = False) -> Iterator[Grid]:
    """The grids among these fields, and in the objects and lists of objects in them."""
    for field in fields:
        steps, items = (*above, field.name), given(field.items, None)
        if field.type == "array" and stated(field.grid):
            yield Grid(steps, field, listed)
        else:
            inner = [*given(field.fields, []), *(given(items.fields, []) if items else [])]
            yield from grids_in(inner, steps, listed=listed or field.type == "array")


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
