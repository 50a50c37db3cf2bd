"""Slices of what stands in other documents: one function fills them, and whatever writes there says so."""

from __future__ import annotations

from ...plan_model.function_names import mention
from ..context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, remembered
from ..functions.references import Children
from ..functions.subsets import Slice
from ..write.written_paths import places_of, touches
from .placement_variants import links_at_each, whole


def telling_slices(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the functions that its writes leave to be called, for slices of what it writes."""
    for part in _apart(whole(world)) if recipe.script == QUERIES else ():
        children, name, parent = part.children, part.link.relationship.name, part.link.words[0]
        read = [children.reference, *part.sources.values()]
        moved = any(
            statement.collection == children.collection and touches(statement, read)
            for statement in recipe.statements
        )
        if moved and not _is_written(recipe, part):
            place = f"{part.holder.collection}.{part.path}"
            recipe.remark(
                f"{place} stays as it is: call {mention(f'{name}.fill')} for each {parent} that it is about."
            )
    return recipe


def _is_written(recipe: ScriptFunction, part: Slice) -> bool:
    """Whether the recipe writes the slice itself."""
    written = [statement for statement in recipe.statements if statement.collection == part.holder.collection]
    return any(f"{path}.".startswith(f"{part.path}.") for one in written for path in places_of(one) or ())


@remembered
def _apart(world: OperationContext) -> list[Slice]:
    """The slices whose children have no documents of their own."""
    links = [RelationshipContext(world, relationship) for relationship in world.names.relationships.values()]
    stored = [
        placed for link in links if link.traits.is_slice and world.spot(link.child) is not None
        for _, placed in links_at_each(link)
    ]  # fmt: skip
    slices = [Slice(link, Children(link)) for link in stored if link.placement.content(link.relationship)]
    return [part for part in slices if not part.children.at.is_root]
