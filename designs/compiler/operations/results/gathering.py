"""Formulas over documents of another collection: the look-ups that gather what they follow from, one
document back for each, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from ...model.formulas import Call
from ...placement.doc_path import DocPath
from ..context import OperationContext, loaded
from ..ir.expressions import (
    FieldPath,
    OperatorCall,
    add,
    aggregate_of,
    cond,
    divide,
    first_of,
    gt,
    if_null,
    max_of,
    min_of,
    sum_of,
)
from ..ir.stages import GroupStage, LookupStage, Stage
from ..passes.placement_variants import at_every
from ..read.hops import Join
from ..upkeep.archives import archives
from .expressions import Translator, Unsaid, one_if_there
from .gathered_rows import Rows, first_step

_GATHERED = ("sum", "avg", "min", "max", "count")
_JOINED = {
    "sum": add,
    "count": add,
    "min": min_of,
    "max": max_of,
}


def _each_once(parts: Iterable[OperatorCall]) -> list[OperatorCall]:
    rows: list[OperatorCall] = []
    for part in parts:
        rows += [part] if part not in rows else []
    return rows


class Gathered(msgspec.Struct):
    """One $lookup: the join, the stages before its $group, what the group works out. source: the collection that it
    asks, the join's own or the archive of it."""

    name: str
    join: Join
    source: str
    stages: list[Stage]
    values: dict[str, OperatorCall]
    within: tuple[str, ...] = ()
    read: list[DocPath] = []

    @property
    def stage(self) -> LookupStage:
        """The $lookup: one document comes back, however many the children are."""
        stages = (*self.stages, GroupStage({"_id": None, **self.values}))
        variables = {"own": FieldPath(self.join.local)} if self.within else None
        return LookupStage(self.source, self.join.local, self.join.foreign, self.name, stages, variables)


class Reaching(Translator):
    """Formulas of documents that look at those of another collection too. lookups: what they
    need before they can be worked out; own: the paths that they read in the document itself."""

    def __init__(self, world: OperationContext, entity: str, spot: DocPath) -> None:
        super().__init__(world, entity, spot)
        self.lookups: list[Gathered] = []
        self.own: list[str] = []

    def place(self, path: str) -> DocPath:
        """Where a path of the entity stands in the same document. Raises Unsaid."""
        outer = super().place(path)
        self.own += [outer.path] if outer.path not in self.own else []
        return outer

    def _call(self, expression: Call, row: str) -> Any:
        before = len(self.own)
        try:
            return super()._call(expression, row)
        except Unsaid:
            del self.own[before:]
            if row or expression.name not in _GATHERED or len(expression.arguments) != 1:
                raise
        return self._gathered(expression)

    def _gathered(self, expression: Call) -> OperatorCall:
        step = first_step(self.world, self.entity, expression.arguments[0])
        if step.relationship is not None and self.world.placement.traits(step.relationship).overflows:
            return self._of_parts(expression, self._in_both)
        own = step.target == self.entity
        worlds = [self.world] if own else [context for _, context in at_every(self.world, step.target)]
        if len(worlds) < 2 and not self._is_archived(worlds[0], expression):
            return self._joined(worlds, expression)
        return self._of_parts(expression, lambda context: self._joined(worlds, context))

    def _of_parts(self, expression: Call, gathered: Callable[[Call], OperatorCall]) -> OperatorCall:
        """What is gathered in several places. An average of averages is none: the sum of all is divided by how
        many have a value."""
        if expression.name != "avg":
            return gathered(expression)
        total, often = (gathered(Call(name, expression.arguments)) for name in ("sum", "count"))
        return cond(gt(often, 0), divide(total, often), None)

    def _in_both(self, expression: Call) -> OperatorCall:
        """What is gathered of the elements of an array and of those that did not fit into it."""
        held = loaded("results.overflow_rows.Inside")(self.world, self.entity, self.spot)
        first = held.aggregate(expression)
        rows = loaded("results.overflow_rows.Beyond")(
            self.world, self.entity, self.spot, expression.arguments[0]
        )
        return _JOINED[expression.name](first, self._of_rows(expression, rows, held.read))

    def _joined(self, worlds: list[OperationContext], expression: Call) -> OperatorCall:
        """What is gathered in all places. Links are counted once, whatever they lead to."""
        parts = _each_once(part for context in worlds for part in self._parts(context, expression))
        return parts[0] if len(parts) == 1 else _JOINED[expression.name](*parts)

    def _is_archived(self, world: OperationContext, expression: Call) -> bool:
        """Whether some of what is gathered may have been moved to an archive."""
        moved = archives(world)
        return bool(moved) and self._rows(world, expression).join.source in moved

    def _rows(self, world: OperationContext, expression: Call) -> Rows:
        return Rows(world, self.entity, self.spot, expression.arguments[0])

    def _parts(self, world: OperationContext, expression: Call) -> Iterator[OperatorCall]:
        """What is gathered of those that stand in one place, and of those of them that were moved to its archive."""
        rows = self._rows(world, expression)
        yield self._of_rows(expression, rows)
        archive = archives(world).get(rows.join.source)
        if archive is not None:
            yield self._of_rows(expression, self._rows(world, expression), archive=archive)

    def _of_rows(
        self, expression: Call, rows: Rows, read: Iterable[DocPath] = (), archive: str = ""
    ) -> OperatorCall:
        """What is gathered of the rows. read: what is read besides them; archive: where they were moved to."""
        value = rows.row(expression.arguments[0])
        total = aggregate_of(expression.name, value)
        if expression.name == "count":
            total = sum_of(1 if rows.plain else one_if_there(value))
        lookup = self._lookup(rows, archive or rows.join.source)
        reads = [_moved(spot, rows.join.source, lookup.source) for spot in (*rows.read, *read)]
        lookup.read += [path for path in reads if path not in lookup.read]
        names = (name for name, known_value in lookup.values.items() if known_value == total)
        name = next(names, f"value{len(lookup.values) + 1}")
        lookup.values[name] = total
        empty = 0 if expression.name in ("sum", "count") else None
        return if_null(first_of(FieldPath(f"{lookup.name}.{name}")), empty)

    def _lookup(self, rows: Rows, source: str) -> Gathered:
        """The $lookup of the same documents, made when it is first asked for."""
        key = (source, rows.join.local, rows.join.foreign, rows.stages)
        for lookup in self.lookups:
            if (lookup.source, lookup.join.local, lookup.join.foreign, lookup.stages) == key:
                return lookup
        wish = f"gathered{len(self.lookups) + 1}"
        gathered = Gathered(
            self.world.free(self.spot.collection, wish), rows.join, source, rows.stages, {}, rows.within
        )
        self.lookups.append(gathered)
        return gathered


def _moved(spot: DocPath, source: str, place: str) -> DocPath:
    """Return where a value is read: that of documents of the source in the place where these are asked for."""
    return DocPath(place, spot.path, spot.arrays) if spot.collection == source else spot
