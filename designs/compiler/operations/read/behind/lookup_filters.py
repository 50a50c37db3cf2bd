"""Reads that filter or sort by what stands behind a reference: the server joins first."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ....model.conceptual import Operation, Relationship, given
from ....model.constants import PAGE
from ....names.path_steps import Route, Step
from ....placement.doc_path import DocPath
from ....workload.traffic import included
from ...context import OperationContext, ScriptFunction
from ...ir.conditions import At, Filter
from ...ir.predicates import Elem
from ...ir.stages import LimitStage, MatchStage, ProjectStage, SortStage, Stage, UnsetStage
from ..conditions import Conditions, Elsewhere
from ..hops import Join, telling_orders
from ..lookups import is_on_the_way, joins_of, shown_there, shown_with


class Behind(NamedTuple):
    """What stands behind a join: the join, and where the value is in the documents that it brings."""

    join: Join
    place: DocPath

    @property
    def path(self) -> str:
        """The value's path once it is joined."""
        return f"{self.join.name}.{self.place.path}"


def joined(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """The read with what it asks about joined, which goes again where it does not include it; None where that
    takes more than one reference, or another statement than a pipeline over whole documents."""
    whole = not spot.path and world.collections[spot.collection].kind != "bucket"
    ways = _ways(world, operation, spot) if operation.kind == "read" and whole else {}
    if not ways or any(match.how == "near" for match in given(operation.filter, [])):
        return None
    asked = {_name(included(include, world.names)[0]) for include in given(operation.includes, [])}
    links = [_name(way.steps[0].relationship) for way in ways.values() if way is not None]
    extra = [name for name in dict.fromkeys(links) if name not in asked]
    more = replace(operation, includes=[*given(operation.includes, []), *extra])
    joins = joins_of(world, more, spot)
    for join in joins:
        join.order = {} if is_on_the_way(world, operation, join) else join.order
    behind = {path: _behind(world, way, joins) for path, way in ways.items() if way is not None}
    lookups = {path: lookup for path, lookup in behind.items() if lookup is not None}
    if len(lookups) < len(ways):
        return None
    try:
        telling_orders(recipe, joins)
        return _pipeline(world, operation, spot, recipe, joins, lookups, extra)
    except Elsewhere:  # of the operation's constant filter
        return None


def _name(relationship: Relationship | None) -> str:
    return "" if relationship is None else relationship.name


def _ways(world: OperationContext, operation: Operation, spot: DocPath) -> dict[str, Route | None]:
    """By path that is matched or sorted by and stands elsewhere, its route through one end, to
    another entity; None for any other route."""
    conditions, ways = Conditions(world, operation, spot), dict[str, Route | None]()
    paths = [match.field for match in given(operation.filter, [])]
    paths += [sort_key.field for sort_key in given(operation.sort, [])]
    for path in dict.fromkeys(paths):
        try:
            conditions.place(path)
        except Elsewhere:
            route = world.paths.resolve(operation.entity, path, conditions.includes)
            ways[path] = route if route is not None and _takes_one_hop(world, operation, route) else None
    return ways


def _takes_one_hop(world: OperationContext, operation: Operation, route: Route) -> bool:
    """Whether what a route leads to stands in the documents behind its first end, of another entity: a field, or the
    reference to whatever lies behind these again."""
    first, *rest = route.steps
    ends = [step for step in rest if step.kind == "end"]
    if first.kind != "end" or not rest or first.target == operation.entity:
        return False
    return not ends or (ends == [rest[-1]] and not _leads_to_some(world, rest[-1]))


def _leads_to_some(world: OperationContext, step: Step) -> bool:
    """Whether documents hold only some of those that a step leads to."""
    relationship = step.relationship
    return relationship is None or (step.side == "from" and world.placement.traits(relationship).is_slice)


def _behind(world: OperationContext, way: Route, joins: list[Join]) -> Behind | None:
    """Where the joined documents hold what a way leads to; None where no join brings all of them."""
    first, *rest = way.steps
    for join in joins:
        there = world.placement.of_path(join.far.entity, ".".join(step.name for step in rest))
        places_there = [place for place in there if place.collection == join.far.collection]
        same = (join.step.relationship, join.step.side) == (first.relationship, first.side)
        if same and join.behind is None and join.part is None and places_there:
            return Behind(join, places_there[0])
    return None


def _pipeline(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction, joins: list[Join],
    behind: dict[str, Behind], extra: list[str],
) -> ScriptFunction | None:  # fmt: skip
    """extra: the relationships that are joined for what is asked about them alone."""
    matches = given(operation.filter, [])
    own = replace(operation, sort=[], filter=[match for match in matches if match.field not in behind])
    conditions = Conditions(world, own, spot)
    if any(
        sort_key.field not in behind and conditions.attribute(sort_key.field)
        for sort_key in given(operation.sort, [])
    ):
        return None
    filter, limit = conditions.filter(recipe), given(operation.limit, None)
    wanted = Filter()
    for match in matches:
        if match.field in behind:
            join, place = behind[match.field]
            predicate = Conditions(world, operation, place).holds(recipe, match, place)
            wanted = _also(wanted, join, At(place.path, predicate))
    keys = {
        behind[sort_key.field].path
        if sort_key.field in behind
        else conditions.place(sort_key.field).path: given(sort_key.direction, 1)
        for sort_key in given(operation.sort, [])
    }
    joining = [stage for join in joins for stage in join.stages] + ([MatchStage(wanted)] if wanted else [])
    is_own = bool(filter) and not any(sort_key.field in behind for sort_key in given(operation.sort, []))
    stages: list[Stage] = [MatchStage(filter)] if filter else []
    stages += _ordered([SortStage(keys)] if keys else [], joining, is_own=is_own)
    stages.append(LimitStage(limit or recipe.limit(PAGE)))
    gone = [
        join
        for join in joins
        if _name(join.step.relationship) in extra and not shown_there(world, operation, join)
    ]
    stages += _shown(conditions, joins, gone)
    return recipe.add("aggregate", spot.collection, pipeline=stages, options=conditions.collation())


def _ordered(order: list[Stage], joining: list[Stage], *, is_own: bool) -> list[Stage]:
    """The order and the joins. is_own: what the filter finds is sorted by fields of its own, so an index may return it in
    that order, and no more is joined than fills the page."""
    return [*order, *joining] if is_own else [*joining, *order]


def _also(wanted: Filter, join: Join, condition: At) -> Filter:
    """The filter with a condition on what a join brings: of several documents one must meet all of them."""
    own = Filter((condition,))
    if not join.many:
        return wanted.merged(own.under(join.name))
    joined = wanted.predicate(join.name)
    before = joined.condition if isinstance(joined, Elem) else Filter()
    return wanted.merged({join.name: Elem(before.merged(own))})


def _shown(conditions: Conditions, joins: list[Join], gone: list[Join]) -> list[Stage]:
    fields = shown_with(conditions, [join for join in joins if join not in gone])
    if fields:
        return [ProjectStage(fields)]
    names = [name for part in gone for name in (part.links, part.name) if name]
    return [UnsetStage(names)] if names else []
