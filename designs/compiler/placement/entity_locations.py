"""Where each entity's documents stand.

A DocPath is a place in stored documents. An entity has one (its collection's root, a sub-document, the
elements of an array), none (folded away, a lookup's values), or several (a weak shape used in several
holders, an outlier's array and its overflow collection).
"""

from __future__ import annotations

from functools import cached_property

from ..model.conceptual import Relationship
from ..names.tree_fields import CHILDREN, levels, name_of
from ..plan_model.decisions import INSIDE, Home
from .answers import by_entity
from .composed_design import ComposedDesign, holder_of
from .doc_path import ITEM, DocPath

BUCKET_ID, HOLDER, HOLDER_ID = HOLDER_IDS = ("bucket_id", "holder", "holder_id")
"""Names of the id of the document around what is referred to, where they are not those of its entity."""


def is_holder_id(name: str) -> bool:
    """Return whether a field is called like the id of the document around what is referred to."""
    return name in HOLDER_IDS or name.endswith(tuple(f"_{each}" for each in HOLDER_IDS))


class EntityLocations:
    """The places of a composed design's entities. All answers are kept, so asking again costs nothing."""

    def __init__(self, design: ComposedDesign) -> None:
        self.design, self.names, self.kinds = design, design.names, design.kinds
        self._spots: dict[str, tuple[DocPath, ...]] = {}

    def homes(self, entity: str) -> tuple[Home, ...]:
        """Return the entity's homes; an entity that no decision moves has its own collection."""
        return self.design.homes(entity)

    def specials(self, entity: str) -> list[str]:
        """Return the subtypes in whose documents a general is repeated."""
        return self.design.specials.get(entity, [])

    # --- places -------------------------------------------------------------------------------

    def spots(self, entity: str) -> tuple[DocPath, ...]:
        """Return where an entity's documents stand; empty if nowhere."""
        if entity not in self._spots:
            self._spots[entity] = ()  # a ring of forced embedding is refused before; never loop
            base = self.kinds.base(entity)
            places = [spot for home in self.homes(base) for spot in self.at_home(base, home)]
            places += [spot for special in self.specials(entity) for spot in self.spots(special)]
            places += [deeper for spot in places for deeper in self._below(spot, entity)]
            self._spots[entity] = tuple(dict.fromkeys(places))
        return self._spots[entity]

    @by_entity
    def mixed_spots(self, entity: str) -> tuple[DocPath, ...]:
        """Return those of an entity's places where its subtypes stand together: not where a subtype that is
        apart repeats it."""
        generals = dict.fromkeys((entity, self.kinds.base(entity)))
        apart = {
            spot for general in generals for special in self.specials(general) for spot in self.spots(special)
        }
        return tuple(spot for spot in self.spots(entity) if spot not in apart)

    @by_entity
    def separate_collections(self, entity: str) -> tuple[str, ...]:
        """Return the collections that hold an entity's documents, where it has more than one; else none."""
        spots = self.spots(entity)
        collections = tuple(dict.fromkeys(spot.collection for spot in spots))
        return collections if len(collections) > 1 and not any(spot.path for spot in spots) else ()

    def _below(self, spot: DocPath, entity: str) -> list[DocPath]:
        """Return where the other levels of a tree stand whose nodes are all in the document of their root."""
        tree, places = self.design.trees.get(entity), [spot]
        if tree is not None:
            name = name_of(self.names, tree, CHILDREN)
            for _ in range(levels(tree, self.design.survey.constants.tree_depth) - 1):
                places.append(places[-1].down(name, array=True))
        return places[1:]

    def at_home(self, entity: str, home: Home) -> list[DocPath]:
        """Return the places of an entity's documents in one of its homes."""
        if home.kind == "nowhere":
            return []
        if home.relationship is None or home.kind == "timeseries":
            return [DocPath(self.design.collection(entity))]
        relationship, design = self.names.relationships[home.relationship], self.design
        if design.traits(relationship).is_paged:
            bucket = DocPath(design.collection_made_by(relationship))
            return [bucket.down(self.names.bucket_items(relationship), array=True)]
        holders = self.spots(relationship.from_.entity)
        name = self.names.end(relationship, "from")
        places = [spot.down(name, array=home.kind == "element") for spot in holders]
        if design.traits(relationship).overflows:
            places.append(DocPath(design.collection_made_by(relationship)).down(ITEM))
        return places

    # --- holders ------------------------------------------------------------------------------

    def is_embedded(self, entity: str) -> bool:
        """Return whether the entity lives inside documents of another (not folded away)."""
        homes = self.homes(self.kinds.base(entity))
        return any(home.kind in INSIDE for home in homes)

    def home_of(self, relationship: Relationship) -> bool:
        """Return whether this relationship makes the home of its child."""
        return any(home.relationship == relationship.name for home in self.homes(relationship.to.entity))

    @by_entity
    def keeper(self, entity: str) -> str:
        """Return whose ``_id`` identifies the entity: a sub-document's is its holder's."""
        entity = self.kinds.base(entity)
        holder = holder_of(self.names, self.homes(entity)[0], "object")
        return entity if holder is None else self.keeper(holder)

    @by_entity
    def root_entity(self, entity: str) -> str:
        """Return the entity whose documents hold this one's, itself if it has a collection."""
        entity = self.kinds.base(entity)
        holder = holder_of(self.names, self.homes(entity)[0], "object", "element")
        return entity if holder is None else self.root_entity(holder)

    def root_entities(self, entity: str, inside: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the same for each of its homes, each once. inside: the entities on the way there."""
        base, roots = self.kinds.base(entity), list[str]()
        for home in self.homes(base) if base not in inside else ():
            holder = holder_of(self.names, home, "object", "element")
            roots += [base] if holder is None else self.root_entities(holder, (*inside, base))
        return tuple(dict.fromkeys(roots))

    @cached_property
    def beside_themselves(self) -> frozenset[str]:
        """The relationships between things of one entity that stands inside of documents of several collections."""
        base, links = self.kinds.base, self.names.relationships.values()
        alike = [link for link in links if base(link.from_.entity) == base(link.to.entity)]
        return frozenset(
            link.name
            for link in alike
            if link.kind not in ("is-a", "tree")
            and sum(home.kind in INSIDE for home in self.homes(base(link.to.entity))) > 1
        )

    def pages_of_pages(self) -> list[Relationship]:
        """Return the relationships whose pages belong to what stands in such pages itself, or in pages of those."""
        paged = [link for link in self.names.relationships.values() if self.design.traits(link).is_paged]
        made_by = {self.design.collection_made_by(link): link for link in paged}
        below = self.design.survey.families.below
        rings: list[Relationship] = []
        for link in paged:
            above, asked = dict[str, Relationship](), [link]
            while asked:
                parent = asked.pop().from_.entity
                parents = (parent, *below(parent))
                around = {spot.collection for each in parents for spot in self.spots(each)}
                new = {name: each for name, each in made_by.items() if name in around - above.keys()}
                above |= new
                asked += new.values()
            rings += [link] if link in above.values() else []
        return rings

    # --- ids ----------------------------------------------------------------------------------

    @by_entity
    def key_types(self, entity: str) -> tuple[str, ...]:
        """Return the types of the id that references to the entity hold."""
        declared = self.design.declared_id(self.keeper(entity))
        own = declared.all_types if declared is not None else ("objectId",)
        repeated = [name for special in self.specials(entity) for name in self.key_types(special)]
        gone = repeated and self.homes(self.kinds.base(entity))[0].kind == "nowhere"
        return tuple(dict.fromkeys(repeated if gone else (*own, *repeated)))

    @by_entity
    def identities(self, entity: str) -> tuple[DocPath, ...]:
        """Return where the entity's own id stands: its ``_id``, the holder's for a sub-document, the
        value itself for a lookup; empty for elements that keep none."""
        keeper = self.keeper(entity)
        home = self.homes(keeper)[0]
        if home.kind == "nowhere":
            return tuple(spot for special in self.specials(keeper) for spot in self.identities(special))
        if home.kind in ("element", "bucket") and not self.design.has_element_id(keeper):
            return ()
        # A subtype is not where only other subtypes are.
        own = entity if self.kinds.base(entity) == keeper else keeper
        specials = self.specials(own)
        spots = self.mixed_spots(own) if specials else self.spots(own)
        places = [place for spot in spots for place in self._identified(keeper, spot)]
        places += [place for special in specials for place in self.identities(special)]
        return tuple(dict.fromkeys(places))

    def _identified(self, keeper: str, spot: DocPath) -> list[DocPath]:
        """Return the id of what stands at a place: its own ``_id``; where it is a sub-document there, and an
        element or document elsewhere, that of its holder, but for a declared one. None of an element that keeps
        none."""
        inside = [home for home in self.homes(keeper) if home.kind == "object" and home.relationship]
        around = [home for home in inside if spot in self.at_home(keeper, home)]
        if not around or self.design.declared_id(keeper) is not None:
            return [spot.down("_id")] if not spot.path or self.design.has_element_id(keeper) else []
        held = self.identities(self.names.relationships[around[0].relationship or ""].from_.entity)
        return [
            place for place in held if DocPath(place.collection, place.path.rpartition(".")[0]).holds(spot)
        ]

    @by_entity
    def is_paired(self, entity: str) -> bool:
        """Return whether references to the entity need the holder's id beside the element's."""
        return self.homes(self.keeper(entity))[0].kind in ("element", "bucket")

    @by_entity
    def pair_name(self, entity: str) -> str:
        """Return the name of the holder's id in a pair; the same for all where elements have holders of several
        kinds."""
        if len(self.root_entities(entity)) > 1:
            return HOLDER if self.names.references == "role" else HOLDER_ID
        kind = self.homes(self.keeper(entity))[0].kind
        return BUCKET_ID if kind == "bucket" else self.names.scalar(self.root_entity(entity))

    @by_entity
    def holder_key_types(self, entity: str) -> tuple[str, ...]:
        """Return the types of the holder's id in a pair: a page has an ``_id`` of its own, a window's is an object."""
        if self.pair_name(entity) not in HOLDER_IDS:
            return self.key_types(self.root_entity(entity))
        types: list[str] = []
        for root in self.root_entities(entity):
            for home in self.homes(self.kinds.base(root)):
                types += self._page_key_types(home) if home.kind == "bucket" else self.key_types(root)
        return tuple(dict.fromkeys(types))

    def _page_key_types(self, home: Home) -> tuple[str, ...]:
        paging = self.names.relationships[home.relationship or ""]
        return ("object" if self.design.traits(paging).is_windowed else "objectId",)

    def is_timed(self, entity: str) -> bool:
        """Return whether an entity's only documents are a time series: its scalar references stand in the
        metaField."""
        return [home.kind for home in self.homes(entity)] == ["timeseries"]
