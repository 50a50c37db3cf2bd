"""Averages that the writes of other documents move: what is stored beside them so that they can.

An average moves with its sum and with the number of values in it. A document without the value counts for
nothing, as in MongoDB's ``$avg``: where some may lack it, those that have it are counted by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..model.conceptual import Field, stated
from ..model.field_walk import computed_fields
from ..model.formulas import Call, Expression, Number, PathRef, parse
from ..names.path_steps import Route
from ..strategies import Strategy
from ..strategies.table import UNDECIDED
from .path_locator import Placement


class Beside(NamedTuple):
    """What stands beside an average: the names of its sum, and of how many have the value."""

    sum: str
    values: str


def aggregate(expression: Expression | None) -> tuple[str, str, int | None] | None:
    """The function, the path and the digits of an aggregate of one path, rounded or not; None for any
    other formula."""
    digits = None
    if isinstance(expression, Call) and expression.name == "round":
        digits, expression = _digits(expression), expression.arguments[0]
    if not isinstance(expression, Call) or len(expression.arguments) != 1:
        return None
    inner = expression.arguments[0]
    return (expression.name, inner.path, digits) if isinstance(inner, PathRef) else None


def _digits(expression: Call) -> int:
    more = expression.arguments[1:]
    return int(more[0].value) if more and isinstance(more[0], Number) else 0


def aggregates(fields: Iterable[Field], name: str) -> list[str]:
    """The paths of which some computed fields store this aggregate, in order, without repeats."""
    aggregated = (aggregate(parse(computed.formula)) for _, _, computed in computed_fields(fields))
    return list(dict.fromkeys(pair[1] for pair in aggregated if pair is not None and pair[0] == name))


def beside(fields: Iterable[Field]) -> dict[str, Beside]:
    """By averaged path what stands beside the average: named by the value, and by the whole path where two
    values have one name."""
    by_path: dict[str, Beside] = {}
    for path in aggregates(fields, "avg"):
        last, taken = path.rpartition(".")[2], {stored.sum for stored in by_path.values()}
        stem = path.replace(".", "_") if f"{last}_sum" in taken else last
        by_path[path] = Beside(f"{stem}_sum", f"{stem}_values")
    return by_path


def is_value(route: Route) -> bool:
    """Whether a path leads over one end to a plain value of the documents there, or to these themselves."""
    rest = route.steps[1:]
    return route.steps[0].kind == "end" and all(step.kind == "field" and not step.array for step in rest)


def is_sure(route: Route) -> bool:
    """Whether each of the documents behind the first step has the value, and never null."""
    return all(lasts(step.field) for step in route.steps[1:])


def lasts(field: Field | None) -> bool:
    """Whether documents of every version have a field, and never null."""
    if field is None or field.required is not True or "null" in field.all_types:
        return False
    return not field.has_versions and not stated(field.computed)


def moved(placement: Placement, entity: str, path: str) -> Route | None:
    """The way to a value in documents whose writes move what those of an entity store about it, None where
    no write of a document tells: in arrays it may be there several times."""
    route = placement.paths.resolve(entity, path)
    first = route.steps[0] if route is not None and route.steps else None
    if route is None or first is None or first.relationship is None or first.side != "from":
        return None
    around = (*placement.spots(first.target), *placement.spots(entity)[:1])
    alone = around and not any(spot.path for spot in around)
    traits = _traits(placement, route)
    moves = traits.moves_results or traits.moves_extremes
    return route if alone and moves and is_value(route) else None


def _traits(placement: Placement, route: Route) -> Strategy:
    relationship = route.steps[0].relationship
    return placement.traits(relationship) if relationship is not None else UNDECIDED


def is_moved_along(placement: Placement, route: Route) -> bool:
    """Whether each write moves the average of what is on this way: a reference's children that need not
    have the value are looked at anew, a slice's are counted by themselves."""
    return is_sure(route) or _traits(placement, route).is_slice
