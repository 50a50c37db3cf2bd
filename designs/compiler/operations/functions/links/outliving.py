"""What goes on naming a thing that is deleted, or that ends."""

from __future__ import annotations

from ....model.conceptual import Field, given
from ....plan_model.decisions import opposite
from ....workload.document_history import holds_versions
from ...context import RelationshipContext


def outlives(link: RelationshipContext, side: str) -> bool:
    """Whether what names a thing of an end goes on naming it, as it says what was; or as the thing only ends."""
    return keeps_past(link, side) or ends(link, side)


def ends(link: RelationshipContext, side: str) -> bool:
    """Whether a thing of an end only ends, so that what names it still leads to it. Not what goes with its owner, nor a node
    of a tree, whose other nodes are to be reached; nor a child, of which a parent lists those that it has now."""
    is_owner = (
        link.relationship.exclusive_owner is True or link.traits.overflows or link.traits.within_document
    )
    is_node = link.relationship.kind == "tree"
    return not (is_owner or is_node or _are_children(link, side)) and stands_as_versions(link, side)


def stands_as_versions(link: RelationshipContext, side: str) -> bool:
    """Whether the versions of what is at an end stand beside one another: what is deleted there only ends. An element of
    something else is gone from its current version."""
    spots = link.placement.spots(link.entity(side))
    return bool(spots) and all(
        not spot.path and holds_versions(link.world.collections[spot.collection]) for spot in spots
    )


def deed(link: RelationshipContext, side: str) -> str:
    """Say what becomes of a document of an end that is deleted."""
    return "Ends the current version of a" if stands_as_versions(link, side) else "Deletes a"


def keeps_past(link: RelationshipContext, side: str) -> bool:
    """Whether documents of the opposite end, or its links, say what one of this end was when they were written: they
    are to outlive it."""
    relationship = link.relationship
    if relationship.exclusive_owner is True or link.traits.is_slice or _are_children(link, side):
        return False
    return (
        _is_record_of(link, side)
        or _happened(link)
        or any(
            copy.policy == "snapshot" or given(copy.copy.policy, "") == "immutable"
            for copy in link.placement.copies(relationship, opposite(side))
        )
    )


def _are_children(link: RelationshipContext, side: str) -> bool:
    """Whether things of an end are children: what a parent says of them is what it has now."""
    return side == "to" and link.relationship.kind in ("one-to-many", "one-to-one", "tree")


def _happened(link: RelationshipContext) -> bool:
    """Whether children tell what happened to their parent, in documents that a delete of it could change: a trail
    without it says of nothing what was done."""
    if link.relationship.kind not in ("one-to-many", "one-to-one"):
        return False
    planned = [link.world.collections[spot.collection].kind for spot in link.placement.spots(link.child)]
    is_event = link.names.entities[link.child].kind_or_default == "event"
    return is_event and set(planned) == {"standard"}


def _is_record_of(link: RelationshipContext, side: str) -> bool:
    """Whether links say more of what stands at an end than since when they are there: they are a record of the opposite
    end, not a mere reference. Lines go with the document that holds or owns them."""
    if link.relationship.kind != "many-to-many" or link.traits.holds_values:  # which say nothing of links
        return False
    if not _are_records(given(link.relationship.link_fields, [])):
        return False
    apart = link.traits.is_two_way or link.traits.has_link_documents
    return side != given(link.relationship.link_owner, None) if apart else side != link.side


def _are_records(fields: list[Field]) -> bool:
    """Whether each link has fields of its own, other than the one date since when it is there."""
    required = [each for each in fields if each.required is True]
    return len(required) > 1 or any("date" not in each.all_types for each in required)
