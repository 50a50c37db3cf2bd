"""Formulas as aggregation expressions over one document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.formulas import Binary, Call, Expression, Number, PathRef, paths_of
from ...placement.doc_path import DocPath
from ...placement.stored_averages import lasts
from ..context import OperationContext
from ..ir.expressions import (
    FieldPath,
    OperatorCall,
    Variable,
    add,
    aggregate_of,
    cond,
    divide,
    eq,
    if_null,
    map_array,
    multiply,
    round_to,
    size_of,
    subtract,
    sum_of,
)

_SIGNS = {"+": add, "-": subtract, "*": multiply}
_ADDED = ("+", "-")


def one_if_there(value: Any) -> OperatorCall:
    """1 where an expression has a value, 0 where there is none or it is null: what counts it, summed."""
    return cond(eq(if_null(value, None), None), 0, 1)


class Unsaid(Exception):
    """The formula reaches beyond the document, or through arrays of arrays."""


class Translator:
    """Turns the formulas of one entity into expressions. spot: where the entity stands."""

    def __init__(self, world: OperationContext, entity: str, spot: DocPath) -> None:
        self.world, self.entity, self.spot = world, entity, spot

    def whole(self, expression: Expression) -> Any:
        """The expression over the whole document; what would leave a field out gives null. Raises Unsaid."""
        value = self._value(expression, "")
        missing = isinstance(value, FieldPath | Variable) or (
            isinstance(value, OperatorCall) and value.operator in ("first", "last")
        )
        return if_null(value, None) if missing else value

    def row(self, expression: Expression) -> Any:
        """The expression over what an aggregate is of. Raises Unsaid."""
        return self._value(expression, "")

    def _value(self, expression: Expression, row: str) -> Any:
        if isinstance(expression, Number):
            return (
                int(expression.value)
                if expression.value == int(expression.value)
                else float(expression.value)
            )
        if isinstance(expression, PathRef):
            return self._path(expression.path, row)
        if isinstance(expression, Binary):
            return self._binary(expression, row)
        if isinstance(expression, Call):
            return self._call(expression, row)
        raise Unsaid

    def place(self, path: str) -> DocPath:
        """Where a path of the entity stands in the same document. Raises Unsaid."""
        if self._partly(path):
            raise Unsaid
        for spot in self.world.placement.of_path(self.entity, path):
            if (
                spot.collection == self.spot.collection
                and spot.arrays[: len(self.spot.arrays)] == self.spot.arrays
            ):
                return spot
        raise Unsaid

    def _partly(self, path: str) -> bool:
        """Whether the document holds only some of what the path leads to."""
        route = self.world.paths.resolve(self.entity, path)
        ends = [step for step in route.steps if step.kind == "end" and step.side == "from"] if route else []
        links = [step.relationship for step in ends if step.relationship is not None]
        return any(self.world.placement.traits(link).holds_part for link in links)

    def _path(self, path: str, row: str) -> FieldPath | Variable:
        spot = self.place(path)
        outer = [array for array in spot.arrays if array != spot.path]
        if row and spot.path == row:
            return Variable("row")  # of a list of values
        if row and spot.path.startswith(row + "."):
            return Variable("row", f"{spot.path[len(row) + 1 :]}")
        if outer:
            raise Unsaid
        return FieldPath(spot.path)

    def _binary(self, expression: Binary, row: str) -> Any:
        operands = self._operands(expression, row)
        if expression.operator != "/":
            return _SIGNS[expression.operator](*operands)
        dividend, divisor = operands
        if isinstance(expression.right, Number) and expression.right.value:
            return divide(*operands)
        return cond(eq(divisor, 0), None, divide(dividend, divisor))

    def _operands(self, expression: Binary, row: str) -> list[Any]:
        """Both sides; those of a chain of sums, or of products, in one list."""
        left, operator = expression.left, expression.operator
        last = self._operand(expression, expression.right, row)
        if isinstance(left, Binary) and left.operator == operator and operator in ("+", "*"):
            return [*self._operands(left, row), last]
        return [self._operand(expression, left, row), last]

    def _operand(self, expression: Binary, side: Expression, row: str) -> Any:
        """One side; a value that is added or taken off and may be absent counts 0."""
        value = self._value(side, row)
        is_added = expression.operator in _ADDED and isinstance(side, PathRef)
        return if_null(value, 0) if is_added and not self._is_always(side) else value

    def _is_always(self, side: Expression) -> bool:
        """Whether each document, of every version of its shape, has the value that a path leads to."""
        if not isinstance(side, PathRef):
            return False
        route = self.world.paths.resolve(self.entity, side.path)
        steps = route.steps if route is not None else ()
        inner = [step for step in steps if step.kind != "end" or not step.array]  # an element is a row
        return bool(inner) and all(step.kind in ("field", "link") and lasts(step.field) for step in inner)

    def _call(self, expression: Call, row: str) -> Any:
        if expression.name == "round":
            return round_to(*(self._value(argument, row) for argument in expression.arguments))
        if len(expression.arguments) != 1 or row:
            raise Unsaid
        argument = expression.arguments[0]
        array = self._array(argument)
        listed: Any = if_null(FieldPath(array), [])
        if expression.name == "count" and self._is_there(argument, array):
            return size_of(listed)
        inner = self._value(argument, array)
        if expression.name == "count":
            return sum_of(map_array(listed, "row", one_if_there(inner)))
        values = map_array(listed, "row", inner)
        return aggregate_of(expression.name, values)

    def _is_there(self, argument: Expression, array: str) -> bool:
        """Whether each element has what is counted: it is counted itself, or it always has the value."""
        if not isinstance(argument, PathRef):
            return False
        path = self.place(argument.path).path
        steps = path[len(array) + 1 :].split(".") if path != array else []
        ends = (".".join((array, *steps[: count + 1])) for count in range(len(steps)))
        fields = [self.world.field(self.spot.collection, end) for end in ends]
        return all(field is not None and field.required and "null" not in field.types for field in fields)

    def _array(self, argument: Expression) -> str:
        arrays = {self.place(path).arrays for path in paths_of(argument)}
        named = {array[-1] for array in arrays if array}
        if len(named) != 1 or any(len(array) > 1 for array in arrays):
            raise Unsaid
        return named.pop()


class ElementTranslator(Translator):
    """Turns the formulas of an entity that stands in an array into expressions over one element. spot: the array."""

    def row_value(self, expression: Expression) -> Any:
        """Return the expression over the element named row; what would leave a field out gives null. Raise Unsaid."""
        value = self._value(expression, self.spot.path)
        return if_null(value, None) if isinstance(value, FieldPath | Variable) else value


class FoldedTranslator(Translator):
    """Turns the formulas of a parent into expressions over a child that it is folded into. spot: where the child
    stands; names: what the parent's fields are called there."""

    def __init__(self, world: OperationContext, parent: str, spot: DocPath, names: Mapping[str, str]) -> None:
        super().__init__(world, parent, spot)
        self.names = names

    def place(self, path: str) -> DocPath:
        """Return where a path of the parent stands in the child. Raises Unsaid."""
        name, dot, below = path.partition(".")
        if name not in self.names:
            raise Unsaid
        return self.spot.down(f"{self.names[name]}{dot}{below}")
