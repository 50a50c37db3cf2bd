"""PREALLOC: a grid of known shape, filled in advance, whose cells are taken one by one: seats."""

from __future__ import annotations

from ...model.conceptual import Field, given
from ...plan_model.decisions import Overlay
from ...plan_model.physical import Element
from ...workload.grids import cell_of, grids_in
from ..plan_builder import Body, Node, PlanDraft
from .base import Pattern


def apply(draft: PlanDraft) -> None:
    """Give each grid its rows and columns, and name it as an overlay."""
    for entity in draft.names.entities.values():
        spots, body = draft.placement.spots(entity.name), draft.body(entity.name)
        for grid in grids_in(entity.own_fields):
            node = _node(body, grid.steps)
            if node is None:
                continue
            _shape(node, grid.field)
            if spots:
                overlay = Overlay(
                    kind="PREALLOC",
                    collection=spots[0].collection,
                    path=spots[0].down(grid.path).path,
                    fields=(grid.path,),
                    entity=entity.name,
                    details=dict(zip(("rows", "columns"), given(grid.field.grid, []), strict=True)),
                )
                draft.entity_overlays.append(overlay)


def _node(body: Body | None, steps: tuple[str, ...]) -> Node | None:
    """What stands at the end of these names, None where something else took a place on the way."""
    node = body.nodes.get(steps[0]) if body is not None else None
    return node if node is None or len(steps) == 1 else _node(node.body, steps[1:])


def _shape(node: Node, field: Field) -> None:
    rows, columns = given(field.grid, [1, 1])
    cell = cell_of(field)
    inner = Element(types=(cell.type,) if cell else ("int",), source=cell)
    node.body, node.more = None, {"types": ("array",), "items": inner, "exactly": columns}
    node.values |= {"min_items": rows, "max_items": rows}
    node.values["note"] = (
        f"{rows} rows of {columns}, created with the document; booking a cell is one atomic update"
    )


PATTERN = Pattern(
    slug="preallocation",
    kinds=("PREALLOC",),
    title="Preallocated grid",
    help=(
        "A fixed grid, such as theatre seats, is created up front. Booking cells is one update that "
        "succeeds only if they're free."
    ),
    why="one update takes a cell of an existing grid, and fails if someone else took it first",
    apply=apply,
    caveats=(
        "only for a fixed shape: reserving space for growth isn't needed",
        "every change of a cell reads and rewrites the whole grid",
    ),
    sources=("BWP", "LB"),
)
