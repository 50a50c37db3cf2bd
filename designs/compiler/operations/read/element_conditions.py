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
from ..ir.predicates import AllOf, Elem, Eq, Exists, In, Matches, Not, Predicate, Range, TypeIs

Json = dict[str, Any]
Test = Callable[[str], Any]


class Untold(Exception):
    """A condition that no expression can say, such as one on an area of a map."""


def literal(value: Any) -> Any:
    """A value as an expression: a text that begins with a dollar sign stays a text."""
    return value if isinstance(value, bool | int | float) else {"$literal": value}


class ElementCondition:
    """One element that conditions are asked of. variable: its name in the pipeline, ``each``;
    is_array: whether an array stands at a path in it; path: to it, where the array that is asked
    is inside of the one whose elements are meant."""

    def __init__(self, variable: str, is_array: Callable[[str], bool], path: str = "") -> None:
        self.variable, self.is_array, self.path = variable, is_array, path

    def meets(self, conditions: Filter) -> Any:
        """The conditions as one expression. Raises Untold."""
        return all_of([self._part(condition) for condition in conditions.conditions])

    def _part(self, condition: Condition) -> Any:
        if isinstance(condition, And | Or):
            operator = "$and" if isinstance(condition, And) else "$or"
            return {operator: [self.meets(each) for each in condition.filters]}
        if not isinstance(condition, At):
            raise Untold(type(condition).__name__)
        return self._holds(condition.path, condition.predicate)

    def _holds(self, path: str, predicate: Predicate) -> Any:
        return all_of([self._single(path, each) for each in _single(predicate)])

    def _single(self, path: str, predicate: Predicate) -> Any:
        if isinstance(predicate, Not):
            return {"$not": [self._holds(path, predicate.predicate)]}
        if isinstance(predicate, Exists):
            present = self._any(path, lambda value: {"$ne": [{"$type": value}, "missing"]}, whole=True)
            return present if predicate.wanted else {"$not": [present]}
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
            return test(f"$${self.variable}")
        steps = path.split(".")
        for end in range(1, len(steps) + 1):
            before, rest = ".".join(steps[:end]), ".".join(steps[end:])
            if not self.is_array(self._full(before)) or (whole and not rest):
                continue
            if not rest:
                return _any_of(f"$${self.variable}.{before}", "value", test("$$value"))
            inner = ElementCondition(f"{self.variable.lower()}{end}", self.is_array, f"{self._full(before)}.")
            return _any_of(f"$${self.variable}.{before}", inner.variable, inner._any(rest, test, whole=whole))
        return test(f"$${self.variable}.{path}")


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


def all_of(parts: list[Any]) -> Any:
    """Several expressions that hold together, as one."""
    return parts[0] if len(parts) == 1 else {"$and": parts}


def _any_of(array: str, name: str, test: Any) -> Json:
    listed = {"$cond": [{"$isArray": array}, array, [array]]}
    return {"$anyElementTrue": [{"$map": {"input": listed, "as": name, "in": test}}]}


def _equals(one: str, value: Any) -> Any:
    return {"$eq": [one if value is not None else {"$ifNull": [one, None]}, literal(value)]}


def _matches(one: str, pattern: Matches) -> Any:
    expression = pattern.expression
    if not isinstance(expression, Regex):
        return _pattern(one, expression, pattern.flags)
    letters = "".join(letter for letter, flag in _FLAGS.items() if expression.flags & flag)
    return _pattern(one, expression.pattern, letters)


_FLAGS = {"i": 2, "m": 8, "s": 16, "x": 64}  # of Python's re, which are those of BSON


def _pattern(one: str, pattern: Any, flags: str) -> Json:
    """Only texts are asked: of anything else the server refuses to."""
    text = {"$cond": [{"$eq": [{"$type": one}, "string"]}, one, None]}
    asked = {"input": text, "regex": literal(pattern)}
    return {"$regexMatch": asked | ({"options": flags} if flags else {})}


def _bounded(one: str, predicate: Range) -> Any:
    """What is not there, and null, stand before every other value; a filter passes them by."""
    ((bound, value),) = predicate.bounds
    within = {f"${bound}": [one, literal(value)]}
    if bound.startswith("gt"):
        return within
    return {"$and": [{"$not": [{"$in": [{"$type": one}, ["missing", "null"]]}]}, within]}


def _has_type(one: str, value: Any) -> Json:
    names = [name for named in (value if isinstance(value, list) else [value]) for name in _kinds(named)]
    return {"$in": [{"$type": one}, names]}


def _kinds(name: Any) -> list[str]:
    if not isinstance(name, str):
        raise Untold("$type")
    return sorted(NUMERIC - {"number"}) if name == "number" else [name]


_TESTS: dict[type[Predicate], Callable[[str, Any], Any]] = {
    Eq: lambda one, equal: _equals(one, equal.value),
    Matches: _matches,
    Range: _bounded,
    In: lambda one, among: {"$in": [one, literal(among.values)]},
    TypeIs: lambda one, typed: _has_type(one, typed.types),
}
