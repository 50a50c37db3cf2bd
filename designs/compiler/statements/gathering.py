"""Formulas over documents of another collection: the look-ups that gather what they follow from, one
document back for each, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ..decisions import opposite
from ..formulas import Call, Expression, paths_of
from ..homes import Spot
from ..paths import Step
from .each_place import at_every
from .expressions import Translator, Unsaid, one_if_there
from .hops import Join
from .making import World

Json = dict[str, Any]
_GATHERED = ("sum", "avg", "min", "max", "count")
_JOINED = {"sum": "$add", "count": "$add", "min": "$min", "max": "$max"}


def first_step(world: World, entity: str, expression: Expression) -> Step:
    """The step over the relationship that all paths of a formula begin with. Raises Unsaid."""
    routes = [world.paths.resolve(entity, path) for path in paths_of(expression)]
    steps = [route.steps[0] for route in routes if route is not None and route.steps]
    if not steps or len(steps) != len(routes) or len({(one.name, one.side) for one in steps}) != 1:
        raise Unsaid
    if steps[0].kind != "end" or not steps[0].array or steps[0].relationship is None:
        raise Unsaid
    if world.placement.strategy(steps[0].relationship) == "OUTLIER":
        raise Unsaid  # some are in the document, the rest are not
    return steps[0]


def _each_once(parts: Iterable[Json]) -> list[Json]:
    found: list[Json] = []
    for part in parts:
        found += [part] if part not in found else []
    return found


class Rows(Translator):
    """The formula below an aggregate, over one document of the other collection. arrays: those
    that are unwound on the way to its values; plain: whether the documents themselves are meant."""

    def __init__(self, world: World, entity: str, spot: Spot, expression: Expression) -> None:
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
        self.read: list[Spot] = []

    def _around_reference(self) -> tuple[str, ...]:
        """The arrays of the other documents whose elements refer to this one: not all of a document's are
        meant, only those of them that do."""
        join, placement = self.join, self.world.placement
        relationship, side = self.step.relationship, opposite(self.step.side)
        spots = placement.references(relationship, side) if relationship is not None else []
        told = [one.arrays for one in spots if (one.collection, one.path) == (join.source, join.foreign)]
        arrays = join.far.arrays if join.foreign == join.far.key else next(iter(told), ())
        found = tuple(one for one in arrays if join.foreign.startswith(one + "."))
        if found and join.local_arrays:
            raise Unsaid
        return found

    def _path(self, path: str, row: str) -> str:
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

    def _document(self) -> str:
        """The id of the other document itself: of a link document the id in it."""
        if self.join.through:
            return f"${self.join.through}"
        return self._value_at(Spot(self.join.source, self.join.far.key, self.join.far.arrays), "")

    def _value_at(self, spot: Spot, before: str) -> str:
        arrays = tuple(before + one for one in spot.arrays)
        if self.join.foreign in arrays:
            raise Unsaid  # the ids themselves
        self.read.append(spot)
        longer, shorter = sorted((arrays, self.arrays), key=len, reverse=True)
        if longer[: len(shorter)] != shorter:
            raise Unsaid
        self.arrays = longer
        return f"${before}{spot.path}"

    def _call(self, expression: Call, row: str) -> Any:
        if expression.name != "round":
            raise Unsaid
        return super()._call(expression, row)

    @property
    def stages(self) -> list[Json]:
        """What comes before the $group: the documents behind links, arrays unwound."""
        found: list[Json] = []
        if self.onward:
            far = self.join.far
            lookup = {"from": far.collection, "localField": self.join.through, "foreignField": far.key}
            found += [{"$lookup": {**lookup, "as": self.join.name}}, {"$unwind": f"${self.join.name}"}]
        deep = len(self.within)
        found += [{"$unwind": f"${array}"} for array in self.arrays[:deep]]
        found += [{"$match": {"$expr": {"$eq": [f"${self.join.foreign}", "$$own"]}}}] if deep else []
        return found + [{"$unwind": f"${array}"} for array in self.arrays[deep:]]


class Gathered(msgspec.Struct):
    """One $lookup: the join, the stages before its $group, what the group works out."""

    name: str
    join: Join
    stages: list[Json]
    values: dict[str, Json]
    within: tuple[str, ...] = ()
    read: list[Spot] = []

    @property
    def stage(self) -> Json:
        """The $lookup: one document comes back, however many the children are."""
        lookup = {
            "from": self.join.source,
            "localField": self.join.local,
            "foreignField": self.join.foreign,
            **({"let": {"own": f"${self.join.local}"}} if self.within else {}),
            "pipeline": [*self.stages, {"$group": {"_id": None, **self.values}}],
            "as": self.name,
        }
        return {"$lookup": lookup}


class Reaching(Translator):
    """Formulas of documents that look at those of another collection too. lookups: what they
    need before they can be worked out."""

    def __init__(self, world: World, entity: str, spot: Spot) -> None:
        super().__init__(world, entity, spot)
        self.lookups: list[Gathered] = []

    def _call(self, expression: Call, row: str) -> Any:
        try:
            return super()._call(expression, row)
        except Unsaid:
            if row or expression.name not in _GATHERED or len(expression.arguments) != 1:
                raise
        return self._gathered(expression)

    def _gathered(self, expression: Call) -> Json:
        target = first_step(self.world, self.entity, expression.arguments[0]).target
        own = target == self.entity
        worlds = [self.world] if own else [one for _, one in at_every(self.world, target)]
        if len(worlds) < 2 or expression.name != "avg":
            return self._joined(worlds, expression)
        # An average of averages is none: the sum of all is divided by how many have a value.
        total, often = (self._joined(worlds, Call(name, expression.arguments)) for name in ("sum", "count"))
        return {"$cond": [{"$gt": [often, 0]}, {"$divide": [total, often]}, None]}

    def _joined(self, worlds: list[World], expression: Call) -> Json:
        """What is gathered in all places. Links are counted once, whatever they lead to."""
        parts = _each_once(self._part(one, expression) for one in worlds)
        return parts[0] if len(parts) == 1 else {_JOINED[expression.name]: parts}

    def _part(self, world: World, expression: Call) -> Json:
        """What is gathered of those that stand in one place."""
        inner = expression.arguments[0]
        rows = Rows(world, self.entity, self.spot, inner)
        value = rows.row(inner)
        made: Json = {f"${expression.name}": value}
        if expression.name == "count":
            made = {"$sum": 1 if rows.plain else one_if_there(value)}
        lookup = self._lookup(rows)
        lookup.read += [one for one in rows.read if one not in lookup.read]
        known = (name for name, one in lookup.values.items() if one == made)
        name = next(known, f"value{len(lookup.values) + 1}")
        lookup.values[name] = made
        empty = 0 if expression.name in ("sum", "count") else None
        return {"$ifNull": [{"$first": f"${lookup.name}.{name}"}, empty]}

    def _lookup(self, rows: Rows) -> Gathered:
        """The $lookup of the same documents, made when it is first asked for."""
        key = (rows.join.source, rows.join.local, rows.join.foreign, rows.stages)
        for one in self.lookups:
            if (one.join.source, one.join.local, one.join.foreign, one.stages) == key:
                return one
        wish = f"gathered{len(self.lookups) + 1}"
        made = Gathered(self.world.free(self.spot.collection, wish), rows.join, rows.stages, {}, rows.within)
        self.lookups.append(made)
        return made
