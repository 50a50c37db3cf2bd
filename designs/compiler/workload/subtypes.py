"""Who is a kind of whom: the hierarchies that is-a relationships make, and, once they are decided,
which kinds share the documents of one collection."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property

from ..model.conceptual import Relationship, given
from ..names.naming import Names
from ..plan_model.decisions import Composition
from ..strategies.table import traits_of

ONCE = frozenset({"objectId", "uuid"})
"""Types of ids that are made to be unique, whatever collection they are in."""
_ALL = 0.98
"""From which share on stated counts of kinds are those of all: counts are rounded."""


class Families:
    """The hierarchies of a design by its is-a relationships, whatever is decided about them.

    specials, generals: the is-a's by general and by special, in file order.
    """

    def __init__(self, links: list[Relationship]) -> None:
        self.specials: defaultdict[str, list[Relationship]] = defaultdict(list)
        self.generals: defaultdict[str, list[Relationship]] = defaultdict(list)
        self._families: dict[str, list[str]] = {}
        self._tops: dict[str, list[str]] = {}
        self._lines: dict[tuple[str, str], list[str]] = {}
        for link in links:
            if link.kind == "is-a":
                self.specials[link.from_.entity].append(link)
                self.generals[link.to.entity].append(link)

    def family(self, entity: str) -> list[str]:
        """Everything that is connected by kinds, the entity first."""
        if entity not in self._families:
            self._families[entity] = _reached(entity, lambda name: (*self._below(name), *self._above(name)))
        return self._families[entity]

    def links(self, entity: str) -> list[Relationship]:
        """The is-a relationships of an entity's whole family."""
        return [link for name in self.family(entity) for link in self.specials.get(name, ())]

    def tops(self, entity: str) -> list[str]:
        """The generals of the family that are no kind of anything."""
        if entity not in self._tops:
            self._tops[entity] = [name for name in self.family(entity) if not self.generals.get(name)]
        return self._tops[entity]

    def above(self, entity: str) -> list[str]:
        """What an entity is a kind of, at any remove, the nearest first."""
        return self._line("above", entity, self._above) if entity in self.generals else []

    def below(self, entity: str) -> list[str]:
        """The kinds of an entity, at any remove, the nearest first."""
        return self._line("below", entity, self._below) if entity in self.specials else []

    def _line(self, way: str, entity: str, near: Callable[[str], Iterable[str]]) -> list[str]:
        if (way, entity) not in self._lines:
            self._lines[way, entity] = _reached(entity, near)[1:]
        return self._lines[way, entity]

    def _above(self, entity: str) -> list[str]:
        return [link.from_.entity for link in self.generals.get(entity, ())]

    def _below(self, entity: str) -> list[str]:
        return [link.to.entity for link in self.specials.get(entity, ())]

    def line(self, entity: str) -> list[str]:
        """An entity with what it is a kind of and what is a kind of it."""
        return [entity, *self.above(entity), *self.below(entity)]


def _reached(start: str, near: Callable[[str], Iterable[str]]) -> list[str]:
    """The start, and whatever is reached from it step by step, the nearest first."""
    reached, seen = [start], {start}
    for name in reached:
        for other in near(name):
            if other not in seen:
                seen.add(other)
                reached.append(other)
    return reached


class Kinds:
    """The families that share documents, of one set of decisions.

    strategies: by relationship name. apart: entities that a designer's own strategy puts
    elsewhere. A general may have documents that are of no special kind, unless the design says that its kinds are all
    there is.
    """

    def __init__(
        self, names: Names, strategies: Mapping[str, str], apart: frozenset[str] = frozenset()
    ) -> None:
        self.names = names
        self._general: dict[str, Relationship] = {}
        shared = [link for link in names.kinds if traits_of(strategies.get(link.name, "")).shares_collection]
        for link in shared:
            if link.to.entity not in self._general and link.to.entity not in apart:
                self._general[link.to.entity] = link
        self._general = {name: link for name, link in self._general.items() if not self._circles(name)}
        self.families = Families([link for link in shared if self._joined(link)])
        self._values: dict[str, dict[str, tuple[str, ...]]] = {}

    @classmethod
    def composed(cls, names: Names, composition: Composition, families: Families) -> Kinds:
        """Those of a finished composition."""
        homes = composition.homes.items()
        held = {name for name, some in homes if any(home.relationship for home in some)}
        strategies = {name: decision.strategy for name, decision in composition.decisions.items()}
        return cls(names, strategies, frozenset(held & set(families.generals)))

    @cached_property
    def _inserted(self) -> set[str]:
        return {operation.entity for operation in self.names.model.workload if operation.kind == "insert"}

    def _circles(self, entity: str) -> bool:
        """Whether an entity is its own general at some remove: a fault of the file."""
        seen = {entity}
        while (link := self._general.get(entity)) is not None:
            entity = link.from_.entity
            if entity in seen:
                return True
            seen.add(entity)
        return False

    def _joined(self, link: Relationship) -> bool:
        """Whether both ends share documents; what is a kind of two things lives with the first."""
        return link.to.entity in self._general and self.base(link.to.entity) == self.base(link.from_.entity)

    # --- who ------------------------------------------------------------------------------------

    def base(self, entity: str) -> str:
        """The entity whose documents hold this one's: its topmost general, else itself."""
        while (link := self._general.get(entity)) is not None:
            entity = link.from_.entity
        return entity

    def is_special(self, entity: str) -> bool:
        """Whether an entity's documents are some of its general's."""
        return entity in self._general

    def is_joined(self, link: Relationship) -> bool:
        """Whether this is-a puts both ends into the same documents."""
        return link in self.families.specials.get(link.from_.entity, ())

    @property
    def bases(self) -> list[str]:
        """The generals whose documents are of several kinds, in file order."""
        return [name for name in self.names.entities if self.is_mixed(name)] if self._general else []

    def is_mixed(self, entity: str) -> bool:
        """Whether an entity's own documents hold those of its kinds."""
        return entity not in self._general and bool(self.families.specials.get(entity))

    def narrower(self, entity: str) -> list[str]:
        """All kinds of a base, none of what is itself a kind."""
        return self.families.below(entity) if self.is_mixed(entity) else []

    def members(self, entity: str) -> list[str]:
        """A base and all of its kinds, generals before their specials."""
        return [entity, *sorted(self.narrower(entity), key=lambda name: len(self.families.above(name)))]

    # --- what tells them apart --------------------------------------------------------------------

    def field(self, entity: str) -> str:
        """The discriminator of the documents that hold an entity's: the first that the family
        declares, else <general>_type; "" where the documents are of one kind."""
        base = self.base(entity)
        links = self.families.links(base)
        if not links:
            return ""
        stated = next((link for link in links if link.discriminator), links[0])
        return self.names.discriminator(stated) if stated.discriminator else f"{self.names.word(base)}_type"

    def values(self, entity: str) -> tuple[str, ...]:
        """The discriminator values of an entity's documents: of its kinds, and its own where it
        has none or some of its documents are of no kind."""
        values = self._values_by_entity(self.base(entity))
        wanted = (entity, *self.families.below(entity))
        return tuple(value for name, own in values.items() if name in wanted for value in own)

    def own_values(self, entity: str) -> tuple[str, ...]:
        """The values of documents that are the entity's and of none of its kinds, none where there are no such."""
        return self._values_by_entity(self.base(entity)).get(entity, ())

    def value(self, entity: str) -> str:
        """The entity's own value, of several the first, "" where all of its documents are of narrower kinds."""
        return next(iter(self.own_values(entity)), "")

    def _values_by_entity(self, base: str) -> dict[str, tuple[str, ...]]:
        if base not in self._values:
            self._values[base] = {}
            members = self.members(base) if self.is_mixed(base) else []
            listed = self._listed_values(base) if members else ()
            for name in members:
                if name == base and listed:
                    self._values[base][name] = listed
                elif not self.families.specials.get(name) or self._is_plain(name):
                    taken = [value for own in self._values[base].values() for value in own]
                    self._values[base][name] = (self._free(name, taken),)
        return self._values[base]

    def _listed_values(self, base: str) -> tuple[str, ...]:
        """What the declared enum of a base's discriminator lists beside the values of its kinds."""
        wishes = {self.names.discriminator_value(link) for link in self.families.links(base)}
        return tuple(value for value in self._declared_values(base) if value not in wishes)

    def _declared_values(self, base: str) -> tuple[str, ...]:
        name, own = self.field(base), given(self.names.entities[base].fields, [])
        return next((tuple(map(str, given(field.enum, []))) for field in own if field.name == name), ())

    def _is_plain(self, entity: str) -> bool:
        """Whether documents of a general may be of none of its kinds."""
        return entity in self._inserted or not self.are_all(entity)

    def may_be_all(self, base: str) -> bool:
        """Whether nobody says that some documents of a base are of none of its kinds, or that none are."""
        counts = [given(self.names.entities[name].count, None) for name in (base, *self._near(base))]
        is_told = base in self._inserted or self._declared_values(base) or None not in counts
        return not is_told and not self.are_all(base)

    def _near(self, entity: str) -> list[str]:
        return [link.to.entity for link in self.families.specials[entity]]

    def are_all(self, entity: str) -> bool:
        """Whether the design says that a general has no documents but those of its kinds: their counts add up to its own,
        the enum of the discriminator has no value for it, or operations insert each of several kinds."""
        kinds = self._near(entity)
        counts = [given(self.names.entities[name].count, None) for name in kinds]
        whole = given(self.names.entities[entity].count, None)
        stated_counts = [count for count in counts if count is not None]
        if whole is not None and len(stated_counts) == len(counts):
            return sum(stated_counts) >= whole * _ALL
        if declared := self._declared_values(self.base(entity)):
            link = self._general.get(entity)
            return link is None or self.names.discriminator_value(link) not in declared
        return len(kinds) > 1 and all(
            self._inserted.intersection((name, *self.families.below(name))) for name in kinds
        )

    def _free(self, entity: str, taken: Collection[str]) -> str:
        link = self._general.get(entity)
        wish = self.names.discriminator_value(link) if link else self.names.word(entity)
        value, number = wish, 2
        while value in taken:
            value, number = f"{wish}_{number}", number + 1
        return value
