"""Faults of names and numbers that no grammar can state: unknown, repeated, out of order."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from math import inf, prod

from ..model import constants
from ..model.conceptual import Entity, Field, Model, Relationship, given
from ..names.suggestions import Guesses
from ..plan_model.decisions import forced_ring, ring_of
from ..plan_model.findings import Finding, fault
from ..strategies.table import STRATEGIES, strategies_of, traits_of
from .grammar import meant
from .json_text import Place, quoted, shown

_MOST_CELLS = 10_000
"""Of a grid: all its cells stand in one document."""
_MOST_RINGS = 20
"""How many rings of kinds are told of one file: each is looked for in all that is left."""


def name_faults(model: Model, guesses: Guesses) -> Iterator[Finding]:
    """Repeated and unknown names, counts out of order, strategies and constants that are not."""
    yield from _repeated("entity", "entities", [entity.name for entity in model.entities])
    yield from _repeated("relationship", "relationships", [link.name for link in model.links])
    yield from _repeated("operation", "operations", [operation.name for operation in model.workload])
    for index, entity in enumerate(model.entities):
        yield from _fields(entity.own_fields, ("entities", index, "fields"))
    yield from _numbers(model, guesses)
    entities = {entity.name: entity for entity in model.entities}
    for index, link in enumerate(model.links):
        yield from _relationship(link, ("relationships", index), entities, guesses)
    yield from _ring(model.links)
    yield from _whole_trees(model.links)
    yield from _kinds(model.links)
    for index, operation in enumerate(model.workload):
        yield from _known_entity(operation.entity, ("operations", index, "entity"), entities, guesses)


def names_hold(model: Model) -> bool:
    """Whether names lead where they say: none is repeated, and every end names an entity."""
    entities = [entity.name for entity in model.entities]
    links = [link.name for link in model.links]
    ends = {link.end(side).entity for link in model.links for side in ("from", "to")}
    return len(set(entities)) == len(entities) and len(set(links)) == len(links) and ends <= set(entities)


def _repeated(what: str, key: str, names: Iterable[str]) -> Iterator[Finding]:
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        if seen.setdefault(name, index) != index:
            problem = f"Duplicate name {quoted(name)}: already used by {what} {seen[name] + 1}."
            yield fault(shown((key, index, "name")), problem, "Rename one of them.")


def _fields(fields: list[Field], place: Place) -> Iterator[Finding]:
    seen: dict[str, _Taken] = {}
    for index, field in enumerate(fields):
        here = (*place, index)
        if seen.setdefault(field.name, _Taken()).meets(*_versions(field)):
            problem = f"Duplicate field name {quoted(field.name)}."
            remedy = "Rename one, or give them since_version and until_version ranges that don't overlap."
            yield fault(shown((*here, "name")), problem, remedy)
        if (cells := prod(given(field.grid, []))) > _MOST_CELLS:
            remedy = f"Use {_MOST_CELLS:,} cells or fewer."
            yield fault(shown((*here, "grid")), f"The grid has {cells:,} cells.", remedy)
        yield from _fields(given(field.fields, []), (*here, "fields"))
        item, at = given(field.items, None), (*here, "items")
        while item is not None:
            yield from _fields(given(item.fields, []), (*at, "fields"))
            item, at = given(item.items, None), (*at, "items")


def _versions(field: Field) -> tuple[float, float]:
    """The first and the last version of the schema that has the field."""
    return given(field.since_version, 1), given(field.until_version, inf)


class _Taken:
    """The versions that fields of one name have, as spans that don't touch, in order."""

    def __init__(self) -> None:
        self.starts: list[float] = []
        self.ends: list[float] = []

    def meets(self, first: float, last: float) -> bool:
        """Take a span; whether a version of it was taken before. One that ends before it begins has none."""
        if last < first:
            return False
        low, high = bisect_left(self.ends, first), bisect_right(self.starts, last)
        if low < high:
            first, last = min(first, self.starts[low]), max(last, self.ends[high - 1])
        self.starts[low:high], self.ends[low:high] = [first], [last]
        return low < high


def _numbers(model: Model, guesses: Guesses) -> Iterator[Finding]:
    for key, names in (("constants", constants.NAMES), ("weights", constants.WEIGHTS)):
        for name in given(getattr(model, key), {}):
            if name not in names:
                problem = f"Unknown {'constant' if key == 'constants' else 'weight'} {quoted(name)}."
                yield fault(shown((key, name)), problem, meant(name, sorted(names), guesses))


def _known_entity(
    name: str, place: Place, entities: dict[str, Entity], guesses: Guesses
) -> Iterator[Finding]:
    if name not in entities:
        remedy = meant(name, list(entities), guesses) or "Add it, or use one that exists."
        yield fault(shown(place), f"Unknown entity {quoted(name)}.", remedy)


def _relationship(
    link: Relationship, place: Place, entities: dict[str, Entity], guesses: Guesses
) -> Iterator[Finding]:
    yield from _fields(given(link.link_fields, []), (*place, "link_fields"))
    for side in ("from", "to"):
        yield from _known_entity(link.end(side).entity, (*place, side, "entity"), entities, guesses)
        yield from _counts(link, side, (*place, side, "has"))
    if link.kind in ("tree", "graph") and link.from_.entity != link.to.entity:
        problem = f"A {link.kind} must connect {quoted(link.from_.entity)} to itself."
        remedy = f"Use {quoted(link.from_.entity)} here, or change the kind."
        yield fault(shown((*place, "to", "entity")), problem, remedy)
    yield from _strategy(link, (*place, "strategy"), guesses)


def _counts(link: Relationship, side: str, place: Place) -> Iterator[Finding]:
    count = link.end(side).count
    for low, high in (("min", "average"), ("average", "max"), ("min", "p95"), ("p95", "max"), ("min", "max")):
        small, large = given(getattr(count, low), None), given(getattr(count, high), None)
        if small is not None and large is not None and small > large:
            problem = f"{low} ({small}) is greater than {high} ({large})."
            yield fault(shown((*place, low)), problem, f"Make {low} no greater than {high}.")
    most = given(count.max, None)
    if link.kind == "one-to-many" and side == "to" and most is not None and most > 1:
        problem = f"Not one-to-many: each {link.to.entity} has up to {most} {link.from_.entity}."
        yield fault(shown((*place, "max")), problem, 'Set kind to "many-to-many", or max to 1.')


def _strategy(link: Relationship, place: Place, guesses: Guesses) -> Iterator[Finding]:
    strategy = given(link.strategy, "auto")
    allowed = strategies_of(link.kind)
    if strategy == "auto" or strategy in allowed:
        return
    if strategy in STRATEGIES:
        problem = f"{strategy} can't be used for a {link.kind} relationship."
        yield fault(shown(place), problem, f"Use one of {', '.join(('auto', *allowed))}.")
    else:
        yield fault(
            shown(place),
            f"Unknown strategy {quoted(strategy)}.",
            meant(strategy, ["auto", *allowed], guesses),
        )


def _kinds(links: list[Relationship]) -> Iterator[Finding]:
    """Nothing is a kind of itself, directly or through others."""
    own = [(i, r) for i, r in enumerate(links) if r.kind == "is-a" and r.from_.entity == r.to.entity]
    for index, link in own:
        problem = f"{quoted(link.to.entity)} can't be a subtype of itself."
        remedy = "Use another entity here, or change the kind of relationship."
        yield fault(shown(("relationships", index, "to", "entity")), problem, remedy)
    all_edges = [(r.to.entity, r.from_.entity, i) for i, r in enumerate(links) if r.kind == "is-a"]
    edges = [edge for edge in all_edges if edge[0] != edge[1]]
    for _ in range(_MOST_RINGS):
        ring = ring_of(edges)
        if not ring:
            return
        names = [links[index].to.entity for index in ring]
        problem = "Circular subtypes: " + " is a ".join(quoted(name) for name in [*names, names[0]])
        place = shown(("relationships", max(ring), "to", "entity"))
        yield fault(place, problem, "Remove one of these relationships.")
        edges = [edge for edge in edges if edge[2] != max(ring)]


def _whole_trees(links: list[Relationship]) -> Iterator[Finding]:
    """A node stands in the document of its root: in that of one tree."""
    first: dict[str, Relationship] = {}
    for index, link in enumerate(links):
        if not traits_of(given(link.strategy, "")).nests_tree:
            continue
        other = first.setdefault(link.to.entity, link)
        if other is not link:
            problem = f"{quoted(other.name)} already embeds each {link.to.entity} in its root document."
            remedy = "Change one tree's strategy, or use auto."
            yield fault(shown(("relationships", index, "strategy")), problem, remedy)


def _ring(links: list[Relationship]) -> Iterator[Finding]:
    """Documents can't stand inside themselves, so a ring of embedding has no physical form."""
    ring = forced_ring(links)
    if ring:
        steps = set(zip(ring, [*ring[1:], ring[0]], strict=True))
        forced = [(i, r) for i, r in enumerate(links) if traits_of(given(r.strategy, "")).inside_holder]
        index = next((i for i, r in forced if (r.to.entity, r.from_.entity) in steps), forced[0][0])
        problem = "Circular embedding: " + " in ".join(quoted(name) for name in [*ring, ring[0]])
        remedy = "Change one relationship's strategy, or use auto."
        yield fault(shown(("relationships", index, "strategy")), problem, remedy)
