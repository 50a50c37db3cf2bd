"""Updates of what links say of themselves: they are written where the links are, by the ends that they link
and by their own fields."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from ...model.conceptual import Operation, given
from ...placement.doc_path import DocPath
from ...plan_model.physical import Param, Statement
from ..context import OperationContext, ScriptFunction, loaded, outcome
from ..ir.conditions import Filter, filter_of
from ..ir.predicates import In
from ..read.conditions import Conditions, Elsewhere
from ..read.link_collections import Asked, after, asked_of, link_of, own_id, way_of
from ..results.counting import is_recounted, recount
from .update_operators import update_of


def link_update(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """The update of fields of links in their collection; None where it writes, or asks, anything else too."""
    written = _written(world, operation) if operation.kind == "update" else None
    if written is None or spot.path:
        return None
    rest = replace(
        operation, filter=[each for each in given(operation.filter, []) if each not in written.matches]
    )
    try:
        first = _of_documents(world, rest, spot, written, recipe)
        links = replace(operation, filter=written.matches, always_filter=UNSET)
        update_of(world, links, DocPath(written.near.collection), recipe)
    except Elsewhere:
        return None
    recipe.statements = [_alone(written, each) for each in recipe.statements]
    for side, entity in (
        (written.side, operation.entity),
        (written.other, written.relationship.end(written.other).entity),
    ):
        if is_recounted(world, entity, written.relationship):
            _recounted(world, written, side, entity, recipe)
    return after(first, recipe)


def _written(world: OperationContext, operation: Operation) -> Asked | None:
    """The links that are written, with what is asked of them; None where not only fields of links are."""
    paths = operation.written
    ways = {way[0].name: way for path in paths if (way := way_of(world, operation, path)) is not None}
    routes = [world.paths.resolve(operation.entity, path) for path in paths]
    if len(ways) != 1 or any(route is None or route.last.kind != "link" for route in routes):
        return None
    asked = asked_of(world, operation)
    if not asked:
        return link_of(world, *next(iter(ways.values())))
    return asked[0] if len(asked) == 1 and (asked[0].relationship, asked[0].side) in ways.values() else None


def _alone(asked: Asked, write: Statement) -> Statement:
    """The write of one link, where both ends are told."""
    single = asked.is_alone(write.filter) and isinstance(write.filter.value(asked.near.path), Param)
    return replace(write, op="updateOne") if single and write.op == "updateMany" else write


def _of_documents(
    world: OperationContext, rest: Operation, spot: DocPath, asked: Asked, recipe: ScriptFunction
) -> list[Statement]:
    """What must hold of the documents that are linked: their id is told, or they are read first."""
    matches, held = given(rest.filter, []), asked.near.path
    id = own_id(world, rest, spot, recipe)
    if id is not None:
        recipe.also = filter_of({held: id})
        if len(matches) == 1 and not rest.always_filter:
            return []
    own = Conditions(world, rest, spot)
    recipe.also, also = Filter(), recipe.also
    filter = own.filter(recipe)
    recipe.also = also
    if id is not None and not own.collation():
        looked: list[Statement] = loaded("functions.links.elsewhere.look_at")(world, recipe, spot, filter)
        return looked
    if not filter:
        return []
    step = recipe.step(world.names.words(rest.entity))
    function = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    function.add(
        "find", spot.collection, filter=filter, projection={"_id": 1}, options=own.collation(), step=step
    )
    recipe.also = filter_of({held: In(outcome(step, many=True, each="_id"))})
    return function.statements


def _recounted(world: OperationContext, asked: Asked, side: str, entity: str, recipe: ScriptFunction) -> None:
    """What documents of an end store about their links follows, where it is known which document."""
    value = recipe.statements[0].filter.value(asked.near.path if side == asked.side else asked.far)
    if isinstance(value, Param) and len(recipe.statements) == 1:
        recount(recipe, world, entity, asked.relationship, value)
