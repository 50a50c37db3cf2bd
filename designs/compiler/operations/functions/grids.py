"""PREALLOC: taking and giving back the cells of a grid, and what is free in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import given
from ...rules.copies import field_at
from ...workload.grids import Grid, cell_states, grids_in
from ..context import OperationContext, ScriptFunction
from ..document_places import Address
from ..ir.changes import Update
from ..ir.conditions import filter_of, where
from ..ir.expressions import (
    REDUCED,
    THIS,
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    add,
    concat_arrays,
    cond,
    element_at,
    eq,
    filter_array,
    if_null,
    in_,
    map_array,
    ne,
    range_of,
    reduce_array,
    size_of,
    subtract,
)
from ..ir.stages import MatchStage, ProjectStage


def grids(world: OperationContext) -> Iterator[ScriptFunction]:
    """The recipes of each grid that stands in documents of its own."""
    for overlay in world.compilation.plan.entity_overlays:
        entity = world.names.entities.get(overlay.entity or "")
        if overlay.kind != "PREALLOC" or entity is None or not Address(world, entity.name).is_root:
            continue
        overlaid = next(grid for grid in grids_in(entity.own_fields) if grid.path == overlay.fields[0])
        if overlaid.listed:
            continue  # in which of several?
        cells = _Cells(world, entity.name, overlaid)
        yield cells.change("take", cells.free, cells.taken)
        yield cells.change("give_back", cells.taken, cells.free)
        yield cells.count()


class _Cells:
    """Those of one grid. free, taken: their values. counter: the number beside it that tells the free ones."""

    def __init__(self, world: OperationContext, entity: str, grid: Grid) -> None:
        self.world, self.entity, self.name = world, entity, grid.path
        self.word = "_".join(grid.steps)
        self.at = Address(world, entity)
        self.rows, self.columns = given(grid.field.grid, [1, 1])
        self.free, self.taken = cell_states(grid.field)
        wanted = (f"{self.name}_available", f"{self.name}_free")
        fields = {name: field_at(world.names.entities[entity], name) for name in wanted}
        numbers = [
            name for name, field in fields.items() if field is not None and field.type in ("int", "long")
        ]
        self.counter = numbers[0] if numbers else ""

    def change(self, verb: str, before: Any, after: Any) -> ScriptFunction:
        """Cells of one row, all or none: another who was quicker leaves nothing to match."""
        word = self.world.word(self.entity)
        was = "free" if before == self.free else "taken"
        note = (
            f"Updates cells in one row of {self.name}, only if all of them are {was}. Positions start at 0."
        )
        recipe = ScriptFunction(
            f"entity:{self.entity}", f"{self.entity}.{verb}.{self.word}", "change", note=note
        )
        recipe.among = self.world.among(self.entity)
        which, row = self.at.id(recipe, word), LiteralValue(recipe.param("row", value=0, below=self.rows))
        some = list(range(min(2, self.columns)))
        cells = LiteralValue(recipe.param("columns", value=some, below=self.columns))
        other = ne(_cell(self.name, row, Variable("one")), LiteralValue(before))
        wrong = filter_array(cells, "one", other)
        update = {self.name: self._with(row, cells, after)}
        if self.counter:
            gone = size_of(cells)
            counter = FieldPath(self.counter)
            update[self.counter] = subtract(counter, gone) if before == self.free else add(counter, gone)
        filter = filter_of({"_id": which}).merged(where(eq(size_of(wrong), 0)))
        return recipe.add(
            "updateOne", self.at.collection, filter=filter,
            update=Update.computing(update), step=recipe.step("changed"), must_match=f"not all of these cells are {was}",
        )  # fmt: skip

    def _with(self, row: Any, cells: Any, value: Any) -> OperatorCall:
        new = cond(
            in_(Variable("column"), cells), LiteralValue(value), _cell(self.name, row, Variable("column"))
        )
        line = map_array(range_of(0, self.columns), "column", new)
        same = element_at(FieldPath(self.name), Variable("line"))
        chosen = cond(eq(Variable("line"), row), line, same)
        return map_array(range_of(0, self.rows), "line", chosen)

    def count(self) -> ScriptFunction:
        """How many cells are free."""
        note = f"Counts the free cells of {self.name} (out of {self.rows * self.columns:,}) on the server."
        recipe = ScriptFunction(f"entity:{self.entity}", f"{self.entity}.free.{self.word}", "read", note=note)
        recipe.among = self.world.among(self.entity)
        which = self.at.id(recipe, self.world.word(self.entity))
        joined = concat_arrays(REDUCED, THIS)
        rows = FieldPath(self.name)
        is_there = self.world.always(self.at.collection, self.name)
        cells = reduce_array(rows if is_there else if_null(rows, []), [], joined)
        free = filter_array(cells, "one", eq(Variable("one"), LiteralValue(self.free)))
        name = self.world.free(self.at.collection, "free")
        return recipe.add(
            "aggregate",
            self.at.collection,
            pipeline=[MatchStage(filter_of({"_id": which})), ProjectStage({name: size_of(free)})],
        )


def _cell(grid: str, row: Any, column: Any) -> OperatorCall:
    return element_at(element_at(FieldPath(grid), row), column)
