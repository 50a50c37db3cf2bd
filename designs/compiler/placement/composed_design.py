"""A design with what was decided about it, and the names of its collections: the same wherever an entity is
looked for."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, count

from ..model.conceptual import Field, Model, Relationship
from ..names.naming import Names
from ..plan_model.decisions import INSIDE, Composition, Decision, Home
from ..rules.copies import Verdict, field_at, verdicts
from ..strategies import Strategy
from ..workload.inputs import Survey
from ..workload.subtypes import Kinds
from .answers import by_entity, by_relationship


class ComposedDesign:
    """The decisions of a design. trees: by entity, the relationship whose nodes are all in the document of their
    root; folds: by entity, the relationships that fold it away into their children. specials: by general, the
    subtypes in whose documents it is repeated."""

    def __init__(self, model: Model, names: Names, composition: Composition, survey: Survey) -> None:
        self.model, self.names, self.composition, self.survey = model, names, composition, survey
        self.kinds = Kinds.composed(names, composition, survey.families)
        self.trees = {link.to.entity: link for link in model.links if self.traits(link).nests_tree}
        self.folds: defaultdict[str, list[Relationship]] = defaultdict(list)
        self.specials: defaultdict[str, list[str]] = defaultdict(list)
        for relationship in model.links:
            if self.traits(relationship).folds_parent:
                self.folds[relationship.from_.entity].append(relationship)
            if self.is_split(relationship):
                general = relationship.from_.entity
                for name in (general, *self.kinds.families.above(general)):
                    self.specials[name].append(relationship.to.entity)
        self._own: dict[str, str] = {}
        self._by_relationship: dict[str, str] = {}
        self._name_collections()

    # --- decisions ----------------------------------------------------------------------------

    def decision(self, relationship: Relationship) -> Decision:
        """Return the decision about a relationship."""
        return self.composition.decisions[relationship.name]

    def strategy(self, relationship: Relationship) -> str:
        """Return the strategy that was chosen for a relationship."""
        return self.composition.decisions[relationship.name].strategy

    def traits(self, relationship: Relationship) -> Strategy:
        """Return the traits of that strategy."""
        return self.composition.decisions[relationship.name].traits

    def is_split(self, relationship: Relationship) -> bool:
        """Return whether an is-a repeats its general in its special: not where both share documents, nor
        where the special stands inside of the general, nor where the general stands inside of other documents."""
        shared = self.kinds.is_joined(relationship) or relationship.name in self.composition.back
        if relationship.kind != "is-a" or shared:
            return False
        general = relationship.from_.entity
        home = self.composition.homes[general][0].kind
        is_apart = home not in INSIDE and not self.traits(relationship).shares_collection
        return self.kinds.is_mixed(general) or home == "nowhere" or is_apart

    @by_entity
    def homes(self, entity: str) -> tuple[Home, ...]:
        """Return the entity's homes; an entity that no decision moves has its own collection."""
        return self.composition.homes.get(entity) or (Home(entity=entity, kind="collection"),)

    @by_relationship
    def verdicts(self, relationship: Relationship) -> tuple[Verdict, ...]:
        """Return what becomes of each declared copy of a relationship."""
        return verdicts(self.survey.case(relationship.name), self.decision(relationship))

    def kept(self, relationship: Relationship, side: str) -> tuple[Verdict, ...]:
        """Return the copies that documents of this end hold of the other side's fields."""
        return tuple(
            verdict
            for verdict in self.verdicts(relationship)
            if verdict.fate == "kept" and verdict.holder == side
        )

    # --- ids and fields -----------------------------------------------------------------------

    @by_entity
    def declared_id(self, entity: str) -> Field | None:
        """Return the ``_id`` of an entity's documents by the design: its own, else that of the first repeated
        general that has one."""
        entity = self.kinds.base(entity)
        if (own := field_at(self.names.entities[entity], "_id")) is not None:
            return own
        repeated = [link for link in self.survey.families.generals.get(entity, ()) if self.is_split(link)]
        inherited = (self.declared_id(link.from_.entity) for link in repeated)
        return next((field for field in inherited if field is not None), None)

    @by_entity
    def has_element_id(self, entity: str) -> bool:
        """Return whether embedded elements of the entity keep an ``_id``."""
        entity = self.kinds.base(entity)
        return self.declared_id(entity) is not None or entity in self.composition.keeps_id

    def meta(self, entity: str) -> str:
        """Return the metaField of a time-series entity: no name of a field that it or one of its subtypes has."""
        families = self.kinds.families
        members = (entity, *families.above(entity), *families.below(entity))
        taken = {field.name for name in members for field in self.names.entities[name].own_fields}
        return "meta" if "meta" not in taken else "meta_field"

    # --- collections --------------------------------------------------------------------------

    def collection(self, entity: str) -> str:
        """Return the entity's own collection; a name that an earlier entity took gets a number."""
        base = self.kinds.base(entity)
        return self._own.get(base) or self.names.collection(base)

    def collection_made_by(self, relationship: Relationship) -> str:
        """Return the collection of links, buckets or overflow that the relationship makes, else ""."""
        return self._by_relationship.get(relationship.name, "")

    def _name_collections(self) -> None:
        taken: set[str] = set()
        for entity in self.names.entities:
            shares = self.kinds.is_special(entity)
            if not shares and any(home.has_collection for home in self.homes(entity)):
                self._own[entity] = _free([self.names.collection(entity)], taken)
        for relationship in self.names.relationships.values():
            choices = self._wishes(relationship)
            if choices:
                self._by_relationship[relationship.name] = _free(choices, taken)

    def _wishes(self, relationship: Relationship) -> list[str]:
        """Return the names that the collection of a relationship may have, the best first."""
        traits = self.traits(relationship)
        if traits.has_link_documents:
            ends = (relationship.from_.entity, relationship.to.entity)
            return [
                self.names.link_collection(relationship),
                "_".join(self.names.plural(end) for end in ends),
            ]
        if traits.overflows:
            return [f"{self.collection(self._root_entity(relationship.from_.entity))}_extra"]
        return [self.names.bucket_collection(relationship)] if traits.is_paged else []

    def _root_entity(self, entity: str) -> str:
        entity = self.kinds.base(entity)
        holder = holder_of(self.names, self.homes(entity)[0], "object", "element")
        return entity if holder is None else self._root_entity(holder)


def holder_of(names: Names, home: Home, *kinds: str) -> str | None:
    """Return the entity in whose documents a home of one of these kinds is, None of any other home."""
    if home.relationship is None or home.kind not in kinds:
        return None
    return names.relationships[home.relationship].from_.entity


def _free(choices: list[str], taken: set[str]) -> str:
    """Return the first name that is new, else the first with the first number that makes it new."""
    wishes = chain(choices, (f"{choices[0]}_{number}" for number in count(2)))
    name = next(name for name in wishes if name not in taken)
    taken.add(name)
    return name
