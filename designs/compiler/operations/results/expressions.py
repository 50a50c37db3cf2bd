"""Formulas as aggregation expressions over one document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ...model.formulas import Binary, Call, Expression, Number, PathRef, paths_of
from ...placement.doc_path import DocPath
from ...placement.stored_averages import lasts
from ..context import OperationContext
from ..ir.changes import Compute, UpdatePath
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
    is_array,
    map_array,
    merge_objects,
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


class Result(msgspec.Struct, frozen=True):
    """A stored result: its document path, the paths of what it is computed from, its expression. place: the array that is
    written for it, where it stands in its elements. counted: the sources that are lists of which it tells how many
    elements they have: what is written inside these moves nothing."""

    path: str
    sources: tuple[str, ...]
    expression: Any
    place: str = ""
    counted: frozenset[str] = frozenset()

    @property
    def change(self) -> Compute:
        """What an update does to work it out."""
        inside = (self.path,) if self.place else ()
        return Compute(UpdatePath(self.place or self.path), self.expression, settled=True, inside=inside)

    def reads(self, paths: Iterable[str]) -> bool:
        """Whether it is computed from what stands at, in or around one of these paths."""
        return any(
            source == other
            or source.startswith(other + ".")
            or (other.startswith(source + ".") and source not in self.counted)
            for other in paths
            for source in self.sources
        )


def sources_first(results: list[Result]) -> list[Result]:
    """The results in an order in which each comes behind those that it is computed from."""
    waiting, ordered = list(results), list[Result]()
    while waiting:
        free = (
            result
            for result in waiting
            if not result.reads([each.path for each in waiting if each is not result])
        )
        ordered.append(next(free, waiting[0]))
        waiting.remove(ordered[-1])
    return ordered


class Translator:
    """Turns the formulas of one entity into expressions. spot: where the entity stands."""

    row_name = "row"

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
            return Variable(self.row_name)  # of a list of values
        if row and spot.path.startswith(row + "."):
            return Variable(self.row_name, f"{spot.path[len(row) + 1 :]}")
        if outer:
            raise Unsaid
        return self.at(spot.path)

    def at(self, path: str) -> FieldPath | Variable:
        """Return the value at a place that no row is around."""
        return FieldPath(path)

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
        listed: Any = if_null(self.at(array), [])
        if expression.name == "count" and self._is_there(argument, array):
            return size_of(listed)
        inner = self._value(argument, array)
        if expression.name == "count":
            return sum_of(map_array(listed, self.row_name, one_if_there(inner)))
        values = map_array(listed, self.row_name, inner)
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


class UnwoundTranslator(Translator):
    """Turns the formulas of an entity that stands in arrays into expressions over a document unwound to one element. spot:
    the innermost array."""

    def place(self, path: str) -> DocPath:
        """Return where a path of the entity stands in such a document. Raises Unsaid."""
        spot = super().place(path)
        return DocPath(spot.collection, spot.path, spot.arrays[len(self.spot.arrays) :])


class ElementTranslator(UnwoundTranslator):
    """Turns them into expressions over the element named row, in the document as it is stored."""

    row_name = "part"

    def at(self, path: str) -> Variable:
        """Return the value at a place in the element."""
        return Variable("row", path[len(self.spot.path) + 1 :])


def in_elements(spot: DocPath, name: str, value: Any) -> Any:
    """Return the outermost array around a place, with a field of each element there set. value: over the element named row."""
    array, *inner = spot.arrays
    return _in_elements(FieldPath(array), array, inner, {name: value})


def _in_elements(elements: Any, array: str, inner: Sequence[str], fields: Mapping[str, Any]) -> Any:
    variable = Variable(f"around{len(inner)}" if inner else "row")
    if inner:
        below = inner[0][len(array) + 1 :]
        fields = {below: _in_elements(variable.down(below), inner[0], inner[1:], fields)}
    mapped = map_array(elements, variable.name, merge_objects(variable, fields))
    return cond(is_array(elements), mapped, elements)


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
