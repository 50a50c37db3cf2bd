"""Filters that a design gives in MongoDB's form, such as an operation's constant filter, as nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bson import Regex

from .conditions import And, At, Condition, Expr, Filter, Or, Text, filter_of
from .predicates import (
    AllOf,
    Area,
    Elem,
    Eq,
    Exists,
    HasAll,
    In,
    Matches,
    Ne,
    Near,
    Not,
    NotIn,
    Predicate,
    Range,
    TypeIs,
)  # fmt: skip

_BOUNDS = frozenset({"$gt", "$gte", "$lt", "$lte"})


def read_filter(conditions: Any) -> Filter:
    """Return the nodes of a filter in MongoDB's form; a filter of nodes as it is."""
    if isinstance(conditions, Filter):
        return conditions
    return Filter(tuple(_condition(key, said) for key, said in conditions.items()))


def _condition(key: str, said: Any) -> Condition:
    if key == "$text":
        return Text(said["$search"])
    if key == "$expr":
        return Expr(said)
    if key in ("$and", "$or"):
        return (And if key == "$and" else Or)(tuple(read_filter(each) for each in said))
    return At(key, read_predicate(said))


def read_predicate(said: Any) -> Predicate:
    """Return the node of what stands beside a path in MongoDB's form: a value, or an object of operators."""
    if isinstance(said, Predicate):
        return said
    if isinstance(said, Regex):
        return Matches(said)
    if isinstance(said, Mapping) and "$regex" in said:
        return Matches(said["$regex"], said.get("$options", ""))
    if (
        not isinstance(said, Mapping)
        or not said
        or not all(key in _BOUNDS or key in _READERS for key in said)
    ):
        return Eq(said)
    some: list[Predicate] = []
    for operator, value in said.items():
        if operator in _BOUNDS:
            last = some[-1] if some else None
            bounds = last.bounds if isinstance(last, Range) else ()
            some[len(some) - bool(bounds) :] = [Range((*bounds, (operator[1:], value)))]
        else:
            some.append(_READERS[operator](value))
    return AllOf(tuple(some)) if len(some) > 1 or isinstance(some[0], Eq) else some[0]


def _of_element(said: Any) -> Filter:
    own = read_predicate(said)
    return read_filter(said) if isinstance(own, Eq) else filter_of({"": own})


_READERS: Mapping[str, Callable[[Any], Predicate]] = {
    "$eq": Eq,
    "$ne": Ne,
    "$in": In,
    "$nin": NotIn,
    "$all": HasAll,
    "$exists": Exists,
    "$type": TypeIs,
    "$near": lambda said: Near(said["$geometry"], said.get("$maxDistance")),
    "$geoWithin": lambda said: Area("geoWithin", said),
    "$geoIntersects": lambda said: Area("geoIntersects", said),
    "$elemMatch": lambda said: Elem(_of_element(said)),
    "$not": lambda said: Not(read_predicate(said)),
}
