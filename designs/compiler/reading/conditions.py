"""Faults of the filters of partial indexes: the operators that IX5 allows, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..field_types import BY_NAME
from ..findings import Finding, fault
from ..values import bson_of_types, natural
from .grammar import meant
from .json_text import Place, quoted, shown

JOINTS = ("$and", "$or")
COMPARISONS = ("$eq", "$gt", "$gte", "$lt", "$lte")
AREAS = ("$geoWithin", "$geoIntersects")
OPERATORS = (*COMPARISONS, "$exists", "$type", "$in", *JOINTS, *AREAS)
Types = Callable[[str], tuple[str, ...]]


def condition_faults(condition: Any, place: Place, types: Types) -> Iterator[Finding]:
    """What a partial index cannot filter by. types: those of the field at a path, () if unknown."""
    if not isinstance(condition, dict):
        yield fault(shown(place), f"{quoted(condition)} is no filter", "write an object of paths and values")
        return
    for key, value in condition.items():
        here = (*place, key)
        if key in JOINTS:
            yield from _branches(value, here, types)
        elif key.startswith("$"):
            yield _refused(key, here)
        elif isinstance(value, dict) and any(inner in OPERATORS for inner in value):
            for operator, operand in value.items():
                yield from _operator(operator, operand, (*here, operator), types(key))
        else:
            yield from _value(value, here, types(key))


def _branches(value: Any, place: Place, types: Types) -> Iterator[Finding]:
    if not isinstance(value, list) or not value:
        yield fault(shown(place), "a list of filters is needed here", "write at least one filter in [ ]")
        return
    for index, one in enumerate(value):
        yield from condition_faults(one, (*place, index), types)


def _refused(operator: str, place: Place) -> Finding:
    return fault(
        shown(place),
        f"{quoted(operator)} is no operator that a partial index can filter by",
        meant(operator, list(OPERATORS)),
    )


def _operator(operator: str, operand: Any, place: Place, types: tuple[str, ...]) -> Iterator[Finding]:
    if operator in COMPARISONS:
        yield from _value(operand, place, types)
    elif operator == "$in":
        if not isinstance(operand, list):
            yield fault(shown(place), f"{quoted(operand)} is not a list", "write the values in [ ]")
            return
        for index, one in enumerate(operand):
            yield from _value(one, (*place, index), types)
    elif operator == "$exists":
        if operand is not True:
            yield fault(shown(place), "a partial index knows only $exists: true", "write true")
    elif operator == "$type":
        yield from _type_names(operand, place)
    elif operator not in AREAS:
        yield _refused(operator, place)


def _type_names(operand: Any, place: Place) -> Iterator[Finding]:
    for name in operand if isinstance(operand, list) else [operand]:
        known = isinstance(name, int) and not isinstance(name, bool)
        if not known and not (isinstance(name, str) and name in BY_NAME and name != "uuid"):
            yield fault(shown(place), f"{quoted(name)} is no BSON type", meant(str(name), list(BY_NAME)))


def _value(value: Any, place: Place, types: tuple[str, ...]) -> Iterator[Finding]:
    if isinstance(value, dict):
        for key in value:
            if key.startswith("$") and not _is_wrapper(value):
                yield _refused(key, (*place, key))
                return
    try:
        bson_of_types(value, types) if types else natural(value)
    except ValueError as error:
        yield fault(shown(place), str(error), "write a value of the field's type, or Extended JSON")


def _is_wrapper(value: dict[str, Any]) -> bool:
    """Whether an object is Extended JSON, broken or not."""
    try:
        return not isinstance(natural(value), dict)
    except ValueError:
        return True
