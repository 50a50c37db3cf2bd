"""Generals of which one kind stands in documents of another, and that relationships link: of the two in one document a
function would find one. It is not written."""

from __future__ import annotations

from ..context import OperationContext, Unsupported, remembered
from ..passes.placement_variants import whole


def refusal(world: OperationContext, *entities: str) -> Unsupported | None:
    """Return why nothing is written for these entities, None where nothing stands in the way."""
    families = world.placement.survey.families
    line = dict.fromkeys(name for entity in entities for name in (entity, *families.above(entity)))
    return next((reason for name in line if (reason := _of_general(whole(world), name)) is not None), None)


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
        f"In {both[0]} one {general} stands inside another one, and {linking[0]} links both.",
        f"let {linking[0]} be between subtypes of {general} that have collections of their own",
    )
