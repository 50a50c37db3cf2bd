"""Who lives in the world of a design: so many things of each entity as the examples need, in their holders."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from ...model.conceptual import Entity, Field, Model, Relationship, given
from ...names.naming import Names
from ...names.tree_fields import levels
from ...plan_model.decisions import Composition
from ..laws.accounts import paid_at_once
from . import Thing
from .lives import GRANTED, PAYMENTS, constants_asked, fates_of, is_of, may_have
from .sample_data import INSIDE, SampleData

_STATES = 5  # things of an entity so that there is one in each of few states that operations ask for
_NODES = 7  # of a tree: two levels below one root, with two children each
_OF_A_KIND = 3  # things of each kind of an entity
_CHILDREN = 2  # of a node
_ROOTS = 3  # that have all nodes below them inside of their documents
_MOST = 60  # documents of one collection, however many a declared minimum asks for
_ALL = 10_000  # elements of one entity: minima of arrays in arrays multiply


def build(model: Model, names: Names, composition: Composition) -> SampleData:
    """The world of a design: things with documents of their own, what lives inside them, links."""
    world = SampleData(model, names, composition)
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
        if len(things) > 1 and not any(thing.version == 1 for thing in things):
            _age_the_last(world, names.entities[name])
    return world


def _wanted(world: SampleData, entity: str, counts: dict[str, int]) -> int:
    """How many things an entity and its kinds have, as many of each; of a large number that the entity is to
    have, whatever kind they are, no more than that."""
    general = max(counts[name] for name in world.line(entity))
    each = max((counts[name] for name in world.kinds.narrower(entity)), default=1)
    wanted = max(general, max(each, min(general, _OF_A_KIND)) * _kinds(world, entity))
    few = (_most_of_kind(world, entity, name) for name in (entity, *world.kinds.narrower(entity)))
    return math.floor(min(wanted, *few))


def _most_of_kind(world: SampleData, entity: str, name: str) -> float:
    """How many things an entity may have, so that those of it or of one of its kinds have a value each of a unique field
    that has few, which a server asks for more strictly than any least number."""
    few = min(
        (_values(field) for field in world.names.entities[name].own_fields if field.unique is True),
        default=math.inf,
    )
    if name == entity or few == math.inf:
        return few
    kinds = _kinds(world, entity)  # take turns: of two kinds, one has each second value alone
    return few // math.gcd(int(few), kinds) * kinds


def _kinds(world: SampleData, entity: str) -> int:
    """How many kinds of documents an entity has, at least one."""
    return len(world.kinds.values(entity)) or 1


def _age_the_last(world: SampleData, entity: Entity) -> None:
    """One document of the first version beside those of the current one."""
    if world.version_of(entity) > 1 and len(world.things[entity.name]) > 1:
        world.things[entity.name][-1].version = 1


def _counts(world: SampleData) -> dict[str, int]:
    """How many things of each entity: what its relationships want, no more than the design counts."""
    links = [
        link for link in world.names.relationships.values() if _ends(link) <= world.names.entities.keys()
    ]
    counts = {name: min(wanted, _most(world, name)) for name, wanted in _wished(world, links).items()}
    least: Counter[str] = Counter()
    for link in links:
        for name, asked in _demanded(world, link, counts[link.from_.entity]):
            for entity in dict.fromkeys(
                (name, world.kinds.base(name))
            ):  # a kind stands where its general does
                least[entity] = max(least[entity], min(asked, _MOST))
                counts[entity] = max(counts[entity], least[entity])
    _pair(world, [link for link in links if link.kind == "one-to-one"], counts, least)
    _few_come_far(world, links, counts, least)
    _enough_parents(world, links, counts)
    for name in counts:
        kinds = world.apart(name)
        for kind in kinds:
            counts[kind] = max(counts[kind], math.ceil(counts[name] / len(kinds)))
    return counts


def _ends(link: Relationship) -> set[str]:
    return {link.from_.entity, link.to.entity}


def _most(world: SampleData, name: str) -> int:
    """As many as the design counts, where it counts any, and as a unique field has values."""
    entity = world.names.entities[name]
    count = given(entity.count, 0) or _MOST
    few = (_values(field) for field in entity.own_fields if field.unique is True)
    return max(1, math.floor(min(count, _MOST, *few)))


def _values(field: Field) -> float:
    """How many values a field of few has."""
    if field.type == "bool":
        return 2
    return len(given(field.enum, [])) or math.inf


def _wished(world: SampleData, links: list[Relationship]) -> dict[str, int]:
    wished = dict.fromkeys(world.names.entities, 2)
    for link in links:
        child = link.to.entity
        if link.kind == "tree":
            wished[child] = max(wished[child], 2 if world.traits(link).nests_tree else _NODES)
        elif link.kind not in ("one-to-one", "is-a"):
            wished[child] = max(wished[child], 3)
    for (name, _), asked in constants_asked(world.model).items():
        if (
            name in wished
        ):  # beside the first one, which has the examples, one of each state that is asked for
            wished[name] = max(wished[name], min(1 + len(asked), _STATES))
    return wished


def _pair(world: SampleData, links: list[Relationship], counts: dict[str, int], least: Counter[str]) -> None:
    """As many at both ends of a one-to-one, and one for each document of the other, of whatever kind it is."""
    pairs = [(link.from_.entity, link.to.entity) for link in links]
    for _ in range(3):
        for pair in pairs:
            number = min(max(counts[name] for name in pair), *(_most(world, name) for name in pair))
            counts.update({name: max(number, least[name]) for name in pair})
    for entity, other in pairs:
        if world.kinds.base(entity) != world.kinds.base(other):
            counts[entity] = max(counts[entity], counts[other] * _kinds(world, other))


def _few_come_far(
    world: SampleData, links: list[Relationship], counts: dict[str, int], least: Counter[str]
) -> None:
    """No more of what a thing has in one of its states alone than there are things in it."""
    for link in links:
        parent, child = link.from_.entity, link.to.entity
        is_later = link.name in fates_of(world, parent) or is_of(child, GRANTED)
        if link.kind == "one-to-one" and is_later and parent != child:
            having = sum(may_have(world, link, parent, number) for number in range(counts[parent]))
            counts[child] = max(min(counts[child], having), least[child], 1)
    for link in links:  # and what belongs to each of those, one by one
        parent, child = link.from_.entity, link.to.entity
        if link.kind == "one-to-one" and given(link.to.count.min, 0) and parent != child:
            counts[child] = max(min(counts[child], counts[parent]), least[child], 1)


def _enough_parents(world: SampleData, links: list[Relationship], counts: dict[str, int]) -> None:
    """As many parents as it takes for none to have more children than its maximum."""
    for link in links:
        parent, child, most = link.from_.entity, link.to.entity, given(link.from_.count.max, 0)
        if link.kind == "one-to-many" and parent != child and most and given(link.to.count.min, 0):
            children = _wanted(world, world.kinds.base(child), counts)
            counts[parent] = max(counts[parent], min(math.ceil(children / most), _most(world, parent)))


def _demanded(world: SampleData, link: Relationship, parents: int) -> Iterator[tuple[str, int]]:
    """How many things a link between two of one kind takes, and the declared minimum of an array."""
    if link.from_.entity == link.to.entity and link.kind != "tree":
        yield link.to.entity, 2
    if not world.traits(link).lists_other_end:
        if link.kind == "one-to-many" and given(link.from_.count.min, 0) >= 1:
            yield link.to.entity, parents  # one for each, at least
        return
    forth, back = (math.ceil(given(end.count.min, 0)) for end in (link.from_, link.to))
    if link.kind in ("many-to-many", "graph"):
        same = link.to.entity in world.families.line(link.from_.entity)  # nothing is linked to itself
        yield link.to.entity, forth + same
        yield link.from_.entity, back + same
    else:
        yield link.to.entity, forth * parents


def _settle(world: SampleData, name: str, settled: set[str]) -> None:
    """Put the things of an entity into their holders, whose own come first."""
    if name in settled:
        return
    settled.add(name)
    if world.kinds.is_special(name):
        _settle(world, world.kinds.base(name), settled)
        return
    _into_holders(world, name, settled)
    for tree in world.trees.get(name, ()):
        if world.traits(tree).nests_tree:
            _grow(world, tree)


def _into_holders(world: SampleData, name: str, settled: set[str]) -> None:
    for home in world.homes(name):
        link = world.names.relationships.get(home.relationship or "")
        if home.kind in INSIDE and link is not None and name == link.to.entity:
            for entity in (link.from_.entity, *world.families.below(link.from_.entity)):
                _settle(world, entity, settled)
            for place, holder in enumerate(world.everywhere(link.from_.entity)):
                if may_have(world, link, holder.entity, holder.number):
                    _fill(world, link, holder, home.kind, first=place == 0)


def _fill(world: SampleData, link: Relationship, holder: Thing, kind: str, *, first: bool) -> None:
    least = math.ceil(given(link.from_.count.min, 0))
    if link.to.entity in world.trees:
        least = max(least, 4 if first else 2)  # else there is nothing to see of the tree
    if first:
        least = max(least, _linked(world, link.to.entity))
    most = given(link.from_.count.max, None)
    decision = world.decision(link)
    if decision is not None and decision.bound is not None:
        most = decision.bound
    several = first and not _is_paid_at_once(world, link)
    wanted = 1 if kind == "object" else max(least, 2 if several else 1)
    count = min(wanted, _MOST, math.floor(most) if most is not None else wanted)
    count = min(count, max(1, _ALL - len(world.things[link.to.entity])))
    overflows = world.traits(link).overflows and first
    for ordinal in range(count + overflows):
        thing = world.add(world.made_of(link.to.entity, holder.number + ordinal), holder, ordinal)
        thing.extra = ordinal >= count
        world.join(link, holder, thing)


def _is_paid_at_once(world: SampleData, link: Relationship) -> bool:
    ends = (world.fields(link.from_.entity), world.fields(link.to.entity))
    return is_of(link.to.entity, PAYMENTS) and paid_at_once(*ends, world.names.end(link, "from"))


def _linked(world: SampleData, entity: str) -> int:
    """How many elements there are where things of each kind are linked to another one of theirs."""
    kinds = (entity, *world.kinds.narrower(entity))
    linked = any(link.to.entity in kinds and world.traits(link).has_link_documents for link in world.loops)
    return 2 * _kinds(world, entity) if linked else 0


def _grow(world: SampleData, tree: Relationship) -> None:
    """Nodes inside the document of their root: the first of each level has children of its own."""
    for root in world.of(tree.to.entity)[:_ROOTS]:
        row = [root]
        for _ in range(levels(tree, world.tree_depth) - 1):
            row = [_hang(world, tree, row[0], place) for place in range(children_of_one(tree))]
            if not row:
                break


def _hang(world: SampleData, tree: Relationship, parent: Thing, place: int) -> Thing:
    node = world.add(world.made_of(tree.to.entity, parent.number + place), parent, place)
    world.join(tree, parent, node)
    return node


def children_of_one(tree: Relationship) -> int:
    """How many children a node of the sample gets."""
    most = given(tree.from_.count.max, None)
    return _CHILDREN if most is None else max(0, min(_CHILDREN, math.floor(most)))
