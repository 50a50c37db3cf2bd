"""Formulas as the oracle understands them, worked out by its own few lines.

An optional addend counts 0 where it is absent, a factor or a divisor that is absent leaves no result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from bson.decimal128 import Decimal128

from designs.compiler.model.conceptual import Field, given, stated
from designs.compiler.model.formulas import Binary, Call, Expression, Number, PathRef, parse
from designs.compiler.sampling.world import Link, Thing

if TYPE_CHECKING:
    from tests.oracle.state import State

Lookup = Callable[[str], Any]
_parsed = cache(parse)
EXACT = Context(prec=34, rounding=ROUND_HALF_EVEN)


def value_at(value: Any, path: Sequence[str]) -> Any:
    """Return what stands at a path of nested values, None where there is nothing."""
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    return value


def is_at(value: Any, path: Sequence[str]) -> bool:
    """Return whether anything stands at a path of nested values."""
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return True


def copied(value: Any) -> Any:
    """Return a copy of nested values; what is no object or list is the same one."""
    if isinstance(value, dict):
        return {name: copied(inner) for name, inner in value.items()}
    return [copied(inner) for inner in value] if isinstance(value, list) else value


def put(record: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Write a value at a path, with the objects on the way; None takes it away."""
    for name in path[:-1]:
        inner = record.get(name)
        if not isinstance(inner, dict):
            if value is None:
                return
            inner = record[name] = {}
        record = inner
    if value is None:
        record.pop(path[-1], None)
    else:
        record[path[-1]] = value


def computed_paths(state: State, owner: Thing | Link) -> list[tuple[str, ...]]:
    """Return where an owner has values that a formula gives; prose gives none, nor one that no function computes."""
    kind = ("link", owner.relationship.name) if isinstance(owner, Link) else ("thing", owner.entity)
    if kind not in state.computed:
        fields = (
            given(owner.relationship.link_fields, [])
            if isinstance(owner, Link)
            else state.world.fields(owner.entity)
        )
        paths = _computed(fields, ())
        state.computed[kind] = [path for path in paths if not state.is_unkept(owner, path)]
    return state.computed[kind]


def _computed(fields: Sequence[Field], above: tuple[str, ...]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for field in fields:
        path = (*above, field.name)
        computed = given(field.computed, None)
        if computed is not None and stated(field.computed):
            if _parsed(computed.formula) is not None:
                found.append(path)
        elif field.type == "object":
            found += _computed(given(field.fields, []), path)
    return found


class Tie(float):
    """A rounded number whose exact value lies in the middle of two: a server, which calculates in doubles, may be a trace
    above or below that. other: what it then rounds to."""

    def __new__(cls, value: float, other: float | None = None) -> Tie:
        """Return the number with the other one beside it, where there is one."""
        made = super().__new__(cls, value)
        made.other = value if other is None else other
        return made

    other: float

    def __eq__(self, other: object) -> bool:
        """Whether a number is one of the two."""
        return super().__eq__(other) or self.other == other

    def __ne__(self, other: object) -> bool:
        """Whether a number is neither."""
        return not self == other

    __hash__ = float.__hash__


def evaluate(expression: Expression, lookup: Lookup) -> Any:
    """Return a formula's value: a number of the widest type among its inputs, None where there is none."""
    value = _evaluated(expression, lookup)
    if isinstance(value, float) and isinstance(expression, Call) and expression.name == "round":
        return _with_tie(expression, value, lookup)
    return value


def _with_tie(expression: Call, rounded: float, lookup: Lookup) -> float:
    """Return a rounded number as a tie, where what is rounded is one, and no double equals that."""
    inner, *rest = (_value(each, lambda path: _exact(lookup(path), set())) for each in expression.arguments)
    if isinstance(inner, list):
        inner = inner[0]
    step = Decimal(1).scaleb(-int(rest[0] if rest else 0))
    low, over = EXACT.divide_int(inner, step) * step, EXACT.remainder(inner, step)
    if abs(over) * 2 != step or Decimal(float(inner)) == inner:
        return rounded
    ends = (float(low), float(low + step.copy_sign(over)))
    return Tie(rounded, ends[0] if ends[1] == rounded else ends[1])


def _evaluated(expression: Expression, lookup: Lookup) -> Any:
    kinds: set[type] = set()
    found = _value(expression, lambda path: _exact(lookup(path), kinds))
    if isinstance(found, list):
        found = found[0] if len(found) == 1 else None
    if not isinstance(found, Decimal):
        return found
    if Decimal in kinds:
        return found
    return int(found) if kinds <= {int} and found == found.to_integral_value() else float(found)


def _exact(value: Any, kinds: set[type]) -> Any:
    if isinstance(value, list):
        return [_exact(one, kinds) for one in value]
    if isinstance(value, Decimal128):
        value = value.to_decimal()
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return value
    kinds.add(int if isinstance(value, int) else type(value))
    return (
        value
        if isinstance(value, Decimal)
        else Decimal(repr(value) if isinstance(value, float) else int(value))
    )


def _value(expression: Expression, lookup: Lookup) -> Any:
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, PathRef):
        return lookup(expression.path)
    if isinstance(expression, Binary):
        left, right = (_operand(expression, side, lookup) for side in (expression.left, expression.right))
        return _rows(lambda one, other: _binary(expression.operator, one, other), left, right)
    arguments = [_value(one, lookup) for one in expression.arguments]
    return _round(*arguments) if expression.name == "round" else _aggregate(expression, arguments)


def _operand(expression: Binary, side: Expression, lookup: Lookup) -> Any:
    """Return the value of one side; a field that is added and absent counts 0."""
    found = _value(side, lookup)
    if expression.operator not in "+-" or not isinstance(side, PathRef):
        return found
    if isinstance(found, list):
        return [Decimal(0) if one is None else one for one in found]
    return Decimal(0) if found is None else found


def _rows(work: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    if not isinstance(left, list) and not isinstance(right, list):
        return work(left, right)
    length = max(len(side) for side in (left, right) if isinstance(side, list))
    sides = [side if isinstance(side, list) else [side] * length for side in (left, right)]
    return [work(one, other) for one, other in zip(*sides, strict=False)]


def _binary(operator: str, left: Any, right: Any) -> Decimal | None:
    if not isinstance(left, Decimal) or not isinstance(right, Decimal):
        return None
    if operator == "/":
        return EXACT.divide(left, right) if right else None
    work = {"+": EXACT.add, "-": EXACT.subtract, "*": EXACT.multiply}[operator]
    return work(left, right)


def _round(value: Any, places: Any = Decimal(0)) -> Any:
    if isinstance(value, list):
        return [_round(one, places) for one in value]
    return round(value, int(places)) if isinstance(value, Decimal) else None


def _aggregate(expression: Call, arguments: list[Any]) -> Any:
    rows = [row for argument in arguments for row in (argument if isinstance(argument, list) else [argument])]
    present = [row for row in rows if row is not None]
    numbers = [row for row in present if isinstance(row, Decimal)]
    if expression.name == "count":
        return Decimal(len(present))
    if expression.name == "sum":
        return sum(numbers, Decimal(0))
    if expression.name == "avg":
        return EXACT.divide(sum(numbers, Decimal(0)), Decimal(len(numbers))) if numbers else None
    if expression.name in ("first", "last"):
        return rows[0 if expression.name == "first" else -1] if rows else None
    ordered = sorted(present)
    return ordered[0 if expression.name == "min" else -1] if ordered else None
