"""Generals of which one kind stands in documents of another, and which are linked to one another by a tree, or by fields
that each repeats of its parent: of the two in one document a function would find one. It is not written."""

from __future__ import annotations

from ...placement.doc_path import DocPath
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
    if not placement.specials(general):
        return None
    spots = set(placement.spots(general))
    both = sorted(spot.collection for spot in spots if spot.path and DocPath(spot.collection) in spots)
    linking = [
        each.name
        for each in world.names.relationships.values()
        if general == each.to.entity
        and (placement.traits(each).is_tree or placement.traits(each).folds_parent)
    ]
    if not both or not linking:
        return None
    return Unsupported(
        f"In {both[0]} one {general} stands inside another one, and {linking[0]} links both.",
        f"let {linking[0]} be between kinds of {general} that have collections of their own",
    )
