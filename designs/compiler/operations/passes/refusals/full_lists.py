"""Changes of a document that was read before, whose list has no room: what follows from a change must not happen without it."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ....plan_model.physical import Outcome, Statement
from ...context import QUERIES, OperationContext, ScriptFunction
from ...ir.conditions import At, filter_of, guards_of
from ...ir.predicates import Eq
from .changes import Sought, reasons_of, word_for

_CHANGING = frozenset({"edit", "update"})


def _may_be_full(statement: Statement) -> bool:
    """Return whether a statement changes one document that a list has room in, and nobody looks whether it did."""
    is_told = statement.step or statement.must_match or statement.unless or statement.each or statement.retry
    return statement.op == "updateOne" and not is_told and any(guards_of(filter_of(statement.filter)))


def refusing_full_lists(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with an error where such a change finds no room in a document that is there: its read has told
    that already, and what repeats the change elsewhere comes behind it."""
    if recipe.script != QUERIES or recipe.purpose not in _CHANGING:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    for place, statement in enumerate(recipe.statements):
        sought = _sought(recipe, place) if _may_be_full(statement) else None
        if sought is not None:
            must = (
                f"{word_for(world, statement.collection)} found, but {reasons_of(world, statement, sought)}"
            )
            changed.statements[place] = replace(statement, step=changed.step("changed"), must_match=must)
    return changed


def _sought(recipe: ScriptFunction, place: int) -> Sought | None:
    """Return what a change asks of the document that an earlier read has found; None where none has surely found it."""
    conditions = filter_of(recipe.statements[place].filter).conditions
    key = tuple(each for each in conditions if isinstance(each, At) and each.path == "_id")
    id = key[0].predicate if key else None
    value = id.value if isinstance(id, Eq) else None
    is_read = isinstance(value, Outcome) and any(
        each.step == value.step and each.op == "findOne" and (each.must_match or each.ends)
        for each in recipe.statements[:place]
    )
    return Sought(place, key, tuple(each for each in conditions if each not in key)) if is_read else None
