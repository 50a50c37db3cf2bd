"""PREALLOC: taking and giving back the cells of a grid, and what is free in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..conceptual import Field, given
from ..grids import cell_states
from .making import Recipe, World
from .places import Address

Json = dict[str, Any]


def grids(world: World) -> Iterator[Recipe]:
    """The recipes of each grid that stands in documents of its own."""
    for overlay in world.compilation.plan.entity_overlays:
        entity = world.names.entities.get(overlay.entity or "")
        if overlay.kind != "PREALLOC" or entity is None or not Address(world, entity.name).is_root:
            continue
        field = next(one for one in entity.own_fields if one.name == overlay.fields[0])
        grid = _Grid(world, entity.name, field)
        yield grid.change("take", grid.free, grid.taken)
        yield grid.change("give_back", grid.taken, grid.free)
        yield grid.count()


class _Grid:
    """One grid. free, taken: the values of its cells."""

    def __init__(self, world: World, entity: str, field: Field) -> None:
        self.world, self.entity, self.name = world, entity, field.name
        self.at = Address(world, entity)
        self.rows, self.columns = given(field.grid, [1, 1])
        self.free, self.taken = cell_states(field)
        names = {one.name for one in world.names.entities[entity].own_fields if one.type in ("int", "long")}
        self.counter = next(
            (name for name in (f"{field.name}_available", f"{field.name}_free") if name in names), ""
        )

    def change(self, verb: str, before: Any, after: Any) -> Recipe:
        """Cells of one row, all or none: another who was quicker leaves nothing to match."""
        word = self.world.word(self.entity)
        was = "free" if before == self.free else "taken"
        note = f"Some cells of one row of {self.name}, all of them or none: nothing matches unless every one is {was}."
        recipe = Recipe(f"entity:{self.entity}", f"{self.entity}.{verb}.{self.name}", "change", note=note)
        which, row = self.at.id(recipe, word), {"$literal": recipe.param("row", value=0)}
        cells = {"$literal": recipe.param("columns", value=list(range(min(2, self.columns))))}
        other = {"$ne": [_cell(self.name, row, "$$one"), {"$literal": before}]}
        wrong = {"$filter": {"input": cells, "as": "one", "cond": other}}
        update: Json = {self.name: self._with(row, cells, after)}
        if self.counter:
            gone = {"$size": cells}
            update[self.counter] = {
                "$subtract" if before == self.free else "$add": [f"${self.counter}", gone]
            }
        return recipe.add(
            "updateOne", self.at.collection, filter={"_id": which, "$expr": {"$eq": [{"$size": wrong}, 0]}},
            update=[{"$set": update}], step=recipe.step("changed"), must_match=f"not all of these cells are {was}",
        )  # fmt: skip

    def _with(self, row: Any, cells: Any, value: Any) -> Json:
        new = {
            "$cond": [{"$in": ["$$column", cells]}, {"$literal": value}, _cell(self.name, row, "$$column")]
        }
        line = {"$map": {"input": {"$range": [0, self.columns]}, "as": "column", "in": new}}
        same = {"$arrayElemAt": [f"${self.name}", "$$line"]}
        chosen = {"$cond": [{"$eq": ["$$line", row]}, line, same]}
        return {"$map": {"input": {"$range": [0, self.rows]}, "as": "line", "in": chosen}}

    def count(self) -> Recipe:
        """How many cells are free."""
        note = f"How many of the {self.rows * self.columns:,} cells of {self.name} are free, worked out by the server."
        recipe = Recipe(f"entity:{self.entity}", f"{self.entity}.free.{self.name}", "read", note=note)
        which = self.at.id(recipe, self.world.word(self.entity))
        joined = {"$concatArrays": ["$$value", "$$this"]}
        cells = {"$reduce": {"input": f"${self.name}", "initialValue": [], "in": joined}}
        free = {"$filter": {"input": cells, "as": "one", "cond": {"$eq": ["$$one", {"$literal": self.free}]}}}
        name = self.world.free(self.at.collection, "free")
        return recipe.add(
            "aggregate",
            self.at.collection,
            pipeline=[{"$match": {"_id": which}}, {"$project": {name: {"$size": free}}}],
        )


def _cell(grid: str, row: Any, column: Any) -> Json:
    return {"$arrayElemAt": [{"$arrayElemAt": [f"${grid}", row]}, column]}
