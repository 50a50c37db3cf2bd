"""Reads that find documents of every shape: by what one version of the schema has, or by what stands in its
place in those of another, until all documents are moved."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...model.conceptual import Match, Operation, given
from ...model.field_walk import Part, parts
from ...placement.doc_path import DocPath
from ...placement.schema_versions import of_some_versions, takes_place
from ...plan_model.number_format import listed
from ..context import OperationContext, ScriptFunction
from ..ir.conditions import Or, filter_of
from .conditions import Conditions, Elsewhere

_NESTED = frozenset({"object", "array"})
_OWN = frozenset({"text", "near", "exists"})  # matches that mean one place


def every_shape(world: OperationContext, operation: Operation) -> Iterator[ScriptFunction]:
    """Beside a read that sees one shape of two, the same of both; where it is known what to ask of the other."""
    spots = world.placement.spots(operation.entity)
    if operation.kind == "read" and len(spots) == 1 and not spots[0].path and not operation.includes:
        yield from _both(world, operation, spots[0])


def _both(world: OperationContext, operation: Operation, spot: DocPath) -> Iterator[ScriptFunction]:
    conditions, recipe = Conditions(world, operation, spot), _recipe(world, operation)
    others = _others(world, operation, conditions)
    if not others or conditions.sorts_by_attribute:
        return
    rest = [match for match in given(operation.filter, []) if match.field not in others]
    try:
        condition = Conditions(world, replace(operation, filter=rest), spot).filter(recipe)
        for match in given(operation.filter, []):
            if match.field in others:
                paths = (match.field, others[match.field])
                predicate = conditions.holds(recipe, match, conditions.place(match.field))
                either = Or(tuple(filter_of({conditions.place(path).path: predicate}) for path in paths))
                condition = condition.also(either)
        sort, fields = conditions.sort(), conditions.projection()
    except Elsewhere:
        return
    pairs = listed(f"{path} or {other}" for path, other in others.items())
    recipe.remark(f"Filters by {pairs}. Each needs its own index.")
    limit, options = given(operation.limit, None), conditions.collation()
    yield recipe.add(
        "find", spot.collection, filter=condition, sort=sort, limit=limit, projection=fields, options=options
    )


def _recipe(world: OperationContext, operation: Operation) -> ScriptFunction:
    note = "Covers every schema version until all documents are migrated."
    recipe = ScriptFunction(f"operation:{operation.name}", f"{operation.name}.shapes", "read", note=note)
    recipe.among = world.among(operation.entity)
    return recipe


def _others(world: OperationContext, operation: Operation, conditions: Conditions) -> dict[str, str]:
    """By path that the operation matches, the path of the same value in documents of another version."""
    some = of_some_versions(world.names.entities[operation.entity])
    matches = [match for match in given(operation.filter, []) if match.how not in _OWN]
    twins = {match.field: _other(match, some, conditions) for match in matches} if some else {}
    asked = {match.field for match in matches}
    return {path: other for path, other in twins.items() if other and other not in asked}


def _other(match: Match, some: list[Part], conditions: Conditions) -> str:
    """The one value of the same type in what takes the place of what is matched, or "": where there are several,
    a name does not tell which."""
    mine = [shared for shared in some if f"{match.field}.".startswith(f"{shared.path}.")]
    places = [other for other in some if any(takes_place(mine_path, other) for mine_path in mine)]
    if not places:
        return ""
    values = [path for place in places for path in _values(place)]
    types = conditions.types(match.field)
    same = [path for path in values if conditions.types(path) == types]
    plain = conditions.attribute(match.field) is None and not set(types) & _NESTED
    return same[0] if plain and len(same) == 1 else ""


def _values(place: Part) -> Iterator[str]:
    """The paths of the plain values in a part, those of the elements of its lists too."""
    above = place.path[: -len(place.field.name)]
    for part in parts([place.field], above):
        item = given(part.field.items, None)
        kind = item.type if item is not None and part.field.type == "array" else part.field.type
        if kind not in _NESTED:
            yield part.path
