"""What the ends of relationships store: the ids of the other side, its content, and copies of its fields."""

from __future__ import annotations

from collections.abc import Iterable

from ..model.conceptual import Copy, Relationship, given
from ..names.tree_fields import CHILDREN, PARENT, name_of
from ..plan_model.decisions import opposite
from ..strategies import Strategy
from .answers import by_relationship
from .doc_path import DocPath, PlacedCopy
from .entity_locations import EntityLocations


class RelationshipStorage:
    """The ends of the relationships of a composed design. locations: where their entities are."""

    def __init__(self, locations: EntityLocations) -> None:
        self.locations, self.design, self.names = locations, locations.design, locations.names

    # --- ids ----------------------------------------------------------------------------------

    @by_relationship
    def holds_objects(self, relationship: Relationship, side: str) -> bool:
        """Whether the reference array at this end holds objects instead of bare ids."""
        traits = self.design.traits(relationship)
        if not traits.lists_ids or (traits.refers_to_parent and side == "to"):
            return False
        other = relationship.end(opposite(side)).entity
        objects = traits.embeds_links or bool(given(relationship.link_fields, []))
        return objects or self.locations.is_paired(other) or bool(self.design.kept(relationship, side))

    def array_name(self, relationship: Relationship, side: str) -> str:
        """The name of the array of ids, objects or values at this end."""
        values = self.design.traits(relationship).holds_values
        bare = not values and not self.holds_objects(relationship, side)
        return self.names.ids(relationship, side) if bare else self.names.end(relationship, side)

    @by_relationship
    def is_mutual(self, relationship: Relationship) -> bool:
        """Whether one array holds both ends, as where things of one entity go with one another: each in it has the other in its
        own."""
        if not self.design.traits(relationship).lists_both_ends:
            return False
        near, far = (self.references(relationship, side) for side in ("from", "to"))
        return bool(near) and near == far

    @by_relationship
    def bases(self, relationship: Relationship, side: str) -> tuple[DocPath, ...]:
        """What the reference at this end stands in: document, element, bucket, metaField or link; () if in none."""
        traits, entity = self.design.traits(relationship), relationship.end(side).entity
        if traits.has_link_documents:
            return (DocPath(self.design.collection_made_by(relationship)),)
        if side == "to" and self.locations.home_of(relationship):
            return self._home_bases(relationship, traits)
        scalar = side == "to" and traits.refers_to_parent
        held = scalar if traits.refers_to_parent else side == self.design.decision(relationship).side
        if not traits.has_references or not (held or traits.names_both_ends):
            return ()
        spots = self.locations.spots(entity)
        timed = scalar and self.locations.is_timed(entity)
        return tuple(spot.down(self.design.meta(entity)) for spot in spots) if timed else spots

    def _home_bases(self, relationship: Relationship, traits: Strategy) -> tuple[DocPath, ...]:
        if traits.overflows:
            return (DocPath(self.design.collection_made_by(relationship)),)
        if traits.is_time_series:
            child = relationship.to.entity
            root = DocPath(self.design.collection(child))
            return (root.down(self.design.meta(child)) if self.locations.is_timed(child) else root,)
        if traits.is_paged:
            bucket = DocPath(self.design.collection_made_by(relationship))
            return (bucket.down("_id") if traits.is_windowed else bucket,)
        return ()

    def reference_at(self, relationship: Relationship, side: str, base: DocPath) -> DocPath:
        """Where the id(s) of the other side stand below one of the ``bases``."""
        traits = self.design.traits(relationship)
        if traits.has_link_documents:
            return base.down(self.names.link_ids(relationship)[side == "from"])
        if traits.holds_parent_node:
            return base.down(name_of(self.names, relationship, PARENT))
        if traits.lists_child_nodes:
            return base.down(name_of(self.names, relationship, CHILDREN), array=True)
        if traits.is_slice and side == "from":
            array = base.down(self.names.subset(relationship), array=True)
            return array.down(self.names.element_id(relationship.to.entity))
        if side == "to" and (traits.refers_to_parent or self.locations.home_of(relationship)):
            return base.down(self.names.end(relationship, "to"))
        array = base.down(self.array_name(relationship, side), array=True)
        if not self.holds_objects(relationship, side):
            return array
        other = relationship.end(opposite(side)).entity
        return array.down(self.names.element_id(other))

    @by_relationship
    def references(self, relationship: Relationship, side: str) -> tuple[DocPath, ...]:
        """Every place where documents of this end store the id(s) of the other side: for both ends
        of a link collection in its documents, of a subset in its elements."""
        return tuple(self.reference_at(relationship, side, base) for base in self.bases(relationship, side))

    def reference(self, relationship: Relationship, side: str) -> DocPath | None:
        """The first of ``references``, None where this end stores no id."""
        return next(iter(self.references(relationship, side)), None)

    def pair(self, relationship: Relationship, side: str) -> DocPath | None:
        """Where the holder's id stands, beside the element id of ``reference``, for a target that
        is an element of another document; None where no pair is needed."""
        return next((holder for _, holder in self.pairs(relationship, side)), None)

    @by_relationship
    def pairs(self, relationship: Relationship, side: str) -> tuple[tuple[DocPath, DocPath], ...]:
        """Each of ``references`` with the place of the holder's id beside it; () where no pairs are needed."""
        other = relationship.end(opposite(side)).entity
        traits = self.design.traits(relationship)
        alone = traits.within_document or traits.holds_values or traits.is_tree
        if alone or not self.locations.is_paired(other):
            return ()
        return tuple(
            (reference, self._holder_beside(relationship, reference, other))
            for reference in self.references(relationship, side)
        )

    def _holder_beside(self, relationship: Relationship, reference: DocPath, entity: str) -> DocPath:
        below, _, own = reference.path.rpartition(".")
        name = self.holder_name(relationship, entity, own)
        return DocPath(reference.collection, f"{below}.{name}" if below else name, reference.arrays)

    def holder_name(self, relationship: Relationship, entity: str, reference: str) -> str:
        """Return the name of the holder's id beside a reference of this name to an element: with the reference's before it
        where another field of the same document has that name."""
        name = self.locations.pair_name(entity)
        taken = name in self._names_beside(relationship, reference)
        return self.names.of_holder(reference, entity, name) if taken else name

    def _names_beside(self, relationship: Relationship, reference: str) -> set[str]:
        """The names of the other fields of the link, or the document, that has a reference."""
        names = {field.name for field in given(relationship.link_fields, [])}
        if self.design.traits(relationship).has_link_documents:
            for side, end in zip(("from", "to"), self.names.link_ids(relationship), strict=True):
                names |= self._with_holder(relationship.end(side).entity, end) if end != reference else set()
            return names
        below, _, own = self.names.end(relationship, "to").rpartition(".")
        return names | self._names_below(relationship, below) if reference == own else names

    def _names_below(self, relationship: Relationship, below: str) -> set[str]:
        """The names of what stands below a path in the documents of a child, beside its reference to its parent."""
        family = self.design.survey.families.family(relationship.to.entity)
        entities = (self.names.entities[name] for name in family if not below)
        names = {field.name for entity in entities for field in entity.own_fields}
        for other in self.names.relationships.values():
            is_beside = other.name != relationship.name and other.to.entity in family
            if is_beside and self.design.traits(other).refers_to_parent:
                path, _, end = self.names.end(other, "to").rpartition(".")
                names |= self._with_holder(other.from_.entity, end) if path == below else set()
        return names

    def _with_holder(self, entity: str, reference: str) -> set[str]:
        paired = self.locations.is_paired(entity)
        return {reference, self.locations.pair_name(entity)} if paired else {reference}

    # --- content and copies -------------------------------------------------------------------

    @by_relationship
    def contents(self, relationship: Relationship) -> tuple[DocPath, ...]:
        """Every place of embedded, subset or bucket content of a relationship."""
        traits = self.design.traits(relationship)
        if traits.is_slice:
            name = self.names.subset(relationship)
            return tuple(
                spot.down(name, array=True) for spot in self.locations.spots(relationship.from_.entity)
            )
        if traits.nests_tree:
            name = name_of(self.names, relationship, CHILDREN)
            spots = self.locations.spots(relationship.to.entity)
            return tuple(spot for spot in spots if spot.path.rpartition(".")[2] == name)
        if not self.locations.home_of(relationship):
            return ()
        if traits.inside_holder:
            many = not traits.is_object
            name = self.names.end(relationship, "from")
            return tuple(
                spot.down(name, array=many) for spot in self.locations.spots(relationship.from_.entity)
            )
        child = relationship.to.entity
        homes = (home for home in self.locations.homes(child) if home.relationship == relationship.name)
        return tuple(spot for home in homes for spot in self.locations.at_home(child, home))

    def content(self, relationship: Relationship) -> DocPath | None:
        """The first of ``contents``, None where the relationship moves no content."""
        return next(iter(self.contents(relationship)), None)

    @by_relationship
    def copies(self, relationship: Relationship, side: str) -> tuple[PlacedCopy, ...]:
        """The copies that documents of this end keep of the other side's fields."""
        return tuple(self._copies(relationship, side))

    def _copies(self, relationship: Relationship, side: str) -> Iterable[PlacedCopy]:
        owner = relationship.end(opposite(side)).entity
        bases = self.elements(relationship, side)
        for verdict in self.design.kept(relationship, side):
            name = self.copy_name(relationship, verdict.copy)
            yield PlacedCopy(
                relationship=relationship.name,
                copy=verdict.copy,
                policy=verdict.policy,
                owner=owner,
                holder=relationship.end(side).entity,
                name=name,
                spots=tuple(base.down(name) for base in bases),
            )

    @by_relationship
    def elements(self, relationship: Relationship, side: str) -> tuple[DocPath, ...]:
        """Where link fields and copies stand beside the reference: the elements of its array, the
        link document, the bucket, the metaField, or the document itself; values have nothing beside them."""
        bases = () if self.design.traits(relationship).holds_values else self.bases(relationship, side)
        return tuple(self._beside(relationship, side, base) for base in bases)

    def _beside(self, relationship: Relationship, side: str, base: DocPath) -> DocPath:
        traits = self.design.traits(relationship)
        if traits.is_slice and side == "from":
            return base.down(self.names.subset(relationship), array=True)
        if self.holds_objects(relationship, side):
            return base.down(self.array_name(relationship, side), array=True)
        return DocPath(base.collection) if traits.is_windowed else base

    def copy_name(self, relationship: Relationship, copy: Copy) -> str:
        """The name of a kept copy below what it stands in."""
        is_in_link = self.design.traits(relationship).has_link_documents
        return (self.names.link_copy if is_in_link else self.names.copy)(relationship, copy)

    @by_relationship
    def folded(self, relationship: Relationship) -> dict[str, str]:
        """Of a folded parent: each field of the parent to its name in the child, that of the reference first; else empty."""
        names = self.names.folded(relationship) if self.design.traits(relationship).folds_parent else {}
        parent = self.names.entities[relationship.from_.entity]
        unique = {field.name for field in parent.own_fields if field.unique is True}
        return dict(sorted(names.items(), key=lambda pair: pair[0] not in unique))

    def folded_key(self, relationship: Relationship) -> str:
        """The folded field that stands for the reference: the parent's unique one, else the first."""
        return next(iter(self.folded(relationship).values()), "")
