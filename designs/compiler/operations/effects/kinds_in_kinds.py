"""Generals of which one kind stands in documents of another, and that relationships link: of the two in one document a
function would find one. It is not written."""

from __future__ import annotations

from ...placement.doc_path import DocPath
from ..context import OperationContext, RelationshipContext, Unsupported, remembered
from ..passes.placement_variants import whole


def refusal(world: OperationContext, *entities: str) -> Unsupported | None:
    """Return why nothing is written for these entities, None where nothing stands in the way."""
    families = world.placement.survey.families
    line = dict.fromkeys(name for entity in entities for name in (entity, *families.above(entity)))
    reasons = (_of_general(whole(world), name) for name in line)
    return next(filter(None, reasons), None) or _of_held(whole(world), entities)


def refusal_of_links(link: RelationshipContext) -> Unsupported | None:
    """Return why no document links two things of which one stands in documents of the other, in as many collections as
    that has subtypes; None where they stand otherwise."""
    placement = whole(link.world).placement
    for inner, outer in ((link.parent, link.child), (link.child, link.parent)):
        collections, spots = placement.locations.separate_collections(outer), placement.spots(inner)
        if collections and spots and all(spot.path and spot.collection in collections for spot in spots):
            return Unsupported(
                (
                    f"A {inner} is embedded in a {outer}, in {', '.join(collections)}: the function would "
                    "search only one of them."
                ),
                f"store each {inner} as a separate document, or link it to one subtype of {outer}",
            )
    return None


def _of_held(world: OperationContext, entities: tuple[str, ...]) -> Unsupported | None:
    """Return why nothing is written for an entity that stands in things of a hierarchy, of which one stands in another."""
    placement = world.placement
    for entity in entities:
        for spot in placement.spots(entity):
            around = next((each for each in _nested(world) if spot.path and each.holds(spot)), None)
            beside = (each for each in placement.spots(entity) if each.collection == spot.collection)
            if around is not None and any(not around.holds(each) for each in beside):
                return Unsupported(
                    (
                        f"In {spot.collection} a {entity} is embedded at two levels, also in {spot.path}: a "
                        "function would find only one."
                    ),
                    f"store each {entity} as a separate document",
                )
    return None


@remembered
def _nested(world: OperationContext) -> list[DocPath]:
    """Return the places of what stands in documents of its own hierarchy."""
    places: list[DocPath] = []
    trees = world.placement.locations.design.trees  # whose functions know nodes in nodes
    for general in (name for name in world.placement.survey.families.specials if name not in trees):
        spots = world.placement.spots(general)
        roots = {spot.collection for spot in spots if not spot.path}
        places += [spot for spot in spots if spot.path and spot.collection in roots]
    return places


@remembered
def _of_general(world: OperationContext, general: str) -> Unsupported | None:
    placement = world.placement
    kinds = placement.survey.families.below(general)
    places = [placement.spots(name) for name in (general, *kinds)] if kinds else []
    roots = {spot.collection for spots in places for spot in spots if not spot.path}
    inside = (spots for spots in places if all(spot.path for spot in spots))
    both = sorted({spot.collection for spots in inside for spot in spots} & roots)
    linking = [
        each.name
        for each in world.names.relationships.values()
        if general in (each.from_.entity, each.to.entity)
        and each.kind != "is-a"
        and not placement.traits(each).inside_holder
    ]
    if not both or not linking:
        return None
    return Unsupported(
        f"In {both[0]} one {general} is embedded in another, and {linking[0]} links the two.",
        f"let {linking[0]} connect subtypes of {general} that have their own collections",
    )
