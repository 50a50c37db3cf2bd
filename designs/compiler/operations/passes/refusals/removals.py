"""A delete of what is not there must not look as if it had been made: a function about one thing, which its caller names,
says that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from ....plan_model.physical import Param, Statement
from ...context import QUERIES, OperationContext, RelationshipContext, ScriptFunction
from ...ir.changes import FirstElement, Pull, PullAll, Update
from ...ir.conditions import At, Condition, Filter, PathPredicates, filter_of
from ...ir.predicates import Eq, In
from ..placement_variants import whole
from .changes import but_for_kinds, is_elsewhere, since_read, word_for

_TAKING_AWAY = frozenset({"remove", "delete", "cascade"})


def refusing_lost_removals(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with an error where its delete finds no document. What it has let go of before is taken back by
    its transaction; where none holds them together, a second call has to complete what is to be written behind."""
    if recipe.script != QUERIES or recipe.purpose not in _TAKING_AWAY:
        return recipe
    place = next(_lost(world, recipe), None)
    if place is None:
        return _refusing_lost_pulls(world, recipe) if recipe.purpose == "remove" else recipe
    changed, delete = copy(recipe), recipe.statements[place]  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    changed.statements[place] = replace(
        delete, step=delete.step or changed.step("removed"), must_match=_must(world, delete),
        answers=not any(each.answers for each in recipe.statements) or delete.answers,
    )  # fmt: skip
    return changed


def _lost(world: OperationContext, recipe: ScriptFunction) -> Iterator[int]:
    """Yield the place of a delete of one document, or of a branch that begins with one, where nothing says yet what is to
    be done if there is none."""
    statements = recipe.statements
    for place, each in enumerate(statements):
        is_branch = recipe.purpose == "cascade" and each is statements[-1] and _is_by_ids(each)
        if each.op != "deleteOne" and not is_branch:
            continue
        is_told = each.must_match or each.must_miss or each.unless or each.ends or each.each or each.only_with
        is_asked = bool(each.step) and any(other.unless == each.step for other in statements)
        is_one_of_several = any(is_elsewhere(world, other, each) for other in statements if other is not each)
        is_one_of_several = is_one_of_several or _stands_elsewhere(world, each)
        is_behind = any(other.writes for other in statements[place + 1 :])
        if not (is_told or is_asked or is_one_of_several or (is_behind and not each.transaction)):
            yield place


def _stands_elsewhere(world: OperationContext, delete: Statement) -> bool:
    """Whether what a delete does not find may stand elsewhere: in an array whose rest it deletes from, or in a collection
    of another kind."""
    collection = world.collections[delete.collection]
    places = whole(world).placement.spots(collection.entity) if collection.entity else ()
    return collection.kind not in ("standard", "link") or len(places) > 1


def _refusing_lost_pulls(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with an error where no list has the element, or the link, that it takes out. What lists hold at
    both sides may be left at one of them alone: it is enough that one has it."""
    kind, _, name = recipe.subject.partition(":")
    pulls = [(place, guard) for place, each in enumerate(recipe.statements) if (guard := _held(each))]
    if kind != "relationship" or not pulls:
        return recipe
    last = pulls[-1][0]
    writes = [place for place, each in enumerate(recipe.statements) if each.writes]
    is_alone = len(pulls) == 1 and last == writes[-1]
    if not (is_alone or recipe.statements[last].transaction) or any(
        _is_elsewhere(world, recipe, place) for place, _ in pulls
    ):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    since = ""
    for place, guard in pulls:
        pull = recipe.statements[place]
        step = pull.step or changed.step("removed", f"{word_for(world, pull.collection)} removed")
        held = filter_of(pull.filter).merged(guard).of_same_elements(_around(pull))
        changed.statements[place] = replace(pull, step=step, filter=held)
        since = since or since_read(world, changed.statements[place])
    link = RelationshipContext(world, world.names.relationships[name])
    is_link = link.relationship.kind in ("many-to-many", "graph")
    is_answer = not any(each.answers for each in recipe.statements)
    changed.statements[last] = replace(
        changed.statements[last],
        must_match="the two are not linked" if is_link else f"there is no such {link.words[1]}{since}",
        beside=tuple(changed.statements[place].step for place, _ in pulls[:-1]),
        answers=is_answer or recipe.statements[last].answers,
    )
    return changed


def _is_elsewhere(world: OperationContext, recipe: ScriptFunction, place: int) -> bool:
    """Whether what a statement takes out may be in another collection, where another statement takes it out."""
    own = recipe.statements[place]
    names = {each.collection for each in recipe.statements}  # an archive is no collection of the plan
    is_in_overflow = any(
        world.collections[name].kind == "overflow" for name in names & world.collections.keys()
    )
    return is_in_overflow or any(
        is_elsewhere(world, each, own) for each in recipe.statements if each is not own
    )


def _held(statement: Statement) -> PathPredicates:
    """Return what holds of documents that have the element which an update takes out of a list of theirs, nothing where
    it takes out none, or something says already what to do then."""
    is_told = (
        statement.must_match or statement.unless or statement.each or statement.only_with or statement.retry
    )
    if statement.op != "updateOne" or is_told or not isinstance(statement.update, Update):
        return {}
    for change in statement.update.meant:
        if isinstance(change, Pull | PullAll) and _is_of_first(change, filter_of(statement.filter)):
            held = _element(change)
            return {} if any(path in filter_of(statement.filter) for path in held) else held
    return {}


def _is_of_first(change: Pull | PullAll, filter: Filter) -> bool:
    """Whether a change takes something out of a list of a document, or of the element there that a filter finds by its id."""
    elements = change.place.elements
    if len(elements) != 1 or not isinstance(elements[0], FirstElement):
        return not elements
    return isinstance(filter.predicate(f"{elements[0].array}._id"), Eq)


def _around(statement: Statement) -> tuple[str, ...]:
    """Return the array with the element that an update takes something out of, none where that is the document's own."""
    changes = statement.update.meant if isinstance(statement.update, Update) else ()
    marked = (each.place.elements for each in changes if isinstance(each, Pull | PullAll))
    return next((tuple(each.array for each in elements) for elements in marked if elements), ())


def _element(change: Pull | PullAll) -> PathPredicates:
    """Return what a document has at least that holds the one element which a change takes out."""
    array = change.place.path
    if isinstance(change, PullAll):
        return (
            {array: Eq(change.values[0])}
            if isinstance(change.values, list) and len(change.values) == 1
            else {}
        )
    if not isinstance(change.condition, Filter):
        return {array: change.condition} if isinstance(change.condition, Eq) else {}
    only = change.condition.only
    is_one = only is not None and isinstance(only.predicate, Eq)
    return {f"{array}.{only.path}": only.predicate} if only is not None and is_one else {}


def _is_by_ids(statement: Statement) -> bool:
    """Whether a statement deletes the documents that one before it has found."""
    return statement.op == "deleteMany" and isinstance(statement.filter.predicate("_id"), In)


def _must(world: OperationContext, delete: Statement) -> str:
    """Return what to say where a delete finds nothing."""
    missing = f"there is no such {word_for(world, delete.collection)}"
    asked = but_for_kinds(world, delete)
    by_id: list[Condition] = [each for each in asked if isinstance(each, At) and each.path == "_id"]
    named = by_id or [each for each in asked if _is_named(each)]
    return missing if len(named) == len(asked) else f"{missing}, or it is not as the filter asks"


def _is_named(condition: Condition) -> bool:
    """Whether a condition asks for what the caller names."""
    return (
        isinstance(condition, At)
        and type(condition.predicate) is Eq
        and isinstance(condition.predicate.value, Param)
    )
