"""What stands below an aggregate of a formula, over documents of another collection."""

from __future__ import annotations

from typing import Any

from ...model.formulas import Call, Expression, paths_of
from ...names.path_steps import Step
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ..context import OperationContext
from ..ir.conditions import where
from ..ir.expressions import FieldPath, Variable, eq
from ..ir.stages import LookupStage, MatchStage, Stage, UnwindStage
from ..read.hops import Join
from ..upkeep.archives import in_archive_too
from .expressions import Translator, Unsaid


def first_step(world: OperationContext, entity: str, expression: Expression) -> Step:
    """The step over the relationship that all paths of a formula begin with. Raises Unsaid."""
    routes = [world.paths.resolve(entity, path) for path in paths_of(expression)]
    steps = [route.steps[0] for route in routes if route is not None and route.steps]
    if not steps or len(steps) != len(routes) or len({(step.name, step.side) for step in steps}) != 1:
        raise Unsaid
    if steps[0].kind != "end" or not steps[0].array or steps[0].relationship is None:
        raise Unsaid
    return steps[0]


class Rows(Translator):
    """The formula below an aggregate, over one document of the other collection. arrays: those
    that are unwound on the way to its values; plain: whether the documents themselves are meant."""

    def __init__(self, world: OperationContext, entity: str, spot: DocPath, expression: Expression) -> None:
        super().__init__(world, entity, spot)
        self.step = first_step(world, entity, expression)
        try:
            self.join = Join(world, self.step, spot.collection)
        except LookupError as error:
            raise Unsaid from error
        if self.join.kinds:
            raise Unsaid  # no stage groups what several look-ups found
        self.onward, self.plain = False, False
        self.within = self._around_reference()
        self.arrays = self.within
        self.read: list[DocPath] = []

    def _around_reference(self) -> tuple[str, ...]:
        """The arrays of the other documents whose elements refer to this one: not all of a document's are
        meant, only those of them that do."""
        join, placement = self.join, self.world.placement
        relationship, side = self.step.relationship, opposite(self.step.side)
        spots = placement.references(relationship, side) if relationship is not None else []
        arrays_of_spots = [
            spot.arrays for spot in spots if (spot.collection, spot.path) == (join.source, join.foreign)
        ]
        arrays = join.far.arrays if join.foreign == join.far.key else next(iter(arrays_of_spots), ())
        arrays_around = tuple(array for array in arrays if join.foreign.startswith(array + "."))
        if arrays_around and join.local_arrays:
            raise Unsaid
        return arrays_around

    def _path(self, path: str, row: str) -> FieldPath:
        route = self.world.paths.resolve(self.entity, path)
        if route is None or len(route.steps) == 1:
            self.plain = True
            return self._document()
        spots = self.world.placement.of_route(route, self.entity)
        for spot in spots:
            if spot.collection == self.join.source:
                return self._value_at(spot, "")
        for spot in spots if self.join.through else ():
            if spot.collection == self.join.far.collection:
                self.onward = True
                return self._value_at(spot, f"{self.join.name}.")
        raise Unsaid

    def _document(self) -> FieldPath:
        """The id of the other document itself: of a link document the id in it."""
        if self.join.through:
            return FieldPath(self.join.through)
        return self._value_at(DocPath(self.join.source, self.join.far.key, self.join.far.arrays), "")

    def _value_at(self, spot: DocPath, before: str) -> FieldPath:
        arrays = tuple(before + array for array in spot.arrays)
        if self.join.foreign in arrays:
            raise Unsaid  # the ids themselves
        self.read.append(spot)
        longer, shorter = sorted((arrays, self.arrays), key=len, reverse=True)
        if longer[: len(shorter)] != shorter:
            raise Unsaid
        self.arrays = longer
        return FieldPath(f"{before}{spot.path}")

    def _call(self, expression: Call, row: str) -> Any:
        if expression.name != "round":
            raise Unsaid
        return super()._call(expression, row)

    @property
    def stages(self) -> list[Stage]:
        """What comes before the $group: the documents behind links, arrays unwound."""
        stages: list[Stage] = []
        if self.onward:
            far = self.join.far
            lookup = LookupStage(far.collection, self.join.through, far.key, self.join.name)
            stages += [*in_archive_too(self.world, far.collection, [lookup]), UnwindStage(self.join.name)]
        deep = len(self.within)
        stages += [UnwindStage(array) for array in self.arrays[:deep]]
        stages += [MatchStage(where(eq(FieldPath(self.join.foreign), Variable("own"))))] if deep else []
        return stages + [UnwindStage(array) for array in self.arrays[deep:]]
