"""The things behind the example documents and who is linked to whom: a thing of an entity, a pair of a relationship. Knows a design,
no collections."""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from ...model.conceptual import Count, Relationship, given
from ...names.inflection import singular
from ...names.naming import Names
from ...workload.subtypes import Families
from ..languages import snake
from ..values.pools import PEOPLE, words_in
from ..values.specs import draw


class Thing:
    """One thing of an entity. number: from 0, counted over all of the entity. holder: the thing
    whose document it lives in, None where it has one of its own. extra: it did not fit into its
    holder's array. version: of its schema. salt: a later try at its values."""

    __slots__ = (
        "entity",
        "extra",
        "holder",
        "number",
        "ordinal",
        "person",
        "salt",
        "shift",
        "start",
        "version",
    )

    def __init__(
        self, entity: str, number: int, start: datetime, shift: timedelta, holder: Thing | None = None
    ) -> None:
        self.entity, self.number, self.holder = entity, number, holder
        self.start, self.shift = start, shift
        self.person = PEOPLE[(draw("person", entity) + number) % len(PEOPLE)]
        self.ordinal, self.version, self.salt = 0, 1, 0
        self.extra = False

    @property
    def root(self) -> Thing:
        """The thing whose document this one stands in, itself if it has one."""
        return self if self.holder is None else self.holder.root


class Link:
    """One pair of a relationship. number: from 0, counted over the relationship."""

    __slots__ = ("number", "relationship", "source", "target")

    def __init__(self, relationship: Relationship, source: Thing, target: Thing, number: int) -> None:
        self.relationship, self.source, self.target, self.number = relationship, source, target, number

    def end(self, side: str) -> Thing:
        """The thing at the end called ``from`` or ``to``."""
        return self.source if side == "from" else self.target


SINGLE = frozenset({"one-to-many", "one-to-one", "tree"})
"""The kinds of relationship that lead from a thing to one other."""


def settled_late(names: Names) -> frozenset[str]:
    """The references that a thing may have to what must have such a thing itself: a car to the sale at which it was traded in, where
    each sale is of a car. They are settled when all others are."""
    single = [link for link in names.relationships.values() if link.kind in SINGLE and link.kind != "tree"]
    needed = {(link.to.entity, link.from_.entity) for link in single if given(link.to.count.min, 0) >= 1}
    return frozenset(
        link.name
        for link in single
        if not given(link.to.count.min, 0)
        and link.from_.entity != link.to.entity
        and (link.from_.entity, link.to.entity) in needed
    )


def generations(names: Names, families: Families) -> dict[str, None]:
    """The families of a design, each by its most general entity; a ring begins with its first in the design."""
    above: dict[str, list[str]] = {}
    late = settled_late(names)
    for link in (link for link in names.relationships.values() if link.name not in late):
        ends = [(families.tops(end.entity) or [end.entity])[0] for end in (link.to, link.from_)]
        if link.kind in SINGLE and ends[0] != ends[1]:
            above.setdefault(ends[0], []).append(ends[1])
    ordered: dict[str, None] = {}
    for entity in names.entities:
        _place((families.tops(entity) or [entity])[0], above, ordered, set())
    return ordered


def _place(family: str, above: dict[str, list[str]], ordered: dict[str, None], under_way: set[str]) -> None:
    if family in ordered or family in under_way:
        return
    under_way.add(family)
    for parent in above.get(family, ()):
        _place(parent, above, ordered, under_way)
    ordered[family] = None


# --- pedigrees -------------------------------------------------------------------------------------

_ELDERS = words_in("parent sire dam mother father ancestor forebear")
_YOUNGER = words_in("child offspring progeny descendant")
_FATHERS, _MOTHERS = words_in("sire father stud"), words_in("dam mother")


def elders_at(names: Names, link: Relationship) -> str:
    """At which end of a relationship between things of one kind their elders are: "from" or "to"; "" of what is no pedigree."""
    if link.from_.entity != link.to.entity or link.kind == "tree":
        return ""
    for side, other in (("from", "to"), ("to", "from")):
        called = {singular(word) for word in _end(names, link, side).split("_")}
        if called & _ELDERS:
            return other
        if called & _YOUNGER:
            return side
    return ""


def is_mother(names: Names, link: Relationship) -> bool | None:
    """Whether the one thing that a relationship leads to is a mother; None where it is neither that nor a father."""
    called = frozenset(_end(names, link, "to").split("_"))
    is_one = link.from_.entity == link.to.entity and link.kind in ("one-to-many", "one-to-one")
    return bool(called & _MOTHERS) if is_one and called & (_MOTHERS | _FATHERS) else None


def _end(names: Names, link: Relationship, side: str) -> str:
    return snake(names.end(link, side).removesuffix("._id").removesuffix("_id"))


class FirstStep(NamedTuple):
    """The first step of a way: the relationship, and the parent that it leads to."""

    link: Relationship
    parent: Thing


class Tied(Protocol):
    """A relationship to join, and the things at its two ends."""

    @property
    def link(self) -> Relationship: ...
    @property
    def ones(self) -> list[Thing]: ...
    @property
    def others(self) -> list[Thing]: ...


def limits(count: Count, everything: int) -> tuple[int, int]:
    """How many at least and at most, of so many that there are."""
    least, most = math.ceil(given(count.min, 0)), given(count.max, None)
    return min(least, everything), everything if most is None else min(math.floor(most), everything)
