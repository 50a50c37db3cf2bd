"""A constant filter of a design as the partialFilterExpression of one collection."""

from __future__ import annotations

from typing import Any

from ...model.values import operand
from ...placement.path_locator import Placement
from .candidates import Shelf

# What a partial filter may hold besides $and and $or (rulebook IX5).
_OPERATORS = frozenset({
    "$eq", "$exists", "$gt", "$gte", "$lt", "$lte", "$type", "$in", "$geoWithin", "$geoIntersects",
})  # fmt: skip


_SINCE_6 = frozenset({"$or", "$in", "$geoWithin", "$geoIntersects"})


class Unplaced(Exception):
    """A path of the filter has no place in the collection, so no index can be limited by it."""


def filter_expression(
    declared: dict[str, Any], entity: str, shelf: Shelf, placement: Placement
) -> dict[str, Any]:
    """The filter with document paths and BSON values. Raises Unplaced."""
    expression: dict[str, Any] = {}
    for key, value in declared.items():
        if key.startswith("$") and isinstance(value, list):
            expression[key] = [filter_expression(part, entity, shelf, placement) for part in value]
        else:
            path = document_path(key, entity, shelf, placement)
            expression[path] = _condition(value, shelf.types(path), shelf.arrays(path))
    return expression


def taken_before_6(expression: dict[str, Any]) -> bool:
    """Whether servers before 6.0 take the filter for an index: they know fewer operators, and $and only
    outside of all others."""
    return _plain({key: condition for key, condition in expression.items() if key != "$and"}) and all(
        map(_plain, expression.get("$and", []))
    )


def _plain(expression: dict[str, Any]) -> bool:
    conditions = [condition for condition in expression.values() if isinstance(condition, dict)]
    return not any({"$and", *_SINCE_6} & part.keys() for part in [expression, *conditions])


def document_path(path: str, entity: str, shelf: Shelf, placement: Placement) -> str:
    """Where a conceptual path stands in the collection's documents. Raises Unplaced, for attributes
    too: the value of one is no path of its own."""
    if placement.attributes.within(placement.paths.resolve(entity, path)) is not None:
        raise Unplaced(path)
    for spot in placement.of_path(entity, path):
        if spot.collection == shelf.name:
            return spot.path
    raise Unplaced(path)


def _condition(value: Any, types: tuple[str, ...], arrays: tuple[str, ...]) -> Any:
    if value == {"$exists": False} and not arrays:
        return None  # the server refuses it in a partial filter, and null finds the same documents
    if isinstance(value, dict) and value and _OPERATORS.issuperset(value):
        return {
            key: bound if key in ("$exists", "$type") else operand(bound, types)
            for key, bound in value.items()
        }
    return operand(value, types)
