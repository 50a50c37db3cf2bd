"""The types of the numbers that formulas give, and how a result is written where its field has another."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from ..model.formulas import Call, Expression, Number, PathRef
from .ir.expressions import round_to, to_int, to_long

_WIDTH = ("int", "long", "double", "decimal")
_CONVERSIONS = {"int": to_int, "long": to_long}

Typed = Callable[[str], Collection[str]]
"""The types that the value at a path may have, empty where they are not known."""


def widest(expression: Expression, typed: Typed) -> str | None:
    """Return the widest type of number that a formula may give; None where what it reads is no number."""
    if isinstance(expression, Number):
        return "int" if expression.value == int(expression.value) else "double"
    if isinstance(expression, PathRef):
        return _wider(*("double" if name == "number" else name for name in typed(expression.path)))
    if isinstance(expression, Call):
        if expression.name == "count":
            return "int"
        arguments = expression.arguments[:1] if expression.name == "round" else expression.arguments
        type_of_result = _wider(*(widest(argument, typed) for argument in arguments))
        return _divided(type_of_result) if expression.name == "avg" else type_of_result
    type_of_result = _wider(widest(expression.left, typed), widest(expression.right, typed))
    return _divided(type_of_result) if expression.operator == "/" else type_of_result


def _wider(*names: str | None) -> str | None:
    return max((name for name in names if name in _WIDTH), key=_WIDTH.index, default=None)


def _divided(name: str | None) -> str | None:
    return name if name in (None, "decimal") else "double"


def is_narrowed(expression: Expression, typed: Typed, types: Collection[str]) -> bool:
    """Whether a result may have a type that its field doesn't allow: a whole number takes no fraction."""
    type_of_result = widest(expression, typed)
    allowed = [name for name in types if name != "null"]
    return (
        type_of_result is not None
        and bool(allowed)
        and all(_takes_less(name, type_of_result) for name in allowed)
    )


def _takes_less(name: str, type_name: str) -> bool:
    return name in _CONVERSIONS and _WIDTH.index(name) < _WIDTH.index(type_name)


def narrowed(expression: Expression, typed: Typed, types: Collection[str], value: Any) -> Any:
    """Return the value as a whole number where its field has no other, rounded unless the formula does it."""
    if not is_narrowed(expression, typed, types):
        return value
    conversion = next(_CONVERSIONS[name] for name in types if name in _CONVERSIONS)
    whole = _is_whole(expression) or widest(expression, typed) == "long"
    return conversion(value if whole else round_to(value, 0))


def _is_whole(expression: Expression) -> bool:
    return isinstance(expression, Call) and expression.name == "round" and len(expression.arguments) == 1
