"""What a function needs, and does not find, may have been moved to an archive: it says so."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from ....plan_model.physical import Outcome, Param, Statement
from ...context import QUERIES, OperationContext, ScriptFunction, loaded
from ...ir.conditions import At, Condition, Filter, filter_of
from ...ir.predicates import AllOf, Eq
from ...upkeep.archives import archives
from .changes import Sought, archive_of, look_for, look_in_archive, word_of

_MISSING = ("not found", "not linked")
_ONE = frozenset({"findOne", "updateOne", "findOneAndUpdate", "deleteOne", "findOneAndDelete"})


def telling_what_was_moved(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which looks in the archive where it would say that a document is not found which its caller names:
    what says more of it already does so itself."""
    if recipe.script != QUERIES:
        return recipe
    changed, statements = copy(recipe), list[Statement]()  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    for place, each in enumerate(recipe.statements):
        key = tuple(_naming(filter_of(each.filter)))
        key = tuple(part for part in key if isinstance(part, At) and part.path == "_id") or key
        into = archive_of(world, each, Sought(place, key, ())) if _may_be_moved(world, each) else ""
        if not into:
            statements.append(each)
            continue
        word, is_last = word_of(world, recipe, each.collection, key), each is recipe.statements[-1]
        look = look_for(
            changed, each, Filter(key), step=changed.step(word), unless=each.step, must_match=each.must_match,
            only_with=each.only_with,
        )  # fmt: skip
        answers = each.answers or (is_last and loaded("atomic.may_answer")(recipe, place))
        statements.append(replace(each, must_match="", answers=answers, ends=False))
        statements.append(look_in_archive(changed, look, into, word))
    if len(statements) == len(recipe.statements):
        return recipe
    changed.statements = statements
    return changed.numbered()


def _naming(filter: Filter) -> Iterator[Condition]:
    """Yield the conditions of a filter that ask for one value, which is given or was read before, without what else they
    ask of it."""
    for condition in filter.conditions:
        asked = condition.predicate if isinstance(condition, At) else None
        alternatives = asked.predicates if isinstance(asked, AllOf) else [asked]
        for each in alternatives:
            value = each.value if type(each) is Eq else None
            if isinstance(value, Param) or (isinstance(value, Outcome) and not value.many):
                yield replace(condition, predicate=each)


def _may_be_moved(world: OperationContext, statement: Statement) -> bool:
    """Whether a statement ends a function where it finds no document, or no link of one."""
    is_open = statement.unless or statement.each or statement.retry or statement.beside
    is_told = (
        any(words in statement.must_match for words in _MISSING)
        and bool(statement.step)
        and statement.collection in archives(world)
    )
    return is_told and statement.op in _ONE and not is_open and statement.chance is None
