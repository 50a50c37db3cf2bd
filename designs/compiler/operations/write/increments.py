"""Which stored results an update moves that only adds to numbers: one that adds as much as it takes away
leaves a difference as it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..ir.changes import Inc, Update
from ..ir.expressions import FieldPath, OperatorCall
from ..results.computed import Result

_PLACES = (3, 17)  # two points: what moves at neither does not move


def moved(results: Sequence[Result], update: Update) -> list[Result]:
    """Those of the results, sources first, that such an update moves; all of them for any other."""
    steps = {change.place.path: change.by for change in update.changes if isinstance(change, Inc)}
    if len(steps) < len(update.changes) or not all(isinstance(by, int | float) for by in steps.values()):
        return list(results)
    moved_results: list[Result] = []
    for result in results:
        if result.reads([each.path for each in moved_results]) or _differs(result, steps):
            moved_results.append(result)
    return moved_results


def _differs(result: Result, steps: Mapping[str, float]) -> bool:
    try:
        return any(_step(result, steps, place) for place in _PLACES)
    except (LookupError, TypeError):
        return True


def _step(result: Result, steps: Mapping[str, float], place: int) -> float:
    before = {path: place * (number + 2) + number for number, path in enumerate(result.sources)}
    after = {path: value + steps.get(path, 0) for path, value in before.items()}
    return abs(_value(result.expression, after) - _value(result.expression, before))


def _value(expression: Any, at: Mapping[str, float]) -> float:
    """The value of sums, differences and products. Raises LookupError for anything else."""
    if isinstance(expression, FieldPath):
        return at[expression.path]
    if not isinstance(expression, OperatorCall):
        return float(expression)
    values = [_value(part, at) for part in expression.operand]
    return float(_MADE_OF_VALUES[expression.operator](values))


_MADE_OF_VALUES: dict[str, Callable[[list[float]], float]] = {
    "add": sum,
    "multiply": math.prod,
    "ifNull": lambda values: values[0],
    "subtract": lambda values: values[0] - values[1],
}
