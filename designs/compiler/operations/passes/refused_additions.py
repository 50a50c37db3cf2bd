"""What is full, or not there, ends a function: an element that nothing takes must not be lost without a word, nor move
what is counted behind it."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ...model.conceptual import given
from ...plan_model.physical import DocField, Param, Statement
from ..atomic import has_transactions
from ..context import QUERIES, OperationContext, ScriptFunction, outcome
from ..ir.changes import AddToSet, Push
from ..ir.conditions import At, Filter, filter_of
from ..ir.predicates import Eq, Exists, Ne

_ADDING = frozenset({"add", "insert"})


def refusing_lost_additions(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with an error where what its first write adds to has no room, or is not there, and nothing
    else tells the caller: the answer is another statement's, or does not leave a transaction."""
    place = _addition(recipe)
    if place is None:
        return recipe
    statement = _added_once(world, recipe.statements[place])
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [*recipe.statements]
    changed.statements[place] = statement
    if not statement.transaction and not any(each.writes for each in recipe.statements[place + 1 :]):
        return changed  # its answer tells how many documents matched
    there, must = _there_already(statement), _must(world, statement)
    step = statement.step or changed.step("added")
    if there is None:
        changed.statements[place] = replace(statement, step=step, must_match=must)
        return changed
    changed.reserve(recipe.statements)
    ask = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=statement.transaction)
    ask.add(
        "findOne", statement.collection, filter=there, projection={"_id": 1}, step=changed.step("present"),
        unless=step, must_match=must,
    )  # fmt: skip
    before, behind = recipe.statements[:place], recipe.statements[place + 1 :]
    changed.statements = [*before, replace(statement, step=step), *ask.statements, *behind]
    return changed.numbered()


def without_guards(filter: Filter) -> Filter:
    """Return the filter of an addition without what it asks of room, and of the element not being there yet: whoever
    looks for the same document may come when the element is there."""
    kept = [each for each in filter.conditions if not (isinstance(each, At) and _is_guard(each))]
    return Filter(tuple(kept))


def _addition(recipe: ScriptFunction) -> int | None:
    """Return the place of the first write where it adds to a document, and nothing tells what to do where none takes
    it."""
    if recipe.script != QUERIES or recipe.purpose not in _ADDING:
        return None
    place = next((place for place, each in enumerate(recipe.statements) if each.writes), None)
    if place is None:
        return None
    first = recipe.statements[place]
    is_told = first.must_match or (
        first.step and any(each.unless == first.step for each in recipe.statements)
    )
    if is_told or first.op != "updateOne" or first.unless or first.retry or first.each or first.options:
        return None
    if any(_is_elsewhere(each, first) for each in recipe.statements):
        return None  # what it adds to is in one of several collections, and the others rightly have no such document
    return place if first.chance is None and filter_of(first.filter).conditions else None


def _is_elsewhere(statement: Statement, other: Statement) -> bool:
    """Whether a statement does in another collection what the other does."""
    alike = (statement.op, statement.filter, statement.update) == (other.op, other.filter, other.update)
    return alike and statement.collection != other.collection


def _added_once(world: OperationContext, statement: Statement) -> Statement:
    """Return an addition that a second call does not repeat, where no transaction holds a call together and an id
    tells the element from others."""
    if has_transactions(world, [statement.collection]) or statement.transaction:
        return statement
    filter = filter_of(statement.filter)
    for change in statement.update.meant:
        if not isinstance(change, Push) or not isinstance(change.element, Param) or change.place.elements:
            continue
        key = _key(world.fields(statement.collection, change.place.path))
        path = f"{change.place.path}.{key}"
        if key and filter.predicate(path) is None:
            filter = filter.merged({path: Ne(outcome(change.element.name, key))})
    return replace(statement, filter=filter)


def _key(fields: tuple[DocField, ...]) -> str:
    """Return the field that tells elements apart and is always there, "" where there is none."""
    keys = [
        field.name
        for field in fields
        if field.required
        and (field.name == "_id" or (field.source is not None and given(field.source.unique, False)))
    ]
    return next((name for name in ("_id", *keys) if name in keys), "")


def _there_already(statement: Statement) -> Filter | None:
    """Return what finds the document where the element is in it already, which is no fault; None where the addition
    does not look for it."""
    filter = filter_of(statement.filter)
    guards = [each for each in filter.conditions if isinstance(each, At) and _is_guard(each)]
    elements = {each.path: each.predicate.value for each in guards if isinstance(each.predicate, Ne)}
    for change in statement.update.meant:
        if isinstance(change, AddToSet) and not change.place.elements:
            elements[change.place.path] = Eq(change.element)
    return without_guards(filter).merged(elements) if elements else None


def _must(world: OperationContext, statement: Statement) -> str:
    """Return what to say where nothing takes the addition: what is full, or not there."""
    entity = world.collections[statement.collection].entity
    gone = f"there is no such {world.names.word(entity) if entity else 'document'}"
    conditions = filter_of(statement.filter).on_paths
    full = [each.path.rpartition(".")[0] for each in conditions if isinstance(each.predicate, Exists)]
    return f"{gone}, or it has no room in {full[0]}" if full else gone


def _is_guard(at: At) -> bool:
    if isinstance(at.predicate, Exists):
        return not at.predicate.wanted and at.path.rpartition(".")[2].isdigit()
    return isinstance(at.predicate, Ne)
