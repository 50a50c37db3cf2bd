"""How the number that a formula gives is written where its field has another type."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..model.formulas import NUMBER_WIDTHS, Call, Expression, Typed, possible, widest
from .ir.expressions import round_to, to_decimal, to_int, to_long

_CONVERSIONS = {"int": to_int, "long": to_long}


def is_narrowed(expression: Expression, typed: Typed, types: Collection[str]) -> bool:
    """Whether a result may have a type that its field doesn't allow: a whole number takes no fraction."""
    type_of_result = widest(expression, typed)
    allowed = [name for name in types if name != "null"]
    return (
        type_of_result is not None
        and bool(allowed)
        and all(_takes_less(name, type_of_result) for name in allowed)
    )


def is_made_decimal(expression: Expression, typed: Typed, types: Collection[str]) -> bool:
    """Whether a result that is declared as a decimal may come out as a double, which rounds what money is."""
    declared = {name for name in types if name != "null"}
    return declared == {"decimal"} and "double" in possible(expression, typed)


def _takes_less(name: str, type_name: str) -> bool:
    return name in _CONVERSIONS and NUMBER_WIDTHS.index(name) < NUMBER_WIDTHS.index(type_name)


def narrowed(expression: Expression, typed: Typed, types: Collection[str], value: Any) -> Any:
    """Return the value as its field's type: as a whole number where it has no other, rounded unless the formula does it;
    as a decimal where it may be a double."""
    if is_made_decimal(expression, typed, types):
        return to_decimal(value)
    if not is_narrowed(expression, typed, types):
        return value
    conversion = next(_CONVERSIONS[name] for name in types if name in _CONVERSIONS)
    whole = _is_whole(expression) or widest(expression, typed) == "long"
    return conversion(value if whole else round_to(value, 0))


def _is_whole(expression: Expression) -> bool:
    return isinstance(expression, Call) and expression.name == "round" and len(expression.arguments) == 1
