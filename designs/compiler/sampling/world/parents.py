"""Which parent each thing gets, so that the ways from it meet again: a task's project and its assignee lead to one workspace.

A way leads from a thing along relationships that have one other end: to its parent, to that one's parent and so on. Two
ways that reach an entity under one name must reach the same thing of it. What is called by a role of its own (who sends,
who receives, who reviews) is another one on purpose, and two references beside each other to one entity are two. So is the person
who says something about what another one made: a comment's user is not the one of its post.

Time runs forward along these ways.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from ...model.conceptual import Relationship, given
from ...model.field_walk import computed_fields
from ...names.inflection import singular
from ..languages import snake
from ..values.moments import beginning, calendar_of, earliest, moved
from ..values.pools import is_person, words_in
from ..values.specs import Calendar
from ..values.states import is_state
from . import SINGLE, FirstStep, Link, Thing, Tied, limits, unit_of_link
from .lives import PAYMENTS, is_of
from .sample_data import GAP, SampleData

_VOICES = words_in("comment review reply answer like reaction vote rating bid feedback complaint message")
Reached = dict[tuple[str, str], frozenset[Thing]]
_NONE: Reached = {}
_VISITS = 2_000  # ways that are gone in rings for one answer: each is another, and there are more than anyone can go


class Ancestry:
    """What things lead to. settled: the families whose things have all their parents, whose ways don't change."""

    def __init__(self, world: SampleData) -> None:
        self.world = world
        self.links = [link for link in world.names.relationships.values() if link.kind in SINGLE]
        self.settled: set[str] = set()
        self._keys = {link.name: (link.from_.entity, self._role(link)) for link in self.links}
        self._reached: dict[Thing, Reached] = {}
        self._meanwhile: dict[
            Thing, Reached
        ] = {}  # while one question is answered, in which nothing is linked
        self._busy: set[Thing] = set()
        self._visits = 0
        self._met: set[Thing] = set()  # the busy ones that ways have come back to

    def _role(self, link: Relationship) -> str:
        """What the child calls the parent; the entity's own name where it is called by that or the end of it."""
        said = singular(snake(link.to.entity)).rpartition("_")[2] in _VOICES and is_person(link.from_.entity)
        if said or link.from_.entity == link.to.entity:
            return f"={link.name}"
        name = self.world.names.end(link, "to").removesuffix("._id").removesuffix("_id").rpartition(".")[2]
        word = self.world.names.word(link.from_.entity)
        return link.from_.entity if name == word or word.endswith(f"_{name}") else name

    def of_child(self, entity: str) -> list[Relationship]:
        """The relationships that lead from things of an entity to one parent."""
        links = self.world.relationships_to
        return self.world.answered("parents", entity, lambda: [x for x in links(entity) if x.kind in SINGLE])

    def steps(self, thing: Thing) -> list[FirstStep]:
        """The steps that begin at a thing, as far as it is linked."""
        of = self.of_child(thing.entity)
        return [
            FirstStep(link, pair.source)
            for link in of
            for pair in self.world.links(link.name, "to", thing)[:1]
        ]

    def reached(self, thing: Thing) -> Reached:
        """All that the ways from a thing reach: entity and role, and which things of it."""
        remembered = self._reached.get(thing, self._meanwhile.get(thing))
        if remembered is not None:
            return remembered
        if thing in self._busy:  # a ring of references
            self._met.add(thing)
            return _NONE
        self._busy.add(thing)
        self._visits += 1
        met, self._met = self._met, set()
        result: Reached = {}
        for step in self.steps(thing):
            for key, things in self._along(step).items():
                result[key] = result.get(key, frozenset()) | things
        self._busy.discard(thing)
        self._met.discard(thing)
        if (
            not self._met or self._visits > _VISITS
        ):  # whichever way leads here, it reaches the same, or nearly so
            self._meanwhile[thing] = result
        self._met |= met
        if not self._busy:
            self._meanwhile.clear()
            self._visits = 0
            if self.world.family(thing.entity) in self.settled:
                self._reached[thing] = result
        return result

    def _along(self, step: FirstStep) -> Reached:
        """What the ways reach that begin with a step. Through what is above it in a tree a thing agrees only about
        what holds it: an answer is written by somebody else."""
        link, parent = step
        if link.from_.entity == link.to.entity:
            below = self.reached(parent) if link.kind == "tree" else _NONE
            return {key: things for key, things in below.items() if key[0] == key[1]}
        own = link.to.entity
        passed = {key: things for key, things in self.reached(parent).items() if key[0] != own}
        passed[self._keys[link.name]] = frozenset((parent,))
        return passed

    def agree(self, step: FirstStep, others: list[FirstStep]) -> bool:
        """Whether the ways that begin with a step reach the same things as those that begin with the others."""
        return all(self._meet(step, other) for other in others)

    def _meet(self, step: FirstStep, other: FirstStep) -> bool:
        ends = step.link.from_.entity, step.link.to.entity
        if ends == (other.link.from_.entity, other.link.to.entity) and ends[0] != ends[1]:
            return True
        first, second = self._along(step), self._along(other)
        return not any(first[key].isdisjoint(second[key]) for key in first.keys() & second.keys())

    def share(self, thing: Thing, other: Thing) -> bool:
        """Whether two things that are linked to one another lead to the same: a tag and a task of one workspace."""
        first, second = self.reached(thing), self.reached(other)
        return not any(first[key].isdisjoint(second[key]) for key in first.keys() & second.keys())


_STEPS = 300  # choices that are tried for one thing


class OpenPlaces:
    """How many children each parent of one relationship still takes."""

    def __init__(self, world: SampleData, tie: Tied) -> None:
        self.link, self.parents, self.children = tie.link, tie.ones, frozenset(tie.others)
        self.left = len(tie.others)
        is_single = tie.link.kind == "one-to-one"
        self.usual = 2 - is_of(tie.link.to.entity, PAYMENTS)  # what is owed is paid, then something twice
        self.least, self.most = (0, 1) if is_single else limits(tie.link.from_.count, len(tie.others))
        if not is_single and len(tie.others) >= len(tie.ones) and _needs_rows(world, tie.link):
            self.least = max(self.least, 1)
        self.wanted = (
            [1] * len(self.parents) if is_single else self._wanted(tie.link.to.entity in world.trees)
        )
        self.taken = [0] * len(self.parents)

    def _wanted(self, is_tree: bool) -> list[int]:
        """Each parent's minimum, the first ones more, the last those that are left, up to their maximum: a child stays
        without one only where it may. Of a tree's nodes the first parent has all that are left, else there is no tree to see."""
        counts = [self.least] * len(self.parents)
        left = self.left - sum(counts)
        if is_tree and left > 0:
            more = max(0, min(left - (len(counts) - 1) * (self.least == 0), self.most - counts[0]))
            counts[0], left = counts[0] + more, left - more
        usual, places = min(self.most, max(self.usual, self.least + 1)), range(len(counts))
        for at, most in [*((at, usual) for at in places), *((at, self.most) for at in reversed(places))]:
            more = min(max(0, left), max(0, most - counts[at]))
            counts[at], left = counts[at] + more, left - more
        counts[-1] += max(0, left) if given(self.link.to.count.min, 0) else 0
        return counts

    def offered(self) -> Iterator[int]:
        """The places in the order in which they should be taken; where each child that is left is needed for a
        declared minimum, no others."""
        places = range(len(self.parents))
        short = [at for at in places if self.taken[at] < self.least]
        if short and self.left <= sum(self.least - self.taken[at] for at in short):
            yield from short
            return
        yield from (at for at in places if self.taken[at] < self.wanted[at])
        yield from (at for at in places if self.wanted[at] <= self.taken[at] < self.most)

    def take(self, at: int | None) -> None:
        """One child more has its parent, or has none."""
        self.left -= 1
        if at is not None:
            self.taken[at] += 1


def _needs_rows(world: SampleData, link: Relationship) -> bool:
    """Whether a field that must be there is computed from the children."""
    name = world.names.end(link, "from")
    stored = computed_fields(world.fields(link.from_.entity))
    return any(name in computed.formula for _, field, computed in stored if field.required is True)


def give_parents(ways: Ancestry, ties: Sequence[Tied]) -> None:
    """Join the children of relationships with their parents, each child with all of its own together."""
    places = [OpenPlaces(ways.world, tie) for tie in ties]
    # What leads furthest is chosen first: the parents nearer to the top follow from it.
    places.sort(key=lambda place: -len(ways.reached(place.parents[0])))
    unique = _Unique(ways.world)
    for child in dict.fromkeys(thing for tie in ties for thing in tie.others):
        own = [place for place in places if child in place.children]
        chosen = _Choice(ways, child, own, unique.of(child), unique.rather(child)).places_taken()
        for place, at in zip(own, chosen, strict=True):
            place.take(at)
            if at is not None:
                ways.world.join(place.link, place.parents[at], child)
        unique.keep(child, ways.steps(child))


_ONCE = frozenset(
    "entry registration enrolment enrollment membership attendance vote line item position stop time participation subscription "
    "like invitation participant signup grade mark seat".split()
)


_SALES = words_in("sale purchase_agreement bill_of_sale handover")


def is_sold_once(world: SampleData, entity: str) -> bool:
    """Whether a thing of an entity is one that is sold as it is, as its states say: a car, no article."""
    states = (field for field in world.fields(entity) if is_state(field))
    return any(
        "sold" in snake(str(option)).split("_") for field in states for option in given(field.enum, [])
    )


class _Unique:
    """Which parents together a declared unique index lets no two children have: one score of each juror for a film."""

    def __init__(self, world: SampleData) -> None:
        self.world = world
        self._keys: dict[str, list[frozenset[str]]] = {}
        self._pairs: dict[str, list[frozenset[str]]] = {}
        self._kept: dict[frozenset[str], set[frozenset[tuple[str, Thing]]]] = {}

    def of(self, child: Thing) -> list[tuple[frozenset[str], set[frozenset[tuple[str, Thing]]]]]:
        """The relationships of each such index, and which parents other children have."""
        return [(key, self._kept.setdefault(key, set())) for key in self._keys_of(child.entity)]

    def rather(self, child: Thing) -> list[tuple[frozenset[str], set[frozenset[tuple[str, Thing]]]]]:
        """The same of what nobody has twice, though no index says so: a runner waits once for a race, and a train stops once at
        a station."""
        if child.entity not in self._pairs:
            links = [link for link in self.world.relationships_to(child.entity) if link.kind == "one-to-many"]
            ends = {link.from_.entity for link in links} - {child.entity}
            is_once = (
                singular(snake(child.entity)).rpartition("_")[2] in _ONCE and len(links) == len(ends) == 2
            )
            self._pairs[child.entity] = [frozenset(link.name for link in links)] if is_once else []
            if singular(snake(child.entity)).rpartition("_")[2] in _SALES:
                self._pairs[child.entity] += [
                    frozenset((link.name,)) for link in links if is_sold_once(self.world, link.from_.entity)
                ]
        return [(key, self._kept.setdefault(key, set())) for key in self._pairs[child.entity]]

    def keep(self, child: Thing, steps: list[FirstStep]) -> None:
        """One child more has these parents."""
        for key, kept in [*self.of(child), *self.rather(child)]:
            kept.add(frozenset((step.link.name, step.parent) for step in steps if step.link.name in key))

    def _keys_of(self, entity: str) -> list[frozenset[str]]:
        if entity not in self._keys:
            names, links = self.world.names, self.world.relationships_to(entity)
            line = self.world.line(entity)
            called = {names.end(link, "to").removesuffix("._id"): link.name for link in links}
            indexes = [
                index
                for name in line
                for index in given(names.entities[name].indexes, [])
                if index.unique is True
            ]
            keys = [[called.get(path.removesuffix("._id")) for path, _ in index.keys] for index in indexes]
            self._keys[entity] = [
                frozenset(name for name in key if name) for key in keys if len(key) > 1 and all(key)
            ]
        return self._keys[entity]


class _Choice:
    """The search for one child's parents that agree with one another."""

    def __init__(
        self,
        ways: Ancestry,
        child: Thing,
        places: list[OpenPlaces],
        unique: list[tuple[frozenset[str], set[frozenset[tuple[str, Thing]]]]],
        rather: list[tuple[frozenset[str], set[frozenset[tuple[str, Thing]]]]],
    ) -> None:
        self.ways, self.child, self.places = ways, child, places
        self.unique, self.rather = unique, rather
        self.steps = [*ways.steps(child)]
        self.tries = 0
        below = ways.world.relationships_from(child.entity)
        self.is_parent = any(
            ways.world.links(link.name, "from", child) for link in below if link.kind in SINGLE
        )

    def places_taken(self) -> list[int | None]:
        """The place that is taken in each relationship; where no choice agrees, the first ones that are left."""
        choice = None
        if self.rather:
            strict, self.unique = self.unique, [*self.unique, *self.rather]
            choice = self._further([])
            self.unique, self.tries, self.steps = strict, 0, [*self.ways.steps(self.child)]
        choice = choice or self._further([])
        return choice if choice is not None else [next(self._offered(place), None) for place in self.places]

    def _offered(self, place: OpenPlaces) -> Iterator[int]:
        """The places that are left, of others than the child: it may be of a kind of what its parents are. What must
        have a parent, and finds no other, is its own."""
        offered = [*place.offered()]
        others = [at for at in offered if place.parents[at] is not self.child]
        must = math.ceil(given(place.link.to.count.min, 0)) > 0
        if self.is_parent:  # what is bought with a thing is not that thing, unless a way must lead back
            apart = [at for at in others if not self._leads_back(place.parents[at])]
            others = apart or (others if must else [])
        yield from others or (offered if must else ())

    def _leads_back(self, parent: Thing) -> bool:
        """Whether ways from a parent lead to the child."""
        is_possible = self.ways.world.may_belong(parent.entity, self.child.entity)
        reached, waiting = {parent}, [parent] if is_possible else []
        while waiting:
            above = {step.parent for step in self.ways.steps(waiting.pop())} - reached
            reached |= above
            waiting += above
        return self.child in reached

    def _further(self, chosen: list[int | None]) -> list[int | None] | None:
        if len(chosen) == len(self.places):
            return None if self._is_taken() else chosen
        place = self.places[len(chosen)]
        is_offered = False
        for at in self._offered(place):
            self.tries, is_offered = self.tries + 1, True
            if self.tries > _STEPS:
                return None
            step = FirstStep(place.link, place.parents[at])
            if self._is_used(step) or not self.ways.agree(step, self.steps):
                continue
            self.steps.append(step)
            choice = self._further([*chosen, at])
            if choice is not None:
                return choice
            self.steps.pop()
        is_optional = math.ceil(given(place.link.to.count.min, 0)) == 0
        return self._further([*chosen, None]) if is_optional or not is_offered else None

    def _is_used(self, step: FirstStep) -> bool:
        """Whether another child has this parent where one may, whatever else it has."""
        alone, own = frozenset((step.link.name,)), frozenset(((step.link.name, step.parent),))
        return any(key == alone and own in taken for key, taken in self.unique)

    def _is_taken(self) -> bool:
        """Whether another child has the same parents where an index allows one."""
        return any(
            frozenset((step.link.name, step.parent) for step in self.steps if step.link.name in key) in taken
            for key, taken in self.unique
        )


# --- time ------------------------------------------------------------------------------------

# Time runs forward along relationships: what belongs to something begins when that has begun, and what is over is over when the
# work on it is: an order for repairs is closed after its last work log.
_MORNING = 8
# What is drawn up of what went before, so that it comes after what it holds.
DRAWN_UP = words_in(
    "return statement payout settlement remittance payslip declaration filing report summary invoice"
)
_DAY = timedelta(days=1)


def run_forward(ways: Ancestry) -> None:
    """Let things that began before what they belong to begin after it, one after another; but what things with
    examples belong to begins before them."""
    runner = _Runner(ways)
    for things in ways.world.things.values():
        for thing in things[:1]:
            if runner.first_example(thing):
                runner.make_room(thing, frozenset())
    by_family: dict[str, list[Thing]] = {family: [] for family in ways.world.generations}
    for entity, things in ways.world.things.items():
        by_family[ways.world.family(entity)] += things
    for things in by_family.values():
        for thing in sorted(things, key=lambda thing: thing.number):
            runner.place(thing)


class _Runner:
    """Things whose start is settled. under_way: those whose parents are looked at, which a ring comes back to."""

    def __init__(self, ways: Ancestry) -> None:
        self.ways, self.world = ways, ways.world
        self._placed: set[Thing] = set()
        self._last: dict[str, datetime] = {}

    def place(self, thing: Thing) -> None:
        """Settle a thing's start, that of what it belongs to first."""
        waiting = [thing]
        while waiting:
            near = waiting[-1]
            parents = [
                step.parent
                for step in self.ways.steps(near)
                if not is_made_of_earlier(self.world, step.parent.entity, near.entity)
            ]
            unsettled = [parent for parent in parents if parent not in self._placed and parent not in waiting]
            if unsettled:
                waiting.append(unsettled[0])
                continue
            waiting.pop()
            if near not in self._placed:
                self._settle(near, [parent for parent in parents if parent in self._placed])
                self._placed.add(near)

    def make_room(self, thing: Thing, above: frozenset[Thing]) -> None:
        """Let what a thing belongs to begin before it, and what that belongs to. above: whose room is made."""
        for step in self.ways.steps(thing):
            parent = step.parent
            if parent in above or self.first_example(parent):
                continue
            opened = self.world.calendar(parent.entity).opened
            latest = moved(self.world.room_before(thing.entity, thing.start), -opened)
            if parent.start > latest:
                parent.shift += latest - parent.start
                parent.start = latest
                self.make_room(parent, above | {thing})

    def first_example(self, thing: Thing) -> datetime | None:
        """The first date that the designer's examples tell of a thing."""
        return self.world.first_example(thing.entity) if thing.number == 0 else None

    def _settle(self, thing: Thing, parents: list[Thing]) -> None:
        unit = self.world.unit(thing.entity)
        own = self.world.calendar(thing.entity).lowest
        begun = max(
            (moved(parent.start, self.world.calendar(parent.entity).opened) for parent in parents),
            default=None,
        )
        if begun is None:
            return
        if self.first_example(thing) is not None:  # the designer's examples stay, whatever comes before them
            self._last[thing.entity] = thing.start
            return
        bound = moved(begun, GAP * unit - own)
        if thing.start >= bound:
            return
        last = self._last.get(thing.entity)
        if last is not None and last >= bound:  # one after another, as they would have been
            bound = moved(last, _apart(self.world, thing))
        bound = _by_day(self.world, thing, bound)
        self._last[thing.entity] = bound
        thing.shift += bound - thing.start
        thing.start = bound


def is_made_of_earlier(world: SampleData, parent: str, child: str) -> bool:
    """Whether what things belong to is drawn up of them later, as the designer's examples tell: a tax return."""
    if singular(snake(parent)).rpartition("_")[2] not in DRAWN_UP:
        return False
    later, earlier = (world.first_example(entity) for entity in (parent, child))
    return later is not None and earlier is not None and earlier < later


def _by_day(world: SampleData, thing: Thing, moment: datetime) -> datetime:
    """The moment, in the morning where it lies at night; measurements and events don't sleep."""
    if moment.hour >= _MORNING or _is_event(world, thing):
        return moment
    return moved(moment, timedelta(hours=_MORNING - moment.hour))


def _is_event(world: SampleData, thing: Thing) -> bool:
    return world.names.entities[thing.entity].kind_or_default in ("event", "measurement")


def _apart(world: SampleData, thing: Thing) -> timedelta:
    """How long after one thing that was moved the next one begins."""
    if _is_event(world, thing):
        return timedelta(minutes=13, seconds=29)
    return world.unit(thing.entity) + timedelta(minutes=35)


def times_of(world: SampleData, link: Link) -> tuple[datetime, Calendar]:
    """From when on two things are linked, and when its own dates lie: around their examples, else after both are there."""
    thing, fields = link.source, given(link.relationship.link_fields, [])
    if earliest(fields) is not None:
        first = beginning(fields, None, 0)
        return moved(first, thing.shift), calendar_of(link.relationship.name, fields, first, _DAY)
    calendars = [(end, world.calendar(end.entity)) for end in (thing, link.target)]
    opened = [moved(end.start, calendar.opened) for end, calendar in calendars if calendar.slots]
    start = max([thing.start, *opened])
    times = calendar_of(link.relationship.name, fields, start, unit_of_link(world, link.relationship))
    return moved(start, -times.lowest), times
