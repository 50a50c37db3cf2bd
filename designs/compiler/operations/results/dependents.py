"""Which stored results follow from which documents: what a formula reads in its own document, and what it gathers from
those of other collections. A result that follows from another result comes behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..context import OperationContext, remembered
from ..passes.placement_variants import at_every
from ..passes.same_document_results import results_of
from ..read.hops import Join
from .computed import has_results
from .gathering import Gathered
from .recomputing import Reckoning

Results = tuple[str, int, str]
"""What tells a result from others: its entity, the number of the entity's place, and its path."""


class Dependent(msgspec.Struct, frozen=True):
    """One stored result and one of the look-ups that it follows from. place: number of the entity's place;
    gathered: the look-up, None for what stands in the same document; own: the paths there."""

    world: OperationContext
    entity: str
    place: int
    path: str
    gathered: Gathered | None
    own: tuple[str, ...] = ()

    @property
    def key(self) -> Results:
        """What tells the result from others."""
        return self.entity, self.place, self.path

    @property
    def collection(self) -> str:
        """Where the result is stored."""
        spot = self.world.spot(self.entity)
        return spot.collection if spot is not None else ""

    @property
    def group(self) -> tuple[Any, ...]:
        """What those have in common whose documents are found alike."""
        if self.gathered is None:
            return self.entity, self.place
        join = self.gathered.join
        return self.entity, self.place, join.own, join.foreign, self.gathered.within

    @property
    def sources(self) -> set[str]:
        """The collections whose documents it follows from."""
        if self.gathered is None:
            return {self.collection}
        return {self.gathered.source, *(spot.collection for spot in self.gathered.read)}

    def read_in(self, collection: str) -> list[str]:
        """Return the paths that it reads in documents of a collection."""
        if self.gathered is None:
            return [*self.own] if collection == self.collection else []
        join = self.gathered.join
        read = [spot.path for spot in self.gathered.read if spot.collection == collection]
        return [*read, join.foreign] if self.gathered.source == collection else read

    @property
    def written(self) -> list[str]:
        """The paths that are written with the result: its own, and of those that follow in the same document."""
        return [self.path, *(each.path for each in results_of(self.world, self.collection, [self.path]))]


@remembered
def by_source(world: OperationContext) -> dict[str, list[Dependent]]:
    """By collection the results that follow from its documents."""
    dependents: dict[str, list[Dependent]] = {}
    for dependent in _all(world):
        for collection in sorted(dependent.sources):
            dependents.setdefault(collection, []).append(dependent)
    return dependents


def _all(world: OperationContext) -> Iterator[Dependent]:
    for entity in world.names.entities:
        for number, (_, place) in enumerate(at_every(world, entity) if has_results(world, entity) else []):
            spot = place.spot(entity)
            if spot is None or spot.path:
                continue
            for path in Reckoning(place, entity, kept=True).fields:
                reckoning = Reckoning(place, entity, kept=True, among=[path])
                lookups = reckoning.translator.lookups
                for gathered in lookups:
                    yield Dependent(place, entity, number, path, gathered)
                if own := (*reckoning.own[path], *_references(gathered.join for gathered in lookups)):
                    yield Dependent(place, entity, number, path, None, own)


def _references(joins: Iterable[Join]) -> Iterator[str]:
    """Yield where documents themselves hold the ids of what is gathered for them."""
    for join in joins:
        if join.foreign == join.far.key and not join.through:
            yield join.own


@remembered
def sources_of_results(world: OperationContext) -> dict[Results, frozenset[Results]]:
    """By result the results that it follows from, through others too."""
    near: dict[Results, set[Results]] = {}
    dependents = by_source(world)
    for source in {each.key: each for some in dependents.values() for each in some}.values():
        written = source.written
        for dependent in dependents.get(source.collection, []):
            if dependent.key != source.key and is_among(written, dependent.read_in(source.collection)):
                near.setdefault(dependent.key, set()).add(source.key)
    return {key: frozenset(_reached(near, key)) for key in near}


def _reached(near: dict[Results, set[Results]], key: Results) -> set[Results]:
    reached, waiting = set[Results](), [key]
    while waiting:
        more = near.get(waiting.pop(), set()) - reached
        reached |= more
        waiting += more
    return reached


def is_among(written: Iterable[str], read: Iterable[str]) -> bool:
    """Return whether what is written at some paths is, or holds, what is read at others."""
    paths = list(read)
    return any(path == each or path.startswith(f"{each}.") for each in written for path in paths)
