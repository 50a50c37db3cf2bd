"""PREALLOC: a grid of known shape, filled in advance, whose cells are taken one by one: seats."""

from __future__ import annotations

from ..conceptual import Field, given, stated
from ..decisions import Overlay
from ..drafting import Draft
from ..grids import cell_of
from ..physical import Element
from .base import Pattern


def apply(draft: Draft) -> None:
    """Give each grid its rows and columns, and name it as an overlay."""
    for entity in draft.names.entities.values():
        spots, body = draft.placement.spots(entity.name), draft.body(entity.name)
        for field in entity.own_fields:
            if not stated(field.grid) or field.type != "array" or field.name not in body.nodes:
                continue
            _shape(draft, entity.name, field)
            if spots:
                overlay = Overlay(
                    kind="PREALLOC",
                    collection=spots[0].collection,
                    path=spots[0].down(field.name).path,
                    fields=(field.name,),
                    entity=entity.name,
                    details=dict(zip(("rows", "columns"), given(field.grid, []), strict=True)),
                )
                draft.entity_overlays.append(overlay)


def _shape(draft: Draft, entity: str, field: Field) -> None:
    rows, columns = given(field.grid, [1, 1])
    node, cell = draft.body(entity).nodes[field.name], cell_of(field)
    inner = Element(types=(cell.type,) if cell else ("int",), source=cell)
    node.body, node.more = None, {"types": ("array",), "items": inner, "exactly": columns}
    node.values |= {"min_items": rows, "max_items": rows}
    node.values["note"] = f"{rows} rows of {columns}, made with the document: taking one is one atomic update"


PATTERN = Pattern(
    slug="preallocation",
    kinds=("PREALLOC",),
    title="Preallocated grid",
    help="A grid whose shape is known, such as the seats of a hall, is stored whole from the start; taking cells is one update that matches only while they are free.",
    why="a place in a grid that is there already is taken by one update, which fails where somebody was faster",
    apply=apply,
    caveats=(
        "only where the shape is known: space for growth need not be reserved",
        "the whole grid is read and rewritten with each cell",
    ),
    sources=("BWP", "LB"),
)
