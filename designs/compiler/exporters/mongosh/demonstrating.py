"""Which writes demo() calls, and in which order: each on what the earlier ones left of the sample documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from ...plan_model.physical import Collection, Param, Statement, parameters
from ...sampling import resolve
from .sample_world import Samples, SampleWorld, with_values

Recipe = list[Statement]
# Sample documents are inserted first, as they are. Then runs what names the revision that it changes. An element is
# given to another parent before an equal one is added, and destructive functions run last.
_TURN: dict[str, float] = {
    "prepare": -2, "change": -1, "add": 1, "remove": 2, "delete": 2, "archive": 2, "cascade": 3,
}  # fmt: skip
_MOVED_FROM = -0.5
"""The turn of what names the parent that it takes something from: nothing has been moved before."""
_TAKEN_OUT = 0.5
"""The turn of what takes out the very link that is put in again behind it."""
_GOING = ("remove", "delete")


def demonstrated(
    recipes: Sequence[Recipe], collections: Iterable[Collection], samples: Samples
) -> tuple[list[Recipe], list[str]]:
    """Return the recipes of writes that the demonstration calls, in its order, each behind what prepares it and with the
    values that it is called with; and the names of those that no sample document can show.

    recipes: in the plan's order. Left out, too, is what would delete a document a second time.
    """
    again = _deleting_again(_in_turn(recipes, samples), samples)
    world = SampleWorld(collections, samples)
    called: list[Recipe] = []
    hidden: list[str] = []
    for recipe in _in_turn([recipe for recipe in recipes if recipe[0].recipe not in again], samples):
        values = world.values_for(recipe)
        if values is None:
            hidden.append(recipe[0].recipe)
            while called and called[-1][0].purpose == "prepare":
                called.pop()
        else:
            called.append(with_values(recipe, values))
            world.follow(called[-1])
    return called, hidden


def is_moment(param: Param) -> bool:
    """Whether a value is the moment of a change: no two changes of a document may have the same."""
    return param.name == "now" and isinstance(param.value, datetime)


def _in_turn(recipes: Sequence[Recipe], samples: Samples) -> list[Recipe]:
    taken_out = _taken_out(recipes, samples)
    inserted = _inserted(recipes, samples)
    turns = [_TAKEN_OUT if recipe[0].recipe in taken_out else _turn(recipe) for recipe in recipes]
    for place, (before, _) in enumerate(pairwise(recipes), start=1):
        if before[0].purpose == "prepare":
            turns[place] = turns[place - 1]
    places = [
        max((inserted.get(each, 0) for each in _ids(recipe, samples)), default=0)
        if recipe[0].purpose == "change"
        else place
        for place, recipe in enumerate(recipes)
    ]
    turns = [
        _TURN["prepare"] if recipe[0].purpose == "change" and place else turn
        for turn, place, recipe in zip(turns, places, recipes, strict=True)
    ]
    ordered = sorted(zip(turns, places, recipes, strict=True), key=lambda told: told[:2])
    return [recipe for *_, recipe in ordered]


def _inserted(recipes: Sequence[Recipe], samples: Samples) -> dict[str, int]:
    """Return by id of a sample document the place of the last recipe that inserts it anew."""
    return {
        repr(resolve(statement.filter["_id"], samples, {})): place + 1
        for place, recipe in enumerate(recipes)
        for statement in recipe
        if statement.purpose == "prepare" and statement.op == "deleteOne"
    }


def _turn(recipe: Recipe) -> float:
    purpose = recipe[0].purpose
    if purpose not in _TURN and any(_is_old_parent(param) for param in parameters(recipe)):
        return _MOVED_FROM
    return _TURN.get(purpose, 0)


def _is_old_parent(param: Param) -> bool:
    return param.name.startswith("old") and param.path == "_id"


def _taken_out(recipes: Sequence[Recipe], samples: Samples) -> set[str]:
    """Return the recipes that take out the link between two documents that another recipe puts in: samples have it."""
    removals = {recipe[0].subject: recipe for recipe in recipes if recipe[0].purpose == "remove"}
    taken_out = set[str]()
    for recipe in recipes:
        removal = removals.get(recipe[0].subject)
        if recipe[0].purpose != "add" or removal is None:
            continue
        ends = _values(removal, samples)
        if len(ends) > 1 and ends <= _values(recipe, samples):
            taken_out.add(removal[0].recipe)
    return taken_out


def _values(recipe: Recipe, samples: Samples) -> set[str]:
    """Return what a recipe is called with, but for the moment."""
    return {repr(resolve(param, samples, {})) for param in parameters(recipe) if not is_moment(param)}


def _ids(recipe: Recipe, samples: Samples) -> set[str]:
    """Return the ids of documents that a recipe is called with."""
    return {repr(resolve(param, samples, {})) for param in parameters(recipe) if param.path == "_id"}


def _deleting_again(writes: Iterable[Recipe], samples: Samples) -> set[str]:
    """Return the recipes that would delete a document that an operation deletes, or else an earlier recipe."""
    deleted, again = set[Any](), set[str]()
    for recipe in sorted(writes, key=lambda recipe: not recipe[0].subject.startswith("operation:")):
        documents = {_deleted(statement, samples) for statement in recipe} - {None}
        if deleted & documents:
            again.add(recipe[0].recipe)
        deleted |= documents
    return again


def _deleted(statement: Statement, samples: Samples) -> Any:
    """Return which document a statement of a function that removes one deletes, or ends; None for others."""
    if statement.purpose not in _GOING or not (_deletes(statement) or _ends(statement)):
        return None
    filter = statement.filter if isinstance(statement.filter, dict) else {}
    values = [repr(resolve(value, samples, {})) for value in filter.values() if isinstance(value, Param)]
    return statement.collection, *filter, *values


def _deletes(statement: Statement) -> bool:
    return statement.op in ("deleteOne", "findOneAndDelete")


def _ends(statement: Statement) -> bool:
    """Whether a statement ends the current version of a document, where deleting would lose what it was."""
    set_alone = statement.update.get("$set") if isinstance(statement.update, dict) else None
    is_end = isinstance(set_alone, dict) and [*set_alone] == ["valid_to"]
    return is_end and statement.op in ("updateOne", "findOneAndUpdate")
