"""Laws: what a design says of its things, held over the values that tables of words propose (docs/adr/0051)."""

from __future__ import annotations

from typing import Any

from bson import Decimal128, Int64

from ...model.conceptual import Field, given, stated


def like(value: Any, number: float) -> Any:
    """The number as the value's type, with as many digits."""
    if isinstance(value, Decimal128):
        exact = value.to_decimal()
        return Decimal128(f"{number:.{max(0, -int(exact.as_tuple().exponent))}f}")
    if isinstance(value, Int64):
        return Int64(round(number))
    if isinstance(value, int):
        return round(number)
    return round(float(number), len(repr(value).partition(".")[2]) or 1)


def is_free(field: Field) -> bool:
    """Whether nothing that the designer said tells a field's values."""
    bound = stated(field.computed) or stated(field.example) or field.unique is True
    return not (bound or given(field.enum, []))
