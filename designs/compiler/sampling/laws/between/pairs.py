"""What belongs to both ends of a link belongs to two that are linked: a prize in a race to a bird that flew in it, and to its owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ....model.conceptual import Field, Relationship, given, stated
from ...values.pools import words_in
from ...world import Link, Thing
from ...world.parents import Ancestry
from ...world.sample_data import SampleData
from ..bounds import number_in, put
from ..windows import RecordOf, words_of

_RANKS = words_in("rank position place placing")


def _pairings(world: SampleData, entity: str) -> Iterator[tuple[Relationship, Relationship, Relationship]]:
    """The links of many with many whose two ends things of an entity belong to, each with those two relationships."""
    single = [
        link
        for link in world.leading_to(entity)
        if given(link.to.count.min, 0) and not given(link.from_.count.min, 0)
    ]
    for link in world.names.relationships.values():
        if link.kind in ("many-to-many", "graph") and link.from_.entity != link.to.entity:
            near, far = (
                [each for each in single if each.from_.entity == end.entity] for end in (link.from_, link.to)
            )
            if len(near) == len(far) == 1:
                yield link, near[0], far[0]


def with_linked(world: SampleData) -> None:
    """Let things belong to two that are linked, no two of them to the same two, as far as there are such, and where all ways from
    a thing still lead to the same."""
    for entity in world.names.entities:
        is_apart = all(home.kind in ("collection", "nowhere") for home in world.homes(entity))
        for link, near, far in _pairings(world, entity) if is_apart else ():
            pairs = [
                (pair.source, pair.target)
                for pair in sorted(_links(world, link), key=lambda pair: pair.number)
            ]
            things = [each for each in world.everywhere(entity) if each.holder is None]
            if len(pairs) < len(things) or _are_so(world, (near, far), things, pairs):
                continue
            former, ways = [(each, [*_links(world, each)]) for each in world.leading_to(entity)], _ways(world)
            apart = _disagreeing(ways)
            belonging = [*zip(things, pairs, strict=False)]
            world.link_anew(near, [(pair[0], thing) for thing, pair in belonging])
            world.link_anew(far, [(pair[1], thing) for thing, pair in belonging])
            _to_its_own(ways, entity, (near, far), belonging)
            if _disagreeing(_ways(world)) > apart:
                for each, row in former:
                    world.link_anew(each, [(pair.source, pair.target) for pair in row])


def _are_so(
    world: SampleData,
    ways: tuple[Relationship, Relationship],
    things: Sequence[Thing],
    pairs: Sequence[tuple[Thing, Thing]],
) -> bool:
    """Whether things belong to linked ones already, each to another two."""
    rows = [
        [pair.source for way in ways for pair in world.links(way.name, "to", thing)[:1]] for thing in things
    ]
    own = {tuple(row) for row in rows}
    return len(own) == len(rows) and own <= {*pairs}


def _links(world: SampleData, link: Relationship) -> Iterator[Link]:
    return (
        pair for near in world.everywhere(link.from_.entity) for pair in world.links(link.name, "from", near)
    )


def _ways(world: SampleData) -> Ancestry:
    ways = Ancestry(world)
    ways.settled.update(world.generations)
    return ways


def _disagreeing(ways: Ancestry) -> int:
    """How many ways from things lead to others than those beside them."""
    steps = [ways.steps(thing) for things in ways.world.things.values() for thing in things]
    return sum(not ways.agree(step, row[at + 1 :]) for row in steps for at, step in enumerate(row))


def _to_its_own(
    ways: Ancestry,
    entity: str,
    settled: tuple[Relationship, Relationship],
    things: Sequence[tuple[Thing, tuple[Thing, Thing]]],
) -> None:
    """Let what else a thing belongs to be that to which the two lead."""
    for link in ways.world.leading_to(entity):
        if link in settled or given(link.from_.count.min, 0):
            continue
        row = [(_reached(ways, pair, link.from_.entity), thing) for thing, pair in things]
        own = [(parent, thing) for parent, thing in row if parent is not None]
        if len(own) == len(row):
            ways.world.link_anew(link, own)


def _reached(ways: Ancestry, pair: tuple[Thing, Thing], entity: str) -> Thing | None:
    """The only thing of an entity that ways from two things lead to, None where there are several or none."""
    reached = {
        thing
        for end in pair
        for key, things in ways.reached(end).items()
        if key[0] == entity
        for thing in things
    }
    return reached.pop() if len(reached) == 1 else None


def placed_alike(
    world: SampleData, thing: Thing, record: dict[str, Any], fields: Sequence[Field], of: RecordOf
) -> None:
    """Let the rank of a thing be that of the link between the two that it belongs to. The first one keeps the designer's examples."""
    of_link: Callable[[Any], Mapping[str, Any]] = of
    for field in fields:
        if not words_of(field.name) <= _RANKS or (thing.number == 0 and stated(field.example)):
            continue
        for link, near, far in _pairings(world, thing.entity):
            names = [each.name for each in given(link.link_fields, []) if words_of(each.name) <= _RANKS]
            ends = [[pair.source for pair in world.links(way.name, "to", thing)[:1]] for way in (near, far)]
            if names and all(ends):
                pairs = [
                    pair for pair in world.links(link.name, "from", ends[0][0]) if pair.target is ends[1][0]
                ]
                rank = number_in(of_link(pairs[0]), names[0]) if pairs else None
                if rank is not None:
                    put(record, field, rank)
