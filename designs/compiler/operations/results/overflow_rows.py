"""Formulas over what stands in an array up to its bound and beyond that in an overflow collection."""

from __future__ import annotations

from typing import Any

from ...model.formulas import Call, Expression
from ...placement.doc_path import ITEM, DocPath
from ..context import OperationContext
from ..ir.expressions import FieldPath
from .expressions import Translator, Unsaid
from .gathered_rows import Rows


class Inside(Translator):
    """The part of an aggregate over the elements of the array. read: what it reads in the document."""

    def __init__(self, world: OperationContext, entity: str, spot: DocPath) -> None:
        super().__init__(world, entity, spot)
        self.read: list[DocPath] = []

    def aggregate(self, expression: Call) -> Any:
        """The aggregate as an expression over the document. Raises Unsaid."""
        return self._call(expression, "")

    def place(self, path: str) -> DocPath:
        """Where a path stands in the array. Raises Unsaid."""
        outer = super().place(path)
        self.read += [outer] if outer not in self.read else []
        return outer

    def _partly(self, path: str) -> bool:
        return False


class Beyond(Rows):
    """The rows of the overflow collection, each with one element."""

    def __init__(self, world: OperationContext, entity: str, spot: DocPath, expression: Expression) -> None:
        super().__init__(world, entity, spot, expression)
        relationship = self.step.relationship
        content = world.placement.content(relationship) if relationship is not None else None
        if content is None or spot.path:
            raise Unsaid  # documents of the overflow say in which document their element would stand
        self.array = content.path

    def _path(self, path: str, row: str) -> FieldPath:
        route = self.world.paths.resolve(self.entity, path)
        if route is None or len(route.steps) == 1:
            self.plain = True
            return FieldPath(ITEM)
        for spot in self.world.placement.of_route(route, self.entity):
            if spot.path.startswith(f"{self.array}."):
                return self._value_at(self._moved(spot), "")
        raise Unsaid

    def _moved(self, spot: DocPath) -> DocPath:
        """The place in a document of the overflow that is one of an element of the array."""
        start = len(self.array)
        arrays = tuple(
            f"{ITEM}{array[start:]}" for array in spot.arrays if array.startswith(f"{self.array}.")
        )
        return DocPath(self.join.source, f"{ITEM}{spot.path[start:]}", arrays)
