"""Who is linked to whom: every relationship of the world that is not already a matter of living inside."""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice

from ...model.conceptual import Count, Relationship, given
from ...model.field_walk import computed_fields
from ...rules.choices import needs_ring
from .sample_data import INSIDE, SampleData
from .things import Thing
from .trees import nodes_of, plant

_LINKS = 3  # documents of a link collection


def link_all(world: SampleData) -> None:
    """Join the things of every relationship, within its declared minimum and maximum. A second reference
    between the same two begins with the next: who sends is not who receives."""
    ways: Counter[tuple[str, str]] = Counter()
    for relationship in world.names.relationships.values():
        if relationship.kind == "is-a" or _is_home(world, relationship):
            continue
        ends = relationship.from_.entity, relationship.to.entity
        ones, others = (_linked(world, relationship, end) for end in ends)
        referring = relationship.kind == "one-to-many" and not world.traits(relationship).within_document
        if referring and ends[0] != ends[1]:
            turn = ways[ends] % max(1, len(ones))
            ones, ways[ends] = ones[turn:] + ones[:turn], ways[ends] + 1
        if ones and others:
            _link(world, relationship, ones, others)


def _linked(world: SampleData, relationship: Relationship, entity: str) -> list[Thing]:
    """The things of an entity that links lead to and from: where documents name one another, those of kinds that are
    apart too. Of what is a sub-document in several places those in the first, whose ids are the ids of all."""
    things, home = world.of(entity), world.homes(entity)[0]
    if home.kind == "object" and home.holder is not None:
        return [thing for thing in things if thing.holder and world.is_a(thing.holder, home.holder)] or things
    return world.everywhere(entity) if world.traits(relationship).names_documents else things


def _is_home(world: SampleData, relationship: Relationship) -> bool:
    if world.traits(relationship).nests_tree:
        return True
    homes = world.homes(relationship.to.entity)
    return any(home.relationship == relationship.name and home.kind in INSIDE for home in homes)


def _link(world: SampleData, relationship: Relationship, ones: list[Thing], others: list[Thing]) -> None:
    if world.traits(relationship).within_document:
        _within_documents(world, relationship, ones, others)
    elif relationship.kind == "tree":
        plant(world, relationship, nodes_of(world, relationship.to.entity))
    elif relationship.kind in ("many-to-many", "graph"):
        _across(world, relationship, ones, others)
    elif relationship.from_.entity == relationship.to.entity:
        _to_their_own(world, relationship, ones, others)
    elif relationship.kind == "one-to-one":
        for thing, other in zip(ones, others, strict=False):
            world.join(relationship, thing, other)
    else:
        _to_parents(world, relationship, ones, others)


def _within_documents(
    world: SampleData, relationship: Relationship, ones: list[Thing], others: list[Thing]
) -> None:
    """The first thing of the other kind in the same document."""
    first: dict[Thing, Thing] = {}
    for thing in ones:
        first.setdefault(thing.root, thing)
    for other in others:
        if other.root in first:
            world.join(relationship, first[other.root], other)


def _to_their_own(
    world: SampleData, relationship: Relationship, ones: list[Thing], others: list[Thing]
) -> None:
    """The first one has nothing above it; where each needs one, or stands in a page of one, what is last stands above
    it, in a ring."""
    single = relationship.kind == "one-to-one"
    for number, thing in enumerate(others[1:]):
        world.join(relationship, ones[number // (1 if single else 2)], thing)
    homes = world.homes(relationship.to.entity)
    is_paged = any(home.relationship == relationship.name and home.kind == "bucket" for home in homes)
    if needs_ring(relationship) or is_paged:
        world.join(relationship, ones[-1], others[0])


def _limits(count: Count, everything: int) -> tuple[int, int]:
    least, most = math.ceil(given(count.min, 0)), given(count.max, None)
    return min(least, everything), everything if most is None else min(math.floor(most), everything)


def _to_parents(
    world: SampleData, relationship: Relationship, ones: list[Thing], others: list[Thing]
) -> None:
    """Each parent gets its minimum, the first ones more; no child stays without one."""
    least, most = _limits(relationship.from_.count, len(others))
    if len(others) >= len(ones) and _needs_rows(relationship.from_.entity, relationship, world):
        least = max(least, 1)
    counts = [least] * len(ones)
    left, at = len(others) - sum(counts), 0
    while left > 0 and at < len(counts):
        more = min(left, max(0, min(most, max(2, least + 1)) - counts[at]))
        counts[at], left, at = counts[at] + more, left - more, at + 1
    counts[-1] += max(0, left)
    parents = [parent for parent, count in zip(ones, counts, strict=True) for _ in range(count)]
    for parent, child in zip(parents, others, strict=False):
        world.join(relationship, parent, child)


def _needs_rows(parent: str, relationship: Relationship, world: SampleData) -> bool:
    """Whether a field that must be there is computed from the children."""
    name = world.names.end(relationship, "from")
    stored = computed_fields(world.fields(parent))
    return any(name in computed.formula for _, field, computed in stored if field.required is True)


def _across(world: SampleData, relationship: Relationship, ones: list[Thing], others: list[Thing]) -> None:
    same = relationship.from_.entity == relationship.to.entity
    least, most = _limits(relationship.from_.count, len(others) - same)
    back_least, back_most = _limits(relationship.to.count, len(ones) - same)
    scarce = world.traits(relationship).has_link_documents
    pairs = _pairs(len(ones), len(others), max(least, min(2, most)), back_most, same)
    pairs += _missing(pairs, len(ones), len(others), back_least, most, same)
    chosen = [pairs[0], pairs[1], pairs[-1]] if scarce and len(pairs) > _LINKS else pairs
    for index, other in chosen:
        world.join(relationship, ones[index], others[other])


def _pairs(ones: int, others: int, each: int, back: int, same: bool) -> list[tuple[int, int]]:
    """``each`` partners for every one, starting one further each time, at most ``back`` times the same."""
    taken = [0] * others
    pairs: list[tuple[int, int]] = []
    for index in range(ones):
        near = ((index + step) % others for step in range(same, others))
        free = (other for other in near if taken[other] < back and not (same and other == index))
        for other in sorted(islice(free, each)):
            taken[other] += 1
            pairs.append((index, other))
    return pairs


def _missing(
    pairs: list[tuple[int, int]], ones: int, others: int, least: int, most: int, same: bool
) -> list[tuple[int, int]]:
    """Further pairs for the partners that have fewer than their minimum."""
    held = Counter(index for index, _ in pairs)
    has: list[set[int]] = [set() for _ in range(others)]
    for index, other in pairs:
        has[other].add(index)
    missing: list[tuple[int, int]] = []
    for at in range(others):
        able = (n for n in range(ones) if n not in has[at] and held[n] < most and not (same and n == at))
        chosen = list(islice(able, max(0, least - len(has[at]))))
        held.update(chosen)
        missing += [(index, at) for index in chosen]
    return missing
