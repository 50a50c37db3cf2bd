"""A small consistent world behind the example documents: a few things of each entity, and who is linked to whom.

Things and links know nothing of documents; the documents are views of this one world, so that
references, copies and arrays on both sides agree by themselves.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from ..conceptual import Entity, Field, Model, Relationship, given
from ..constants import constants_of
from ..decisions import Composition, Decision, Home
from ..kinds import Families, Kinds
from ..naming import Names
from ..shapes import newest
from ..trees import levels
from .moments import beginning, earliest
from .things import Link, Thing

INSIDE = frozenset({"element", "object"})
_ARRAYS = frozenset(
    {"CHILD_REFS", "TWO_WAY_REFS", "ONE_WAY_EMBED", "TWO_WAY_EMBED", "EMBED_LINK", "VALUE_ARRAY"}
)
_NODES = 7  # of a tree: two levels below one root, with two children each
_CHILDREN = 2  # of a node
_FAR = 1000  # between the ids of kinds that are stored apart
_MOST = 60  # documents of one collection, however many a declared minimum asks for


class World:
    """things: by entity. Which things an end is linked to: ``links``."""

    def __init__(self, model: Model, names: Names, composition: Composition) -> None:
        self.model, self.names, self.composition = model, names, composition
        self.tree_depth = constants_of(given(model.constants, None)).tree_depth
        self.things: dict[str, list[Thing]] = {name: [] for name in names.entities}
        self._links: defaultdict[tuple[str, str], dict[Thing, list[Link]]] = defaultdict(dict)
        self._counted: defaultdict[str, int] = defaultdict(int)
        self.families = Families(model.links)
        self.kinds = Kinds.composed(names, composition, self.families)
        told = [
            found for entity in names.entities.values() if (found := earliest(entity.own_fields)) is not None
        ]
        self._starts: dict[str, datetime] = {}
        self.dawn = min(told, default=None)
        self.generals: dict[str, str] = {}
        for link in names.relationships.values():
            if link.kind == "is-a" and link.from_.entity in names.entities and self._repeats(link):
                self.generals.setdefault(link.to.entity, link.from_.entity)

    def _repeats(self, link: Relationship) -> bool:
        """Whether the special's documents have the general's fields: not where the general has a
        place of its own, in a holder."""
        general = link.from_.entity
        shared = self.kinds.is_joined(link) or self.kinds.is_mixed(self.kinds.base(general))
        return shared or self.homes(general)[0].kind == "nowhere"

    def apart(self, entity: str) -> list[str]:
        """The kinds whose documents are all that an entity has, each in a place of their own; else none."""
        links = self.families.specials.get(entity, ())
        split = links and not self.kinds.is_mixed(entity) and self.homes(entity)[0].kind == "nowhere"
        return [one.to.entity for one in links if not self.kinds.is_joined(one)] if split else []

    def decision(self, relationship: Relationship) -> Decision | None:
        """The decision about a relationship, None where the composition has none."""
        return self.composition.decisions.get(relationship.name)

    def strategy(self, relationship: Relationship) -> str:
        """Its strategy, "" where nothing was decided."""
        decision = self.decision(relationship)
        return decision.strategy if decision is not None else ""

    def homes(self, entity: str) -> tuple[Home, ...]:
        """Where the entity lives; one that no decision moves has its own collection."""
        entity = self.kinds.base(entity)
        return self.composition.homes.get(entity) or (Home(entity=entity, kind="collection"),)

    def fields(self, entity: str) -> list[Field]:
        """The declared fields of an entity, those of what it is a kind of first."""
        seen = self._line(entity)
        found = [
            field
            for name in reversed(seen)
            for field in self.names.entities[name].own_fields
            if field.name != "_id" or not self.kinds.is_special(name)
        ]
        if len(seen) == 1:
            return found
        return list(
            {(field.name, field.since_version, field.until_version): field for field in found}.values()
        )

    def _line(self, entity: str) -> list[str]:
        """An entity, what it repeats as a kind of it, what that repeats, and so on."""
        found = [entity]
        while (general := self.generals.get(found[-1])) is not None and general not in found:
            found.append(general)
        return found

    def links(self, relationship: str, side: str, thing: Thing) -> list[Link]:
        """The links of the thing that stands at this end of the relationship, in order."""
        return self._links[relationship, side].get(thing, [])

    def of(self, entity: str) -> list[Thing]:
        """The things of an entity with those of its kinds that share its documents, in turn; those
        of its specials where it has none of its own."""
        own = self.things.get(entity, [])
        shared = self.kinds.families.below(entity)
        if shared:
            found = [*own, *(thing for name in shared for thing in self.things.get(name, ()))]
            return sorted(found, key=lambda thing: thing.number)
        specials = [link.to.entity for link in self.families.specials.get(entity, ())]
        found = [thing for special in specials for thing in self.of(special)]
        return own or sorted(found, key=lambda thing: thing.number)

    def made_of(self, entity: str, number: int) -> Entity:
        """The kind of which the next thing is made: the entity, or its kinds one after another."""
        kinds = [name for name in self.kinds.members(entity) if self.kinds.value(name)]
        return self.names.entities[kinds[number % len(kinds)] if kinds else entity]

    def add(self, entity: Entity, holder: Thing | None, ordinal: int = 0) -> Thing:
        """One more thing of an entity."""
        base = self.kinds.base(entity.name)
        number = sum(len(self.things[name]) for name in (base, *self.kinds.narrower(base)))
        if entity.name not in self._starts:
            self._starts[entity.name] = beginning(entity.own_fields, self.dawn, entity.name)
        first = self._starts[entity.name]
        shift = _shift(entity, number, self._is_appended(entity))
        thing = Thing(entity.name, number, first + shift, shift, holder)
        thing.ordinal = ordinal
        thing.version = self.version_of(entity)
        self.things[entity.name].append(thing)
        return thing

    def version_of(self, entity: Entity) -> int:
        """The current version of an entity's shape, with the fields of what it is a kind of."""
        names = [entity.name, *self.kinds.families.above(entity.name)]
        while (general := self.generals.get(names[-1])) is not None and general not in names:
            names.append(general)
        return max(1, *(newest(self.names.entities[name]) for name in names))

    def begin(self, entity: str) -> int:
        """From where the ids of an entity count that its general's ``_id`` numbers: those of its other kinds
        are not these, though they stand in collections of their own."""
        line = self._line(entity)
        if len(line) == 1:
            return 0
        bases = (self.kinds.base(name) for name in (line[-1], *self.families.below(line[-1])))
        stored = [name for name in dict.fromkeys(bases) if self.homes(name)[0].kind != "nowhere"]
        return _FAR * stored.index(self.kinds.base(entity)) if self.kinds.base(entity) in stored else 0

    def _is_appended(self, entity: Entity) -> bool:
        return any(home.kind in ("element", "bucket") for home in self.homes(entity.name))

    def join(self, relationship: Relationship, one: Thing, other: Thing) -> None:
        """Link a ``from`` thing with a ``to`` thing."""
        number = self._counted[relationship.name]
        self._counted[relationship.name] += 1
        link = Link(relationship, one, other, number)
        self._links[relationship.name, "from"].setdefault(one, []).append(link)
        self._links[relationship.name, "to"].setdefault(other, []).append(link)


def _shift(entity: Entity, number: int, appended: bool) -> timedelta:
    """Events follow one another within the hour and what is appended within days; the first of
    other things is the latest."""
    if entity.kind_or_default in ("event", "measurement"):
        return timedelta(minutes=13 * number, seconds=29 * number)
    days = timedelta(days=3 * number, minutes=95 * number)
    return days if appended else -days


def build(model: Model, names: Names, composition: Composition) -> World:
    """The world of a design: things with documents of their own, what lives inside them, links."""
    world = World(model, names, composition)
    counts = _counts(world)
    for entity in names.entities.values():
        if world.kinds.is_special(entity.name) or world.apart(entity.name):
            continue
        if any(home.kind not in INSIDE for home in world.homes(entity.name)):
            for number in range(_wanted(world, entity.name, counts)):
                world.add(world.made_of(entity.name, number), None)
            for name in (entity.name, *world.kinds.narrower(entity.name)):
                _age_the_last(world, names.entities[name])
    settled: set[str] = set()
    for name in names.entities:
        _settle(world, name, settled)
    for name, things in world.things.items():
        if len(things) > 1 and not any(one.version == 1 for one in things):
            _age_the_last(world, names.entities[name])
    return world


def _wanted(world: World, entity: str, counts: dict[str, int]) -> int:
    """How many things an entity and its kinds have, as many of each."""
    names = [name for name in (entity, *world.kinds.narrower(entity)) if world.kinds.value(name)]
    most = max(counts[name] for name in (entity, *world.kinds.narrower(entity)))
    return most * max(1, len(names))


def _age_the_last(world: World, entity: Entity) -> None:
    """One document of the first version beside those of the current one."""
    if world.version_of(entity) > 1 and world.things[entity.name]:
        world.things[entity.name][-1].version = 1


def _counts(world: World) -> dict[str, int]:
    counts = dict.fromkeys(world.names.entities, 2)
    pairs: list[tuple[str, str]] = []
    for link in world.names.relationships.values():
        ends = (link.from_.entity, link.to.entity)
        if not set(ends) <= counts.keys():
            continue
        if link.kind == "one-to-one":
            pairs.append(ends)
        elif link.kind == "tree":
            counts[ends[1]] = max(counts[ends[1]], 2 if world.strategy(link) == "EMBED_TREE" else _NODES)
        elif link.kind != "is-a":
            counts[ends[1]] = max(counts[ends[1]], 3)
            for name, least in _demanded(world, link, counts[ends[0]]):
                counts[name] = max(counts[name], min(least, _MOST))
    for _ in range(3):
        for one, other in pairs:
            counts[one] = counts[other] = max(counts[one], counts[other])
    for name in counts:
        kinds = world.apart(name)
        for kind in kinds:
            counts[kind] = max(counts[kind], math.ceil(counts[name] / len(kinds)))
    return counts


def _demanded(world: World, link: Relationship, parents: int) -> Iterator[tuple[str, int]]:
    """How many things the declared minimum of an array asks for."""
    if world.strategy(link) not in _ARRAYS:
        return
    forth, back = (math.ceil(given(end.count.min, 0)) for end in (link.from_, link.to))
    if link.kind in ("many-to-many", "graph"):
        same = link.from_.entity == link.to.entity  # nothing is linked to itself
        yield link.to.entity, forth + same
        yield link.from_.entity, back + same
    else:
        yield link.to.entity, forth * parents


def _settle(world: World, name: str, settled: set[str]) -> None:
    """Put the things of an entity into their holders, whose own come first."""
    if name in settled:
        return
    settled.add(name)
    if world.kinds.is_special(name):
        _settle(world, world.kinds.base(name), settled)
        return
    _into_holders(world, name, settled)
    for tree in world.names.relationships.values():
        if tree.to.entity == name and world.strategy(tree) == "EMBED_TREE":
            _grow(world, tree)


def _into_holders(world: World, name: str, settled: set[str]) -> None:
    for home in world.homes(name):
        link = world.names.relationships.get(home.relationship or "")
        if home.kind in INSIDE and link is not None and name == link.to.entity:
            _settle(world, link.from_.entity, settled)
            for holder in tuple(world.of(link.from_.entity)):
                _fill(world, link, holder, home.kind)


def _fill(world: World, link: Relationship, holder: Thing, kind: str) -> None:
    least = math.ceil(given(link.from_.count.min, 0))
    if any(one.kind == "tree" and one.to.entity == link.to.entity for one in world.model.links):
        least = max(least, 4 if holder.number == 0 else 2)  # else there is nothing to see of the tree
    most = given(link.from_.count.max, None)
    decision = world.decision(link)
    if decision is not None and decision.bound is not None:
        most = decision.bound
    wanted = 1 if kind == "object" else max(least, 2 if holder.number == 0 else 1)
    count = min(wanted, _MOST, math.floor(most) if most is not None else wanted)
    overflows = world.strategy(link) == "OUTLIER" and holder.number == 0
    for ordinal in range(count + overflows):
        thing = world.add(world.made_of(link.to.entity, holder.number + ordinal), holder, ordinal)
        thing.extra = ordinal >= count
        world.join(link, holder, thing)


def _grow(world: World, tree: Relationship) -> None:
    """Nodes inside the document of their root: the first of each level has children of its own."""
    for root in tuple(world.of(tree.to.entity)):
        row = [root]
        for _ in range(levels(tree, world.tree_depth) - 1):
            row = [_hang(world, tree, row[0], place) for place in range(children_of_one(tree))]
            if not row:
                break


def _hang(world: World, tree: Relationship, parent: Thing, place: int) -> Thing:
    node = world.add(world.made_of(tree.to.entity, parent.number + place), parent, place)
    world.join(tree, parent, node)
    return node


def children_of_one(tree: Relationship) -> int:
    """How many children a node of the sample gets."""
    most = given(tree.from_.count.max, None)
    return _CHILDREN if most is None else max(0, min(_CHILDREN, math.floor(most)))
