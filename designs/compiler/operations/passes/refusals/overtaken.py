"""A change of a document that somebody else has changed since its caller read it is another thing than one of a document that
isn't there: the function says which of these it is."""

from __future__ import annotations

from msgspec.structs import replace

from ...context import OperationContext, ScriptFunction
from ...ir.conditions import At, filter_of
from .changes import Missing, Sought, tell_which


def telling_overtaken(world: OperationContext, recipe: ScriptFunction, number: str) -> ScriptFunction:
    """Return the change of a document, which says whether that isn't there, or has another revision by now. number: where it
    says which, "" where its versions stand beside each other, and each change means the current one."""
    place = next((place for place, each in enumerate(recipe.statements) if each.must_match), None)
    asked = filter_of(recipe.statements[place].filter).conditions if place is not None else ()
    key = tuple(each for each in asked if not (isinstance(each, At) and each.path == number))
    if place is None or not number or len(key) in (0, len(asked)):
        return recipe
    missing, _, overtaken = recipe.statements[place].must_match.partition(", or ")
    recipe.statements[place] = replace(recipe.statements[place], must_match="", answers=True)
    tell_which(world, recipe, Sought(place, key, ()), Missing(missing, overtaken, ""))
    return recipe.numbered()
