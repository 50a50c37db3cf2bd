"""What is neither in an array nor in its overflow: a function says so, as one does whose array has no overflow."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from ....plan_model.physical import Statement
from ...context import QUERIES, OperationContext, ScriptFunction
from ...ir.conditions import filter_of
from ...write.written_paths import held_before
from .additions import refusing_lost_additions
from .removals import refusing_lost_removals

_UPDATES = frozenset({"updateOne", "findOneAndUpdate"})


def refusing_what_is_nowhere(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Refuse an update of what is neither in the array nor in its overflow, for the reasons for which the array alone is
    refused. Where no transaction holds what follows, a second call completes that first."""
    place = _beyond(world, recipe)
    if place is None:
        return recipe
    near, beyond = recipe.statements[place - 1 : place + 1]
    alone = _without_overflow(world, recipe, place)
    asked = next((each for each in alone.statements if each.writes and _is_alike(each, near)), None)
    reasons = _reasons(alone, asked) if asked is not None else ""
    if asked is None or not reasons:
        return recipe
    held = held_before(replace(beyond, unless="")) if asked.filter != near.filter else {}
    changed = copy(recipe)  # operations are made of it, as it was
    refused = replace(
        beyond, filter=filter_of(beyond.filter).merged(held), step=beyond.step or recipe.step(beyond.collection),
        must_match=reasons,
    )  # fmt: skip
    changed.statements = [*recipe.statements]
    changed.statements[place - 1 : place + 1] = [
        replace(near, filter=asked.filter) if held else near,
        refused,
    ]
    return changed


def _beyond(world: OperationContext, recipe: ScriptFunction) -> int | None:
    """Return the place of the update of an overflow that is made where the array has not what is meant."""
    if recipe.script != QUERIES:
        return None
    for place, each in enumerate(recipe.statements):
        collection, before = world.collections.get(each.collection), recipe.statements[place - 1]
        if collection is None or collection.kind != "overflow" or each.op not in _UPDATES or not each.unless:
            continue
        is_held = each.transaction or not any(other.writes for other in recipe.statements[place + 1 :])
        is_told = before.must_match or each.must_match or each.each or each.retry
        if each.unless == before.step and each.op == before.op and is_held and not is_told:
            return place
    return None


def _without_overflow(world: OperationContext, recipe: ScriptFunction, place: int) -> ScriptFunction:
    """Return the function as it is where the array has no overflow."""
    alone = ScriptFunction(
        recipe.subject, recipe.name, recipe.purpose, script=recipe.script, note=recipe.note,
        transaction=recipe.transaction,
    )  # fmt: skip
    alone.reserve(recipe.statements)
    alone.statements = [each for number, each in enumerate(recipe.statements) if number != place]
    alone.statements[place - 1] = replace(alone.statements[place - 1], step="", answers=False)
    return refusing_lost_additions(world, refusing_lost_removals(world, alone))


def _is_alike(statement: Statement, update: Statement) -> bool:
    return (statement.op, statement.collection) == (update.op, update.collection)


def _reasons(recipe: ScriptFunction, update: Statement) -> str:
    """Return all that may be the matter where an update finds nothing: what it says, and what the looks behind it do."""
    looks = [each for each in recipe.statements if update.step and each.unless == update.step]
    said = [each.must_match for each in (update, *looks)]
    said += [each.must_miss.rpartition(" found, but ")[2] for each in looks]
    return ", or ".join(dict.fromkeys(filter(None, said)))
