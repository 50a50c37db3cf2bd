"""What a function needs, and does not find, may have been moved to an archive: it says so."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ....plan_model.physical import Outcome, Param, Statement
from ...context import QUERIES, OperationContext, ScriptFunction
from ...ir.conditions import At, Condition, Filter, filter_of
from ...ir.predicates import Eq
from ...upkeep.archives import archives
from .changes import Sought, archive_of, look_for, look_in_archive, word_of

_ONE = frozenset({"findOne", "updateOne", "findOneAndUpdate", "deleteOne", "findOneAndDelete"})


def telling_what_was_moved(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which looks in the archive where it would say that a document is not found which its caller names:
    what says more of it already does so itself."""
    if recipe.script != QUERIES:
        return recipe
    changed, statements = copy(recipe), list[Statement]()  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    for place, each in enumerate(recipe.statements):
        key = tuple(part for part in filter_of(each.filter).conditions if _is_of_one_value(part))
        key = tuple(part for part in key if isinstance(part, At) and part.path == "_id") or key
        into = archive_of(world, each, Sought(place, key, ())) if _may_be_moved(world, each) else ""
        if not into:
            statements.append(each)
            continue
        word, is_last = word_of(world, recipe, each.collection, key), each is recipe.statements[-1]
        look = look_for(
            changed, each, Filter(key), step=changed.step(word), unless=each.step, must_match=each.must_match
        )
        answers = each.answers or (is_last and not any(part.answers for part in recipe.statements))
        statements.append(replace(each, must_match="", answers=answers, ends=False))
        statements.append(look_in_archive(changed, look, into, word))
    if len(statements) == len(recipe.statements):
        return recipe
    changed.statements = statements
    return changed.numbered()


def _is_of_one_value(condition: Condition) -> bool:
    """Whether a condition asks for one value, which is given or was read before."""
    value = (
        condition.predicate.value if isinstance(condition, At) and type(condition.predicate) is Eq else None
    )
    return isinstance(value, Param) or (isinstance(value, Outcome) and not value.many)


def _may_be_moved(world: OperationContext, statement: Statement) -> bool:
    """Whether a statement ends a function, whatever its caller gives, where it finds no document."""
    is_open = statement.unless or statement.only_with or statement.each or statement.retry
    is_told = (
        "not found" in statement.must_match
        and bool(statement.step)
        and statement.collection in archives(world)
    )
    return is_told and statement.op in _ONE and not is_open and statement.chance is None
