"""What an operation reads besides its entity: nothing more where it is embedded, the documents
behind references where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..conceptual import Operation, Relationship, given
from ..gates import subset_count
from ..histories import VALID_TO, holds_versions
from ..homes import Spot
from ..paths import Step
from ..pricing import PAGED
from ..traffic import included
from .apart import ask_all, collections_of, looked_up
from .conditions import Conditions
from .making import Link, Recipe, World, identifier, outcome
from .paging import PAGE
from .places import Address

Json = dict[str, Any]
Way = tuple[tuple[str, str], ...]


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
    # Of versions one is current, and every statement says that it means that one.
    keys = [[path], [path, VALID_TO]] if known is not None and holds_versions(known) else [[path]]
    return any(one.options.get("unique") and [key for key, _ in one.keys] in keys for one in indexes)


class Join:
    """One hop from documents that are read to those of another collection, or to others of their
    own. through: of a link collection, the field with the ids of those that are wanted; "" where
    the hop needs no link documents. hops: more than one for a walk, which an operation asks for by
    including a relationship of an entity with itself so many times. behind: the hop before, from whose
    documents this one goes on. part: the order and number of
    those that readers need, where that is a page or the recent ones; None for all."""

    name: str
    links: str

    def __init__(
        self, world: World, step: Step, collection: str, hops: int = 1, behind: Join | None = None
    ) -> None:
        relationship = step.relationship
        if relationship is None:
            raise LookupError(step.name)
        self.far, self.through, self.hops, self.behind = Address(world, step.target), "", hops, behind
        self.world, self.collection, self.kinds = (
            world,
            collection,
            collections_of(world.placement, step.target),
        )
        self.part: tuple[Json, int] | None = None
        self.many = step.array or hops > 1
        here = _stored(world, relationship, step.side, collection)
        if here is not None:
            self.local, self.foreign, self.source = here.path, self.far.key, self.far.collection
            self.local_arrays = here.arrays
        else:
            self._backwards(world, relationship, step, collection)
        if behind is not None:
            self.local, self.many = f"{behind.name}.{self.local}", self.many or behind.many
            self.part = None if behind.many else self.part
        called = world.names.words(step.target) if self.many else world.names.word(step.target)
        self.wish = identifier(called, "joined")
        self.name = world.free(collection, self.wish)
        self.links = world.free(collection, identifier(self.source, "links")) if self.through else ""

    def renamed(self, taken: set[str]) -> Join:
        """Itself, with names that no other join of the same documents has."""
        self.name = _other(self.wish, taken)
        self.links = _other(identifier(self.source, "links"), taken) if self.links else ""
        return self

    def _backwards(self, world: World, relationship: Relationship, step: Step, collection: str) -> None:
        """The other documents hold the ids of those that are read."""
        there = world.placement.reference(relationship, "to" if step.side == "from" else "from")
        entity = relationship.end(step.side).entity
        apart = collection in collections_of(world.placement, entity)
        near = Address(world, entity, Spot(collection) if apart else None)
        if there is None or near.collection != collection:
            raise LookupError(step.name)
        self.local, self.foreign, self.source = near.key, there.path, there.collection
        self.local_arrays = near.arrays
        self.part = _part(world, relationship) if step.side == "from" and self.hops == 1 else None
        onward = world.placement.reference(relationship, step.side)
        if world.placement.strategy(relationship) == "LINK_COLL" and onward is not None:
            self.through = onward.path

    @property
    def stages(self) -> list[Json]:
        """The $lookup, of a link collection two, one document unwrapped."""
        found = [self._first(self.links or self.name)]
        if self.through:
            onward = f"{self.links}.{self.through}"
            found.append(_lookup(self.far.collection, onward, self.far.key, self.name))
        first: list[Json] = [] if self.many else [{"$set": {self.name: {"$first": f"${self.name}"}}}]
        return [*looked_up(self.world, self.collection, found, self.kinds), *first]

    def _first(self, called: str) -> Json:
        """The stage that finds the documents of one hop, or of a walk of several."""
        if self.hops == 1:
            found = _lookup(self.source, self.local, self.foreign, called)
            if self.part is not None:
                order, most = self.part
                found["$lookup"]["pipeline"] = [{"$sort": order}, {"$limit": most}]
            return found
        walk = {
            "from": self.source,
            "startWith": f"${self.local}",
            "connectFromField": self.through or self.local,
            "connectToField": self.foreign,
            "as": called,
            "maxDepth": self.hops - 1,
            "depthField": "hops",
        }
        return {"$graphLookup": walk}


def _part(world: World, relationship: Relationship) -> tuple[Json, int] | None:
    """The children that readers of a parent need, where the design says that it is not all."""
    case = world.placement.survey.cases[relationship.name]
    needs = case.look("together_needs")
    if relationship.kind != "one-to-many" or needs not in PAGED:
        return None
    link = Link(world, relationship)
    (field, direction), at = link.child_sort, Address(world, link.child)
    places = [one for one in world.placement.of_path(link.child, field) if one.collection == at.collection]
    most = given(relationship.page_size, PAGE) if needs == "page" else subset_count(case)
    return ({places[0].path if places else "_id": direction}, most) if at.is_root else None


def _lookup(source: str, local: str, foreign: str, called: str) -> Json:
    return {"$lookup": {"from": source, "localField": local, "foreignField": foreign, "as": called}}


def _stored(world: World, relationship: Relationship, side: str, collection: str) -> Spot | None:
    """Where documents of the collection hold the ids that lead to the other side: all of them,
    so not those of a subset."""
    if side == "from" and world.placement.strategy(relationship) == "SUBSET":
        return None
    if world.placement.strategy(relationship) == "LINK_COLL":
        return None
    spots = world.placement.references(relationship, side)
    return next((one for one in spots if one.collection == collection), None)


def joins_of(world: World, operation: Operation, spot: Spot) -> list[Join]:
    """The hops that the includes need: those whose data is not in the documents already."""
    includes = given(operation.includes, [])
    routes, _ = world.paths.reach(operation.entity, includes)
    named = [included(item, world.names)[0] for item in includes]
    found: dict[Way, Join] = {}
    taken = {field.name for field in world.fields(spot.collection)}
    for steps in routes.values():
        behind = _before(world, steps, found)
        if behind is None and not all(_here(world, step, spot) for step in steps[:-1]):
            continue
        from_ = spot if behind is None else Spot(behind.far.collection)
        if not _apart(world, steps[-1], from_):
            continue
        try:
            hops = named.count(steps[-1].relationship) if _itself(steps[-1]) else 1
            made = Join(world, steps[-1], from_.collection, hops, behind)
        except LookupError:
            continue
        found[_way(steps)] = made.renamed(taken)
    return list(found.values())


def _way(steps: Sequence[Step]) -> Way:
    return tuple((step.relationship.name if step.relationship else "", step.side) for step in steps)


def _before(world: World, steps: tuple[Step, ...], found: dict[Way, Join]) -> Join | None:
    """The hop whose documents hold what the last step starts from, None where those read do."""
    for count in range(len(steps) - 1, 0, -1):
        join = found.get(_way(steps[:count]))
        if join is not None and join.hops == 1:
            there = Spot(join.far.collection)
            return join if all(_here(world, step, there) for step in steps[count:-1]) else None
    return None


def _other(name: str, taken: set[str]) -> str:
    """The name, else with the first number that makes it new."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}{number}", number + 1
    taken.add(found)
    return found


def _here(world: World, step: Step, spot: Spot) -> bool:
    """Whether what a step leads to is in the documents that are read."""
    return not _itself(step) and any(
        one.collection == spot.collection for one in world.placement.spots(step.target)
    )


def _itself(step: Step) -> bool:
    """Whether a step leads from an entity to others of its kind."""
    relationship = step.relationship
    return relationship is not None and relationship.from_.entity == relationship.to.entity


def _apart(world: World, step: Step, spot: Spot) -> bool:
    """Whether what a step leads to stands in another document, and is not repeated here."""
    relationship = step.relationship
    if relationship is None:
        return False
    strategy = world.placement.strategy(relationship)
    if strategy == "SUBSET" and step.side == "from":
        return False
    if strategy in ("VALUE_ARRAY", "FOLD_ONE"):
        return False
    if strategy == "EMBED_LINK" and world.placement.decision(relationship).side == step.side:
        return False  # the links stand in the owner; who is linked finds its owners
    if _itself(step):
        return strategy in _BY_REFERENCE
    return bool(world.placement.spots(step.target)) and not _here(world, step, spot)


_BY_REFERENCE = frozenset(
    "PARENT_REF CHILD_REFS TWO_WAY_REFS LINK_ONE ONE_WAY_EMBED TWO_WAY_EMBED LINK_COLL TREE_PARENT TREE_ANCESTORS TREE_NESTED TREE_CHILD".split()
)


def reads_of_one(
    recipe: Recipe, spot: Spot, filter: Json, conditions: Conditions, joins: list[Join]
) -> Recipe:
    """One document, then what its includes refer to: a read by ids or by the reference each."""
    found = recipe.step("found") if joins else ""
    recipe.add(
        "findOne", spot.collection, filter=filter, projection=conditions.projection(), options=conditions.collation(),
        step=found, ends=bool(joins),
    )  # fmt: skip
    for join in joins:
        _read_behind(recipe, join, found, is_there=conditions.world.always(spot.collection, join.local))
        ask_all(conditions.world, recipe, join.kinds)
    return recipe


def _read_behind(recipe: Recipe, join: Join, found: str, *, is_there: bool) -> None:
    """The documents behind one include, by the ids that the first document holds or is held by.
    is_there: whether it always holds one. A comparison with nothing would find what has nothing."""
    inner = next((array for array in reversed(join.local_arrays) if array != join.local), "")
    value: Any = outcome(found, join.local)
    if join.local in join.local_arrays:
        value = {"$in": outcome(found, join.local, many=True)}
    elif inner:
        value = {"$in": outcome(found, inner, many=True, each=join.local[len(inner) + 1 :])}
    elif not is_there and join.foreign != "_id":
        value = {"$in": outcome(found, join.local, listed=True)}
    step = recipe.step(join.links or join.name)
    order, most = join.part or (None, None)
    recipe.add("find", join.source, filter={join.foreign: value}, sort=order, limit=most, step=step)
    if join.through:
        ids = {"$in": outcome(step, many=True, each=join.through)}
        recipe.add("find", join.far.collection, filter={join.far.key: ids}, step=recipe.step(join.name))
