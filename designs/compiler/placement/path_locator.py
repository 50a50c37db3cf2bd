"""From the paths that people write to places in stored documents, for one composed design.

Everything that needs a document path (indexes, statements, samples, audits) asks here, so that
no two outputs can disagree about where something stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from ..attributes.attribute_groups import VALUE, Attributes
from ..attributes.computed_refresh import Upkeep
from ..model.conceptual import Copy, Model, Relationship
from ..names.naming import Names
from ..names.path_steps import Route, Step
from ..names.paths import Paths
from ..names.tree_fields import ANCESTORS, CHILDREN, asked, name_of
from ..plan_model.decisions import Composition, opposite
from ..workload.inputs import Survey
from .composed_design import ComposedDesign
from .doc_path import DocPath, Locus
from .entity_locations import EntityLocations
from .relationship_storage import RelationshipStorage


class PathLocator:
    """From routes to places in documents. attributes: the fields that are in one array with others.
    starts: by entity, where its routes begin instead of at its places."""

    def __init__(
        self,
        storage: RelationshipStorage,
        paths: Paths,
        attributes: Attributes,
        starts: Mapping[str, list[Locus]] | None = None,
    ) -> None:
        self.storage, self.locations, self.design = storage, storage.locations, storage.design
        self.names, self.paths, self.attributes = storage.names, paths, attributes
        self.starts = starts or {}

    # --- routes -------------------------------------------------------------------------------

    def of_path(
        self, entity: str, path: str, includes: Sequence[str] = (), start: DocPath | None = None,
        *, within: bool = False, compared: bool = False,
    ) -> tuple[DocPath, ...]:  # fmt: skip
        """Document places of a conceptual path; empty where it has none. start: the entity's place. within: only
        those in the document of the entity itself, not in another of its collection that it is linked with. compared:
        with a value, so that an end alone means the ``_id`` of the element that it leads to, if that keeps one."""
        route = self.paths.resolve(entity, path, includes)
        places = () if route is None else self.of_route(route, entity, start, within=within)
        if route is None or not compared or not places or route.last.kind != "end":
            return places
        ids = self.locations.identities(route.target)
        return tuple(own if (own := place.down("_id")) in ids else place for place in places)

    def of_route(
        self, route: Route, entity: str = "", start: DocPath | None = None, *, within: bool = False
    ) -> tuple[DocPath, ...]:
        """Document places of a resolved route, the nearest copy of a value first. entity: where
        the route starts, if that is a special kind of its first step's entity. within: as for ``of_path``."""
        steps = route.steps
        if not steps:
            return ()
        loci = [Locus(start)] if start is not None else self._start(entity or steps[0].entity)
        for place, step in enumerate(steps):
            following = steps[place + 1] if place + 1 < len(steps) else None
            loci = [
                replace(after, away=True) if locus.away else after
                for locus in loci
                for after in self._after(locus, step, following)
            ]
        return tuple(dict.fromkeys(locus.spot for locus in loci if not (within and locus.away)))

    def _start(self, entity: str) -> list[Locus]:
        if entity in self.starts:
            return self.starts[entity]
        spots = self.locations.spots(entity)
        if spots:
            return [Locus(spot) for spot in spots]
        return [
            Locus(spot, self.storage.folded(link))
            for link in self.design.folds.get(entity, ())
            for spot in self.locations.spots(link.to.entity)
        ]

    def _after(self, locus: Locus, step: Step, following: Step | None) -> list[Locus]:
        if step.kind == "end":
            return [] if locus.key else self._cross(locus, step, following)
        if locus.key:
            return [locus]
        if step.kind == "id" or (
            step.name == "_id" and step.field in self.names.entities[step.entity].own_fields
        ):
            return self._identity(locus, step)
        if step.kind == "copy":
            return self._copy(locus, step)
        if step.kind == "tree" and step.relationship is not None:
            role = asked(self.names, step.relationship)[step.name]
            name = name_of(self.names, step.relationship, role)
            stored = role in self.design.traits(step.relationship).tree_fields
            return [Locus(locus.spot.down(name, array=role == ANCESTORS))] if stored else []
        if step.kind == "discriminator":
            return [Locus(locus.spot.down(self.design.kinds.field(step.entity) or step.name))]
        group = self.attributes.name(step)
        if group:
            return [Locus(locus.spot.down(group, array=True).down(VALUE, array=step.array))]
        name = (locus.folded or {}).get(step.name, step.name)
        return [Locus(locus.spot.down(name, array=step.array))]

    def _identity(self, locus: Locus, step: Step) -> list[Locus]:
        if locus.folded is not None:
            first = next(iter(locus.folded.values()), "")
            return [Locus(locus.spot.down(first))] if first else []
        places = self.locations.identities(step.entity)
        return [Locus(spot) for spot in [place for place in places if locus.spot.holds(place)] or places]

    def _copy(self, locus: Locus, step: Step) -> list[Locus]:
        relationship = step.relationship
        if relationship is None:
            return []
        if self.design.traits(relationship).folds_parent:
            return [Locus(locus.spot.down(step.name))]
        for placed in self.storage.copies(relationship, step.side or "to"):
            if placed.copy == step.copy:
                return [Locus(spot) for spot in self._near(locus.spot, placed.spots)]
        return self._uncopied(relationship, step.copy)

    def _uncopied(self, relationship: Relationship, copy: Copy | None) -> list[Locus]:
        """A copy that was refused is read where its source stands: in another document, unless one holds the other."""
        if copy is None:
            return []
        is_here = self.locations.home_of(relationship) and self.design.traits(relationship).inside_holder
        owner = relationship.end(copy.of).entity
        return [Locus(spot, away=not is_here) for spot in self.of_path(owner, copy.field)]

    # --- crossing a relationship ----------------------------------------------------------------

    def _cross(self, locus: Locus, step: Step, following: Step | None) -> list[Locus]:
        relationship = step.relationship
        if relationship is None:
            return []
        side = step.side or "from"
        if self.design.traits(relationship).folds_parent:
            return self._cross_fold(locus, relationship, side, following)
        if self.design.traits(relationship).nests_tree:
            below = locus.spot.down(name_of(self.names, relationship, CHILDREN), array=True)
            is_stored = side == "from" and below in self.locations.spots(relationship.to.entity)
            return [Locus(below if following else below.down("_id"))] if is_stored else []
        if self.locations.home_of(relationship) and self.design.traits(relationship).inside_holder:
            return self._cross_holder(locus, relationship, side, following)
        if following is not None and following.kind in ("link", "copy"):
            return self._beside_reference(locus, relationship, side, following)
        stored = self._near(locus.spot, self.storage.references(relationship, side))
        if not stored and (side == "to" or following is None) and self.design.traits(relationship).is_tree:
            return []  # who is above a node, or below, is known to the others only
        plain = following is None or following.kind == "id"
        if self.design.traits(relationship).holds_values and side == self.design.decision(relationship).side:
            return [Locus(spot, key=True) for spot in stored]
        if stored and plain:
            return [Locus(spot, key=True) for spot in stored]
        if stored and following is not None:
            copied = self._copied(locus, relationship, side, following)
            if copied:
                return copied
        return self._arrive(relationship, side, plain)

    def _beside_reference(
        self, locus: Locus, relationship: Relationship, side: str, following: Step
    ) -> list[Locus]:
        """Where the fields of links and copies stand: beside the references of this end; a link's own beside those of the
        other end, where they alone are stored."""
        elements = self._near(locus.spot, self.storage.elements(relationship, side))
        if elements or following.kind != "link":
            return [Locus(spot) for spot in elements]
        return [Locus(spot, away=True) for spot in self.storage.elements(relationship, opposite(side))]

    def _cross_fold(
        self, locus: Locus, relationship: Relationship, side: str, following: Step | None
    ) -> list[Locus]:
        if side == "from":
            return self._arrive(relationship, side, following is None)
        if following is None or following.kind == "id":
            key = self.storage.folded_key(relationship)  # of a parent without fields there is none
            return [Locus(locus.spot.down(key), key=True)] if key else []
        return [Locus(locus.spot, self.storage.folded(relationship))]

    def _cross_holder(
        self, locus: Locus, relationship: Relationship, side: str, following: Step | None
    ) -> list[Locus]:
        if side == "to":
            beyond = following is None and locus.spot.collection == self.design.collection_made_by(
                relationship
            )
            if beyond:  # in an outlier's overflow the holder's id stands beside the element
                return [Locus(spot, key=True) for spot in self.storage.references(relationship, side)]
            spots = self.locations.identities(relationship.from_.entity) if following is None else None
            places = self.locations.spots(relationship.from_.entity) if spots is None else spots
            near = [spot for spot in places if spot.collection == locus.spot.collection]
            return [Locus(spot) for spot in near or places]
        return [Locus(spot) for spot in self.storage.contents(relationship) if locus.spot.holds(spot)]

    def _copied(self, locus: Locus, relationship: Relationship, side: str, following: Step) -> list[Locus]:
        for placed in self.storage.copies(relationship, side):
            if placed.copy.field == following.name:
                return [Locus(spot, key=True) for spot in self._near(locus.spot, placed.spots)]
        return []

    def _arrive(self, relationship: Relationship, side: str, plain: bool) -> list[Locus]:
        other = relationship.end(opposite(side)).entity
        places = self.locations.identities(other) if plain else self.locations.spots(other)
        return [Locus(spot, away=True) for spot in places]

    def _near(self, spot: DocPath, places: Iterable[DocPath]) -> list[DocPath]:
        """The places that belong to the document or element at ``spot``: below it, else in the
        same documents (a bucket's header, the metaField), else all."""
        all_places = list(places)
        near = [place for place in all_places if spot.holds(place)]
        return near or [place for place in all_places if place.collection == spot.collection] or all_places


class Placement:
    """Where everything of a composed design stands: its entities (``locations``), what the ends of its
    relationships store (``storage``), and the paths that people write (``locator``)."""

    def __init__(
        self, locations: EntityLocations, storage: RelationshipStorage, locator: PathLocator, upkeep: Upkeep
    ) -> None:
        design = locations.design
        self.locations, self.storage, self.locator = locations, storage, locator
        self.model, self.names, self.composition = design.model, design.names, design.composition
        self.survey, self.kinds, self.upkeep = design.survey, design.kinds, upkeep
        self.paths, self.attributes = locator.paths, locator.attributes
        self.decision, self.strategy, self.traits = design.decision, design.strategy, design.traits
        self.is_split = design.is_split
        self.verdicts, self.declared_id, self.meta = design.verdicts, design.declared_id, design.meta
        self.has_element_id, self.collection, self.collection_made_by = (
            design.has_element_id, design.collection, design.collection_made_by,
        )  # fmt: skip
        self.homes, self.specials = locations.homes, locations.specials
        self.spots, self.mixed_spots = locations.spots, locations.mixed_spots
        self.is_embedded, self.home_of = locations.is_embedded, locations.home_of
        self.keeper, self.root_entity = locations.keeper, locations.root_entity
        self.pages_of_pages = locations.pages_of_pages
        self.root_entities, self.identities = locations.root_entities, locations.identities
        self.key_types, self.is_timed = locations.key_types, locations.is_timed
        self.is_paired, self.pair_name = locations.is_paired, locations.pair_name
        self.holder_key_types = locations.holder_key_types
        self.holds_objects, self.array_name, self.bases = (
            storage.holds_objects, storage.array_name, storage.bases,
        )  # fmt: skip
        self.references, self.reference = storage.references, storage.reference
        self.is_mutual = storage.is_mutual
        self.pairs, self.pair, self.holder_name = storage.pairs, storage.pair, storage.holder_name
        self.contents, self.content = storage.contents, storage.content
        self.copies, self.elements = storage.copies, storage.elements
        self.folded, self.folded_key = storage.folded, storage.folded_key
        self.of_path, self.of_route = locator.of_path, locator.of_route

    @classmethod
    def composed(
        cls,
        model: Model,
        names: Names,
        paths: Paths,
        composition: Composition,
        survey: Survey,
        attributes: Attributes,
    ) -> Placement:
        """Return the placement of a design by what was decided about it."""
        design = ComposedDesign(model, names, composition, survey)
        storage = RelationshipStorage(EntityLocations(design))
        locator = PathLocator(storage, paths, attributes.without(set(design.folds)))
        return cls(storage.locations, storage, locator, Upkeep(survey, paths))

    def seen_from(self, locations: EntityLocations) -> Placement:
        """Return the placement whose entities are at other places."""
        storage = RelationshipStorage(locations)
        locator = PathLocator(storage, self.paths, self.attributes, self.locator.starts)
        return Placement(locations, storage, locator, self.upkeep)

    def starting_at(self, starts: Mapping[str, list[Locus]]) -> Placement:
        """Return the placement where the routes of some entities begin at other places."""
        starts = {**self.locator.starts, **starts}
        locator = PathLocator(self.storage, self.paths, self.attributes, starts)
        return Placement(self.locations, self.storage, locator, self.upkeep)

    @property
    def collections(self) -> tuple[str, ...]:
        """The names of all collections: of entities in file order, then of relationships."""
        names = [
            spot.collection for entity in self.names.entities for spot in self.spots(entity) if not spot.path
        ]
        for relationship in self.model.links:
            names += [base.collection for side in ("from", "to") for base in self.bases(relationship, side)]
            names += [spot.collection for spot in self.contents(relationship)]
        return tuple(dict.fromkeys(names))
