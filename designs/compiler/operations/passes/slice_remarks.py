"""Slices of what stands in other documents: one function fills them, and whatever writes there says so."""

from __future__ import annotations

from ...plan_model.function_names import mention
from ..context import QUERIES, OperationContext, RelationshipContext, ScriptFunction
from ..functions.references import Children
from ..functions.subsets import Slice
from ..write.written_paths import places_of, touches
from .placement_variants import links_at_each, whole


def telling_slices(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the functions that its writes leave to be called, for slices of what it writes."""
    for part in _apart(whole(world)) if recipe.script == QUERIES else ():
        children, name, parent = part.children, part.link.relationship.name, part.link.words[0]
        read = [children.reference, *part.sources.values()]
        moved = any(one.collection == children.collection and touches(one, read) for one in recipe.statements)
        if moved and not _is_written(recipe, part):
            place = f"{part.holder.collection}.{part.path}"
            recipe.remark(
                f"{place} stays as it is: call {mention(f'{name}.fill')} for each {parent} that it is about."
            )
    return recipe


def _is_written(recipe: ScriptFunction, part: Slice) -> bool:
    """Whether the recipe writes the slice itself."""
    written = [one for one in recipe.statements if one.collection == part.holder.collection]
    return any(f"{path}.".startswith(f"{part.path}.") for one in written for path in places_of(one) or ())


def _apart(world: OperationContext) -> list[Slice]:
    """The slices whose children have no documents of their own."""
    if "slices apart" not in world.known:
        links = [RelationshipContext(world, one) for one in world.names.relationships.values()]
        stored = [
            one for link in links if link.traits.is_slice and world.spot(link.child) is not None
            for _, one in links_at_each(link)
        ]  # fmt: skip
        parts = [Slice(one, Children(one)) for one in stored if one.placement.content(one.relationship)]
        world.known["slices apart"] = [one for one in parts if not one.children.at.is_root]
    found: list[Slice] = world.known["slices apart"]
    return found
