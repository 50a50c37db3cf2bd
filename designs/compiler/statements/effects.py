"""Updates of the workload: effects and changed paths as update operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bson import Decimal128
from msgspec import UNSET

from ..conceptual import Effect, Operation, given
from ..homes import Spot
from ..physical import Param
from ..values import operand
from .attributes import Attribute
from .conditions import Conditions, Elsewhere
from .joins import unique_match
from .making import Link, Recipe, World
from .matched import Meant, together
from .places import Address
from .references import copied_values

Json = dict[str, Any]
_OPERATORS = {
    "set": "$set", "unset": "$unset", "increment": "$inc", "multiply": "$mul", "minimum": "$min", "maximum": "$max",
    "push": "$push", "add-to-set": "$addToSet", "pull": "$pull", "current-date": "$currentDate",
}  # fmt: skip


def update_of(world: World, operation: Operation, spot: Spot, recipe: Recipe) -> Recipe:
    """One atomic update; findOneAndUpdate where the document is wanted with it."""
    conditions = Conditions(world, operation, spot)
    filter = conditions.filter(recipe)
    elements = Meant(world, spot.collection, filter)
    update = _update(operation, conditions, recipe, elements)
    if not update:
        return recipe
    update, marks = _with_attributes(operation, conditions, update)
    filter, options = (
        together(filter, _deepest(operation, conditions)),
        _options(conditions, elements, update, marks),
    )
    returns = given(operation.returns, "nothing")
    if returns != "nothing":
        returned: Json = {"returnDocument": returns, **options}
        return recipe.add("findOneAndUpdate", spot.collection, filter=filter, update=update, options=returned)
    op = "updateOne" if unique_match(world, operation, spot) else "updateMany"
    return recipe.add(op, spot.collection, filter=filter, update=update, options=options)


def _deepest(operation: Operation, conditions: Conditions) -> tuple[str, ...]:
    """The arrays inside of which the update writes, or the entity itself stands."""
    paths = [*(one.field for one in given(operation.effects, [])), *given(operation.changes, [])]
    places = [place for path in paths if (place := _place(conditions, path)) is not None]
    return max([conditions.spot.arrays, *map(_arrays, places)], key=len)


def _update(operation: Operation, conditions: Conditions, recipe: Recipe, elements: Meant) -> Json:
    update: Json = {}
    told: set[str] = set()
    for effect in given(operation.effects, []):
        told.add(effect.field)
        _, value = _effect(conditions, recipe, effect)
        update.setdefault(_OPERATORS[effect.do], {})[_written(conditions, elements, effect.field)] = value
    for field in given(operation.changes, []):
        if field in told:
            continue
        place = _place(conditions, field)
        if place is None:
            continue
        beside = _copies_beside(conditions, recipe, field)
        update.setdefault("$set", {})[_written(conditions, elements, field)] = _new(
            conditions, recipe, field, place, bool(beside)
        )
        for copied, value in beside.items():
            update["$set"].setdefault(copied, value)
    return update


def _new(conditions: Conditions, recipe: Recipe, path: str, place: Spot, copied: bool) -> Param:
    """The value that a changed path gets. copied: an id whose document is copied from too."""
    world, words = conditions.world, f"new {path}"
    route = world.paths.resolve(conditions.operation.entity, path) if copied else None
    if route is not None:
        owner = Address(world, route.target)
        return recipe.param(words, owner.collection, owner.key, document=1)
    attribute = conditions.attribute(path)
    sample = attribute.sample if attribute is not None else place.path
    # A unique value of another document would be refused: then its own is written again.
    return recipe.param(words, place.collection, sample, document=0 if conditions.is_unique(place) else 1)


def _copies_beside(conditions: Conditions, recipe: Recipe, path: str) -> Json:
    """What a document copies from the one that a changed reference leads to: it changes with it."""
    world, entity = conditions.world, conditions.operation.entity
    route = world.paths.resolve(entity, path)
    step = route.steps[0] if route is not None and len(route.steps) == 1 else None
    at = Address(world, entity, conditions.spot)
    if step is None or step.relationship is None or step.side != "to" or not at.is_root:
        return {}
    return copied_values(Link(world, step.relationship), recipe, at)


def _place(conditions: Conditions, path: str) -> Spot | None:
    try:
        return conditions.place(path)
    except Elsewhere:
        return None


def _written(conditions: Conditions, elements: Meant, path: str) -> str:
    """The path that the update writes: in the elements that the filter means, else in all."""
    attribute = conditions.attribute(path)
    if attribute is not None:
        return attribute.written
    place = conditions.place(path)
    return elements.path(place.path, _arrays(place))


def _arrays(place: Spot) -> tuple[str, ...]:
    """The arrays that a place is inside of."""
    return tuple(array for array in place.arrays if array != place.path)


def _with_attributes(operation: Operation, conditions: Conditions, update: Any) -> tuple[Any, list[Json]]:
    """The update with its attributes: as a pipeline, which adds one that is not there yet; with
    operators that a pipeline has no word for, on their elements with their arrayFilters."""
    paths = [*(one.field for one in given(operation.effects, [])), *given(operation.changes, [])]
    known = {place: found for path in paths for place, found in _attribute(conditions, path)}
    if not known:
        return update, []
    fields = [place for places in update.values() for place in places if place not in known]
    if set(update) <= {*_EXPRESSIONS, "$unset"} and not any("$" in place for place in fields):
        return _staged(update, known), []
    changed: Json = {}
    for operator, places in update.items():
        for place, value in places.items():
            found = known.get(place)
            if operator == "$unset" and found:
                changed.setdefault("$pull", {})[found.array] = {"k": found.name}
            else:
                changed.setdefault(operator, {})[found.written if found else place] = value
    return changed, [{f"{one.mark}.k": one.name} for one in known.values() if _writes(changed, one.written)]


_EXPRESSIONS: dict[str, Callable[[Any, Any], Any]] = {
    "$set": lambda old, value: {"$literal": value},
    "$inc": lambda old, value: {"$add": [{"$ifNull": [old, 0]}, value]},
    "$mul": lambda old, value: {"$multiply": [{"$ifNull": [old, 0]}, value]},
    "$min": lambda old, value: {"$min": [old, {"$literal": value}]},
    "$max": lambda old, value: {"$max": [old, {"$literal": value}]},
}


def _staged(update: Json, known: dict[str, Attribute]) -> list[Json]:
    """The same update as stages: every array of attributes is written once, whatever changes in it."""
    values: Json = {}
    gone: list[str] = []
    for operator, places in update.items():
        for place, value in places.items():
            found, make = known.get(place), _EXPRESSIONS.get(operator)
            if found is not None:
                before = values.get(found.array, f"${found.array}")
                after = make(found.value, value) if make else None
                values[found.array] = found.replaced(after, before) if make else found.removed(before)
            elif make is not None:
                values[place] = make(f"${place}", value)
            else:
                gone.append(place)
    return [*([{"$set": values}] if values else []), *([{"$unset": gone}] if gone else [])]


def _writes(update: Json, path: str) -> bool:
    return any(path in places for places in update.values())


def _attribute(conditions: Conditions, path: str) -> list[tuple[str, Attribute]]:
    place = _place(conditions, path)
    found = conditions.attribute(path) if place is not None else None
    return [(found.written, found)] if found is not None else []


def _options(conditions: Conditions, elements: Meant, update: Any, marks: list[Json]) -> Json:
    """The collation, and the arrayFilters that name elements: of attributes, and those that are meant."""
    filters = [] if isinstance(update, list) else [*marks, *elements.filters]
    return conditions.collation() | ({"arrayFilters": filters} if filters else {})


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
        return place, operand(effect.value, types)
    attribute = conditions.attribute(effect.field)
    sample = attribute.sample if attribute is not None else place.path
    sample = f"{sample}.0" if effect.do in ("push", "add-to-set", "pull") else sample
    return place, recipe.param(f"new {effect.field}", place.collection, sample)


def _number(by: float, types: tuple[str, ...]) -> Any:
    """The amount in the field's own kind, so that an increment does not change the type."""
    kind = types[0] if types else "number"
    if kind == "decimal":
        return Decimal128(str(by))
    return float(by) if kind == "double" else by
