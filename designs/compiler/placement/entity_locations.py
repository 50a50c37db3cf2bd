"""Where each entity's documents stand.

A Spot is a place in stored documents. An entity has one spot (its collection's root, a
sub-document, the elements of an array), none (folded away, a lookup's values), or several (a weak
shape used in several holders, an outlier's array and its overflow collection).
"""

from __future__ import annotations

from itertools import chain, count

from ..model.conceptual import Field, Model, Relationship
from ..names.naming import Names
from ..names.tree_fields import CHILDREN, levels, name_of
from ..plan_model.decisions import BUCKETS, Composition, Decision, Home
from ..rules.copies import Verdict, field_at, verdicts
from ..workload.inputs import Survey
from ..workload.subtypes import Kinds
from .doc_path import ITEM, DocPath

__all__ = ["DocPath", "Homes"]


class Homes:
    """The spots of a composed design. All answers are kept, so asking again costs nothing."""

    def __init__(self, model: Model, names: Names, composition: Composition, survey: Survey) -> None:
        self.model, self.names, self.composition, self.survey = model, names, composition, survey
        self._spots: dict[str, tuple[DocPath, ...]] = {}
        self.kinds = Kinds.composed(names, composition, survey.families)
        self._specials: dict[str, list[str]] = {}
        self._whole = {one.to.entity: one for one in model.links if self.strategy(one) == "EMBED_TREE"}
        for relationship in model.links:
            if self.is_split(relationship):
                self._specials.setdefault(relationship.from_.entity, []).append(relationship.to.entity)
        self._own: dict[str, str] = {}
        self._made: dict[str, str] = {}
        self._name_collections()
        self._verdicts: dict[str, tuple[Verdict, ...]] = {}

    # --- decisions ----------------------------------------------------------------------------

    def is_split(self, relationship: Relationship) -> bool:
        """Whether an is-a repeats its general in its special: not where both share documents, nor
        where the special stands inside of the general."""
        shared = self.kinds.is_joined(relationship) or relationship.name in self.composition.back
        if relationship.kind != "is-a" or shared:
            return False
        general = relationship.from_.entity
        return self.kinds.is_mixed(general) or self.composition.homes[general][0].kind == "nowhere"

    def decision(self, relationship: Relationship) -> Decision:
        """The decision about a relationship."""
        return self.composition.decisions[relationship.name]

    def strategy(self, relationship: Relationship) -> str:
        """The strategy that was chosen for a relationship."""
        return self.decision(relationship).strategy

    def homes(self, entity: str) -> tuple[Home, ...]:
        """The entity's homes; one that no decision moves has its own collection."""
        return self.composition.homes.get(entity) or (Home(entity=entity, kind="collection"),)

    def verdicts(self, relationship: Relationship) -> tuple[Verdict, ...]:
        """What becomes of each declared copy of a relationship."""
        if relationship.name not in self._verdicts:
            case = self.survey.case(relationship.name)
            self._verdicts[relationship.name] = verdicts(case, self.decision(relationship))
        return self._verdicts[relationship.name]

    def kept(self, relationship: Relationship, side: str) -> tuple[Verdict, ...]:
        """The copies that documents of this end hold of the other side's fields."""
        return tuple(one for one in self.verdicts(relationship) if one.fate == "kept" and one.holder == side)

    # --- collections --------------------------------------------------------------------------

    def collection(self, entity: str) -> str:
        """The entity's own collection; a name that an earlier entity took gets a number."""
        base = self.kinds.base(entity)
        return self._own.get(base) or self.names.collection(base)

    def made(self, relationship: Relationship) -> str:
        """The collection of links, buckets or overflow that the relationship makes, else ""."""
        return self._made.get(relationship.name, "")

    def _name_collections(self) -> None:
        taken: set[str] = set()
        for entity in self.names.entities:
            shares = self.kinds.is_special(entity)
            if not shares and any(home.has_collection for home in self.homes(entity)):
                self._own[entity] = _free([self.names.collection(entity)], taken)
        for relationship in self.names.relationships.values():
            choices = self._wanted(relationship)
            if choices:
                self._made[relationship.name] = _free(choices, taken)

    def _wanted(self, relationship: Relationship) -> list[str]:
        strategy = self.strategy(relationship)
        if strategy == "LINK_COLL":
            ends = (relationship.from_.entity, relationship.to.entity)
            return [self.names.link_collection(relationship), "_".join(self.names.words(end) for end in ends)]
        if strategy == "OUTLIER":
            return [f"{self.collection(self.root_entity(relationship.from_.entity))}_extra"]
        return [self.names.bucket_collection(relationship)] if strategy in BUCKETS else []

    # --- entities -----------------------------------------------------------------------------

    def spots(self, entity: str) -> tuple[DocPath, ...]:
        """Where an entity's documents stand; empty if nowhere."""
        if entity not in self._spots:
            self._spots[entity] = ()  # a ring of forced embedding is refused before; never loop
            base = self.kinds.base(entity)
            found = [spot for home in self.homes(base) for spot in self._home_spots(base, home)]
            found += [spot for special in self.specials(entity) for spot in self.spots(special)]
            found += [deeper for spot in found for deeper in self._below(spot, entity)]
            self._spots[entity] = tuple(dict.fromkeys(found))
        return self._spots[entity]

    def mixed_spots(self, entity: str) -> tuple[DocPath, ...]:
        """Those of an entity's places where its kinds stand together: not where one that is apart repeats it."""
        generals = dict.fromkeys((entity, self.kinds.base(entity)))
        apart = {spot for one in generals for kind in self.specials(one) for spot in self.spots(kind)}
        return tuple(spot for spot in self.spots(entity) if spot not in apart)

    def specials(self, entity: str) -> list[str]:
        """The kinds in whose documents a general is repeated."""
        return self._specials.get(entity, [])

    def _below(self, spot: DocPath, entity: str) -> list[DocPath]:
        """Where the other levels of a tree stand whose nodes are all in the document of their root."""
        tree, found = self._whole.get(entity), [spot]
        if tree is not None:
            name = name_of(self.names, tree, CHILDREN)
            for _ in range(levels(tree, self.survey.constants.tree_depth) - 1):
                found.append(found[-1].down(name, array=True))
        return found[1:]

    def _home_spots(self, entity: str, home: Home) -> list[DocPath]:
        if home.kind == "nowhere":
            return []
        if home.relationship is None or home.kind == "timeseries":
            return [DocPath(self.collection(entity))]
        relationship = self.names.relationships[home.relationship]
        if self.strategy(relationship) in BUCKETS:
            bucket = DocPath(self.made(relationship))
            return [bucket.down(self.names.bucket_items(relationship), array=True)]
        holders = self.spots(relationship.from_.entity)
        name = self.names.end(relationship, "from")
        found = [spot.down(name, array=home.kind == "element") for spot in holders]
        if self.strategy(relationship) == "OUTLIER":
            found.append(DocPath(self.made(relationship)).down(ITEM))
        return found

    def is_embedded(self, entity: str) -> bool:
        """Whether the entity lives inside documents of another (not folded away)."""
        homes = self.homes(self.kinds.base(entity))
        return any(home.kind in ("object", "element", "bucket") for home in homes)

    def home_of(self, relationship: Relationship) -> bool:
        """Whether this relationship makes the home of its child."""
        return any(home.relationship == relationship.name for home in self.homes(relationship.to.entity))

    def keeper(self, entity: str) -> str:
        """Whose ``_id`` identifies the entity: a sub-document's is its holder's."""
        entity = self.kinds.base(entity)
        home = self.homes(entity)[0]
        if home.kind == "object" and home.relationship is not None:
            return self.keeper(self.names.relationships[home.relationship].from_.entity)
        return entity

    def root_entity(self, entity: str) -> str:
        """The entity whose documents hold this one's, itself if it has a collection."""
        entity = self.kinds.base(entity)
        home = self.homes(entity)[0]
        if home.relationship is None or home.kind not in ("object", "element"):
            return entity
        return self.root_entity(self.names.relationships[home.relationship].from_.entity)

    def root_entities(self, entity: str, inside: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The same for each of its homes, each once. inside: the entities on the way there."""
        base, found = self.kinds.base(entity), list[str]()
        for home in self.homes(base) if base not in inside else ():
            if home.relationship is None or home.kind not in ("object", "element"):
                found.append(base)
            else:
                holder = self.names.relationships[home.relationship].from_.entity
                found += self.root_entities(holder, (*inside, base))
        return tuple(dict.fromkeys(found))

    def key_types(self, entity: str) -> tuple[str, ...]:
        """The types of the id that references to the entity hold."""
        declared = self.declared_id(self.keeper(entity))
        own = declared.all_types if declared is not None else ("objectId",)
        kinds = [one for special in self.specials(entity) for one in self.key_types(special)]
        gone = kinds and self.homes(self.kinds.base(entity))[0].kind == "nowhere"
        return tuple(dict.fromkeys(kinds if gone else (*own, *kinds)))

    def declared_id(self, entity: str) -> Field | None:
        """The ``_id`` of an entity's documents by the design: its own, else of the first general repeated that has one."""
        entity = self.kinds.base(entity)
        if (own := field_at(self.names.entities[entity], "_id")) is not None:
            return own
        repeated = [one for one in self.survey.families.generals.get(entity, ()) if self.is_split(one)]
        found = (self.declared_id(one.from_.entity) for one in repeated)
        return next((one for one in found if one is not None), None)

    def has_element_id(self, entity: str) -> bool:
        """Whether embedded elements of the entity keep an ``_id``."""
        entity = self.kinds.base(entity)
        return self.declared_id(entity) is not None or entity in self.composition.keeps_id

    def identities(self, entity: str) -> tuple[DocPath, ...]:
        """Where the entity's own id stands: its ``_id``, the holder's for a sub-document, the
        value itself for a lookup; empty for elements that keep none."""
        keeper = self.keeper(entity)
        home = self.homes(keeper)[0]
        if home.kind == "nowhere":
            return tuple(spot for kind in self.specials(keeper) for spot in self.identities(kind))
        if home.kind in ("element", "bucket") and not self.has_element_id(keeper):
            return ()
        # A kind is not where only other kinds are.
        own = entity if self.kinds.base(entity) == keeper else keeper
        kinds = self.specials(own)
        spots = self.mixed_spots(own) if kinds else self.spots(own)
        found = [one for spot in spots for one in self._identified(keeper, spot)]
        found += [one for kind in kinds for one in self.identities(kind)]
        return tuple(dict.fromkeys(found))

    def _identified(self, keeper: str, spot: DocPath) -> list[DocPath]:
        """The id of what stands at a place: its own ``_id``; where it is a sub-document there, and an element or
        document elsewhere, that of its holder, but for a declared one. None of an element that keeps none."""
        inside = [one for one in self.homes(keeper) if one.kind == "object" and one.relationship is not None]
        around = [one for one in inside if spot in self._home_spots(keeper, one)]
        if not around or self.declared_id(keeper) is not None:
            return [spot.down("_id")] if not spot.path or self.has_element_id(keeper) else []
        held = self.identities(self.names.relationships[around[0].relationship or ""].from_.entity)
        return [one for one in held if DocPath(one.collection, one.path.rpartition(".")[0]).holds(spot)]

    def is_paired(self, entity: str) -> bool:
        """Whether references to the entity need the holder's id beside the element's."""
        return self.homes(self.keeper(entity))[0].kind in ("element", "bucket")

    def pair_name(self, entity: str) -> str:
        """The name of the holder's id in a pair; one for all where elements have holders of several kinds."""
        if len(self.root_entities(entity)) > 1:
            return "holder" if self.names.references == "role" else "holder_id"
        kind = self.homes(self.keeper(entity))[0].kind
        return "bucket_id" if kind == "bucket" else self.names.scalar(self.root_entity(entity))

    def is_timed(self, entity: str) -> bool:
        """Whether an entity's only documents are a time series: its scalar references stand in the metaField."""
        return [home.kind for home in self.homes(entity)] == ["timeseries"]

    def meta(self, entity: str) -> str:
        """The metaField of a time-series entity: no name of a field that it has, nor of one of its kinds."""
        families = self.kinds.families
        members = (entity, *families.above(entity), *families.below(entity))
        taken = {field.name for name in members for field in self.names.entities[name].own_fields}
        return "meta" if "meta" not in taken else "meta_field"


def _free(choices: list[str], taken: set[str]) -> str:
    """The first name that is new, else the first with the first number that makes it new."""
    wishes = chain(choices, (f"{choices[0]}_{number}" for number in count(2)))
    found = next(name for name in wishes if name not in taken)
    taken.add(found)
    return found
