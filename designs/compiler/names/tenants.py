"""The tenant of a design: whom nearly everything in one database belongs to, and must not leave."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..model.conceptual import Entity, Model, Relationship, given
from .naming import Names
from .paths import Paths

_WORDS = frozenset({"tenant", "workspace", "organisation", "organization"})
TO_ONE = ("one-to-many", "one-to-one")
_MOST = 0.5
"""The share of a design's entities that belong to a tenant, from where on the design is for many tenants."""
_FEWEST = 3
_KEYS = 2
"""Entities whose keys are unique within one thing, from where on that thing is a tenant."""


class Tenants(NamedTuple):
    """The entity that everything belongs to, and of each that does the ends that lead there."""

    entity: str
    ways: dict[str, tuple[str, ...]]


def tenants_of(model: Model, names: Names, paths: Paths) -> Tenants | None:
    """Return the entity that most others need one of, and whose name, shard keys or unique keys say that things are kept
    apart by it."""
    others = [each for each in model.entities if each.kind_or_default != "lookup"]
    spread_by = {_led_to(paths, each, each.shard_pairs[0][0]) for each in others if each.shard_pairs}
    numbered = Counter(entity for each in others for entity in _numbered_within(paths, each))
    for entity in others:
        is_called_so = not _WORDS.isdisjoint(names.word(entity.name).split("_"))
        numbers = numbered[entity.name] >= _KEYS
        if is_called_so or numbers or (entity.name in spread_by and _owns(model, entity.name)):
            ways = _ways(model, names, entity.name)
            if len(ways) >= max(_FEWEST, _MOST * (len(others) - 1)):
                return Tenants(entity.name, ways)
    return None


def is_needed(link: Relationship) -> bool:
    """Whether each child of a relationship needs its one parent."""
    return link.kind in TO_ONE and given(link.to.count.min, 0) >= 1


def are_customers(model: Model, tenants: Tenants) -> bool:
    """Whether tenants are those that a business deals with rather than those that share its database: they refer to one
    another, or what they have needs one of many things that belong to none of them, as a lease needs a flat."""
    if any(link.from_.entity == tenants.entity == link.to.entity for link in model.links):
        return True
    entities = {each.name: each for each in model.entities}
    own = given(entities[tenants.entity].count, 0)
    needed = (
        entities[link.from_.entity]
        for link in model.links
        if link.to.entity in tenants.ways and link.from_.entity in entities and is_needed(link)
    )
    beside = (each for each in needed if each.name not in tenants.ways and each.name != tenants.entity)
    return any(each.kind_or_default != "lookup" and given(each.count, 0) > own > 0 for each in beside)


def _owns(model: Model, entity: str) -> bool:
    """Whether most of what needs one of an entity is created and deleted with it: shops are shard keys, too, and so are people, who follow one another."""
    if any(link.from_.entity == entity == link.to.entity for link in model.links):
        return False
    needing = [link for link in model.links if link.from_.entity == entity and is_needed(link)]
    return 2 * sum(link.exclusive_owner is True for link in needing) > len(needing)


def _numbered_within(paths: Paths, entity: Entity) -> set[str | None]:
    """Return the entities within one thing of which a key of this one is unique: a firm's invoice numbers."""
    keys = [each.keys for each in given(entity.indexes, []) if each.unique is True and len(each.keys) > 1]
    return {_led_to(paths, entity, pairs[0][0]) for pairs in keys}


def _led_to(paths: Paths, entity: Entity, path: str) -> str | None:
    """Return the other entity that a path is a reference to; None where it is something else."""
    route = paths.resolve(entity.name, path)
    is_reference = route is not None and len(route.steps) == 1 and route.target != entity.name
    return route.target if route is not None and is_reference else None


def _ways(model: Model, names: Names, tenant: str) -> dict[str, tuple[str, ...]]:
    """Return of each entity whose things need one tenant, by needing one of what needs it, the ends that lead there."""
    ways: dict[str, tuple[str, ...]] = {tenant: ()}
    ahead = [tenant]
    for owner in ahead:
        for link in model.links:
            child = link.to.entity
            if link.from_.entity == owner and child not in ways and is_needed(link):
                ways[child] = (names.end(link, "to"), *ways[owner])
                ahead.append(child)
    del ways[tenant]
    return ways
