"""The things behind the example documents and who is linked to whom: a thing of an entity, a pair of a relationship. Knows a design,
no collections."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import dropwhile
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ...model.conceptual import Count, End, Relationship, given
from ...names.inflection import singular
from ...names.naming import Names
from ...workload.subtypes import Families
from ...workload.traffic import per_day
from ..languages import snake
from ..values.moments import LASTING, days_after
from ..values.pools import PEOPLE, is_company, is_person, words_in
from ..values.specs import draw
from ..values.states import is_past, is_state

if TYPE_CHECKING:
    from .sample_data import SampleData


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


# --- how fast things pass --------------------------------------------------------------------------
# As the numbers of a design say: within hours where they take up what changes its state several times a day, and soon one after
# another where so many come a day that each has its own in the end, and none stays for good.

_OFTEN = 4  # changes of state a day, so that nothing takes a thing up for more than hours
_TIMED = frozenset("at time timestamp ts datetime".split())
_MANY = 1000  # a day, of which none lies around for long
_DAY = timedelta(days=1)


def within_hours(world: SampleData, entity: str) -> bool:
    """Whether things of an entity are over within hours, whatever they are called."""
    return entity in world.answered("within hours", "", lambda: _within_hours(world))


def _within_hours(world: SampleData) -> frozenset[str]:
    busy = {name for name in world.names.entities if _is_busy(world, name)}
    passing = {
        name
        for name in world.names.entities
        if (busy and _takes_up(world, name, busy)) or _is_one_of_many(world, name, busy)
    }
    waiting = [*passing]
    while waiting:
        whole = waiting.pop()
        for link in world.relationships_from(whole):
            part = world.names.entities.get(link.to.entity)
            is_own = link.kind in SINGLE and (link.exclusive_owner is True or (part and part.kind == "weak"))
            if is_own and link.to.entity not in passing and _is_timed(world, link.to.entity):
                passing.add(link.to.entity)
                waiting.append(link.to.entity)
    return frozenset(passing)


def _is_busy(world: SampleData, entity: str) -> bool:
    """Whether operations change the state of each thing of an entity several times a day."""
    count = given(world.names.entities[entity].count, 0)
    states = {field.name for field in world.fields(entity) if is_state(field)} if count else set[str]()
    changes = (
        per_day(operation)
        for operation in (world.operations_on(entity) if states else ())
        if operation.kind == "update"
        and states & {*given(operation.changes, []), *(each.field for each in given(operation.effects, []))}
    )
    return bool(states) and sum(changes) >= _OFTEN * count


def _takes_up(world: SampleData, entity: str, busy: set[str]) -> bool:
    """Whether things of an entity take up busy ones, for a time that the dates of the link tell."""
    return (
        entity not in busy
        and rate_of(world, entity) >= 1
        and _is_timed(world, entity)
        and any(
            other in busy and link.kind == "many-to-many" and len([*_happenings(link)]) > 1
            for link in (*world.relationships_from(entity), *world.relationships_to(entity))
            for other in (link.from_.entity, link.to.entity)
        )
    )


def _is_one_of_many(world: SampleData, entity: str, busy: set[str]) -> bool:
    """Whether several things happen to a thing, and what it is of, which has a state as it is free or taken, changes it
    several times or sees more than one of them a day: a space some stays."""
    dates = [field.name for field in world.fields(entity) if field.type == "date"]
    if sum(map(is_past, dates)) < 2 or not _is_timed(world, entity):
        return False
    rate = rate_of(world, entity)
    return rate >= 1 and any(
        link.kind == "one-to-many"
        and link.to.entity == entity
        and any(map(is_state, world.fields(link.from_.entity)))
        and (link.from_.entity in busy or rate > given(world.names.entities[link.from_.entity].count, 0) > 0)
        for link in world.relationships_to(entity)
    )


def unit_of_link(world: SampleData, link: Relationship) -> timedelta:
    """What the distances between the dates of a link are counted in: of several that happen while something is over within
    hours, parts of that."""
    if len([*_happenings(link)]) < 2:
        return _DAY
    unit = min(world.unit(end.entity) for end in (link.from_, link.to))
    return unit if unit >= _DAY else unit / 3


def _happenings(link: Relationship) -> Iterator[str]:
    """The times of a link from the first on that says what has happened: called_at, then fast_at."""
    dates = [field.name for field in given(link.link_fields, []) if field.type == "date"]
    timed = (name for name in dates if names_time(name))
    yield from dropwhile(lambda name: not is_past(name), timed)


def _is_timed(world: SampleData, entity: str) -> bool:
    """Whether all dates of an entity but births are times of a day by their names."""
    names = [field.name for field in world.fields(entity) if field.type == "date"]
    names = [name for name in names if days_after(name) > -1000]
    return bool(names) and all(map(names_time, names))


def names_time(name: str) -> bool:
    """Whether a date is a time of a day by its name: opened_at."""
    return snake(name).rpartition("_")[2] in _TIMED


def rate_of(world: SampleData, entity: str) -> float:
    """How many things of an entity come a day, as the design says; 0 where it does not."""
    declared = given(world.names.entities[entity].inserts_per_day, 0)
    inserts = (
        per_day(each)
        for each in world.operations_on(entity)
        if each.kind == "insert" and given(each.per_day, 0)
    )
    return declared or sum(inserts)


def soon_after(world: SampleData, link: Relationship) -> timedelta | None:
    """Within which time of a parent its children come; None where it stays, and has more of them as long as it does."""
    return world.answered("soon after", link.name, lambda: _soon_after(world, link))


def _soon_after(world: SampleData, link: Relationship) -> timedelta | None:
    above, below = link.from_.entity, link.to.entity
    if any(name not in world.names.entities for name in (above, below)):
        return None
    if not _passes(world, link.from_) or not rate_of(world, below):
        return None
    hours = [world.unit(name) < _DAY for name in (above, below)]
    if all(hours):
        return timedelta(hours=3)
    is_timed = all(_is_timed(world, name) for name in (above, below))
    return 2 * _DAY if any(hours) or (rate_of(world, above) >= _MANY and is_timed) else 10 * _DAY


def is_attached(world: SampleData, link: Relationship) -> bool:
    """Whether operations put what was there before into a thing that comes and goes: a call into an incident."""
    return world.answered("attached", link.name, lambda: _is_attached(world, link))


def _is_attached(world: SampleData, link: Relationship) -> bool:
    above, below = link.from_.entity, link.to.entity
    if (
        link.kind != "one-to-many"
        or given(link.to.count.min, 0)
        or not {above, below} <= world.names.entities.keys()
    ):
        return False
    end = world.names.end(link, "to").removesuffix("._id").removesuffix("_id")
    changing = [each for each in world.operations_on(below) if each.kind == "update"]
    sets = [
        {*given(each.changes, []), *(effect.field for effect in given(each.effects, []))} for each in changing
    ]
    put = [names for names in sets if end in names]
    lives = {field.name for field in world.fields(below) if field.type == "date" or is_state(field)}
    is_put = bool(put) and not any(names & lives for names in put)  # what is given out is asked for before
    return is_put and _passes(world, link.from_) and rate_of(world, below) >= rate_of(world, above)


def soon_linked(world: SampleData, link: Relationship, entity: str) -> timedelta | None:
    """Within which time of a thing it is linked to what stays there: a lot is loaded on a trolley; None of what stays itself."""
    sides = [end for end in (link.from_, link.to) if end.entity == entity]
    far = link.to if sides and sides[0] is link.from_ else link.from_
    if len(sides) != 1 or far.entity not in world.names.entities or not _passes(world, sides[0]):
        return None
    rate = rate_of(world, entity)
    if rate < _OFTEN * rate_of(world, far.entity):
        return None  # both come and go
    return 2 * _DAY if rate >= _MANY and _is_timed(world, entity) else 10 * _DAY


def _passes(world: SampleData, end: End) -> bool:
    """Whether each thing at an end comes, has so many at the other one, and is done with."""
    above, many = end.entity, end.count
    is_part = world.unit(above) < _DAY and not is_company(above)  # a patient of a call
    stays = (
        given(many.growth, "bounded") == "unbounded"
        or bool(given(many.adds_per_day, 0))
        or world.names.entities[above].kind == "lookup"
        or not LASTING.isdisjoint(snake(above).split("_"))
        or (not is_part and any(is_person(name) or is_company(name) for name in world.line(above)))
    )
    return not stays and rate_of(world, above) >= 1
