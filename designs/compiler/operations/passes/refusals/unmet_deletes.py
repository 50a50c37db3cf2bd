"""A delete of one document that is there, but not in the state that an operation asks for, says so; and one of an element
that no document has."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ....plan_model.physical import Outcome, Statement
from ...context import OperationContext, ScriptFunction
from ...ir.changes import Pull, Update
from ...ir.conditions import At, filter_of
from ...ir.predicates import In
from .changes import (
    Missing,
    Sought,
    archive_of,
    but_for_kinds,
    is_elsewhere,
    is_id_of_element,
    is_of_caller,
    reasons_of,
    tell_which,
    word_of,
)
from .removals import may_be_elsewhere


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


def refusing_lost_elements(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return an operation that deletes the element of an id with an error where no document has it, if all that it writes is
    that, or its transaction holds all of it together."""
    writes = [place for place, each in enumerate(recipe.statements) if each.writes]
    pulls = [place for place in writes if _takes_element(world, recipe.statements[place])]
    if len(pulls) != 1 or may_be_elsewhere(world, recipe, pulls[0]):
        return recipe
    pull = recipe.statements[pulls[0]]
    if len(writes) > 1 and not pull.transaction:
        return recipe  # a second call completes what follows
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    word = word_of(world, recipe, pull.collection, filter_of(pull.filter).conditions)
    asked = filter_of(pull.filter).conditions
    rest = "" if len(asked) == 1 else ", or doesn't match the filter"
    changed.statements[pulls[0]] = replace(
        pull,
        step=pull.step or changed.step("removed"),
        must_match=f"{word} not found{rest}",
        answers=pull.answers or not any(each.answers for each in recipe.statements),
    )
    return changed.numbered()


def _takes_element(world: OperationContext, statement: Statement) -> bool:
    """Whether an update takes an element out that it finds by an id which the caller gives."""
    changes = statement.update.meant if isinstance(statement.update, Update) else ()
    is_told = statement.must_match or statement.unless or statement.each or statement.step
    if is_told or statement.only_with or not any(isinstance(each, Pull) for each in changes):
        return False
    return statement.op in ("updateOne", "updateMany") and any(
        isinstance(each, At)
        and is_of_caller(each)
        and is_id_of_element(world, statement.collection, each.path)
        for each in filter_of(statement.filter).conditions
    )


def is_looked_for(world: OperationContext, recipe: ScriptFunction, delete: Statement) -> bool:
    """Return whether what a delete takes was looked for before, in the collections of other kinds as well."""
    steps = {each.step: each for each in recipe.statements if each.step and not each.writes}
    wanted = filter_of(delete.filter).predicate("_id")
    ids = wanted.values if isinstance(wanted, In) else None
    read = steps.get(ids.step) if isinstance(ids, Outcome) else None
    return read is not None and any(is_elsewhere(world, other, read) for other in steps.values())
