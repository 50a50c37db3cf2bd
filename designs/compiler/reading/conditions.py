"""Faults of the filters of partial indexes: the operators that IX5 allows, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..model.field_types import BY_NAME
from ..model.values import bson_of_types, how_written, natural
from ..names.suggestions import Guesses
from ..plan_model.findings import Finding, fault
from .grammar import meant
from .json_text import Place, quoted, shown

JOINTS = ("$and", "$or")
COMPARISONS = ("$eq", "$gt", "$gte", "$lt", "$lte")
AREAS = ("$geoWithin", "$geoIntersects")
OPERATORS = (*COMPARISONS, "$exists", "$type", "$in", *JOINTS, *AREAS)
_NEGATIONS = ("$ne", "$nin", "$not", "$nor")
_ABSENT = (
    'For documents without the field, set "filter" to {"field": "closed_at", "match": "exists", '
    '"value": false}.'
)
_MEANT = f'List the values you want: {{"$in": ["new", "open"]}}. {_ABSENT}'
Types = Callable[[str], tuple[str, ...]]


def condition_faults(condition: Any, place: Place, types: Types, guesses: Guesses) -> Iterator[Finding]:
    """What a partial index cannot filter by. types: those of the field at a path, () if unknown."""
    return _ConditionCheck(types, guesses).condition(condition, place)


class _ConditionCheck:
    def __init__(self, types: Types, guesses: Guesses) -> None:
        self.types = types
        self.guesses = guesses

    def condition(self, condition: Any, place: Place) -> Iterator[Finding]:
        if not isinstance(condition, dict):
            yield fault(
                shown(place),
                f"Invalid filter {quoted(condition)}.",
                ("Use an object of field paths and values."),
            )
            return
        for key, value in condition.items():
            here = (*place, key)
            if key in JOINTS:
                yield from self.branches(value, here)
            elif key.startswith("$"):
                yield self.refused(key, here)
            elif isinstance(value, dict) and any(inner in OPERATORS for inner in value):
                for operator, operand in value.items():
                    yield from self.operator(operator, operand, (*here, operator), self.types(key))
            else:
                yield from self.value(value, here, self.types(key))

    def branches(self, value: Any, place: Place) -> Iterator[Finding]:
        if not isinstance(value, list) or not value:
            yield fault(shown(place), "Expected a list of filters.", ("Add at least one filter in [ ]."))
            return
        for index, branch in enumerate(value):
            yield from self.condition(branch, (*place, index))

    def refused(self, operator: str, place: Place) -> Finding:
        return fault(
            shown(place),
            (
                f"{quoted(operator)} isn't supported here. A partial index can use this filter, and can't "
                "have $ne, $nin, $not, or $nor."
            ),
            _MEANT if operator in _NEGATIONS else meant(operator, OPERATORS, self.guesses),
        )

    def operator(
        self, operator: str, operand: Any, place: Place, types: tuple[str, ...]
    ) -> Iterator[Finding]:
        if operator in COMPARISONS:
            yield from self.value(operand, place, types)
        elif operator == "$in":
            if not isinstance(operand, list):
                yield fault(
                    shown(place), f"Expected a list, found {quoted(operand)}.", "Put the values in [ ]."
                )
                return
            for index, element in enumerate(operand):
                yield from self.value(element, (*place, index), types)
        elif operator == "$exists":
            if operand is not True:
                yield fault(
                    shown(place), "Partial indexes support only $exists: true.", f"Use true. {_ABSENT}"
                )
        elif operator == "$type":
            yield from self.type_names(operand, place)
        elif operator not in AREAS:
            yield self.refused(operator, place)

    def type_names(self, operand: Any, place: Place) -> Iterator[Finding]:
        for name in operand if isinstance(operand, list) else [operand]:
            is_number = isinstance(name, int) and not isinstance(name, bool)
            if not is_number and not (isinstance(name, str) and name in BY_NAME and name != "uuid"):
                remedy = meant(str(name), list(BY_NAME), self.guesses)
                yield fault(shown(place), f"Unknown BSON type {quoted(name)}.", remedy)

    def value(self, value: Any, place: Place, types: tuple[str, ...]) -> Iterator[Finding]:
        if isinstance(value, dict):
            for key in value:
                if key.startswith("$") and not _is_wrapper(value):
                    yield self.refused(key, (*place, key))
                    return
        try:
            bson_of_types(value, types) if types else natural(value)
        except ValueError as error:
            yield fault(shown(place), str(error), how_written(types))


def _is_wrapper(value: dict[str, Any]) -> bool:
    """Whether an object is Extended JSON, broken or not."""
    try:
        return not isinstance(natural(value), dict)
    except ValueError:
        return True
