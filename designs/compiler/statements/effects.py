"""Updates of the workload: effects and changed paths as update operators."""

from __future__ import annotations

from typing import Any

from bson import Decimal128
from msgspec import UNSET

from ..conceptual import Effect, Operation, given
from ..homes import Spot
from .conditions import Conditions, Elsewhere, typed
from .joins import unique_match
from .making import Recipe, World

Json = dict[str, Any]
_OPERATORS = {
    "set": "$set", "unset": "$unset", "increment": "$inc", "multiply": "$mul", "minimum": "$min", "maximum": "$max",
    "push": "$push", "add-to-set": "$addToSet", "pull": "$pull", "current-date": "$currentDate",
}  # fmt: skip


def update_of(world: World, operation: Operation, spot: Spot, recipe: Recipe) -> Recipe:
    """One atomic update; findOneAndUpdate where the document is wanted with it."""
    conditions = Conditions(world, operation, spot)
    filter = conditions.filter(recipe)
    update = _update(operation, conditions, recipe)
    if not update:
        return recipe
    returns = given(operation.returns, "nothing")
    if returns != "nothing":
        returned: Json = {"returnDocument": returns, **_options(conditions, filter, update)}
        return recipe.add("findOneAndUpdate", spot.collection, filter=filter, update=update, options=returned)
    op = "updateOne" if unique_match(world, operation, spot) else "updateMany"
    options = _options(conditions, filter, update)
    return recipe.add(op, spot.collection, filter=filter, update=update, options=options)


def _update(operation: Operation, conditions: Conditions, recipe: Recipe) -> Json:
    update: Json = {}
    told: set[str] = set()
    for effect in given(operation.effects, []):
        told.add(effect.field)
        path, value = _effect(conditions, recipe, effect)
        update.setdefault(_OPERATORS[effect.do], {})[_written(conditions, path)] = value
    for field in given(operation.changes, []):
        if field in told:
            continue
        place = _place(conditions, field)
        if place is None:
            continue
        # A unique value of another document would be refused: then its own is written again.
        document = 0 if conditions.is_unique(place) else 1
        value = recipe.param(f"new {field}", place.collection, place.path, document=document)
        update.setdefault("$set", {})[_written(conditions, place)] = value
    return update


def _place(conditions: Conditions, path: str) -> Spot | None:
    try:
        return conditions.place(path)
    except Elsewhere:
        return None


def _written(conditions: Conditions, place: Spot) -> str:
    """The path that the update writes: in the element that the filter matched, else in all."""
    arrays = [array for array in place.arrays if array != place.path]
    matched = _matched(conditions)
    path = place.path
    for number, array in reversed(list(enumerate(arrays))):
        mark = "$[]"
        if number == len(arrays) - 1 and array == matched:
            mark = "$" if len(arrays) == 1 else "$[found]"
        path = f"{array}.{mark}{path[len(array) :]}"
    return path


def _matched(conditions: Conditions) -> str:
    """The innermost array that the filter looks into, "" for none."""
    places = [
        conditions.place(one.field) for one in given(conditions.operation.filter, []) if one.how != "text"
    ]
    inner = [array for place in places for array in place.arrays if array != place.path]
    return max(inner, key=len, default="")


def _options(conditions: Conditions, filter: Json, update: Json) -> Json:
    """The collation; arrayFilters that repeat the filter for the elements of an array in an array."""
    options = conditions.collation()
    if any("$[found]" in path for change in update.values() for path in change):
        array = _matched(conditions)
        within = {path: value for path, value in filter.items() if path.startswith(array + ".")}
        options["arrayFilters"] = [{f"found{path[len(array) :]}": value for path, value in within.items()}]
    return options


def _effect(conditions: Conditions, recipe: Recipe, effect: Effect) -> tuple[Spot, Any]:
    place = conditions.place(effect.field)
    types = conditions.types(effect.field)
    if effect.do in ("increment", "multiply"):
        return place, _number(given(effect.by, 1), types)
    if effect.do == "unset":
        return place, ""
    if effect.do == "current-date":
        return place, True
    if effect.value is not UNSET:
        return place, typed(effect.value, types)
    sample = f"{place.path}.0" if effect.do in ("push", "add-to-set", "pull") else place.path
    return place, recipe.param(f"new {effect.field}", place.collection, sample)


def _number(by: float, types: tuple[str, ...]) -> Any:
    """The amount in the field's own kind, so that an increment does not change the type."""
    kind = types[0] if types else "number"
    if kind == "decimal":
        return Decimal128(str(by))
    return float(by) if kind == "double" else by
