"""Whether an element of an array meets the conditions of a filter, as an expression of a pipeline.

What an update with operators says in arrayFilters, a pipeline says in expressions. A filter looks
into arrays by itself and compares values of one type only; an expression does neither.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bson import Regex

from ...model.field_types import NUMERIC
from ..ir.conditions import And, At, Condition, Filter, Or, filter_of
from ..ir.expressions import (
    LiteralValue,
    OperatorCall,
    Variable,
    all_true,
    and_,
    any_element_true,
    compared,
    cond,
    eq,
    if_null,
    in_,
    is_array,
    map_array,
    ne,
    not_,
    or_,
    regex_match,
    type_of,
)
from ..ir.predicates import AllOf, Elem, Eq, Exists, In, Matches, Not, Predicate, Range, TypeIs

Test = Callable[[Variable], Any]


class Untold(Exception):
    """A condition that no expression can say, such as one on an area of a map."""


def constant(value: Any) -> Any:
    """A value as an expression: a text that begins with a dollar sign stays a text."""
    return value if isinstance(value, bool | int | float) else LiteralValue(value)


class ElementCondition:
    """One element that conditions are asked of. variable: its name in the pipeline, ``each``;
    is_array: whether an array stands at a path in it; path: to it, where the array that is asked
    is inside of the one whose elements are meant."""

    def __init__(self, variable: str, is_array: Callable[[str], bool], path: str = "") -> None:
        self.variable, self.is_array, self.path = variable, is_array, path

    def meets(self, conditions: Filter) -> Any:
        """The conditions as one expression. Raises Untold."""
        return all_true([self._part(condition) for condition in conditions.conditions])

    def _part(self, condition: Condition) -> Any:
        if isinstance(condition, And | Or):
            conditions = map(self.meets, condition.filters)
            return and_(*conditions) if isinstance(condition, And) else or_(*conditions)
        if not isinstance(condition, At):
            raise Untold(type(condition).__name__)
        return self._holds(condition.path, condition.predicate)

    def _holds(self, path: str, predicate: Predicate) -> Any:
        return all_true([self._single(path, each) for each in _single(predicate)])

    def _single(self, path: str, predicate: Predicate) -> Any:
        if isinstance(predicate, Not):
            return not_(self._holds(path, predicate.predicate))
        if isinstance(predicate, Exists):
            present = self._any(path, lambda value: ne(type_of(value), "missing"), whole=True)
            return present if predicate.wanted else not_(present)
        if isinstance(predicate, Elem):
            inner = ElementCondition("held", self.is_array, f"{self._full(path)}.")
            met = inner.meets(predicate.condition)
            return self._any(path, lambda array: _any_of(array, "held", met), whole=True)
        test = _TESTS.get(type(predicate))
        if test is None:
            raise Untold(type(predicate).__name__)
        return self._any(path, lambda value: test(value, predicate))

    def _full(self, path: str) -> str:
        return f"{self.path}{path}"

    def _any(self, path: str, test: Test, *, whole: bool = False) -> Any:
        """That a test holds of the value at a path, or of one of those in arrays on the way. whole: an
        array at its end is tested itself."""
        if not path:
            return test(Variable(self.variable))
        steps = path.split(".")
        for end in range(1, len(steps) + 1):
            before, rest = ".".join(steps[:end]), ".".join(steps[end:])
            if not self.is_array(self._full(before)) or (whole and not rest):
                continue
            if not rest:
                return _any_of(Variable(self.variable, before), "value", test(Variable("value")))
            inner = ElementCondition(f"{self.variable.lower()}{end}", self.is_array, f"{self._full(before)}.")
            return _any_of(
                Variable(self.variable, before), inner.variable, inner._any(rest, test, whole=whole)
            )
        return test(Variable(self.variable, path))


class Around(ElementCondition):
    """The document and the elements around one element: a condition is asked of the innermost that its
    path leads to. scopes: what the paths of each begin with and its element, from the innermost out."""

    def __init__(self, scopes: list[tuple[str, ElementCondition]]) -> None:
        super().__init__(scopes[-1][1].variable, scopes[-1][1].is_array)
        self.scopes = scopes

    def _holds(self, path: str, predicate: Predicate) -> Any:
        start, element = next(scope for scope in self.scopes if path.startswith(scope[0]))
        return element.meets(filter_of({path[len(start) :]: predicate}))


def _single(predicate: Predicate) -> list[Predicate]:
    """The parts of a predicate that an expression each says."""
    if isinstance(predicate, AllOf):
        return [part for each in predicate.predicates for part in _single(each)]
    if isinstance(predicate, Range):
        return [Range((bound,)) for bound in predicate.bounds]
    return [predicate]


def _any_of(array: Variable, name: str, test: Any) -> OperatorCall:
    listed = cond(is_array(array), array, [array])
    return any_element_true(map_array(listed, name, test))


def _equals(value: Variable, wanted: Any) -> Any:
    return eq(value if wanted is not None else if_null(value, None), constant(wanted))


def _matches(value: Variable, pattern: Matches) -> Any:
    expression = pattern.expression
    if not isinstance(expression, Regex):
        return _pattern(value, expression, pattern.flags)
    letters = "".join(letter for letter, flag in _FLAGS.items() if expression.flags & flag)
    return _pattern(value, expression.pattern, letters)


_FLAGS = {"i": 2, "m": 8, "s": 16, "x": 64}  # of Python's re, which are those of BSON


def _pattern(value: Variable, pattern: Any, flags: str) -> OperatorCall:
    """Only texts are asked: of anything else the server refuses to."""
    text = cond(eq(type_of(value), "string"), value, None)
    return regex_match(text, constant(pattern), flags)


def _bounded(value: Variable, predicate: Range) -> Any:
    """What is not there, and null, stand before every other value; a filter passes them by."""
    ((bound, limit),) = predicate.bounds
    within = compared(bound, value, constant(limit))
    if bound.startswith("gt"):
        return within
    return and_(not_(in_(type_of(value), ["missing", "null"])), within)


def _has_type(value: Variable, types: Any) -> OperatorCall:
    names = [name for named in (types if isinstance(types, list) else [types]) for name in _kinds(named)]
    return in_(type_of(value), names)


def _kinds(name: Any) -> list[str]:
    if not isinstance(name, str):
        raise Untold("a type by its number")
    return sorted(NUMERIC - {"number"}) if name == "number" else [name]


_TESTS: dict[type[Predicate], Callable[[Variable, Any], Any]] = {
    Eq: lambda value, equal: _equals(value, equal.value),
    Matches: _matches,
    Range: _bounded,
    In: lambda value, among: in_(value, constant(among.values)),
    TypeIs: lambda value, typed: _has_type(value, typed.types),
}
