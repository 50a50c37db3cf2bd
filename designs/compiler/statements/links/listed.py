"""Reads by a parent that lists its children: its list first, then the documents that it names."""

from __future__ import annotations

from msgspec.structs import replace

from ...conceptual import Operation, given
from ...decisions import opposite
from ...homes import Spot
from ..conditions import Conditions, Elsewhere
from ..making import Recipe, World, identifier, outcome
from ..places import Address
from ..split_kinds import collections_of


def by_list(world: World, operation: Operation, spot: Spot, path: str, recipe: Recipe) -> Recipe | None:
    """The documents of one holder of an id array, by the other conditions of the operation too; None
    for any other question. path: what the documents that are read do not store."""
    matches = given(operation.filter, [])
    match = next((one for one in matches if one.field == path and one.how == "eq"), None)
    step = world.paths.step(operation.entity, path)
    if operation.kind != "read" or given(operation.includes, []) or spot.path or match is None:
        return None
    if step is None or step.kind != "end" or step.relationship is None:
        return None
    held = world.placement.reference(step.relationship, opposite(step.side))
    at = Address(world, step.target)
    if held is None or not held.arrays or held.collection != at.collection or not at.is_root:
        return None
    if collections_of(world.placement, step.target):
        return None
    found = recipe.step(world.names.word(step.target))
    which = recipe.param(f"{path} id", at.collection, at.key)
    recipe.add(
        "findOne",
        at.collection,
        filter=at.match(which),
        projection={held.arrays[-1]: 1},
        step=found,
        ends=True,
    )
    within = "" if held.path == held.arrays[-1] else held.path[len(held.arrays[-1]) + 1 :]
    ids = outcome(found, held.arrays[-1], many=True, each=within)
    conditions = Conditions(world, replace(operation, filter=[m for m in matches if m is not match]), spot)
    try:
        rest = conditions.filter(recipe)
        return recipe.add(
            "find", spot.collection, filter={Address(world, operation.entity, spot).key: {"$in": ids}} | rest,
            projection=conditions.projection(), sort=conditions.sort(), limit=given(operation.limit, None),
            options=conditions.collation(), step=recipe.step(identifier(world.names.words(operation.entity))),
        )  # fmt: skip
    except Elsewhere:
        return None
