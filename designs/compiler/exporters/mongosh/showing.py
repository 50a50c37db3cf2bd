"""With which values 04_queries.js runs a read: those of sample documents that it finds, so that it shows something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, pairwise, product
from typing import Any, NamedTuple

from ...plan_model.expected_scans import is_moment
from ...plan_model.physical import BuiltValue, Param, Statement, parameters
from ...sampling import resolve
from ...sampling.answers import Samples, first_at
from .demonstrating import Recipe, Values, with_values
from .playing import PlayedDocuments

_LOWER, _UPPER = ("$gt", "$gte"), ("$lt", "$lte")
_BEGINNING = "^"
_MOST = 100
"""Attempts for one read: the samples of a collection are few, but for those of large declared minima."""


class _FilterPart(NamedTuple):
    """What a read asks of a path. operator: "" for an equality, "^" for the letters that a text begins with."""

    path: str
    operator: str
    param: Param


def values_that_find(recipe: Recipe, samples: Samples) -> Values:
    """Return the values of parameters, by name, with which a read finds something where it finds nothing with the samples'
    own: equalities from one document, and where a page goes on from another one. Empty where nothing better is known."""
    played = PlayedDocuments((), samples)
    if not any(map(_is_open, parameters(recipe))) or played.finds(recipe):
        return {}
    for values in _attempts(recipe, samples):
        if played.finds(with_values(recipe, values)):
            return values
    return {}


def _attempts(recipe: Recipe, samples: Samples) -> Iterator[Values]:
    """Yield the values to try: of each document that may be found, from each that may stand before it."""
    for statement in recipe:
        asked = [each for each in _asked(_filter_of(statement), "") if _is_open(each.param)]
        if not asked:
            continue
        documents = samples.get(statement.collection, [])
        pairs = product([None, *documents], documents)
        for last_shown, target in islice(pairs, _MOST):
            values = _values(asked, target, last_shown)
            if values:
                yield values
        return


def _filter_of(statement: Statement) -> Any:
    """Return how a statement finds its documents: its filter, or the first stage of its pipeline."""
    stages = statement.pipeline if isinstance(statement.pipeline, list) else []
    return statement.filter or (stages[0].get("$match") if stages else None)


def _asked(filter: Any, above: str) -> Iterator[_FilterPart]:
    """Yield what a filter asks with parameters, through $and, $or and $elemMatch."""
    for name, wanted in filter.items() if isinstance(filter, dict) else ():
        if name in ("$and", "$or"):
            for part in wanted:
                yield from _asked(part, above)
        elif not name.startswith("$"):
            yield from _of_path(f"{above}{name}", wanted)


def _of_path(path: str, wanted: Any) -> Iterator[_FilterPart]:
    if isinstance(wanted, Param):
        yield _FilterPart(path, "", wanted)
    begun = wanted.get("$regex") if isinstance(wanted, dict) else wanted
    if isinstance(begun, BuiltValue) and begun.kind == "prefix":
        yield from (_FilterPart(path, _BEGINNING, part) for part in begun.parts if isinstance(part, Param))
    for operator, value in wanted.items() if isinstance(wanted, dict) else ():
        if isinstance(value, Param):
            yield _FilterPart(path, operator, value)
        elif operator == "$elemMatch":
            yield from _asked(value, f"{path}.")
        elif operator == "$nin" and isinstance(value, list) and len(value) == 1:
            yield from (_FilterPart(path, "$ne", each) for each in value if isinstance(each, Param))


def _is_open(param: Param) -> bool:
    """Whether a caller of the example may be given any value: not the moment of the call, nor one that may be left out."""
    return not (param.optional or param.part or param.without or is_moment(param))


def _values(
    asked: list[_FilterPart], target: Mapping[str, Any], last_shown: Mapping[str, Any] | None
) -> Values:
    """Return the values with which one document is found behind another; none where a path leads nowhere."""
    values: Values = {}
    for path, operator, param in asked:
        behind = operator in (*_LOWER, *_UPPER, "$nin", "$ne")
        document = last_shown if behind else target
        if document is None or operator not in (
            "",
            "$eq",
            "$in",
            _BEGINNING,
            *_LOWER,
            *_UPPER,
            "$nin",
            "$ne",
        ):
            continue
        value = first_at(document, path)
        if operator == _BEGINNING and isinstance(value, str):
            value = value[:1]
        if isinstance(value, list) and value and not behind:
            value = value[0]  # an array is found by each of its values
        if value is None or isinstance(value, list | dict):
            return {}
        values[param.name] = [value] if operator in ("$in", "$nin") else value
    return values | _windows(asked, target)


def _windows(asked: list[_FilterPart], target: Mapping[str, Any]) -> Values:
    """Return the two bounds of a range around what a document has: as far from one another as the example's own."""
    moved: Values = {}
    for low, high in pairwise(asked):
        is_window = low.path == high.path and low.operator in _LOWER and high.operator in _UPPER
        value = first_at(target, low.path) if is_window else None
        if value is None or isinstance(value, list | dict):
            continue
        own = (resolve(low.param, {}, {}), resolve(high.param, {}, {}))
        try:
            moved |= {low.param.name: value, high.param.name: value + (own[1] - own[0])}
        except TypeError:  # texts, and what has no example of its own
            continue
    return moved
