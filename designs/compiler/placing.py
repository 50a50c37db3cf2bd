"""From the paths that people write to places in stored documents, for one composed design.

Everything that needs a document path (indexes, statements, samples, audits) asks here, so that
no two outputs can disagree about where something stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .attributes import VALUE, Attributes
from .cases import Survey
from .conceptual import Copy, Model, Relationship, given
from .decisions import Composition, opposite
from .homes import Homes
from .naming import Names
from .paths import Paths
from .placed import Locus, PlacedCopy
from .routes import Route, Step
from .spots import Spot
from .trees import ANCESTORS, CHILDREN, STORED, asked, name_of
from .upkeep import Upkeep

__all__ = ["PlacedCopy", "Placement", "Spot"]
_INSIDE = frozenset({"EMBED_ONE", "EMBED_ARRAY", "OUTLIER"})


class Placement(Homes):
    """Where everything of a composed design stands."""

    def __init__(
        self,
        model: Model,
        names: Names,
        paths: Paths,
        composition: Composition,
        surveyed: Survey,
        attributes: Attributes,
    ) -> None:
        super().__init__(model, names, composition, surveyed)
        self.paths = paths
        self.upkeep = Upkeep(surveyed, paths)
        folded = {one.from_.entity for one in model.links if self.strategy(one) == "FOLD_ONE"}
        self.attributes = attributes.without(folded)
        self._placed: dict[tuple[str, str], tuple[PlacedCopy, ...]] = {}

    # --- relationships ------------------------------------------------------------------------

    def references(self, relationship: Relationship, side: str) -> tuple[Spot, ...]:
        """Every place where documents of this end store the id(s) of the other side: for both ends
        of a link collection in its documents, of a subset in its elements."""
        return tuple(self.reference_at(relationship, side, base) for base in self.bases(relationship, side))

    def reference(self, relationship: Relationship, side: str) -> Spot | None:
        """The first of ``references``, None where this end stores no id."""
        return next(iter(self.references(relationship, side)), None)

    def pair(self, relationship: Relationship, side: str) -> Spot | None:
        """Where the holder's id stands, beside the element id of ``reference``, for a target that
        is an element of another document; None where no pair is needed."""
        other = relationship.end(opposite(side)).entity
        found = self.reference(relationship, side)
        alone = self.strategy(relationship) in {"ELEMENT_REF", "VALUE_ARRAY", *STORED}
        if found is None or alone or not self.is_paired(other):
            return None
        below = found.path.rpartition(".")[0]
        name = self.pair_name(other)
        return Spot(found.collection, f"{below}.{name}" if below else name, found.arrays)

    def contents(self, relationship: Relationship) -> tuple[Spot, ...]:
        """Every place of embedded, subset or bucket content of a relationship."""
        strategy = self.strategy(relationship)
        if strategy == "SUBSET":
            name = self.names.subset(relationship)
            return tuple(spot.down(name, array=True) for spot in self.spots(relationship.from_.entity))
        if strategy == "EMBED_TREE":
            name = name_of(self.names, relationship, CHILDREN)
            spots = self.spots(relationship.to.entity)
            return tuple(spot for spot in spots if spot.path.rpartition(".")[2] == name)
        if not self.home_of(relationship):
            return ()
        if strategy in _INSIDE:
            many = strategy != "EMBED_ONE"
            name = self.names.end(relationship, "from")
            return tuple(spot.down(name, array=many) for spot in self.spots(relationship.from_.entity))
        return self.spots(relationship.to.entity)

    def content(self, relationship: Relationship) -> Spot | None:
        """The first of ``contents``, None where the relationship moves no content."""
        return next(iter(self.contents(relationship)), None)

    def copies(self, relationship: Relationship, side: str) -> tuple[PlacedCopy, ...]:
        """The copies that documents of this end keep of the other side's fields."""
        key = (relationship.name, side)
        if key not in self._placed:
            self._placed[key] = tuple(self._copies(relationship, side))
        return self._placed[key]

    def _copies(self, relationship: Relationship, side: str) -> Iterable[PlacedCopy]:
        owner = relationship.end(opposite(side)).entity
        bases = self.elements(relationship, side)
        for verdict in self.kept(relationship, side):
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

    def elements(self, relationship: Relationship, side: str) -> tuple[Spot, ...]:
        """Where link fields and copies stand beside the reference: the elements of its array, the
        link document, the bucket, the metaField, or the document itself; values have nothing beside them."""
        bases = () if self.strategy(relationship) == "VALUE_ARRAY" else self.bases(relationship, side)
        return tuple(self._beside(relationship, side, base) for base in bases)

    def _beside(self, relationship: Relationship, side: str, base: Spot) -> Spot:
        strategy = self.strategy(relationship)
        if strategy == "SUBSET" and side == "from":
            return base.down(self.names.subset(relationship), array=True)
        if self.holds_objects(relationship, side):
            return base.down(self.array_name(relationship, side), array=True)
        return Spot(base.collection) if strategy == "BUCKET_TIME" else base

    def copy_name(self, relationship: Relationship, copy: Copy) -> str:
        """The name of a kept copy below what it stands in."""
        owner = relationship.end(copy.of).entity
        if self.strategy(relationship) == "LINK_COLL" and not given(copy.name, ""):
            return f"{self.names.word(owner)}_{copy.field.replace('.', '_')}"
        return self.names.copy(relationship, copy)

    def identities(self, entity: str) -> tuple[Spot, ...]:
        """Where the entity's own id stands: its ``_id``, the holder's for a sub-document, the
        value itself for a lookup; empty for elements that keep none."""
        keeper = self.keeper(entity)
        home = self.homes(keeper)[0]
        if home.kind == "nowhere":
            return tuple(spot for kind in self.specials(keeper) for spot in self.identities(kind))
        if home.kind in ("element", "bucket") and not self.has_element_id(keeper):
            return ()
        return tuple(spot.down("_id") for spot in self.spots(keeper))

    # --- routes -------------------------------------------------------------------------------

    def of_path(
        self, entity: str, path: str, includes: Sequence[str] = (), start: Spot | None = None
    ) -> tuple[Spot, ...]:
        """Document places of a conceptual path; empty where it has none. start: the entity's place."""
        route = self.paths.resolve(entity, path, includes)
        return () if route is None else self.of_route(route, entity, start)

    def of_route(self, route: Route, entity: str = "", start: Spot | None = None) -> tuple[Spot, ...]:
        """Document places of a resolved route, the nearest copy of a value first. entity: where
        the route starts, if that is a special kind of its first step's entity."""
        steps = route.steps
        if not steps:
            return ()
        loci = [Locus(start)] if start is not None else self._start(entity or steps[0].entity)
        for place, step in enumerate(steps):
            following = steps[place + 1] if place + 1 < len(steps) else None
            loci = [after for locus in loci for after in self._after(locus, step, following)]
        return tuple(dict.fromkeys(locus.spot for locus in loci))

    def _start(self, entity: str) -> list[Locus]:
        spots = self.spots(entity)
        if spots:
            return [Locus(spot) for spot in spots]
        folds = [one for one in self.model.links if one.from_.entity == entity and self.folded(one)]
        return [Locus(spot, self.folded(one)) for one in folds for spot in self.spots(one.to.entity)]

    def _after(self, locus: Locus, step: Step, following: Step | None) -> list[Locus]:
        if step.kind == "end":
            return self._cross(locus, step, following)
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
            stored = role in STORED.get(self.strategy(step.relationship), ())
            return [Locus(locus.spot.down(name, array=role == ANCESTORS))] if stored else []
        if step.kind == "discriminator":
            return [Locus(locus.spot.down(self.kinds.field(step.entity) or step.name))]
        group = self.attributes.name(step)
        if group:
            return [Locus(locus.spot.down(group, array=True).down(VALUE, array=step.array))]
        name = (locus.folded or {}).get(step.name, step.name)
        return [Locus(locus.spot.down(name, array=step.array))]

    def _identity(self, locus: Locus, step: Step) -> list[Locus]:
        if locus.folded is not None:
            first = next(iter(locus.folded.values()), "")
            return [Locus(locus.spot.down(first))] if first else []
        places = self.identities(step.entity)
        return [Locus(spot) for spot in [one for one in places if locus.spot.holds(one)] or places]

    def _copy(self, locus: Locus, step: Step) -> list[Locus]:
        relationship = step.relationship
        if relationship is None:
            return []
        if self.strategy(relationship) == "FOLD_ONE":
            return [Locus(locus.spot.down(step.name))]
        for one in self.copies(relationship, step.side or "to"):
            if one.copy == step.copy:
                return [Locus(spot) for spot in self._near(locus.spot, one.spots)]
        return self._uncopied(relationship, step.copy)

    def _uncopied(self, relationship: Relationship, copy: Copy | None) -> list[Locus]:
        """A copy that was refused is read where its source stands."""
        owner = relationship.end(copy.of).entity if copy is not None else ""
        return [Locus(spot) for spot in self.of_path(owner, copy.field)] if copy is not None else []

    # --- crossing a relationship ----------------------------------------------------------------

    def _cross(self, locus: Locus, step: Step, following: Step | None) -> list[Locus]:
        relationship = step.relationship
        if relationship is None:
            return []
        side = step.side or "from"
        if self.strategy(relationship) == "FOLD_ONE":
            return self._cross_fold(locus, relationship, side, following)
        if self.strategy(relationship) == "EMBED_TREE":
            below = locus.spot.down(name_of(self.names, relationship, CHILDREN), array=True)
            known = side == "from" and below in self.spots(relationship.to.entity)
            return [Locus(below if following else below.down("_id"))] if known else []
        if self.home_of(relationship) and self.strategy(relationship) in _INSIDE:
            return self._cross_holder(locus, relationship, side, following)
        if following is not None and following.kind in ("link", "copy"):
            return [Locus(spot) for spot in self._near(locus.spot, self.elements(relationship, side))]
        stored = self._near(locus.spot, self.references(relationship, side))
        if not stored and (side == "to" or following is None) and self.strategy(relationship) in STORED:
            return []  # who is above a node, or below, is known to the others only
        plain = following is None or following.kind == "id"
        if self.strategy(relationship) == "VALUE_ARRAY" and side == self.decision(relationship).side:
            return [Locus(spot, key=True) for spot in stored]
        if stored and plain:
            return [Locus(spot, key=True) for spot in stored]
        if stored and following is not None:
            copied = self._copied(locus, relationship, side, following)
            if copied:
                return copied
        return self._arrive(relationship, side, plain)

    def _cross_fold(
        self, locus: Locus, relationship: Relationship, side: str, following: Step | None
    ) -> list[Locus]:
        if side == "from":
            return self._arrive(relationship, side, following is None)
        if following is None or following.kind == "id":
            return [Locus(locus.spot.down(self.folded_key(relationship)), key=True)]
        return [Locus(locus.spot, self.folded(relationship))]

    def _cross_holder(
        self, locus: Locus, relationship: Relationship, side: str, following: Step | None
    ) -> list[Locus]:
        if side == "to":
            beyond = following is None and locus.spot.collection == self.made(relationship)
            if beyond:  # in an outlier's overflow the holder's id stands beside the element
                return [Locus(spot, key=True) for spot in self.references(relationship, side)]
            spots = self.identities(relationship.from_.entity) if following is None else None
            places = self.spots(relationship.from_.entity) if spots is None else spots
            near = [spot for spot in places if spot.collection == locus.spot.collection]
            return [Locus(spot) for spot in near or places]
        return [Locus(spot) for spot in self.contents(relationship) if locus.spot.holds(spot)]

    def _copied(self, locus: Locus, relationship: Relationship, side: str, following: Step) -> list[Locus]:
        for one in self.copies(relationship, side):
            if one.copy.field == following.name:
                return [Locus(spot, key=True) for spot in self._near(locus.spot, one.spots)]
        return []

    def _arrive(self, relationship: Relationship, side: str, plain: bool) -> list[Locus]:
        other = relationship.end(opposite(side)).entity
        return [Locus(spot) for spot in (self.identities(other) if plain else self.spots(other))]

    def _near(self, spot: Spot, places: Iterable[Spot]) -> list[Spot]:
        """The places that belong to the document or element at ``spot``: below it, else in the
        same documents (a bucket's header, the metaField), else all."""
        known = list(places)
        near = [one for one in known if spot.holds(one)]
        return near or [one for one in known if one.collection == spot.collection] or known

    @property
    def collections(self) -> tuple[str, ...]:
        """The names of all collections: of entities in file order, then of relationships."""
        found = [
            spot.collection for entity in self.names.entities for spot in self.spots(entity) if not spot.path
        ]
        for relationship in self.model.links:
            found += [base.collection for side in ("from", "to") for base in self.bases(relationship, side)]
            found += [spot.collection for spot in self.contents(relationship)]
        return tuple(dict.fromkeys(found))
