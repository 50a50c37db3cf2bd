"""Reads whose order stands behind a reference: the server joins first, then sorts."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..conceptual import Operation, Sort, given
from ..homes import Spot
from ..routes import Route
from ..traffic import included
from .conditions import Conditions, Elsewhere
from .hops import Join
from .joins import joins_of
from .making import Recipe, World

Json = dict[str, Any]


def sorted_behind(world: World, operation: Operation, spot: Spot, recipe: Recipe) -> Recipe | None:
    """The read with what it sorts by joined, which goes again where nobody asked for it; None where that takes
    more than one reference, or more than a join."""
    ways = {one.field: _way(world, operation, one) for one in given(operation.sort, [])}
    links = [way.steps[0].relationship for way in ways.values() if way is not None]
    near = any(one.how == "near" for one in given(operation.filter, []))
    whole = not spot.path and world.collections[spot.collection].kind != "bucket"
    if operation.kind != "read" or not links or near or not whole:
        return None
    asked = {included(one, world.names)[0] for one in given(operation.includes, [])}
    extra = [one.name for one in dict.fromkeys(links) if one is not None and one not in asked]
    more = replace(operation, includes=[*given(operation.includes, []), *extra], sort=[])
    joins = joins_of(world, more, spot)
    conditions = Conditions(world, replace(operation, sort=[]), spot)
    try:
        keys = _keys(world, operation, conditions, ways, joins)
        return _pipeline(operation, recipe, conditions, joins, keys, extra) if keys else None
    except Elsewhere:
        return None


def _keys(
    world: World,
    operation: Operation,
    conditions: Conditions,
    ways: dict[str, Route | None],
    joins: list[Join],
) -> Json:
    """What to sort by once all is joined; nothing where a part of it is not there."""
    keys: Json = {}
    for one in given(operation.sort, []):
        way = ways[one.field]
        path = conditions.place(one.field).path if way is None else _path(world, way, joins)
        if not path or (way is None and conditions.attribute(one.field) is not None):
            return {}
        keys[path] = given(one.direction, 1)
    return keys


def _way(world: World, operation: Operation, sort: Sort) -> Route | None:
    """The route of a sort that goes through one end and no other, to another entity; None for any other."""
    route = world.paths.resolve(operation.entity, sort.field, given(operation.includes, []))
    ends = (
        [place for place, step in enumerate(route.steps) if step.kind == "end"] if route is not None else []
    )
    apart = route is not None and route.steps[0].target != operation.entity
    return route if ends == [0] and apart else None


def _path(world: World, way: Route, joins: list[Join]) -> str:
    """Where the joined documents hold what a way leads to, "" where no join brings them."""
    first, *rest = way.steps
    inner = ".".join(step.name for step in rest)
    for join in joins:
        there = world.placement.of_path(join.far.entity, inner)
        found = [spot.path for spot in there if spot.collection == join.far.collection]
        same = (join.step.relationship, join.step.side) == (first.relationship, first.side)
        if same and join.behind is None and found:
            return f"{join.name}.{found[0]}"
    return ""


def _pipeline(
    operation: Operation,
    recipe: Recipe,
    conditions: Conditions,
    joins: list[Join],
    keys: Json,
    extra: list[str],
) -> Recipe:
    """extra: the relationships that are joined for the order alone."""
    filter, fields, limit = conditions.filter(recipe), conditions.projection(), given(operation.limit, None)
    stages: list[Json] = [{"$match": filter}] if filter else []
    stages += [stage for join in joins for stage in join.stages]
    stages += [{"$sort": keys}, *([{"$limit": limit}] if limit else [])]
    gone = [
        join for join in joins if join.step.relationship is not None and join.step.relationship.name in extra
    ]
    shown = [name for join in joins if join not in gone for name in (join.links, join.name) if name]
    if fields:
        stages.append({"$project": fields | dict.fromkeys(shown, 1)})
    elif gone:
        stages.append({"$unset": [name for join in gone for name in (join.links, join.name) if name]})
    place = conditions.spot.collection
    return recipe.add("aggregate", place, pipeline=stages, options=conditions.collation())
