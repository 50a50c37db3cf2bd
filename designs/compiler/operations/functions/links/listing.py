"""The array of ids, or of objects with an id, that documents of one end hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....model.conceptual import Relationship
from ....placement.doc_path import ITEM, DocPath
from ....placement.path_locator import Placement
from ....plan_model.decisions import opposite
from ...context import RelationshipContext, ScriptFunction, outcome
from ...document_places import Address
from ...ir.conditions import Filter, filter_of, predicate_of
from ...ir.expressions import FieldPath
from ...ir.predicates import Elem, Predicate
from ...ir.stages import GroupStage, MatchStage, UnwindStage
from ...read.conditions import of_kind


def is_in_nodes(placement: Placement, relationship: Relationship, side: str) -> bool:
    """Whether documents of an end list others, and stand in one another, as the nodes of a tree in one document do: a
    list is at any level then, and its holder found at none in particular."""
    lists = placement.references(relationship, side)
    spots = (
        [spot for spot in placement.spots(relationship.end(side).entity) if spot.holds(lists[0])]
        if lists
        else []
    )
    nested = [spot for spot in spots[:1] for each in lists if each != lists[0] and spot.holds(each)]
    return bool(nested) and len(lists[0].arrays) > len(spots[0].arrays)


def listing_in_nodes(placement: Placement, entity: str) -> Relationship | None:
    """Return the relationship by which nodes of a tree that stands in one document list things of an entity, or of
    what it is a kind of; None where none do."""
    entities = (entity, *placement.survey.families.above(entity))
    links = (link for link in placement.survey.model.links if link.to.entity in entities)
    return next((link for link in links if is_in_nodes(placement, link, "from")), None)


def lists_of_nodes(
    placement: Placement, relationship: Relationship, side: str
) -> list[tuple[DocPath, DocPath]]:
    """Return the nodes below the first one of an end whose documents stand in one another, each with the place of its
    list; none where they don't."""
    if not is_in_nodes(placement, relationship, side):
        return []
    first, *rest = placement.references(relationship, side)
    spots = placement.spots(relationship.end(side).entity)
    top = next(spot for spot in spots if spot.holds(first))
    around = [(max(filter(top.holds, spots), key=lambda spot: _is_near(spot, each)), each) for each in rest]
    return [(spot, each) for spot, each in around if spot != top and spot.holds(each)]


def lists_in_overflows(
    placement: Placement, relationship: Relationship, side: str
) -> list[tuple[DocPath, DocPath]]:
    """Return the elements of an end that their array has no room for, each with the place of its list."""
    beyond = [spot for spot in placement.spots(relationship.end(side).entity) if spot.path == ITEM]
    return [
        (spot, each)
        for spot in beyond
        for each in placement.references(relationship, side)
        if spot.holds(each)
    ]


def _is_near(spot: DocPath, place: DocPath) -> int:
    return len(spot.path) if spot.holds(place) else -1


class Listing:
    """The array of one end: its place, the ids in it, and what stands beside each id. node: where the list stands and whose
    it is, where that is not the first one of the end."""

    def __init__(
        self, link: RelationshipContext, side: str, node: tuple[DocPath, DocPath] | None = None
    ) -> None:
        self.link, self.side, self.is_of_node = link, side, node is not None
        spot, reference = node or (None, link.placement.reference(link.relationship, side))
        self.at = Address(link.world, link.entity(side), spot)
        self.other = Address(link.world, link.other(side))
        self.ids = reference or DocPath(self.at.collection)
        self.objects = link.placement.holds_objects(link.relationship, side)
        self.array = self.ids.path.rpartition(".")[0] if self.objects else self.ids.path
        self.name = self.array[len(self.at.spot.path) + 1 :] if self.at.spot.path else self.array
        self.key = self.ids.path[len(self.array) + 1 :] if self.objects else ""
        self.bound = (
            link.decision.bound
            if side == link.side
            else link.world.placement.decision(link.relationship).bound
        )
        field = link.world.field(self.at.collection, self.array)
        if field is not None and field.max_items is not None:
            self.bound = field.max_items

    def both(self, holder: Any, other: Any) -> Mapping[str, Any]:
        """The ids of a holder and of one that it lists, by side."""
        return {self.side: holder, opposite(self.side): other}

    @property
    def words(self) -> tuple[str, str]:
        """What to call a holder, and one of those it lists."""
        return self.link.word(self.side), self.link.word(opposite(self.side))

    def holder_id(self, recipe: ScriptFunction, prefix: str = "", *, document: int = 0) -> Any:
        """The parameter that identifies the holder."""
        is_inside = self.link.traits.lists_both_ends and not self.at.is_root and not self.other.is_root
        of_two = is_inside and self.at.holder_id == self.other.holder_id
        return self.at.id(recipe, f"{prefix}{self.words[0]}", document=document, of_two=of_two)

    def other_id(self, recipe: ScriptFunction, *, document: int = 0) -> Any:
        """The parameter with the id of a listed document: of one that the sample holder lists."""
        path = self.ids.path if self.objects else f"{self.ids.path}.0"
        return recipe.param(f"{self.words[1]}_id", self.at.collection, path, document=document)

    def read_ids(self, recipe: ScriptFunction, holder: Any) -> Any:
        """Read what one holder lists, and say all of its ids."""
        match, collection = self.at.match(holder, kind_of_holder(self)), self.at.collection
        if not self.at.arrays:
            document = recipe.step(self.words[0])
            recipe.add("findOne", collection, filter=match, projection={self.array: 1}, step=document)
            return outcome(document, self.array, many=True, each=self.key)
        # The document around an element has others beside it.
        document, arrays = recipe.step(f"{self.words[1]} ids"), (*self.at.arrays, self.array)
        around, listed = [MatchStage(match)], [GroupStage({"_id": FieldPath(self.ids.path)})]
        inside = [UnwindStage(array) for array in arrays]
        recipe.add("aggregate", collection, pipeline=[*around, *inside, *around, *listed], step=document)
        return outcome(document, many=True, each="_id")

    def listed(self, value: Any) -> Filter:
        """What a document that lists this id matches."""
        return filter_of({self.ids.path: value})

    def entry(self, value: Any) -> Predicate | Filter:
        """What an entry of the list with this id meets. value: an id, or what ids meet."""
        return filter_of({self.key: value}) if self.objects else predicate_of(value)

    def holding(self, value: Any) -> Filter:
        """The filter of the documents with this id in their list."""
        return filter_of({self.array: Elem(filter_of({self.key: value})) if self.objects else value})


def kind_of_holder(listing: Listing) -> Filter:
    """Return what keeps away the documents of kinds that have no such list."""
    at, entity = listing.at, listing.link.entity(listing.side)
    return of_kind(listing.link.world, entity, at.collection) if at.is_root else Filter()


def kind_at(at: Address) -> Filter:
    """Return what keeps away the documents of other kinds where things of an entity stand."""
    return of_kind(at.world, at.entity, at.collection) if at.is_root else Filter()
