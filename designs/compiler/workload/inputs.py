"""One relationship's inputs, each with its origin, and the record of those that were used.

A Case answers for one relationship from a table of derivations; a Survey holds what all of them
share: names, the summed workload, sizes and counts.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from ..model.conceptual import (
    Count,
    Entity,
    Field,
    Model,
    Navigation,
    Operation,
    Relationship,
    Retention,
    given,
    stated,
)
from ..model.constants import Constants
from ..names.naming import Names
from ..names.paths import Paths
from ..plan_model.decisions import opposite, relationship_titles
from ..plan_model.number_format import listed
from .sizes import ID_BYTES, Estimate, depth_of, element_bytes, field_bytes, from_the_top, named, usual
from .subtypes import Families
from .traffic import Traffic, copies_named, crossed

GIVEN, MEASURED, DEFAULT = "given", "measured", "default"
DAYS_A_YEAR = 365
DEFAULT_COUNT = 10_000
_DAY = 86_400
_DAYS_OF = {"day": 1, "week": 7, "month": 31, "year": 366}
BY_DATE = frozenset({"ttl", "rolling"})
"""Policies by which the server deletes each document some time after a date in it."""
_NO_NAVIGATION = Navigation()
# An unbounded count is shown with what says so.
GROWTH_OF = {"max": "growth", "from.max": "from.growth", "to.max": "to.growth"}


class Quantity(msgspec.Struct, frozen=True, gc=False):
    """A value and where it comes from: given, measured or default."""

    value: Any
    origin: str = GIVEN


def first(*candidates: tuple[object, str]) -> Quantity:
    """The first candidate with a value, as a Quantity; the last one stands for sure."""
    for value, origin in candidates[:-1]:
        if value is not UNSET and value is not None:
            return Quantity(value, origin)
    return Quantity(*candidates[-1])


class Folded(NamedTuple):
    """Fields of an entity that its documents keep as one array of names and values (P3). names: of
    those fields. whole: bytes of the array. added: bytes that they add to a document, with the array's
    name; of a kind that shares its general's array, beside what the general has in it; of an array inside of
    an object, beside that object's own bytes. depth: levels. root: the own field that it is inside of."""

    array: str
    names: frozenset[str]
    whole: float
    added: float
    depth: int
    fields: tuple[Field, ...] = ()
    root: str = ""


class Survey:
    """A design with its sums and, by relationship name, its Case. folded: by entity, its arrays of
    names and values; folded_on_links: by relationship, those of its own fields."""

    def __init__(self, model: Model, names: Names, constants: Constants, table: Table, paths: Paths) -> None:
        self.model, self.names, self.constants = model, names, constants
        self.titles = relationship_titles(model.links)
        self.folded: dict[str, tuple[Folded, ...]] = {}
        self.folded_on_links: dict[str, tuple[Folded, ...]] = {}
        self.traffic = Traffic(model.workload, paths)
        self.profile = given(model.workload_profile, "mixed")
        self.ends: defaultdict[str, list[Relationship]] = defaultdict(list)
        for relationship in model.links:
            self.ends[relationship.from_.entity].append(relationship)
            if relationship.to.entity != relationship.from_.entity:
                self.ends[relationship.to.entity].append(relationship)
        self.families = Families(model.links)
        self._bytes: dict[str, tuple[float, ...]] = {}
        self._by_parents: dict[str, float | None] = {}
        self._estimates: dict[str, Estimate] | None = None
        self.slices: dict[str, float] = {}  # bytes of a SUBSET's element, by relationship
        self._reached: set[str] | None = None  # relationships by which operations come to a parent
        self._named: dict[tuple[str, str, str], float] | None = None  # reads of copies
        self.unpaid: set[tuple[str, str, str]] = set()  # copies that cost more than they save, alike
        self.expiring: dict[str, dict[str, str]] = {}  # what lifetimes forbid, by relationship
        self.places_of_operations = {each.name: place for place, each in enumerate(model.workload)}
        self.cases = {r.name: DecisionInputs(self, r, place, table) for place, r in enumerate(model.links)}

    def case(self, name: str) -> DecisionInputs:
        """The inputs of the relationship of this name."""
        return self.cases[name]

    def relationships(self, entities: Iterable[str]) -> list[Relationship]:
        """Those with an end at one of these entities, each once, in the design's order."""
        by_name = {
            relationship.name: relationship
            for entity in entities
            for relationship in self.ends.get(entity, ())
        }
        return sorted(by_name.values(), key=lambda relationship: self.cases[relationship.name].place)

    def is_reached(self, relationship: Relationship) -> bool:
        """Whether some operation comes from C to P by a relationship: includes it, looks for it, or names one
        of P's fields."""
        if self._reached is None:
            self._reached = set(crossed(self.model.workload, self.traffic.paths))
        return relationship.name in self._reached

    def named_reads(self, relationship: Relationship, of: str, field: str) -> float:
        """Reads a day that name a copied field without including its relationship. of: the side that it is of."""
        if self._named is None:
            self._named = copies_named(self.model.workload, self.traffic.paths)
        return self._named.get((relationship.name, of, field), 0.0)

    def in_traffic(self, traffic: Traffic) -> Survey:
        """The same design in another workload."""
        other = Survey.__new__(Survey)
        other.__dict__ = {**self.__dict__, "traffic": traffic}
        return other

    def stating(self, entity: Entity) -> Survey:
        """The same design where an entity states other numbers of its documents."""
        names, other = copy(self.names), Survey.__new__(Survey)
        names.entities = {**names.entities, entity.name: entity}
        other.__dict__ = {**self.__dict__, "names": names, "_by_parents": {}, "_estimates": None}
        return other

    def own_bytes(self, entity: str, *, identity: bool = True) -> float:
        """BSON bytes of a document of an entity's declared fields, with or without ``_id``."""
        if entity not in self._bytes:
            fields = self.names.entities[entity].own_fields
            has_id = any(field.name == "_id" for field in fields)
            size = 5.0 + self.stored_bytes(entity, fields)
            self._bytes[entity] = (size, size if has_id else size + ID_BYTES)
        return self._bytes[entity][identity]

    def stored_bytes(self, entity: str, fields: Iterable[Field]) -> float:
        """BSON bytes that some fields of an entity take in its documents; of an array of names and
        values all, where it has one of them."""
        return _stored(fields, self.folded.get(entity, ()))

    def link_bytes(self, relationship: Relationship) -> float:
        """BSON bytes that a link's own fields take in its document or element."""
        return _stored(given(relationship.link_fields, []), self.folded_on_links.get(relationship.name, ()))

    def own_depth(self, entity: str) -> int:
        """Levels that an entity's own fields add to its documents: each object and each array is one."""
        plain = depth_of(self.names.entities[entity].own_fields)
        return max([plain, *(array.depth for array in self.folded.get(entity, ()))])

    def count(self, entity: str) -> float:
        """Documents of an entity."""
        declared = self.names.entities[entity].count
        count: float = float(given(declared, 0)) if stated(declared) else self.counted(entity).value
        return count

    def counted(self, entity: str) -> Quantity:
        """Documents of an entity: as declared, else what its inserts a day and its lifetime come to, else what its
        parents have of it, else what others that it is related with have, else about what its parents come to, else
        10,000, or no more than there is room for."""
        declared = self.names.entities[entity].count
        count = float(given(declared, 0)) if stated(declared) else None
        if count is not None:
            return Quantity(count)
        alive, origin = self._alive(entity)
        if alive is not None:
            return Quantity(alive, origin)
        for follows in (self._owned, self._by_others):
            if (number := follows(entity)) is not None:
                return Quantity(number, MEASURED)
        estimate = self.estimate(entity)
        about = estimate.total if estimate else None
        return first((self._room(entity), DEFAULT), (about, DEFAULT), (float(DEFAULT_COUNT), DEFAULT))

    def estimate(self, entity: str) -> Estimate | None:
        """About how many documents the parents of an entity have of it, where their number is assumed, or how many each has
        is the middle of the stated least and most. Of several relationships the least. None where nothing tells."""
        if self._estimates is None:
            self._estimates = {}
            for child, links in from_the_top(case.relationship for case in self.cases.values()).items():
                ends = [(link.from_.entity, usual(link.from_.count) or 0.0) for link in links]
                estimates = [Estimate(parent, self.count(parent), each) for parent, each in ends]
                self._estimates[child] = min(estimates, key=lambda estimate: estimate.total)
        return self._estimates.get(entity)

    def is_of_lifetime(self, entity: str) -> bool:
        """Whether the count of an entity that states none is what comes in while each document stays."""
        return self._alive(entity)[0] is not None

    def is_told_by_others(self, entity: str) -> bool:
        """Whether the count of an entity follows from what others have that are not its parents alone."""
        is_known = self.is_of_lifetime(entity) or self._owned(entity) is not None
        return not is_known and self._by_others(entity) is not None

    def _owned(self, entity: str) -> float | None:
        """How many documents the parents of an entity have of it, by their counts and the stated average of each; of
        several relationships the most, for a document may be without a parent in each. None where nothing tells."""
        if entity not in self._by_parents:
            self._by_parents[entity] = None  # what owns itself in a ring says nothing
            totals = [
                parents * float(given(link.from_.count.average, 0))
                for link in self.ends[entity]
                if link.kind == "one-to-many"
                and link.to.entity == entity != link.from_.entity
                and stated(link.from_.count.average)
                and (parents := self._declared_or_owned(link.from_.entity)) is not None
            ]
            self._by_parents[entity] = max(totals, default=None)
        return self._by_parents[entity]

    def _by_others(self, entity: str) -> float | None:
        """How many documents there are of an entity by the counts of those it is related with: one for each where they
        stand one to one, else as many as each has on average into how many they are. Of several the most."""
        totals = []
        for link in self.ends[entity]:
            side = "from" if link.from_.entity == entity else "to"
            end, other = link.end(side), link.end(opposite(side))
            if end.entity == other.entity or (others := self._stated_or_owned(other.entity)) is None:
                continue
            if link.kind == "one-to-one" and given(end.count.min, 0) >= 1 and given(other.count.min, 0) >= 1:
                totals.append(others)
            each = float(given(end.count.average, 0))
            is_parent = link.kind == "one-to-many" and side == "from"
            back = (
                1.0
                if is_parent
                else float(given(other.count.average, 0))
                if link.kind == "many-to-many"
                else 0.0
            )
            if each and back:
                totals.append(max(1.0, others * back / each))
        return max(totals, default=None)

    def _room(self, entity: str) -> float | None:
        """How many documents there can be of an entity each of which belongs to another one alone, as a half of a
        one-to-one does unless it is said to do without."""
        rooms = []
        for link in self.ends[entity]:
            side = "from" if link.from_.entity == entity else "to"
            end, other = link.end(side), link.end(opposite(side))
            is_part = (
                link.kind == "one-to-one" and given(end.count.min, 1) >= 1 and end.entity != other.entity
            )
            if is_part and (others := self._stated_or_owned(other.entity)) is not None:
                rooms.append(others)
        return min(rooms, default=None)

    def _stated_or_owned(self, entity: str) -> float | None:
        """How many documents an entity has as the design says, by itself or by its parents; None where it doesn't."""
        declared = self._declared_or_owned(entity)
        alive, origin = self._alive(entity)
        return declared if declared is not None else alive if origin != DEFAULT else None

    def _declared_or_owned(self, entity: str) -> float | None:
        declared = self.names.entities[entity].count
        return float(given(declared, 0)) if stated(declared) else self._owned(entity)

    def inserted(self, entity: str) -> Quantity | None:
        """Inserts of an entity a day: of operations that say how often they run, else as declared, else of
        operations that count once, each with those of its subtypes; None where there is neither."""
        inserts, declared = self.traffic.inserts, self.names.entities[entity].inserts_per_day
        kinds = [kind for kind in (entity, *self.families.below(entity)) if kind in inserts]
        rated = [kind for kind in kinds if ("inserts", kind) not in self.traffic.guessed]
        if rated and (entity in rated or not stated(declared)):
            return Quantity(sum(inserts[kind] for kind in rated), MEASURED)
        if stated(declared):
            return Quantity(declared)
        return Quantity(sum(inserts[kind] for kind in kinds), DEFAULT) if kinds else None

    def _alive(self, entity: str) -> tuple[float | None, str]:
        """How many documents that expire or are archived are there at a time, with the origin; None where it is not
        known how many come a day, or how long each stays."""
        days = _days_alive(given(self.names.entities[entity].retention, None))
        if not days > 0:
            return None, DEFAULT
        inserted = self.inserted(entity)
        if inserted is None or not inserted.value > 0:
            return None, DEFAULT
        origin = DEFAULT if inserted.origin == DEFAULT else MEASURED
        return max(1.0, inserted.value * days), origin


def seconds_kept(retention: Retention) -> int | None:
    """How many seconds after its date the server deletes a document, None where it does not, or nobody says. A period is
    as long as the longest of its kind: nothing goes before a month or a year is over."""
    if retention.policy == "rolling":
        return _DAYS_OF[given(retention.period, "month")] * _DAY
    is_stated = retention.policy == "ttl" and stated(retention.seconds)
    return given(retention.seconds, 0) if is_stated else None


def _days_alive(retention: Retention | None) -> float:
    """How long a document stays in its collection; 0 where nobody says, as where each has the moment itself."""
    if retention is None:
        return 0.0
    seconds = seconds_kept(retention)
    return float(given(retention.after_days, 0)) if retention.policy == "archive" else (seconds or 0) / _DAY


def _stored(fields: Iterable[Field], arrays: tuple[Folded, ...]) -> float:
    if not arrays:
        return sum(named(field.name, field_bytes(field)) for field in fields)
    kept = list(fields)
    met = [array for array in arrays if not array.root and any(field.name in array.names for field in kept)]
    apart = [field for field in kept if not any(field.name in array.names for array in met)]
    met += [array for array in arrays if array.root in [field.name for field in apart]]
    return sum(array.added for array in met) + sum(named(field.name, field_bytes(field)) for field in apart)


class DecisionInputs:
    """The derived inputs of one relationship, P its ``from`` and C its ``to``.

    ``read(name)`` gives a value and records that it was used; the names are the design file's
    (``max``, ``accessed_together``) or, of an end's numbers, ``from.max`` and ``to.max``.
    """

    def __init__(self, survey: Survey, relationship: Relationship, place: int, table: Table) -> None:
        self.survey, self.relationship, self.place, self.table = survey, relationship, place, table
        self.constants = survey.constants
        entities = survey.names.entities
        self.parent: Entity = entities[relationship.from_.entity]
        self.child: Entity = entities[relationship.to.entity]
        self.used: dict[str, Quantity] = {}
        self._quantities: dict[str, Quantity] = {}

    def forget(self) -> None:
        """Start a new decision: nothing has been used yet."""
        self.used = {}

    def varied(self, values: dict[str, Any]) -> DecisionInputs:
        """The same relationship with other values of some inputs, stated unless given as a Quantity;
        what derives from them follows."""
        other = DecisionInputs.__new__(DecisionInputs)
        quantities = {
            name: value if isinstance(value, Quantity) else Quantity(value) for name, value in values.items()
        }
        other.__dict__ = {**self.__dict__, "used": {}, "_quantities": quantities}
        return other

    def undeclared(self) -> DecisionInputs:
        """The same relationship without its stated shares and directions: what the operations say."""
        link = self.relationship
        if not any(map(stated, (link.independent_access, link.accessed_together, link.navigation))):
            return self
        return self.unsaid(independent_access=UNSET, accessed_together=UNSET, navigation=UNSET)

    def unsaid(self, **words: UnsetType) -> DecisionInputs:
        """The same relationship as it would be if the design did not say some of it."""
        silent = msgspec.structs.replace(self.relationship, **words)
        return DecisionInputs(self.survey, silent, self.place, self.table)

    def read(self, name: str) -> Any:
        """The value of an input, recorded as used."""
        quantity = self.used[name] = self._quantities.get(name) or self._find(name)
        value = quantity.value
        if name in GROWTH_OF and math.isinf(value):
            growth = GROWTH_OF[name]
            self.used[growth] = self.quantity(growth)
        return value

    def quantity(self, name: str) -> Quantity:
        """The input with its origin, computed once."""
        return self._quantities.get(name) or self._find(name)

    def look(self, name: str) -> Any:
        """The value of an input without recording it."""
        return (self._quantities.get(name) or self._find(name)).value

    def _find(self, name: str) -> Quantity:
        quantity = self._quantities[name] = self.table[name](self)
        return quantity

    def count(self, side: str) -> Count:
        """The declared numbers of an end."""
        return self.relationship.end(side).count

    def has_frequencies(self) -> bool:
        """Whether any frequency is stated of the relationship, its child, or an operation that reaches an end."""
        link = self.relationship
        navigation = given(link.navigation, _NO_NAVIGATION)
        own = (
            navigation.from_to_per_day, navigation.to_from_per_day, link.reassigned_per_day,
            link.child_updates_per_day, self.child.inserts_per_day, link.from_.count.adds_per_day,
        )  # fmt: skip
        return any(map(stated, own)) or self.survey.traffic.has_frequency(self.parent.name, self.child.name)

    @property
    def inputs(self) -> dict[str, Any]:
        """What was used, in the order of asking; an unbounded count is None."""
        return {
            name: None if isinstance(q.value, float) and math.isinf(q.value) else plain(q.value)
            for name, q in self.used.items()
        }

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was used and not stated, inputs from the workload with the word "workload"."""
        marks = {MEASURED: ": workload", DEFAULT: ""}
        return tuple(name + marks[q.origin] for name, q in self.used.items() if q.origin != GIVEN)

    def projected(self, start: float, adds: float, most: float) -> float:
        """A count at the horizon: ``start`` now, ``adds`` a day, never more than ``most``."""
        return min(most, start + adds * DAYS_A_YEAR * self.constants.horizon)

    @property
    def element(self) -> float:
        """Bytes of one embedded child in an array of the largest bounded size (eC)."""
        most = self.look("max")
        count = self.look("average") if math.isinf(most) else most
        return element_bytes(self.look("child_bytes"), count)


def has_no_maximum(case: DecisionInputs, name: str = "max") -> bool:
    """Whether an end has no limit only because nobody states one: its growth is not without a limit."""
    return math.isinf(case.look(name)) and case.look(GROWTH_OF[name]) != "unbounded"


def doubt(case: DecisionInputs, wanted: dict[str, str]) -> str:
    """What to state instead of what is assumed, in parentheses; "" where all of it is stated or measured.
    wanted: by input, the words for what to state."""
    missing = [words for name, words in wanted.items() if case.quantity(name).origin == DEFAULT]
    return f" (assumed: state {listed(missing)})" if missing else ""


def plain(value: Any) -> Any:
    """Floats without a fraction as integers, shares rounded to 4 places: what people read."""
    if isinstance(value, float):
        value = value.real  # of a traced number: what is shown decides nothing
        return int(value) if value.is_integer() and abs(value) < 2**53 else round(value, 4)
    return value


Table = dict[str, Callable[[DecisionInputs], Quantity]]


# --- how often a field changes ------------------------------------------------------------------


class FieldChanges(NamedTuple):
    """Changes a day in all documents. The operations say how often the field is written, the field itself how often its
    value is another one: a value can't change more often than it is written, and a write that leaves it as it was costs
    no index and no copy, so the smaller of both counts. by_operations: None where no operation that states how often it runs writes the
    field; by_field: None where the field states nothing."""

    by_operations: float | None
    by_field: float | None

    @property
    def per_day(self) -> float:
        """The number that counts, 0 where nobody says one."""
        return min((each for each in self if each is not None), default=0.0)


def field_changes(field: Field, path: str, entity: Entity, survey: Survey) -> FieldChanges:
    """Return how often a day a field of an entity changes. path: where it stands in it."""
    rates = [
        float(given(operation.per_day, 0))
        for operation in survey.traffic.by_entity.get(entity.name, ())
        if operation.kind == "update" and stated(operation.per_day) and writes(operation, path)
    ]
    states = stated(field.updates_per_day)
    each = float(given(field.updates_per_day, 0)) * survey.count(entity.name) if states else None
    return FieldChanges(sum(rates) if rates else None, each)


def writes(operation: Operation, path: str) -> bool:
    """Whether an update changes a path, all of what it is part of, or part of it."""
    return any(
        path == written or path.startswith(f"{written}.") or written.startswith(f"{path}.")
        for written in operation.written
    )
