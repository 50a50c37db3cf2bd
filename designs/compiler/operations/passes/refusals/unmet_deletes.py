"""A delete of one document that is there, but not in the state that an operation asks for, says so."""

from __future__ import annotations

from ....plan_model.physical import Outcome
from ...context import OperationContext, ScriptFunction
from ...ir.conditions import At, filter_of
from ...ir.predicates import In
from .changes import Missing, Sought, archive_of, but_for_kinds, is_of_caller, reasons_of, tell_which, word_of


def says_what_stays(world: OperationContext, recipe: ScriptFunction, place: int) -> bool:
    """Have a function whose delete finds no document say which it is: there is none, or it is not as the filter asks. Return
    whether there is anything but that to say."""
    delete = recipe.statements[place]
    which = filter_of(delete.filter).predicate("_id")
    listed = which.values if isinstance(which, In) else None
    asking = next(
        (
            each for each in recipe.statements[:place]
            if each.op == "find" and each.limit == 1 and isinstance(listed, Outcome) and each.step == listed.step
        ),
        delete,
    )  # fmt: skip
    asked = but_for_kinds(world, asking)
    of_kind = tuple(each for each in filter_of(asking.filter).conditions if each not in asked)
    key = tuple(each for each in asked if isinstance(each, At) and each.path == "_id" and is_of_caller(each))
    sought = Sought(place, (*of_kind, *key), tuple(each for each in asked if each not in key))
    if not key or not sought.rest:
        return False
    word = word_of(world, recipe, delete.collection, key)
    into = archive_of(world, asking, sought)
    tell_which(world, recipe, sought, Missing(f"{word} not found", reasons_of(world, asking, sought), into))
    return True
