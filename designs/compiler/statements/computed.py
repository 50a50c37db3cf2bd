"""COMPUTED and APPROXIMATION: stored results, kept on each write, from time to time, or roughly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..conceptual import Computed, Entity, Field, given, stated
from ..formulas import Call, Expression, Number, PathRef, parse, paths_of
from .each_place import at_each, called_at
from .expressions import Translator, Unsaid
from .making import SYNC, Link, Recipe, World, outcome
from .places import Address

Json = dict[str, Any]
STEP, SHARE = 100, 0.01  # of an approximation: one hit in a hundred writes a hundred


class Figure(msgspec.Struct, frozen=True):
    """One stored aggregate of another collection's documents. path: where it stands; kind: count,
    sum or avg; value: the path of the summed field in those documents; digits: of rounding; sure: whether
    each of those documents has the value."""

    path: str
    kind: str
    value: str = ""
    digits: int | None = None
    sure: bool = True


class Figures:
    """The counts, sums and averages of a parent that each write of a child moves."""

    def __init__(self, figures: list[Figure], counter: str) -> None:
        self.figures, self.counter = figures, counter

    def __bool__(self) -> bool:
        return bool(self.figures)

    def stages(self, step: str, sign: int) -> list[Json]:
        """The pipeline stages that add (1) or take off (-1) the child that a step holds."""
        moved: Json = {}
        unsure = {one.value for one in self.figures if not one.sure}
        for path, value in self._moved():
            one: Any = {"$literal": outcome(step, value)} if value else 1
            one = {"$ifNull": [one, 0]} if value in unsure else one
            moved[path] = {"$add" if sign > 0 else "$subtract": [{"$ifNull": [f"${path}", 0]}, one]}
        averages = {one.path: self._average(one) for one in self.figures if one.kind == "avg"}
        return [{"$set": moved}, *([{"$set": averages}] if averages else [])]

    def _moved(self) -> list[tuple[str, str]]:
        found = {one.path: one.value for one in self.figures if one.kind in ("sum", "count")}
        for one in self.figures:
            if one.kind == "avg":
                found.setdefault(_sum_of(one), one.value)
                found.setdefault(self.counter, "")
        return list(found.items())

    def _average(self, one: Figure) -> Json:
        divided: Json = {"$divide": [f"${_sum_of(one)}", f"${self.counter}"]}
        value = divided if one.digits is None else {"$round": [divided, one.digits]}
        return {"$cond": [{"$gt": [f"${self.counter}", 0]}, value, None]}


def _sum_of(figure: Figure) -> str:
    return f"{figure.value.rpartition('.')[2]}_sum"


def figures_of(link: Link) -> Figures:
    """The parent's figures over the children of a relationship."""
    parent = link.world.names.entities[link.parent]
    found = [
        figure
        for path, field, computed in computed_fields(parent.own_fields)
        if link.placement.upkeep.refresh(link.parent, computed) == "on-write"
        and (figure := _figure(link, path, computed)) is not None
    ]
    counter = next((one.path for one in found if one.kind == "count"), link.names.counter(link.relationship))
    return Figures(found, counter)


def helpers_of(link: Link) -> Iterator[tuple[str, Computed]]:
    """The sums and counts that averages of figures are kept with, as formulas."""
    figures, end = figures_of(link), link.names.end(link.relationship, "from")
    parent = link.world.names.entities[link.parent]
    averaged = {one.path for one in figures.figures if one.kind == "avg"}
    for path, _, computed in computed_fields(parent.own_fields):
        expression = parse(computed.formula)
        for source in paths_of(expression) if expression is not None and path in averaged else ():
            yield f"{source.rpartition('.')[2]}_sum", Computed(formula=f"sum({source})")
    if averaged and not any(one.kind == "count" for one in figures.figures):
        yield figures.counter, Computed(formula=f"count({end})")


def computed_fields(fields: list[Field], before: str = "") -> Iterator[tuple[str, Field, Computed]]:
    """Every computed field with its path, those inside objects too."""
    for field in fields:
        path = f"{before}{field.name}"
        if stated(field.computed):
            yield path, field, given(field.computed, Computed(formula=""))
        yield from computed_fields(given(field.fields, []), f"{path}.")


def _figure(link: Link, path: str, computed: Computed) -> Figure | None:
    expression, digits = parse(computed.formula), None
    if isinstance(expression, Call) and expression.name == "round":
        digits = _digits(expression)
        expression = expression.arguments[0]
    if not isinstance(expression, Call) or expression.name not in ("count", "sum", "avg"):
        return None
    inner = expression.arguments[0]
    value = _child_field(link, inner)
    if value is None or (not value and expression.name != "count"):
        return None
    if expression.name == "count":
        return Figure(path, "count", digits=digits)
    sure = link.world.always(Address(link.world, link.child).collection, value)
    if expression.name == "avg" and not sure and link.strategy != "SUBSET":
        return None  # those without the value count for nothing: it is worked out anew
    return Figure(path, expression.name, value, digits, sure)


def _digits(expression: Call) -> int:
    more = expression.arguments[1:]
    return int(more[0].value) if more and isinstance(more[0], Number) else 0


def _child_field(link: Link, expression: Expression) -> str | None:
    """The child's document path that a formula reads through this relationship, "" for the
    child itself, None for anything else."""
    if not isinstance(expression, PathRef):
        return None
    route = link.world.paths.resolve(link.parent, expression.path)
    if (
        route is None
        or not route.steps
        or route.steps[0].relationship is not link.relationship
        or route.steps[0].side != "from"
    ):
        return None
    if len(route.steps) == 1:
        return ""
    child = Address(link.world, link.child)
    spots = [one for one in link.placement.of_route(route, link.parent) if one.collection == child.collection]
    return spots[0].path if spots else None


# --- of the same document ------------------------------------------------------------------------


def refreshers(world: World) -> Iterator[Recipe]:
    """For each place of an entity: what recomputes its fields there, and what counts roughly."""
    for entity in world.names.entities.values():
        for choice, one in at_each(world, entity.name) if has_results(world, entity.name) else []:
            if one.spot(entity.name) is not None:
                yield from _refreshers(one, entity, called_at(choice, entity.name))


def _refreshers(world: World, entity: Entity, name: str) -> Iterator[Recipe]:
    kept, periodic, at = list[Result](), list[Result](), Address(world, entity.name)
    for path, _, computed in computed_fields(entity.own_fields):
        refresh = world.placement.upkeep.refresh(entity.name, computed)
        if refresh == "approximate":
            yield from _approximate(at, path, name)
            continue
        expression = translated(world, entity.name, computed)
        if expression is not None:
            sources = sources_of(world, entity.name, computed, at.collection)
            made = Result(at.path(path), sources, expression)
            (periodic if refresh == "periodic" else kept).append(made)
    yield from _refresh(at, kept, periodic, name)


def translated(world: World, entity: str, computed: Computed) -> Any:
    """The formula over the document that keeps its result, None where it reaches beyond."""
    expression, spot = parse(computed.formula), world.spot(entity)
    if expression is None or spot is None or spot.arrays:
        return None
    try:
        return Translator(world, entity, spot).whole(expression)
    except Unsaid:
        return None


def has_results(world: World, entity: str) -> bool:
    """Whether documents of an entity store results at all: most do not."""
    known: dict[str, bool] = world.known.setdefault("results", {})
    if entity not in known:
        known[entity] = any(computed_fields(world.names.entities[entity].own_fields))
    return known[entity]


class Result(msgspec.Struct, frozen=True):
    """A stored result: its document path, the paths of what it is computed from, its expression."""

    path: str
    sources: tuple[str, ...]
    expression: Any

    def reads(self, paths: Iterable[str]) -> bool:
        """Whether it is computed from what stands at, in or around one of these paths."""
        return any(
            one == other or one.startswith(other + ".") or other.startswith(one + ".")
            for other in paths
            for one in self.sources
        )


def sources_of(world: World, entity: str, computed: Computed, collection: str) -> tuple[str, ...]:
    """Where in documents of a collection stands what a formula reads."""
    expression = parse(computed.formula)
    paths = paths_of(expression) if expression is not None else ()
    spots = (spot for path in paths for spot in world.placement.of_path(entity, path))
    return tuple(spot.path for spot in spots if spot.collection == collection)


def sources_first(results: list[Result]) -> list[Result]:
    """The results in an order in which each comes behind those that it is computed from."""
    waiting, found = list(results), list[Result]()
    while waiting:
        free = (one for one in waiting if not one.reads([each.path for each in waiting if each is not one]))
        found.append(next(free, waiting[0]))
        waiting.remove(found[-1])
    return found


def _refresh(at: Address, kept: list[Result], periodic: list[Result], name: str) -> Iterator[Recipe]:
    subject, word = f"entity:{at.entity}", at.world.word(at.entity)
    if kept:
        note = f"Compute {_listed(kept)} anew after a write of what they follow from: one atomic update of one document."
        recipe = Recipe(subject, f"{name}.compute", "compute", script=SYNC, note=note)
        yield recipe.add(
            "updateOne", at.collection, filter=at.match(at.id(recipe, word)), update=_stages(kept)
        )
    if periodic:
        note = f"Compute {_listed(periodic)} anew in every document: run it as often as the design says."
        recipe = Recipe(subject, f"{name}.recompute", "compute", script=SYNC, note=note)
        yield recipe.add("updateMany", at.collection, filter={}, update=_stages(periodic))


def _stages(results: list[Result]) -> list[Json]:
    """One stage for each field, because a formula may read an earlier result."""
    return [{"$set": {one.path: one.expression}} for one in sources_first(results)]


def _listed(results: list[Result]) -> str:
    return ", ".join(one.path for one in results)


def _approximate(at: Address, path: str, name: str) -> Iterator[Recipe]:
    note = f"Count {path} roughly: one hit in {STEP} writes {STEP}, so the document is written a hundredth as often."
    recipe = Recipe(f"entity:{at.entity}", f"{name}.hit.{path}", "count", note=note)
    which = at.id(recipe, at.world.word(at.entity))
    update = {"$inc": {at.update_path(path): STEP}}
    yield at.write(recipe, which, update, chance=SHARE)
