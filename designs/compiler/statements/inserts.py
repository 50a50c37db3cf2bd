"""Inserts of the workload: a document, or an element where the entity lives inside another."""

from __future__ import annotations

from ..conceptual import Operation
from ..homes import Spot
from .counting import counting, follow_all
from .following import following
from .links.whole_lists import listed_back
from .makers import made
from .making import Link, Recipe, World
from .places import Address


def insert_of(world: World, operation: Operation, spot: Spot, recipe: Recipe) -> Recipe:
    """The same statements as the relationship that holds the entity adds with, else insertOne. spot:
    of several kinds with a collection each, which."""
    kinds = world.placement.kinds
    home = world.placement.homes(kinds.base(operation.entity))[0]
    owner = home.relationship or _sliced(world, operation.entity)
    if kinds.is_special(operation.entity):
        recipe.remark(f"The document says its kind in {kinds.field(operation.entity)}.")
    if owner is None:
        at = Address(world, operation.entity, spot)
        document = at.whole(recipe)
        recipe.add("insertOne", at.collection, documents=document)
        follow_all(recipe, counting(world, operation.entity), document.name, 1)
        return following(world, listed_back(world, operation.entity, recipe))
    link = Link(world, world.names.relationships[owner])
    adds = [one for one in made(link) if one.purpose == "add"]
    if not adds:
        return recipe
    own = (
        one
        for one in adds
        if any(each.op == "insertOne" and each.collection == spot.collection for each in one.statements)
    )
    return next(own, adds[0]).renamed(recipe)


def _sliced(world: World, entity: str) -> str | None:
    """The relationship whose other documents must be written with each new one."""
    kept = ("SUBSET", "TWO_WAY_REFS", "CHILD_REFS")
    survey = world.placement.survey
    wider = (entity, *survey.families.above(entity))
    for relationship in survey.relationships(wider):
        if relationship.to.entity in wider and world.placement.strategy(relationship) in kept:
            return relationship.name
    return None
