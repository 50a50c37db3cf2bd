"""A small consistent world behind the example documents: a few things of each entity, and who is linked to whom.

Things and links know nothing of documents; the documents are views of this one world, so that
references, copies and arrays on both sides agree by themselves.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

from ...model.conceptual import Entity, Field, Model, Operation, Relationship, given
from ...model.constants import constants_of
from ...names.naming import Names
from ...placement.schema_versions import newest
from ...plan_model.decisions import Composition, Decision, Home
from ...plan_model.physical import DocField
from ...strategies import Strategy
from ...strategies.table import traits_of
from ...workload.subtypes import Families, Kinds
from ..languages import snake
from ..values.kinds.people import looks_like_person
from ..values.moments import beginning, calendar_of, earliest, moved, period_of, unit_with
from ..values.pools import is_company, is_person
from ..values.specs import Calendar, between
from . import SINGLE, Link, Thing, generations, within_hours

V = TypeVar("V")
INSIDE = frozenset({"element", "object"})
_UNASKED: Any = object()
_QUARTER = timedelta(minutes=15)
GAP = 2  # units between a thing and what belongs to it
_YEAR = re.compile(r"(?<![0-9])20[2-3][0-9](?=-[0-9A-Z]|/[0-9]{2}(?![0-9]))")
_SHORT_YEAR = re.compile(
    r"(?:(?<=[0-9]{2}/)|(?<![0-9])(?=2[0-9]/[0-9]{3}))(2[0-9])(?:\Z|(?=/))"
)  # 3 O 114/26, R-26/00418
_NUMBERS = frozenset("number no docket reference ref".split())
_USUAL, _LATER = timedelta(days=3), timedelta(minutes=35)  # from a thing to the next: no two at one time
_FAR = 1000  # between the ids of kinds that are stored apart


class SampleData:
    """things: by entity. loops: the relationships of an entity with itself. Which things an end is linked to: ``links``."""

    def __init__(self, model: Model, names: Names, composition: Composition) -> None:
        self.model, self.names, self.composition = model, names, composition
        self.tree_depth = constants_of(given(model.constants, None)).tree_depth
        self.things: dict[str, list[Thing]] = {name: [] for name in names.entities}
        self._links: defaultdict[tuple[str, str], dict[Thing, list[Link]]] = defaultdict(dict)
        self._leading_to: dict[str, list[Relationship]] = {}
        self._answers: dict[tuple[str, str], Any] = {}
        self._near: dict[tuple[str, str], list[Relationship]] = {}
        self._to: defaultdict[str, list[tuple[int, Relationship]]] = defaultdict(list)
        self._from: defaultdict[str, list[tuple[int, Relationship]]] = defaultdict(list)
        for place, link in enumerate(model.links):
            self._to[link.to.entity].append((place, link))
            self._from[link.from_.entity].append((place, link))
        self._counted: defaultdict[str, int] = defaultdict(int)
        self.is_parted = False  # whether what another state has is unlinked
        self.families = Families(model.links)
        self.trees: dict[str, list[Relationship]] = {}
        for tree in (link for link in model.links if link.kind == "tree"):
            self.trees.setdefault(tree.to.entity, []).append(tree)
        self.kinds = Kinds.composed(names, composition, self.families)
        self.loops = [link for link in names.relationships.values() if link.from_.entity == link.to.entity]
        earliest_dates = [
            date for entity in names.entities.values() if (date := earliest(entity.own_fields)) is not None
        ]
        self._key_lines: dict[str, list[str]] = {}
        self._lines: dict[str, list[str]] = {}
        self._operations: defaultdict[str, list[tuple[int, Operation]]] = defaultdict(list)
        for place, operation in enumerate(given(model.operations, [])):
            self._operations[operation.entity].append((place, operation))
        self._fields: dict[str, list[Field]] = {}
        self._starts: dict[str, datetime] = {}
        self._first_examples: dict[str, datetime | None] = {}
        self._calendars: dict[str, Calendar] = {}
        self._versions: dict[str, int] = {}
        self._distances: dict[str, timedelta] = {}
        self.generations = generations(names, self.families)
        self.dawn = min(earliest_dates, default=_in_year_of(names.entities.values()))

    def _takes_id(self, link: Relationship) -> bool:
        """Whether the special's documents have the general's ``_id``: not where the general has a place of
        its own, and repeats its fields alone."""
        if link.name in self.composition.back:
            return False
        general = link.from_.entity
        shared = self.kinds.is_joined(link) or self.kinds.is_mixed(self.kinds.base(general))
        return shared or self.homes(general)[0].kind == "nowhere"

    def apart(self, entity: str) -> list[str]:
        """The kinds whose documents are all that an entity has, each in a place of their own; else none."""
        links = self.families.specials.get(entity, ())
        split = links and not self.kinds.is_mixed(entity) and self.homes(entity)[0].kind == "nowhere"
        return [link.to.entity for link in links if not self.kinds.is_joined(link)] if split else []

    def decision(self, relationship: Relationship) -> Decision | None:
        """The decision about a relationship, None where the composition has none."""
        return self.composition.decisions.get(relationship.name)

    def strategy(self, relationship: Relationship) -> str:
        """Its strategy, "" where nothing was decided."""
        decision = self.decision(relationship)
        return decision.strategy if decision is not None else ""

    def traits(self, relationship: Relationship) -> Strategy:
        """The traits of that strategy."""
        return traits_of(self.strategy(relationship))

    def is_mutual(self, link: Relationship) -> bool:
        """Whether one array holds both ends of a relationship: what something is linked to is linked to that, too."""
        is_own = link.from_.entity == link.to.entity and self.traits(link).lists_both_ends
        return is_own and self.names.ids(link, "from") == self.names.ids(link, "to")

    def twin_of(self, link: Link) -> Link | None:
        """The link that leads back where both ends are in one array, None elsewhere."""
        if not self.is_mutual(link.relationship):
            return None
        back = self.links(link.relationship.name, "from", link.target)
        return next((each for each in back if each.target is link.source), None)

    def first_of(self, link: Link) -> Link:
        """The link, or the earlier one of it and the one that leads back: both say the same."""
        back = self.twin_of(link)
        return back if back is not None and back.number < link.number else link

    def side_of(self, link: Relationship, thing: Thing, field: DocField, path: str) -> str:
        """Return the end of a thing that holds a field with what the other end calls the relationship. path: the field's, in
        what holds it."""
        if not self._is_of_both(link, thing):
            return "from" if self.is_a(thing, link.from_.entity) else "to"
        called = {self.names.end(link, "to"), self.names.ids(link, "to")}
        ends = {name.rpartition(".")[2] for name in called}
        forth = self.names.end(link, "from").rpartition(".")[2]
        if field.items is None and link.kind in ("one-to-many", "one-to-one", "tree"):
            return "to"
        if (path in called) != (path == self.names.end(link, "from")):
            return "to" if path in called else "from"
        if (
            field.name in ends and field.name == forth
        ):  # paths that end alike: only one end holds an array, as a rule
            side = self.composition.decisions[link.name].side
            return side if side in ("from", "to") else "from"
        return "to" if field.name in ends else "from"

    def side_from(self, link: Relationship, thing: Thing, far: str | None) -> str:
        """Return the end of a thing that leads to another entity, or to what holds it: a single reference is at
        the ``to`` end."""
        near, other = link.from_.entity, link.to.entity
        forth = self.is_a(thing, near) if not self._is_of_both(link, thing) else far in (other, None)
        return "from" if forth and near != other else "to"

    def _is_of_both(self, link: Relationship, thing: Thing) -> bool:
        """Return whether a thing may be at both ends, as where a subtype refers to its own supertype."""
        return all(self.is_a(thing, end.entity) for end in (link.from_, link.to))

    def homes(self, entity: str) -> tuple[Home, ...]:
        """Where the entity lives; one that no decision moves has its own collection."""
        entity = self.kinds.base(entity)
        return self.composition.homes.get(entity) or (Home(entity=entity, kind="collection"),)

    def fields(self, entity: str) -> list[Field]:
        """The declared fields of an entity, those of what it is a kind of first."""
        if entity not in self._fields:
            self._fields[entity] = self._fields_of(entity)
        return self._fields[entity]

    def _fields_of(self, entity: str) -> list[Field]:
        line = self.line(entity)
        keyed = [name for name in self._key_line(entity) if not self.kinds.is_special(name)]
        fields = [
            field
            for name in reversed(line)
            for field in self.names.entities[name].own_fields
            if field.name != "_id" or name in keyed
        ]
        by_name = {(field.name, field.since_version, field.until_version): field for field in fields}
        return fields if len(line) == 1 else list(by_name.values())

    def _key_line(self, entity: str) -> list[str]:
        """The entity and what it is a kind of, as far as they have one ``_id``."""
        if entity not in self._key_lines:
            line = [entity]
            while (general := self._identified_by(line[-1])) is not None and general not in line:
                line.append(general)
            self._key_lines[entity] = line
        return self._key_lines[entity]

    def _identified_by(self, entity: str) -> str | None:
        """The general that an entity has its ``_id`` from: the one whose documents it shares, else the first
        that declares one."""
        shared = self.kinds.families.generals.get(entity)
        links = shared or [link for link in self.families.generals.get(entity, ()) if self._takes_id(link)]
        declaring = (link.from_.entity for link in links if self._declares_id(link.from_.entity))
        return next(declaring, links[0].from_.entity if links else None)

    def _declares_id(self, entity: str) -> bool:
        line = [name for name in self._key_line(entity) if not self.kinds.is_special(name)]
        return any(field.name == "_id" for name in line for field in self.names.entities[name].own_fields)

    def line(self, entity: str) -> list[str]:
        """An entity, what it repeats as a kind of it, what that repeats, and so on."""
        if entity not in self._lines:
            line = (entity, *self.families.above(entity))
            self._lines[entity] = [name for name in line if name in self.names.entities]
        return self._lines[entity]

    def operations_on(self, entity: str) -> list[Operation]:
        """The operations on things of an entity, in the file's order."""
        return _in_order(self._operations, self.line(entity))

    def is_a(self, thing: Thing, entity: str) -> bool:
        """Whether a thing is one of an entity, or of a kind of it."""
        return thing.entity == entity or entity in self.families.above(thing.entity)

    def leading_to(self, entity: str) -> list[Relationship]:
        """The one-to-many relationships by which something else has things of an entity, in the file's order."""
        if entity not in self._leading_to:
            self._leading_to[entity] = [
                link
                for link in _in_order(self._to, {entity, *self.families.above(entity)})
                if link.kind == "one-to-many" and link.from_.entity != link.to.entity
            ]
        return self._leading_to[entity]

    def answered(self, question: str, about: str, answer: Callable[[], V]) -> V:
        """What a question about an entity or a relationship is answered, which stays so while a design does."""
        key = (question, about)
        kept: V = self._answers.get(key, _UNASKED)
        if kept is _UNASKED:
            kept = self._answers[key] = answer()
        return kept

    def relationships_to(self, entity: str) -> list[Relationship]:
        """The relationships whose ``to`` end things of an entity are at, in the file's order."""
        return self._of_end("to", self._to, entity)

    def relationships_from(self, entity: str) -> list[Relationship]:
        """Those whose ``from`` end they are at."""
        return self._of_end("from", self._from, entity)

    def _of_end(
        self, side: str, by_entity: Mapping[str, list[tuple[int, Relationship]]], entity: str
    ) -> list[Relationship]:
        if (side, entity) not in self._near:
            self._near[side, entity] = _in_order(by_entity, self.line(entity))
        return self._near[side, entity]

    def part(self, relationship: Relationship, target: Thing) -> None:
        """Unlink a ``to`` thing from what a relationship links it to."""
        for link in self._links[relationship.name, "to"].pop(target, []):
            self._links[relationship.name, "from"][link.source].remove(link)

    def link_anew(self, relationship: Relationship, pairs: Iterable[tuple[Thing, Thing]]) -> None:
        """Link these pairs of things by a relationship, and no others."""
        for side in ("from", "to"):
            self._links.pop((relationship.name, side), None)
        self._counted.pop(relationship.name, None)
        for source, target in pairs:
            self.join(relationship, source, target)

    def links(self, relationship: str, side: str, thing: Thing) -> list[Link]:
        """The links of the thing that stands at this end of the relationship, in order."""
        return self._links[relationship, side].get(thing, [])

    def siblings(self, thing: Thing) -> list[Thing]:
        """The things of a thing's first parent, itself among them; none of what has no parent."""
        for link in self.leading_to(thing.entity):
            for pair in self.links(link.name, "to", thing)[:1]:
                return [other.target for other in self.links(link.name, "from", pair.source)]
        return []

    def row_of(self, thing: Thing) -> int | None:
        """Which of the things of its first parent a thing is, from 0; None of a thing without a parent, and of one that
        a document holds, which says so itself."""
        row = self.siblings(thing) if thing.holder is None else []
        return row.index(thing) if thing in row else None

    def of(self, entity: str) -> list[Thing]:
        """The things of an entity with those of its kinds that share its documents, in turn; those
        of its specials where it has none of its own."""
        own = self.things.get(entity, [])
        shared = self.kinds.families.below(entity)
        if shared:
            things = [*own, *(thing for name in shared for thing in self.things.get(name, ()))]
            return sorted(things, key=lambda thing: thing.number)
        specials = [link.to.entity for link in self.families.specials.get(entity, ())]
        things = [thing for special in specials for thing in self.of(special)]
        return own or sorted(things, key=lambda thing: thing.number)

    def everywhere(self, entity: str) -> list[Thing]:
        """The same with those of its kinds that are stored apart."""
        apart = (thing for kind in self.families.below(entity) for thing in self.things[kind])
        return list(dict.fromkeys([*self.of(entity), *apart]))

    def made_of(self, entity: str, number: int) -> Entity:
        """The kind of which the next thing is made: the entity, or its kinds one after another."""
        members = sorted(self.kinds.members(entity), key=lambda kind: not self._is_shown(entity, kind))
        kinds = [name for name in members for _ in self.kinds.own_values(name)]
        return self.names.entities[kinds[number % len(kinds)] if kinds else entity]

    def _is_shown(self, entity: str, kind: str) -> bool:
        """Whether a thing of a kind may be called as the example of its general entity says: no person like a company."""
        called = [
            field.example for field in self.fields(entity) if snake(field.name) in ("name", "legal_name")
        ]
        text = next((each for each in called if isinstance(each, str)), "")
        return is_person(kind) != is_company(text) if is_company(text) or looks_like_person(text) else True

    def add(self, entity: Entity, holder: Thing | None, ordinal: int = 0) -> Thing:
        """One more thing of an entity."""
        base = self.kinds.base(entity.name)
        number = sum(len(self.things[name]) for name in (base, *self.kinds.narrower(base)))
        first = self._first_start(entity.name)
        shift = _shift(entity, number, self._apart(entity.name))
        thing = Thing(entity.name, number, moved(first, shift), shift, holder)
        thing.ordinal = ordinal
        thing.version = self.version_of(entity)
        self.things[entity.name].append(thing)
        return thing

    def _first_start(self, entity: str) -> datetime:
        """When the first thing of an entity starts; what others refer to came before them."""
        if entity not in self._starts:
            later = self._families[self._families.index(self.family(entity)) + 1 :]
            self._starts[entity] = self._before_examples(entity, self._after_parents(entity), later)
        return self._starts[entity]

    @cached_property
    def _families(self) -> list[str]:
        return list(self.generations)

    def _own_start(self, entity: str) -> datetime:
        """When the first thing of an entity starts by its own fields and its generation."""
        count, rank = len(self._families), self._families.index(self.family(entity))
        step = min(12, 360 // count)
        days = 30 + step * (count - rank) + between(0, max(0, step - 3), "start", entity)
        return beginning(self.fields(entity), self.dawn, days)

    def _after_parents(self, entity: str) -> datetime:
        """The same, later where examples of its own and of what it belongs to leave less time before the first of them."""
        start, first_date = self._own_start(entity), self.first_example(entity)
        if first_date is None or start >= first_date:
            return start
        line = self.line(entity)
        links = [link for link in self.model.links if link.kind in SINGLE and link.to.entity in line]
        above = dict.fromkeys(link.from_.entity for link in links if link.from_.entity in self.names.entities)
        begun = [
            self._own_start(parent) for parent in above if parent not in line and self.first_example(parent)
        ]
        return max([start, *(min(each, first_date) for each in begun)])

    def _before_examples(self, entity: str, start: datetime, later: list[str]) -> datetime:
        """The start, or an earlier one where what belongs to the entity has examples from before it: examples stay where
        they are. later: the families that may belong to it."""
        below = [
            child
            for child in self._below(entity)
            if self.family(child) in later and self.first_example(child)
        ]
        if not below:
            return start
        fields, unit = self.fields(entity), self.unit(entity)
        opened = calendar_of(entity, fields, start, unit).opened
        if self.first_example(entity):  # two examples may lie close to one another
            begun = moved(start, opened)
            below = [child for child in below if (self.first_example(child) or begun) < begun]
        earlier = min((moved(self.room_before(child), -opened) for child in below), default=start)
        if earlier >= start:
            return start
        begun = moved(earlier, calendar_of(entity, fields, earlier, unit).opened)
        return earlier if begun < moved(start, opened) else start  # else an example tells when it begins

    def _below(self, entity: str) -> list[str]:
        """The entities, and the kinds of them, whose things belong to one of this entity's."""
        links = [link for link in _in_order(self._from, self.line(entity)) if link.kind in SINGLE]
        children = dict.fromkeys(link.to.entity for link in links if link.to.entity in self.names.entities)
        return [kind for child in children for kind in (child, *self.families.below(child))]

    def room_before(self, entity: str, start: datetime | None = None) -> datetime:
        """Until when what a thing of an entity belongs to must be there: one that begins then, else the first."""
        lowest = self.calendar(entity).lowest - GAP * self.unit(entity)
        return moved(start or self._first_start(entity), lowest)

    def first_example(self, entity: str) -> datetime | None:
        """The first date that examples tell of the first thing of an entity."""
        if entity not in self._first_examples:
            self._first_examples[entity] = earliest(self.fields(entity))
        return self._first_examples[entity]

    def family(self, entity: str) -> str:
        """One name for an entity and all that it is a kind of."""
        return (self.families.tops(entity) or [entity])[0]

    def may_belong(self, entity: str, other: str) -> bool:
        """Whether a thing of an entity may belong to one of another, at any remove."""
        return other in self.answered("above", entity, lambda: self._all_above(entity))

    def _all_above(self, entity: str) -> set[str]:
        """The entities of all that a thing may belong to, whichever of their kinds it is of."""
        reached, waiting = set[str](), [entity]
        while waiting:
            parents = (
                link.from_.entity for link in self.relationships_to(waiting.pop()) if link.kind in SINGLE
            )
            above = {kind for parent in parents for kind in self.families.family(parent)} - reached
            reached |= above
            waiting += above
        return reached

    def unit(self, entity: str) -> timedelta:
        """What the distances between the dates of an entity are counted in."""
        return self.answered("unit", entity, lambda: self._unit(entity))

    def _unit(self, entity: str) -> timedelta:
        is_event = self.names.entities[entity].kind_or_default in ("event", "measurement")
        unit = _QUARTER if is_event else unit_with(entity, self.fields(entity))
        is_fast = (
            unit > _QUARTER and self.names.entities[entity].inserts_per_day and within_hours(self, entity)
        )
        return _QUARTER if is_fast else unit

    def calendar(self, entity: str) -> Calendar:
        """When the dates of an entity's things lie."""
        if entity not in self._calendars:
            start = self._first_start(entity)
            self._calendars[entity] = calendar_of(entity, self.fields(entity), start, self.unit(entity))
        return self._calendars[entity]

    def version_of(self, entity: Entity) -> int:
        """The current version of an entity's shape, with the fields of what it is a kind of."""
        if entity.name not in self._versions:
            self._versions[entity.name] = self._version_of(entity)
        return self._versions[entity.name]

    def _version_of(self, entity: Entity) -> int:
        return max(1, *(newest(self.names.entities[name]) for name in self.line(entity.name)))

    def begin(self, entity: str) -> int:
        """From where the ids of an entity count that its general's ``_id`` numbers: those of its other kinds
        are not these, though they stand in collections of their own."""
        line = self._key_line(entity)
        if len(line) == 1:
            return 0
        bases = (self.kinds.base(name) for name in (line[-1], *self.families.below(line[-1])))
        stored = [name for name in dict.fromkeys(bases) if self.homes(name)[0].kind != "nowhere"]
        return _FAR * stored.index(self.kinds.base(entity)) if self.kinds.base(entity) in stored else 0

    def is_part(self, thing: Thing) -> bool:
        """Whether a thing is a sub-document of its holder: not a node below one, nor an element."""
        ways = [home.relationship for home in self.homes(thing.entity) if home.kind == "object"]
        return any(
            link.source is thing.holder for way in ways if way for link in self.links(way, "to", thing)
        )

    def _apart(self, entity: str) -> timedelta:
        """How long after a thing of an entity the next one begins: of what goes by the time that it lasts, as seasons do,
        when the one before is over."""
        if entity not in self._distances:
            self._distances[entity] = period_of(entity, self.fields(entity)) or _USUAL
        return self._distances[entity]

    def join(self, relationship: Relationship, source: Thing, target: Thing) -> None:
        """Link a ``from`` thing with a ``to`` thing."""
        number = self._counted[relationship.name]
        self._counted[relationship.name] += 1
        link = Link(relationship, source, target, number)
        self._links[relationship.name, "from"].setdefault(source, []).append(link)
        self._links[relationship.name, "to"].setdefault(target, []).append(link)


def _in_year_of(entities: Iterable[Entity]) -> datetime | None:
    """The middle of the year that examples of numbers tell, as R-2026-10412 does; None where none tells one."""
    fields = [field for entity in entities for field in entity.own_fields if isinstance(field.example, str)]
    years = [int(year) for field in fields for year in _YEAR.findall(str(field.example))]
    numbers = (str(field.example) for field in fields if snake(field.name).rpartition("_")[2] in _NUMBERS)
    years += [2000 + int(year) for number in numbers for year in _SHORT_YEAR.findall(number)]
    return datetime(max(years), 7, 1, 9, tzinfo=UTC) if years else None


def _shift(entity: Entity, number: int, apart: timedelta) -> timedelta:
    """Events follow one another within the hour, other things within so much."""
    if entity.kind_or_default in ("event", "measurement"):
        return timedelta(minutes=13 * number, seconds=29 * number)
    return apart * number + number % 5 * _LATER


def _in_order(by_entity: Mapping[str, list[tuple[int, V]]], entities: Iterable[str]) -> list[V]:
    """Return the relationships, or the operations, of several entities in the file's order. by_entity: each with its
    place in the file."""
    of_all = [each for entity in entities if entity in by_entity for each in by_entity[entity]]
    return [each for _, each in sorted(of_all, key=itemgetter(0))]
