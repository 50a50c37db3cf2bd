"""What an operation reads besides its entity: nothing more where it is embedded, the documents
behind references where it is not."""

from __future__ import annotations

from typing import Any

from ..conceptual import Operation, given
from ..homes import Spot
from ..paths import Step
from .making import Recipe, World, identifier, outcome
from .places import Address

Json = dict[str, Any]


def unique_match(world: World, operation: Operation, spot: Spot) -> bool:
    """Whether the filter names one document at most: its ``_id``, or a unique field."""
    for match in given(operation.filter, []):
        if match.how != "eq":
            continue
        for place in world.placement.of_path(operation.entity, match.field, given(operation.includes, [])):
            if place.collection == spot.collection and _is_unique(world, place.collection, place.path):
                return True
    return False


def _is_unique(world: World, collection: str, path: str) -> bool:
    if path == "_id":
        return True
    known = world.collections.get(collection)
    indexes = known.indexes if known is not None else ()
    return any(one.options.get("unique") and [key for key, _ in one.keys] == [path] for one in indexes)


class Join:
    """One hop from documents that are read to those of another collection."""

    def __init__(self, world: World, step: Step, collection: str) -> None:
        self.world, self.step = world, step
        relationship = step.relationship
        if relationship is None:
            raise LookupError(step.name)
        placement = world.placement
        here = placement.reference(relationship, step.side)
        other_side = "to" if step.side == "from" else "from"
        there = placement.reference(relationship, other_side)
        self.far = Address(world, step.target)
        self.many = step.array
        if (
            here is not None
            and here.collection == collection
            and placement.strategy(relationship) != "SUBSET"
        ):
            self.local, self.foreign, self.source = here.path, self.far.key, self.far.collection
            self.local_arrays = here.arrays
        elif there is not None and there.collection != collection:
            near = Address(world, relationship.end(step.side).entity)
            self.local, self.foreign, self.source = near.key, there.path, there.collection
            self.local_arrays = near.arrays
        else:
            raise LookupError(step.name)
        called = world.names.words(step.target) if step.array else world.names.word(step.target)
        self.name = world.free(collection, identifier(called, "joined"))

    @property
    def stages(self) -> list[Json]:
        """The $lookup, one document unwrapped."""
        lookup = {
            "from": self.source,
            "localField": self.local,
            "foreignField": self.foreign,
            "as": self.name,
        }
        first: list[Json] = [] if self.many else [{"$set": {self.name: {"$first": f"${self.name}"}}}]
        return [{"$lookup": lookup}, *first]


def joins_of(world: World, operation: Operation, spot: Spot) -> list[Join]:
    """The hops that the includes need: those whose data is not in the documents already."""
    routes, _ = world.paths.reach(operation.entity, given(operation.includes, []))
    found: list[Join] = []
    for steps in routes.values():
        step = steps[-1]
        if len(steps) > 1 or step.relationship is None or not _apart(world, step, spot):
            continue
        try:
            found.append(Join(world, step, spot.collection))
        except LookupError:
            continue
    return found


def _apart(world: World, step: Step, spot: Spot) -> bool:
    """Whether what a step leads to stands in another collection, and is not repeated here."""
    relationship = step.relationship
    if relationship is None:
        return False
    strategy = world.placement.strategy(relationship)
    if strategy == "SUBSET" and step.side == "from":
        return False
    if strategy in ("EMBED_LINK", "VALUE_ARRAY", "FOLD_ONE"):
        return False
    return all(one.collection != spot.collection for one in world.placement.spots(step.target)) and bool(
        world.placement.spots(step.target)
    )


def join_stages(world: World, operation: Operation, spot: Spot) -> list[Json]:
    """The $lookup stages of a list's includes."""
    return [stage for join in joins_of(world, operation, spot) for stage in join.stages]


def reads_of_one(
    world: World, operation: Operation, recipe: Recipe, spot: Spot, filter: Json, projection: Json | None
) -> Recipe:
    """One document, then what its includes refer to: a read by ids or by the reference each."""
    joins = joins_of(world, operation, spot)
    found = recipe.step("found") if joins else ""
    recipe.add("findOne", spot.collection, filter=filter, projection=projection, step=found)
    for join in joins:
        listed = join.local in join.local_arrays
        inner = next((array for array in reversed(join.local_arrays) if array != join.local), "")
        value: Any = outcome(found, join.local)
        if listed:
            value = {"$in": outcome(found, join.local, many=True)}
        elif inner:
            value = {"$in": outcome(found, inner, many=True, each=join.local[len(inner) + 1 :])}
        recipe.add("find", join.source, filter={join.foreign: value}, step=recipe.step(join.name))
    return recipe
